import LodeCore

/// The photographs, and what stands in for each where their package is not installed.
enum CataloguePhotographs {
  static let all: [CataloguePicture] = [
    photo(
      "peaks", "Picos de Europa", "picosdeeuropa_by_Aitzol_Berasategi.jpg",
      by: "Aitzol Berasategi", .wide, instead: "High valley", .alpine),
    photo(
      "dandelion", "Dandelion", "seeding_by_Clements_Engelhardt.jpg", by: "Clemens Engelhardt",
      licence: "CC0 1.0", .square, part: (0.10, 0.0, 0.5625, 1.0), instead: "Quiet bay", .golden),
    photo(
      "fig", "Half a fig", "Picture_0B_by_freespace.jpg", by: "Trevor “Freespace”", .wide,
      instead: "Red range", .ember),
    photo(
      "stream", "Stream in the wood", "life_by_Aitzol_Berasategi.jpg", by: "Aitzol Berasategi",
      .tall, part: (0.22, 0.0, 0.50, 1.0), instead: "Wooded slopes", .mist),
    photo(
      "sunset", "Evening on the summit", "sunset_by_Aitzol_Berasategi.jpg",
      by: "Aitzol Berasategi", .wide, instead: "Evening range", .dusk),
    photo(
      "brushes", "Brushes", "Picture_1A_by_freespace.jpg", by: "Trevor “Freespace”", .wide,
      instead: "Rose range", .rose),
    photo(
      "dogs", "Two friends", "friends_by_Aitzol_Berasategi.jpg", by: "Aitzol Berasategi", .tall,
      instead: "Frozen range", .winter),
    photo(
      "autumn", "Aitzgorri in autumn", "aitzgorri_by_Aitzol_Berasategi.jpg",
      by: "Aitzol Berasategi", .wide, instead: "Golden range", .golden),
    photo(
      "dragonfly", "Dragonfly", "Dragonfly_by_Bolly.jpg", by: "“Bolly”", licence: "CC BY-SA 4.0",
      .square, part: (0.34, 0.22, 0.42, 0.56), instead: "Bay at night", .blueHour),
    photo(
      "bridge", "Bridge over the estuary", "Bridge_by_Sander_Klootwijk.jpg",
      by: "Sander Klootwijk", licence: "CC BY-SA 4.0", .wide, instead: "Summer range", .alpine),
    photo(
      "clock", "Clock", "greentock_by_Peter_Nerlich.jpg", by: "Peter Nerlich",
      licence: "CC BY-SA 4.0", .wide, instead: "Green range", .lagoon),
    photo(
      "drum", "Drum and wine", "Wine_by_Jakkub_Mede.jpg", by: "Jakub Mede", .tall,
      instead: "Range in embers", .ember),
    photo(
      "bird", "Bird under the lamp", "free_by_Peter_Nerlich.jpg", by: "Peter Nerlich",
      licence: "CC BY-SA 4.0", .wide, instead: "Snow range", .winter),
    photo(
      "snowfield", "Snowfield", "picosdeeuropa_by_Aitzol_Berasategi.jpg", by: "Aitzol Berasategi",
      .square, part: (0.36, 0.06, 0.60, 0.80), instead: "Winter bay", .winter),
    photo(
      "meadow", "Seeds against the light", "seeding_by_Clements_Engelhardt.jpg",
      by: "Clemens Engelhardt", licence: "CC0 1.0", .wide, part: (0.40, 0.20, 0.60, 0.80),
      instead: "Range at harvest", .golden),
    photo(
      "cascade", "Cascade", "life_by_Aitzol_Berasategi.jpg", by: "Aitzol Berasategi", .square,
      part: (0.20, 0.30, 0.467, 0.70), instead: "Misty bay", .mist),
    photo(
      "larches", "Larches", "aitzgorri_by_Aitzol_Berasategi.jpg", by: "Aitzol Berasategi", .wide,
      part: (0.0, 0.12, 0.60, 0.60), instead: "Range at dusk", .dusk),
    photo(
      "summit", "Last light", "sunset_by_Aitzol_Berasategi.jpg", by: "Aitzol Berasategi", .tall,
      part: (0.28, 0.0, 0.45, 0.90), instead: "Smouldering range", .ember),
  ]

  private enum Shape {
    case wide, square, tall
  }

  private static func photo(
    _ name: String, _ title: String, _ file: String, by author: String,
    licence: String = "CC BY 4.0", _ shape: Shape,
    part: (left: Double, top: Double, width: Double, height: Double) = (0, 0, 1, 1),
    instead paintedTitle: String, _ palette: ScenePalette
  ) -> CataloguePicture {
    let photograph = Photograph(
      title: title, file: file, author: author, licence: licence, left: part.left, top: part.top,
      width: part.width, height: part.height)
    let size =
      switch shape {
      case .wide: PixelSize(width: 1440, height: 1080)
      case .square: PixelSize(width: 1280, height: 1280)
      case .tall: PixelSize(width: 1080, height: 1440)
      }
    let seed = name.utf8.reduce(UInt64(5381)) { $0 &* 33 &+ UInt64($1) }
    let scene: any PictureScene =
      shape == .square
      ? SeaScene(palette: palette, hasIslands: true)
      : MountainScene(palette: palette, hasForest: seed % 2 == 0)
    return CataloguePicture(
      name: name, title: paintedTitle, size: size,
      format: seed % 3 == 0 ? .webP : .jpeg, scene: scene, seed: seed, photograph: photograph)
  }
}
