/// The identity of one load.
///
/// A load is identified by the act of starting it, not by what it loads: the same URL loaded twice has
/// two tokens. Tokens are made by the state machine that starts the loads and are never reused by it.
package struct LoadToken: Hashable, Sendable {
  private let rawValue: UInt64

  private init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Hands out tokens, each of them once.
  package struct Source: Hashable, Sendable {
    private var next: UInt64 = 0

    package init() {}

    package mutating func makeToken() -> LoadToken {
      defer { next += 1 }
      return LoadToken(rawValue: next)
    }
  }
}
