import LodeCore

/// The pictures of the built-in photo server.
enum PhotoCatalogue {
  /// All of them, photographs and painted pictures mixed, in the order in which they are shown.
  static let pictures: [CataloguePicture] = {
    var painted = CatalogueScenes.all[...]
    var photographs = CataloguePhotographs.all[...]
    var pictures: [CataloguePicture] = []
    while !painted.isEmpty {
      // Two painted pictures, then a photograph.
      pictures += painted.prefix(2)
      painted = painted.dropFirst(2)
      if let photograph = photographs.popFirst() { pictures.append(photograph) }
    }
    pictures += photographs
    for index in pictures.indices { spoil(&pictures[index], at: index) }
    return pictures
  }()

  /// What goes wrong, by the place in the list: every twelfth picture, each in its own way.
  private static let faults: [Int: (CataloguePicture.Behaviour, String)] = [
    5: (.busyOnce, "The server is busy the first time it is asked. Try again."),
    16: (.missing, "The server does not have it (404)."),
    29: (.page, "The server answers with a page instead, as captive portals do."),
    40: (.cutOff, "The file ends in the middle."),
    53: (.damaged, "Some bytes of the file have changed."),
    64: (.gone, "The server says that it is gone for good (410)."),
  ]

  private static let slow: Set<Int> = [9, 23, 34, 47, 58]

  private static func spoil(_ picture: inout CataloguePicture, at index: Int) {
    if let (behaviour, caption) = faults[index] {
      picture.behaviour = behaviour
      picture.caption = caption
      if behaviour == .damaged { picture.format = .png }
    } else if slow.contains(index) {
      picture.behaviour = .slow
      picture.caption = "Its server is slow."
    }
  }
}
