import LodeCore

/// The pictures that are painted by the gallery's own generator.
enum CatalogueScenes {
  static let all: [CataloguePicture] = interleaved([
    landscapes(
      "ridge",
      [
        ("First light", .dawn, true), ("Blue valley", .alpine, true), ("Afterglow", .dusk, false),
        ("Spruces in the mist", .mist, true), ("Long shadows", .golden, true),
        ("Before the moon", .blueHour, true), ("Burning ridge", .ember, false),
        ("Green distance", .lagoon, true), ("Rose morning", .rose, false),
        ("Cold front", .winter, false),
      ]
    ) { MountainScene(palette: $0, hasForest: $1) },
    abstracts,
    landscapes(
      "sea",
      [
        ("Two islands", .rose, true), ("Red evening", .ember, false), ("Lagoon", .lagoon, true),
        ("Golden hour", .golden, true), ("Open water", .dusk, false),
        ("Harbour light", .dawn, true),
        ("Still morning", .alpine, true), ("Moonrise", .blueHour, true),
        ("Fog bank", .mist, false),
      ]
    ) { SeaScene(palette: $0, hasIslands: $1) },
    nights,
    prints,
    dunes,
  ])

  private static let abstracts: [CataloguePicture] = [
    abstract("Northern silk", .wide, SilkScene.night),
    abstract("Rose window", .square, GlassScene.cathedral),
    abstract("Depth chart", .wide, PaperScene.ocean),
    abstract("Ember silk", .tall, SilkScene.fire),
    abstract("City in the rain", .wide, BokehScene.city),
    abstract("Orchard window", .wide, GlassScene.orchard),
    abstract("Crater", .square, PaperScene.lava),
    abstract("Sea silk", .wide, SilkScene.sea),
    abstract("Evening window", .tall, GlassScene.evening),
    abstract("Highlands", .wide, PaperScene.moss),
    abstract("Harbour lights", .tall, BokehScene.harbour),
  ]

  private static let nights: [CataloguePicture] = [
    abstract("Aurora over the lake", .wide, AuroraScene(colors: AuroraScene.green, hasLake: true)),
    abstract("Milky Way", .tall, StarScene.blue),
    abstract("Aurora and spruces", .wide, AuroraScene(colors: AuroraScene.lime, hasLake: false)),
    abstract("Violet night", .wide, StarScene.violet),
    abstract("Rose aurora", .square, AuroraScene(colors: AuroraScene.rose, hasLake: true)),
    abstract("Last glow", .wide, StarScene.amber),
  ]

  private static let prints: [CataloguePicture] = [
    print("Hills and sun", .wide, .hills, PosterScene.earth, paper: 0xF4E9D8),
    print("Rainbows", .wide, .arches, PosterScene.clay, paper: 0xF2E6DC),
    print("Orbits", .square, .orbits, PosterScene.harbour, paper: 0xEFE7DA),
    print("Tiles", .wide, .tiles, PosterScene.primary, paper: 0xF5EEE2),
    print("Blue hills", .tall, .hills, PosterScene.dusk, paper: 0xEDE7E3),
    print("Green tiles", .square, .tiles, PosterScene.garden, paper: 0xF1F0E4),
    print("Small orbits", .tall, .orbits, PosterScene.garden, paper: 0xF3EFE0),
    print("One arch", .square, .arches, PosterScene.dusk, paper: 0xF0EAE6),
  ]

  private static let dunes: [CataloguePicture] = [
    abstract("Sand at noon", .wide, DuneScene.sand),
    abstract("Red dunes", .wide, DuneScene.red),
    abstract("White dunes", .tall, DuneScene.white),
    abstract("Rose dunes", .wide, DuneScene.rose),
  ]

  private enum Shape {
    case wide, square, tall

    var size: PixelSize {
      switch self {
      case .wide: PixelSize(width: 1440, height: 1080)
      case .square: PixelSize(width: 1280, height: 1280)
      case .tall: PixelSize(width: 1080, height: 1440)
      }
    }
  }

  private static func landscapes(
    _ kind: String, _ list: [(String, ScenePalette, Bool)],
    scene: (ScenePalette, Bool) -> any PictureScene
  ) -> [CataloguePicture] {
    list.enumerated().map { index, entry in
      var picture = painted(
        entry.0, index % 4 == 3 ? .tall : .wide, scene(entry.1, entry.2))
      picture.name = "\(kind)-\(index + 1)"
      picture.format = index % 3 == 1 ? .webP : .jpeg
      return picture
    }
  }

  private static func abstract(
    _ title: String, _ shape: Shape, _ scene: any PictureScene
  ) -> CataloguePicture {
    var picture = painted(title, shape, scene)
    picture.format = picture.seed % 2 == 0 ? .webP : .jpeg
    return picture
  }

  private static func print(
    _ title: String, _ shape: Shape, _ motif: PosterScene.Motif, _ inks: [PictureColor],
    paper: UInt32
  ) -> CataloguePicture {
    // PNG keeps flat colours sharp and small, as long as no grain is laid over them.
    var picture = painted(
      title, shape, PosterScene(motif: motif, paper: PictureColor(paper), inks: inks))
    picture.format = .png
    picture.grain = 0
    return picture
  }

  private static func painted(
    _ title: String, _ shape: Shape, _ scene: any PictureScene
  ) -> CataloguePicture {
    let name = title.lowercased().replacing(" ", with: "-")
    return CataloguePicture(
      name: name, title: title, size: shape.size, scene: scene,
      seed: name.utf8.reduce(UInt64(0x10DE)) { $0 &* 131 &+ UInt64($1) })
  }

  /// One of each list in turn, so that neighbours differ.
  private static func interleaved(_ lists: [[CataloguePicture]]) -> [CataloguePicture] {
    let longest = lists.map(\.count).max() ?? 0
    return (0..<longest).flatMap { row in
      lists.compactMap { $0.indices.contains(row) ? $0[row] : nil }
    }
  }
}
