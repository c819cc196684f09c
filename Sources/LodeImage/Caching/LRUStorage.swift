/// Values under keys, with a limit to their cost; what was used longest ago is pushed out first.
///
/// The entries form a list through an array, by index. Every operation is O(1), amortised.
package struct LRUStorage<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    var key: Key
    var value: Value
    var cost: Int
    var newer: Int?
    var older: Int?
  }

  private let costLimit: Int
  private let entryCostLimit: Int
  private var indices: [Key: Int] = [:]
  private var entries: [Entry?] = []
  private var free: [Int] = []
  private var newest: Int?
  private var oldest: Int?

  package private(set) var totalCost = 0

  package init(costLimit: Int, entryCostLimit: Int) {
    self.costLimit = costLimit
    self.entryCostLimit = entryCostLimit
  }

  package var count: Int { indices.count }

  /// The value for `key`, which becomes the one used last.
  package mutating func value(for key: Key) -> Value? {
    guard let index = indices[key] else { return nil }
    if newest != index {
      unlink(index)
      linkAsNewest(index)
    }
    return entries[index]!.value
  }

  /// Keeps a value, in place of the one under the same key.
  ///
  /// - Returns: What had to go, for the caller to release where it likes.
  package mutating func insert(_ value: Value, for key: Key, cost: Int) -> [Value] {
    var removed = removeValue(for: key).map { [$0] } ?? []
    guard cost <= entryCostLimit else { return removed + [value] }
    let entry = Entry(key: key, value: value, cost: cost)
    let index: Int
    if let reused = free.popLast() {
      index = reused
      entries[index] = entry
    } else {
      index = entries.count
      entries.append(entry)
    }
    indices[key] = index
    linkAsNewest(index)
    totalCost += cost
    while totalCost > costLimit, let last = oldest {
      removed.append(remove(at: last))
    }
    return removed
  }

  package mutating func removeValue(for key: Key) -> Value? {
    indices[key].map { remove(at: $0) }
  }

  package mutating func removeAll() -> [Value] {
    let values = entries.compactMap { $0?.value }
    self = LRUStorage(costLimit: costLimit, entryCostLimit: entryCostLimit)
    return values
  }

  private mutating func remove(at index: Int) -> Value {
    unlink(index)
    let entry = entries[index]!
    entries[index] = nil
    free.append(index)
    indices[entry.key] = nil
    totalCost -= entry.cost
    return entry.value
  }

  private mutating func linkAsNewest(_ index: Int) {
    entries[index]!.older = newest
    entries[index]!.newer = nil
    if let newest { entries[newest]!.newer = index } else { oldest = index }
    newest = index
  }

  private mutating func unlink(_ index: Int) {
    let (newer, older) = (entries[index]!.newer, entries[index]!.older)
    if let newer { entries[newer]!.older = older } else { newest = older }
    if let older { entries[older]!.newer = newer } else { oldest = newer }
  }
}
