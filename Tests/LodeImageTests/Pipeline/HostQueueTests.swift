import LodeImage
import Testing

@Suite struct HostQueueTests {
  private var queue = HostQueue(maximumCount: 3, maximumCountPerHost: 2)

  private func id(_ number: UInt64) -> FetchID { FetchID(rawValue: number) }

  @Test("No host gets more than its share, and none waits for another")
  mutating func shares() {
    for number in 1...4 as ClosedRange<UInt64> {
      queue.append(id(number), host: "slow", priority: .veryHigh)
    }
    queue.append(id(9), host: "fast", priority: .low)
    #expect(queue.startNext() == id(1))
    #expect(queue.startNext() == id(2))
    #expect(queue.startNext() == id(9), "the slow host has its share")
    #expect(queue.startNext() == nil, "three run in all")
    queue.finish(host: "fast")
    #expect(queue.startNext() == nil, "nothing else waits but for the slow host")
    queue.finish(host: "slow")
    #expect(queue.startNext() == id(3))
  }

  @Test("The most urgent of all hosts starts first; among equals the oldest")
  mutating func urgency() {
    queue.append(id(1), host: "a", priority: .normal)
    queue.append(id(2), host: "b", priority: .high)
    queue.append(id(3), host: "c", priority: .normal)
    #expect((queue.startNext(), queue.startNext(), queue.startNext()) == (id(2), id(1), id(3)))
  }

  @Test("What is taken out does not start, and leaves nothing behind")
  mutating func removal() {
    queue.append(id(1), host: "a", priority: .normal)
    queue.removeWaiting(id(1), host: "a")
    #expect(queue.startNext() == nil)
    #expect(queue.waitingCount == 0)
  }
}
