import LodeCore
import Testing

@Suite struct PixelSizeTests {
  @Test(
    "A picture is scaled down in proportion to fit or fill its area, and never up",
    arguments: [
      // source, target, mode, result
      ([400, 300], [200, 200], PixelSize.ContentMode.fit, [200, 150]),
      ([400, 300], [200, 200], .fill, [267, 200]),
      ([300, 400], [200, 200], .fit, [150, 200]),
      ([100, 50], [200, 200], .fit, [100, 50]),
      ([100, 50], [200, 20], .fill, [100, 50]),
      ([10_000, 1], [100, 100], .fit, [100, 1]),
      ([0, 10], [5, 5], .fit, [0, 10]),
      ([10, 10], [0, 5], .fit, [10, 10]),
    ])
  func scaledDown(
    source: [Int], target: [Int], mode: PixelSize.ContentMode, result: [Int]
  ) {
    let size = PixelSize(width: source[0], height: source[1])
    let area = PixelSize(width: target[0], height: target[1])
    #expect(
      size.scaledDown(to: area, contentMode: mode) == PixelSize(width: result[0], height: result[1])
    )
  }

  @Test("The number of pixels does not overflow")
  func pixelCount() {
    #expect(PixelSize(width: .max, height: 2).pixelCount == .max)
    #expect(PixelSize(width: 3, height: 2).pixelCount == 6)
  }
}
