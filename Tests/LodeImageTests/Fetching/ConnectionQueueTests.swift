import Foundation
import LodeImage
import Testing

@Suite struct ConnectionQueueTests {
  private let plain = Origin(URL(string: "http://a.test/")!)!
  private let other = Origin(URL(string: "http://b.test/")!)!
  private let secure = Origin(URL(string: "https://a.test/")!)!

  @Test("As many run as an origin may have connections; the others follow in order")
  func perOrigin() {
    var queue = ConnectionQueue<Int>(limitPerOrigin: 2, limit: 10)
    #expect((1...5).map { queue.enqueue($0, for: plain) } == [[1], [2], [], [], []])
    #expect(queue.enqueue(6, for: other) == [6])
    #expect(queue.remove(4) == [], "one that waited leaves no room")
    #expect(queue.remove(1) == [3])
    #expect(queue.remove(2) == [5])
    #expect(queue.remove(2) == [], "twice is once")
    #expect(queue.remove(99) == [])
  }

  @Test("Of a secure origin one goes ahead until its connection is made")
  func secureFirst() {
    var queue = ConnectionQueue<Int>(limitPerOrigin: 3, limit: 10)
    #expect((1...6).map { queue.enqueue($0, for: secure) } == [[1], [], [], [], [], []])
    #expect(queue.connected(1) == [2, 3])
    #expect(queue.connected(2) == [])
    #expect(queue.multiplexed(1) == [4, 5, 6])
    #expect(queue.connected(4) == [], "a limit is never lowered")
    #expect(queue.enqueue(7, for: secure) == [7])
  }

  @Test("When the one that went ahead fails, the next one goes ahead")
  func secureFailure() {
    var queue = ConnectionQueue<Int>(limitPerOrigin: 3, limit: 10)
    #expect((1...3).map { queue.enqueue($0, for: secure) } == [[1], [], []])
    #expect(queue.remove(1) == [2])
    #expect(queue.remove(2) == [3])
  }

  @Test("No more run than there may be in all, and who has waited longest is next")
  func total() {
    var queue = ConnectionQueue<Int>(limitPerOrigin: 2, limit: 2)
    #expect(queue.enqueue(1, for: plain) == [1])
    #expect(queue.enqueue(2, for: plain) == [2])
    #expect(queue.enqueue(3, for: other) == [])
    #expect(queue.enqueue(4, for: plain) == [])
    #expect(queue.enqueue(5, for: other) == [])
    #expect(queue.remove(1) == [3])
    #expect(queue.remove(2) == [4])
    #expect(queue.remove(4) == [5])
  }

  @Test(
    "In random histories nothing waits that could run, and no limit is passed", arguments: 0..<20)
  func walk(seed: UInt64) {
    var random = SplitMix(state: seed)
    var queue = ConnectionQueue<Int>(limitPerOrigin: 2, limit: 5)
    let origins = [plain, other, secure]
    var waiting: [Int: Origin] = [:]
    var running: [Int: Origin] = [:]
    var next = 0
    for step in 0..<400 {
      var admitted: [Int] = []
      if Bool.random(using: &random) {
        let origin = origins.randomElement(using: &random)!
        waiting[next] = origin
        admitted = queue.enqueue(next, for: origin)
        next += 1
      } else if let id = (Array(waiting.keys) + running.keys).sorted().randomElement(using: &random)
      {
        waiting[id] = nil
        running[id] = nil
        admitted = queue.remove(id)
      }
      for id in admitted {
        running[id] = waiting.removeValue(forKey: id)
        #expect(running[id] != nil, "seed \(seed), step \(step): \(id) was not waiting")
      }
      #expect(running.count <= 5)
      for origin in origins {
        let limit = origin == secure ? 1 : 2
        let count = running.values.count { $0 == origin }
        #expect(count <= limit)
        let couldRun = count < limit && running.count < 5
        #expect(!couldRun || !waiting.values.contains(origin), "seed \(seed), step \(step)")
      }
    }
  }
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
