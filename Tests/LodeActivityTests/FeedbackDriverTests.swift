import LodeActivity
import LodeTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(1))) struct FeedbackDriverTests {
  private let clock = ManualClock()

  private func makeDriver(_ timing: FeedbackTiming) -> (FeedbackDriver, AsyncStream<Bool>) {
    let (changes, continuation) = AsyncStream<Bool>.makeStream()
    let driver = FeedbackDriver(timing: timing, clock: ActivityClock(clock)) {
      continuation.yield($0)
    }
    return (driver, changes)
  }

  @Test("The circle appears after the grace period and stays for its minimum")
  func graceful() async {
    let (driver, changes) = makeDriver(.graceful)
    var iterator = changes.makeAsyncIterator()
    driver.begin()
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(199))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(1))
    #expect(await iterator.next() == true)
    driver.end()
    #expect(driver.isShown)
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(399))
    #expect(driver.isShown && clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(1))
    #expect(await iterator.next() == false)
    #expect(!driver.isShown)
    #expect(clock.sleeperCount == 0)
  }

  @Test("Work that ends in time shows nothing and leaves no sleeper")
  func fastWork() async {
    let (driver, _) = makeDriver(.graceful)
    driver.begin()
    await clock.sleepers(atLeast: 1)
    driver.end()
    #expect(clock.sleeperCount == 0)
    #expect(!driver.isShown)
  }

  @Test("A driver that goes away takes its timer along")
  func deinitialisation() async {
    var driver: FeedbackDriver? = makeDriver(.graceful).0
    driver?.begin()
    await clock.sleepers(atLeast: 1)
    driver = nil
    #expect(clock.sleeperCount == 0)
  }
}
