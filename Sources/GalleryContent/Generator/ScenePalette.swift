/// The colours of a landscape: its sky from the top to the horizon, and what stands in front of it.
struct ScenePalette: Sendable {
  let sky: ColorRamp
  /// What distance turns everything into.
  let haze: PictureColor
  /// The nearest and darkest thing.
  let near: PictureColor
  let light: PictureColor

  init(sky: [UInt32], haze: UInt32, near: UInt32, light: UInt32) {
    self.sky = ColorRamp(sky.map { PictureColor($0) })
    self.haze = PictureColor(haze)
    self.near = PictureColor(near)
    self.light = PictureColor(light)
  }

  static let dawn = ScenePalette(
    sky: [0x2B3A67, 0x6E659B, 0xDD9AA4, 0xFCD9B6], haze: 0xF0BFAF, near: 0x1B2140, light: 0xFFF0CF)
  static let dusk = ScenePalette(
    sky: [0x1B1640, 0x54296D, 0xC24B70, 0xF9A86C], haze: 0xD4707F, near: 0x140E2A, light: 0xFFD59A)
  static let alpine = ScenePalette(
    sky: [0x3F7CB4, 0x8BBBDC, 0xD3E8F1, 0xFAF3E4], haze: 0xCFE3EE, near: 0x173247, light: 0xFFFBEA)
  static let mist = ScenePalette(
    sky: [0x8DA8A4, 0xB4C8C0, 0xDBE4DA, 0xF4F0E2], haze: 0xDCE5DB, near: 0x10291F, light: 0xFFFDF2)
  static let golden = ScenePalette(
    sky: [0x62759C, 0xBFA08F, 0xF2C98A, 0xFFEAB4], haze: 0xF0CC98, near: 0x33211F, light: 0xFFF6D0)
  static let rose = ScenePalette(
    sky: [0x4A4E7D, 0x9A7BA6, 0xE9A9B8, 0xFDE1D3], haze: 0xEDBFC6, near: 0x2A1E3E, light: 0xFFF1E6)
  static let blueHour = ScenePalette(
    sky: [0x0A1838, 0x1D3B6E, 0x5783B3, 0xEDC5A0], haze: 0x6B8DB3, near: 0x060F22, light: 0xFFE3BD)
  static let ember = ScenePalette(
    sky: [0x2A0F1F, 0x7A1F2D, 0xDE5530, 0xFFBE55], haze: 0xD2653D, near: 0x17070D, light: 0xFFE3A0)
  static let lagoon = ScenePalette(
    sky: [0x1F6478, 0x6BAEA9, 0xC7E4CE, 0xFFF3D3], haze: 0xB9DCCD, near: 0x0D3337, light: 0xFFF9E0)
  static let winter = ScenePalette(
    sky: [0x6C86A8, 0xA7B9D2, 0xDEDFEA, 0xF8E9E6], haze: 0xDCE0EB, near: 0x24324A, light: 0xFFF6EE)

  static let all: [ScenePalette] = [
    dawn, dusk, alpine, mist, golden, rose, blueHour, ember, lagoon, winter,
  ]
}
