import LodeImage
import Testing

@Suite struct PriorityQueueTests {
  private var queue = PriorityQueue<Int>()

  private mutating func drain() -> [Int] {
    var all: [Int] = []
    while let next = queue.popFirst() { all.append(next) }
    return all
  }

  @Test("The most urgent comes first, and equals in order of arrival")
  mutating func order() {
    queue.append(1, priority: .low)
    queue.append(2, priority: .high)
    queue.append(3, priority: .low)
    queue.append(4, priority: .high)
    #expect(drain() == [2, 4, 1, 3])
  }

  @Test("Raised work goes behind the others, lowered work before them")
  mutating func moving() {
    for element in 1...3 { queue.append(element, priority: .normal) }
    for element in 4...6 { queue.append(element, priority: .high) }
    queue.setPriority(.high, of: 1)
    queue.setPriority(.normal, of: 6)
    #expect(drain() == [4, 5, 1, 6, 2, 3])
  }

  @Test("A random walk agrees with a plain list", arguments: [1, 2, 3] as [UInt64])
  mutating func randomWalk(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var model: [(element: Int, priority: ImageRequest.Priority)] = []
    for step in 0..<20_000 {
      let priority = ImageRequest.Priority.allCases.randomElement(using: &random)!
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        queue.append(step, priority: priority)
        model.append((step, priority))
      case 2:
        guard let index = model.indices.randomElement(using: &random) else { continue }
        queue.remove(model[index].element)
        model.remove(at: index)
      default:
        let best = model.map(\.priority).max()
        let expected = model.firstIndex { $0.priority == best }
        #expect(queue.popFirst() == expected.map { model.remove(at: $0).element })
      }
      guard queue.count == model.count else {
        Issue.record("seed \(seed), step \(step): \(queue.count) instead of \(model.count)")
        return
      }
    }
  }
}

/// A random generator whose sequence is the seed's alone (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
