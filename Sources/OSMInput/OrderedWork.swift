import Bytes

/// What one thread of an ``OrderedWork`` does; it keeps its buffers from one piece of work to the next.
protocol Worker: ~Copyable, SendableMetatype {
  associatedtype Input: Sendable
  associatedtype Output: Sendable

  init()

  /// Does one piece of work.
  mutating func work(_ input: Input) -> Output
}

/// Work that several threads do at once, and whose results come out in the order in which it went in.
///
/// One thread adds work and takes results; while the result that it wants is not there, it works itself.
/// So `threads` threads are busy and no more, and one thread needs no other.
struct OrderedWork<Work: Worker & ~Copyable>: ~Copyable {
  /// Workers beside the thread that takes the results: more than one parser can keep up with.
  private static var mostWorkers: Int { 6 }

  private let shared: SharedWork<Work>
  private let workers: Int
  private var startedWorkers = 0
  private var added = 0
  private var taken = 0
  private var own = Work()

  /// Work for a number of threads, including the calling one.
  init(threads: Int) {
    shared = SharedWork()
    workers = max(0, min(threads - 1, Self.mostWorkers))
  }

  deinit { shared.close(waking: startedWorkers) }

  /// Whether more work would only pile up.
  var isFull: Bool { added - taken >= 2 * workers + 1 }

  /// Whether all results have been taken.
  var isEmpty: Bool { added == taken }

  /// Adds work.
  mutating func add(_ input: Work.Input) {
    shared.add(input, number: added)
    added += 1
    // The first piece of a small file is not worth a thread.
    if startedWorkers < workers, added > 1, startedWorkers < added - 1 {
      let shared = shared
      if WorkerThread.start({ shared.runWorker() }) { startedWorkers += 1 }
    }
  }

  /// The result of the work that was added first of those not yet taken; there must be one.
  mutating func take() -> Work.Output {
    precondition(!isEmpty, "no work was added")
    defer { taken += 1 }
    while true {
      switch shared.next(wanted: taken) {
      case .done(let output): return output
      case .toDo(let number, let input):
        let output = own.work(input)
        if number == taken { return output }
        shared.finish(number, output)
      case .wait: shared.waitForResult()
      }
    }
  }
}

/// The shared state of the threads of an ``OrderedWork``.
private final class SharedWork<Work: Worker & ~Copyable>: Sendable {
  enum Step {
    case done(Work.Output)
    case toDo(Int, Work.Input)
    case wait
  }

  private struct State {
    var waiting: [(number: Int, input: Work.Input)] = []
    var results: [Int: Work.Output] = [:]
    var isClosed = false
  }

  private let state = Guarded(State())
  /// One for each piece of work added; more than there is when the taker did some itself.
  private let workAdded = CountingSemaphore()
  private let resultsAdded = CountingSemaphore()

  func add(_ input: Work.Input, number: Int) {
    state.withLock { $0.waiting.append((number, input)) }
    workAdded.signal()
  }

  /// The wanted result, or else work to do meanwhile.
  func next(wanted: Int) -> Step {
    state.withLock { state in
      if let output = state.results.removeValue(forKey: wanted) { return .done(output) }
      guard !state.waiting.isEmpty else { return .wait }
      let (number, input) = state.waiting.removeFirst()
      return .toDo(number, input)
    }
  }

  func finish(_ number: Int, _ output: Work.Output) {
    state.withLock { $0.results[number] = output }
    resultsAdded.signal()
  }

  func waitForResult() { resultsAdded.wait() }

  /// The loop of a worker's thread until there will be no more work.
  func runWorker() {
    var worker = Work()
    while true {
      workAdded.wait()
      let job: (number: Int, input: Work.Input)? = state.withLock { state in
        state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      }
      if let job {
        finish(job.number, worker.work(job.input))
      } else if state.withLock({ $0.isClosed }) {
        return
      }
    }
  }

  /// Ends the workers; work not yet begun is dropped.
  func close(waking workers: Int) {
    state.withLock { state in
      state.waiting = []
      state.results = [:]
      state.isClosed = true
    }
    workAdded.signal(max(workers, 1))
  }
}
