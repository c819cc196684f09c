import LodeCore
import Testing

@Suite struct ByteCountTests {
  @Test(
    "A count is described in the largest binary unit that keeps it at 1 or above",
    arguments: [
      (0, "0 bytes"), (1023, "1023 bytes"), (1024, "1 KiB"), (1536, "1.5 KiB"),
      (64 << 20, "64 MiB"), (3 << 29, "1.5 GiB"),
    ])
  func description(bytes: Int, text: String) {
    #expect(ByteCount(bytes).description == text)
  }

  @Test("Counts add, subtract and compare")
  func arithmetic() {
    var count = ByteCount.kibibytes(1) + ByteCount(24)
    count -= ByteCount(48)
    #expect(count == ByteCount(1000))
    #expect(count < .mebibytes(1))
  }
}
