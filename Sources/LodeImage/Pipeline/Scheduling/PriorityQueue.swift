/// Waiting work: the most urgent first, and in order of arrival among equals.
///
/// Every operation is O(1), amortised: what is taken out of the middle is only marked, and swept when
/// half of a bucket is marked.
package struct PriorityQueue<Element: Hashable & Sendable>: Sendable {
  package typealias Priority = ImageRequest.Priority

  private struct Entry: Sendable {
    var element: Element
    var ticket: Int
  }

  private struct Bucket: Sendable {
    var entries: [Entry] = []
    var head = 0
    /// How many entries from `head` on are still wanted.
    var liveCount = 0
  }

  private var buckets = [Bucket](repeating: Bucket(), count: Priority.allCases.count)
  /// Where each waiting element is; an entry with another ticket is stale.
  private var positions: [Element: (priority: Priority, ticket: Int)] = [:]
  private var nextTicket = 0

  package init() {}

  package var isEmpty: Bool { positions.isEmpty }

  package var count: Int { positions.count }

  package func contains(_ element: Element) -> Bool { positions[element] != nil }

  /// Adds an element behind those of its priority, or moves it there from where it waits.
  package mutating func append(_ element: Element, priority: Priority) {
    remove(element)
    nextTicket += 1
    positions[element] = (priority, nextTicket)
    buckets[priority.rawValue].entries.append(Entry(element: element, ticket: nextTicket))
    buckets[priority.rawValue].liveCount += 1
  }

  package mutating func remove(_ element: Element) {
    guard let (priority, _) = positions.removeValue(forKey: element) else { return }
    buckets[priority.rawValue].liveCount -= 1
    sweep(priority)
  }

  /// Moves a waiting element to another priority: raised, behind the others there; lowered, before them.
  package mutating func setPriority(_ priority: Priority, of element: Element) {
    guard let current = positions[element]?.priority, current != priority else { return }
    guard priority < current else { return append(element, priority: priority) }
    remove(element)
    nextTicket += 1
    positions[element] = (priority, nextTicket)
    let entry = Entry(element: element, ticket: nextTicket)
    if buckets[priority.rawValue].head > 0 {
      buckets[priority.rawValue].head -= 1
      buckets[priority.rawValue].entries[buckets[priority.rawValue].head] = entry
    } else {
      buckets[priority.rawValue].entries.insert(entry, at: 0)
    }
    buckets[priority.rawValue].liveCount += 1
  }

  /// The element that is next, and its priority.
  package func peek() -> (element: Element, priority: Priority)? {
    for priority in Priority.allCases.reversed() {
      let bucket = buckets[priority.rawValue]
      guard bucket.liveCount > 0 else { continue }
      return (bucket.entries[bucket.head].element, priority)
    }
    return nil
  }

  package mutating func popFirst() -> Element? {
    guard let (element, _) = peek() else { return nil }
    remove(element)
    return element
  }

  private func isStale(_ entry: Entry) -> Bool {
    positions[entry.element]?.ticket != entry.ticket
  }

  /// Leaves no stale entry at the head, and not too many behind it.
  private mutating func sweep(_ priority: Priority) {
    guard buckets[priority.rawValue].liveCount > 0 else {
      buckets[priority.rawValue] = Bucket()
      return
    }
    while isStale(buckets[priority.rawValue].entries[buckets[priority.rawValue].head]) {
      buckets[priority.rawValue].head += 1
    }
    let count = buckets[priority.rawValue].entries.count
    let liveCount = buckets[priority.rawValue].liveCount
    guard count > 32, liveCount < count / 2 else { return }
    let head = buckets[priority.rawValue].head
    let live = buckets[priority.rawValue].entries[head...].filter { !isStale($0) }
    buckets[priority.rawValue] = Bucket(entries: live, liveCount: liveCount)
  }
}
