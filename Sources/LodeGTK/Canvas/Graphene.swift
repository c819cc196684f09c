import CGTK4

extension graphene_rect_t {
  init(x: Double = 0, y: Double = 0, width: Double, height: Double) {
    self.init(
      origin: graphene_point_t(x: Float(x), y: Float(y)),
      size: graphene_size_t(width: Float(width), height: Float(height)))
  }
}
