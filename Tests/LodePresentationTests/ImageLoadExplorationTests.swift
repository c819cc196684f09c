import Foundation
import LodeActivity
import LodeCore
import LodeImage
import LodePresentation
import LodeTesting
import Testing

/// The load machine together with the feedback machine, in every order of calls, answers (also of loads
/// long replaced) and timers, up to a number of inputs.
@Suite struct ImageLoadExplorationTests {
  fileprivate enum Input: Hashable {
    case load(Int), clear, invalid, cancel, reuse, retry, layOut, leave
    case succeed(LoadToken, Int), fail(LoadToken)
    case fire, wait
  }

  fileprivate struct World: Hashable {
    var machine = ImageLoadStateMachine()
    var feedback: FeedbackStateMachine
    var inputCount = 0
    var loadCount = 0
    var now = 0
    var timer: FeedbackStateMachine.TimerToken?
    var deadline = 0
    var size: PixelSize?
    var content = SurfaceContent.empty
    var isIndicatorShown = false
    /// Every task that was started, with its picture; a cancelled one may still answer.
    var tasks: [LoadToken: Int] = [:]
    var liveTask: LoadToken?
    var startedCount = 0
    var endedCount = 0
    var fault: String?
  }

  /// The two pictures as they are first decoded, and the same for a view that has grown.
  private static let pictures = [(0, 1), (1, 1), (0, 5), (1, 5)].map { number, width in
    ImageResponse(
      image: DecodedImage(
        pixels: PixelBuffer(byteCount: 4 * width * width),
        size: PixelSize(width: width, height: width),
        originalSize: PixelSize(width: 10, height: 10), bytesPerRow: 4 * width, isOpaque: true),
      request: request(number), source: .network)
  }

  fileprivate static let grown = PixelSize(width: 5, height: 5)

  fileprivate static func request(_ number: Int) -> ImageRequest {
    ImageRequest(url: URL(string: "http://host/\(number)")!)
  }

  @Test("No order of events breaks a promise", arguments: [(0, 0), (2, 3)])
  func exploration(grace: Int, minimum: Int) {
    let timing = FeedbackTiming(
      gracePeriod: .milliseconds(grace), minimumDisplayDuration: .milliseconds(minimum))
    let start = World(feedback: FeedbackStateMachine(timing: timing))
    var seen: Set<World> = [start]
    var frontier: [(world: World, trace: [Input])] = [(start, [])]
    var edges = 0
    while !frontier.isEmpty {
      var next: [(world: World, trace: [Input])] = []
      for (world, trace) in frontier {
        for input in inputs(in: world) {
          edges += 1
          var successor = world
          successor.apply(input, timing: timing, pictures: Self.pictures)
          if let fault = successor.fault ?? successor.violation(grace: grace) {
            Issue.record("\(fault) after \(trace + [input])")
            return
          }
          if seen.insert(successor).inserted { next.append((successor, trace + [input])) }
        }
      }
      frontier = next
    }
    #expect(seen.count > 1000)
    print("image load grace \(grace) minimum \(minimum): states \(seen.count), edges \(edges)")
  }

  private func inputs(in world: World) -> [Input] {
    guard world.now < 6 else { return [] }
    let isDue = world.timer != nil && world.deadline <= world.now
    var inputs: [Input] = isDue ? [.fire] : [.wait]
    guard world.inputCount < 5 else { return inputs }
    if world.loadCount < 3 { inputs += [.load(0), .load(1), .retry] }
    inputs += [.clear, .invalid, .cancel, .reuse]
    inputs += [.layOut, .leave]
    for (token, number) in world.tasks { inputs += [.succeed(token, number), .fail(token)] }
    return inputs
  }
}

extension ImageLoadExplorationTests.World {
  private var instant: ActivityClock.Instant {
    ActivityClock.Instant(offset: .milliseconds(now))
  }

  fileprivate mutating func apply(
    _ input: ImageLoadExplorationTests.Input, timing: FeedbackTiming, pictures: [ImageResponse]
  ) {
    switch input {
    case .fire:
      let token = timer!
      timer = nil
      return perform(feedback.timerFired(token, at: instant))
    case .wait:
      now += 1
      return
    default:
      inputCount += 1
    }
    switch input {
    case .load(let number):
      loadCount += 1
      perform(
        machine.load(
          ImageLoadExplorationTests.request(number), options: ImageLoadOptions(timing: timing),
          size: size, contentMode: .fit, at: instant))
    case .retry:
      loadCount += 1
      perform(machine.retry(size: size, contentMode: .fit, at: instant))
    case .clear:
      endedCount -= 1
      perform(machine.loadNothing(because: ImagePipelineError(.requestMissing, stage: .request)))
    case .invalid:
      endedCount -= 1
      perform(machine.loadNothing(because: ImagePipelineError(.invalidURL, stage: .request)))
    case .cancel: perform(machine.cancel())
    case .reuse: perform(machine.prepareForReuse())
    case .layOut:
      size =
        size == nil ? PixelSize(width: 1, height: 1) : ImageLoadExplorationTests.grown
      perform(machine.layOut(size: size, contentMode: .fit, at: instant))
    case .leave: perform(machine.leave())
    case .succeed(let token, let number):
      if liveTask == token { liveTask = nil }
      perform(machine.finished(token, with: .success(pictures[number]), at: instant))
    case .fail(let token):
      if liveTask == token { liveTask = nil }
      let error = ImagePipelineError(.dns, stage: .fetch)
      perform(machine.finished(token, with: .failure(error), at: instant))
    case .fire, .wait: break
    }
  }

  private mutating func perform(_ effects: [ImageLoadStateMachine.Effect]) {
    for effect in effects {
      switch effect {
      case .display(let content, _):
        if self.content == content { fault = "displayed what is shown" }
        self.content = content
      case .beginFeedback: perform(feedback.begin(at: instant))
      case .endFeedback: perform(feedback.end(at: instant))
      case .dismissFeedback: perform(feedback.dismiss())
      case .probe(let token, let request): perform(machine.probed(token, request, found: nil))
      case .startTask(let token, let request):
        if liveTask != nil { fault = "two tasks at once" }
        liveTask = token
        let number = Int(request.url.lastPathComponent)!
        tasks[token] = machine.isRefining ? number + 2 : number
      case .cancelTask:
        if liveTask == nil { fault = "cancelled a task that does not run" }
        liveTask = nil
      case .report(.started): startedCount += 1
      case .report(.ended): endedCount += 1
      case .report(.progress): break
      }
    }
  }

  private mutating func perform(_ effects: [FeedbackStateMachine.Effect]) {
    for effect in effects {
      switch effect {
      case .scheduleTimer(let token, let deadline):
        timer = token
        self.deadline = Int(deadline.offset.components.attoseconds / 1_000_000_000_000_000)
      case .cancelTimer: timer = nil
      case .show:
        isIndicatorShown = true
        machine.indicatorDidShow()
      case .hide:
        isIndicatorShown = false
        perform(machine.indicatorDidHide(at: instant))
      }
    }
  }

  private var isPictureShown: Bool {
    if case .image = content { true } else { false }
  }

  fileprivate func violation(grace: Int) -> String? {
    if machine.content != content { return "the machine and the surface disagree" }
    if isIndicatorShown, !machine.isLoading { return "a circle without a load" }
    if startedCount - endedCount != (machine.isLoading ? 1 : 0) {
      return "\(startedCount) loads started and \(endedCount) ended"
    }
    if liveTask != nil, !machine.isLoading, !machine.isRefining { return "a task without a load" }
    if machine.isRefining, !isPictureShown { return "a picture made anew that is not shown" }
    if grace == 0, liveTask != nil, !machine.isRefining, !isIndicatorShown {
      return "a load without its circle"
    }
    if !machine.isLoading, timer != nil { return "a timer in a settled state" }
    switch content {
    case .image, .failure:
      return machine.isLoading || isIndicatorShown ? "a result together with a load" : nil
    case .empty, .placeholder:
      return nil
    }
  }
}
