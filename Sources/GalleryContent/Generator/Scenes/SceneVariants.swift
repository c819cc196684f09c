private func palette(_ hex: UInt32...) -> [PictureColor] { hex.map { PictureColor($0) } }

extension SilkScene {
  static let night = SilkScene(
    ground: palette(0x0B1030, 0x1B0F3A), threads: palette(0x3EC6FF, 0x8A5BFF, 0xFF5FA2))
  static let fire = SilkScene(
    ground: palette(0x1A0710, 0x2B0B1E), threads: palette(0xFFB04A, 0xFF5B4A, 0xC02A7A))
  static let sea = SilkScene(
    ground: palette(0x03201F, 0x062B3A), threads: palette(0x5BF0B8, 0x28A6C8, 0xE6F58A))
}

extension GlassScene {
  static let cathedral = GlassScene(
    panes: palette(0x123A8C, 0x1F9BC9, 0xF2C14E, 0xE2572B, 0x8E1F4F))
  static let orchard = GlassScene(panes: palette(0x0F5B4A, 0x5DBB63, 0xF0E68A, 0xF39A3D))
  static let evening = GlassScene(panes: palette(0x2B1F6B, 0x7B3FA8, 0xE05A9B, 0xFFC29B))
}

extension PaperScene {
  static let ocean = PaperScene(
    sheets: palette(0x0E2A47, 0x17466B, 0x23698F, 0x3F92AE, 0x7BBBC4, 0xB9DCD3, 0xF0EBD8))
  static let lava = PaperScene(
    sheets: palette(0x3B0F2B, 0x70193D, 0xA82C47, 0xD9544D, 0xF08A5D, 0xF9BE7C, 0xFDE8C0))
  static let moss = PaperScene(
    sheets: palette(0x14281D, 0x23472F, 0x3B6B43, 0x659157, 0x9CB672, 0xD3D69C, 0xF6F1D5))
}

extension BokehScene {
  static let city = BokehScene(
    ground: palette(0x0A0F24, 0x1A1430, 0x0C0A14),
    lights: palette(0xFFB65C, 0xFF7A4D, 0xFFE2A8, 0x5CA8FF))
  static let harbour = BokehScene(
    ground: palette(0x04151C, 0x0C2B34, 0x06141A),
    lights: palette(0x58E0D0, 0xA8F0C0, 0xFFD98A, 0x4A90E2))
}

extension AuroraScene {
  static let green = palette(0x35F0A0, 0x5A6CFF, 0xC04CFF)
  static let lime = palette(0x7CF26B, 0x22C7B8, 0x3A6BE0)
  static let rose = palette(0xF25FA8, 0x8E5BFF, 0x37D5C9)
}

extension StarScene {
  static let blue = StarScene(
    glow: PictureColor(0x8FA8E8), dust: PictureColor(0xF0B890), horizon: PictureColor(0x31506F))
  static let violet = StarScene(
    glow: PictureColor(0xB596F0), dust: PictureColor(0xFFA0C8), horizon: PictureColor(0x5A3A6A))
  static let amber = StarScene(
    glow: PictureColor(0x80C8D8), dust: PictureColor(0xF5D9A8), horizon: PictureColor(0xA0643C))
}

extension DuneScene {
  static let sand = DuneScene(
    palette: .golden, sand: PictureColor(0xE9A963), shade: PictureColor(0x7A3B2A))
  static let red = DuneScene(
    palette: .dusk, sand: PictureColor(0xE0785A), shade: PictureColor(0x3A1438))
  static let white = DuneScene(
    palette: .alpine, sand: PictureColor(0xF0D9B0), shade: PictureColor(0x9A7358))
  static let rose = DuneScene(
    palette: .rose, sand: PictureColor(0xE8B4A0), shade: PictureColor(0x6A4060))
}

extension PosterScene {
  static let earth = palette(0xE07A4B, 0xE9B384, 0x9DB5A5, 0x5B8A86, 0x2F5061)
  static let clay = palette(0xD96C4F, 0xE8A87C, 0xF0C9A0, 0x7FA99B, 0x3F6C7A)
  static let harbour = palette(0x264653, 0x2A9D8F, 0xE9C46A, 0xF4A261, 0xE76F51)
  static let primary = palette(0x1D3557, 0x457B9D, 0xE63946, 0xF1B24A, 0x6AA58E)
  static let dusk = palette(0xF2A07B, 0xC98BA0, 0x8E7BA8, 0x5B6C9C, 0x2D3A66)
  static let garden = palette(0x2F5D50, 0x6E9F71, 0xE8C468, 0xD98B5F, 0xA9C3A0)
}
