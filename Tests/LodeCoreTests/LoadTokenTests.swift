import LodeCore
import Testing

@Suite struct LoadTokenTests {
  @Test("A source hands out each token once")
  func unique() {
    var source = LoadToken.Source()
    #expect(Set((0..<100).map { _ in source.makeToken() }).count == 100)
  }
}
