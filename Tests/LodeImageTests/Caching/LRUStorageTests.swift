import LodeImage
import Testing

@Suite struct LRUStorageTests {
  @Test("What was used longest ago is pushed out first")
  func eviction() {
    var storage = LRUStorage<String, Int>(costLimit: 3, entryCostLimit: 3)
    #expect(storage.insert(1, for: "a", cost: 1).isEmpty)
    #expect(storage.insert(2, for: "b", cost: 1).isEmpty)
    #expect(storage.insert(3, for: "c", cost: 1).isEmpty)
    #expect(storage.value(for: "a") == 1, "a hit protects an entry")
    #expect(storage.insert(4, for: "d", cost: 2) == [2, 3])
    #expect(storage.value(for: "a") == 1 && storage.value(for: "d") == 4)
    #expect(storage.totalCost == 3)
  }

  @Test("An entry over its own limit is not kept, and what it would replace goes")
  func entryLimit() {
    var storage = LRUStorage<String, Int>(costLimit: 10, entryCostLimit: 2)
    _ = storage.insert(1, for: "a", cost: 1)
    #expect(storage.insert(2, for: "a", cost: 3) == [1, 2])
    #expect(storage.value(for: "a") == nil)
    #expect(storage.totalCost == 0)
  }

  @Test("A random walk agrees with a plain list", arguments: [1, 2, 3] as [UInt64])
  func randomWalk(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var storage = LRUStorage<Int, Int>(costLimit: 40, entryCostLimit: 20)
    var model: [(key: Int, value: Int, cost: Int)] = []
    for step in 0..<20_000 {
      let key = Int.random(in: 0..<20, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        let cost = Int.random(in: 1...20, using: &random)
        _ = storage.insert(step, for: key, cost: cost)
        model.removeAll { $0.key == key }
        model.append((key, step, cost))
        while model.reduce(0, { $0 + $1.cost }) > 40 { model.removeFirst() }
      case 1:
        let index = model.firstIndex { $0.key == key }
        try #require(storage.value(for: key) == index.map { model[$0].value }, "seed \(seed)")
        if let index { model.append(model.remove(at: index)) }
      default:
        let index = model.firstIndex { $0.key == key }
        let removed = index.map { model.remove(at: $0).value }
        try #require(storage.removeValue(for: key) == removed, "seed \(seed)")
      }
      try #require(storage.count == model.count, "seed \(seed)")
      try #require(storage.totalCost == model.reduce(0) { $0 + $1.cost }, "seed \(seed)")
    }
  }
}
