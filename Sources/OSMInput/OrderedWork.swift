import Bytes

/// The worker of a thread of an ``OrderedWork``; pieces of work share its buffers.
protocol Worker: ~Copyable, SendableMetatype {
  associatedtype Input: Sendable
  associatedtype Output: Sendable

  init()

  /// Does one piece of work.
  mutating func work(_ input: Input) -> Output
}

/// Work of several threads, whose results have the order in which it was added.
///
/// One thread adds work and takes results; it works itself until the next result is available. So
/// at most `threads` threads are busy, and one thread needs no other.
struct OrderedWork<Work: Worker & ~Copyable>: ~Copyable {
  /// The maximum number of other workers, which is more than one parser can use.
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

  /// Whether there is enough work for all threads.
  var isFull: Bool { added - taken >= 2 * workers + 1 }

  /// Whether all results have been taken.
  var isEmpty: Bool { added == taken }

  /// Adds work.
  mutating func add(_ input: Work.Input) {
    shared.add(input, number: added)
    added += 1
    // The first piece of a small file does not justify a thread.
    if startedWorkers < workers, added > 1, startedWorkers < added - 1 {
      let shared = shared
      if WorkerThread.start({ shared.runWorker() }) { startedWorkers += 1 }
    }
  }

  /// The next result, in the order of the added work; there must be one.
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
  /// Signalled for each added piece of work, also for those that the taker does itself.
  private let workAdded = CountingSemaphore()
  private let resultsAdded = CountingSemaphore()

  func add(_ input: Work.Input, number: Int) {
    state.withLock { $0.waiting.append((number, input)) }
    workAdded.signal()
  }

  /// The requested result, or other work if it is not available.
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

  /// The loop of a worker's thread until the work is closed.
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

  /// Ends the workers; waiting work is discarded.
  func close(waking workers: Int) {
    state.withLock { state in
      state.waiting = []
      state.results = [:]
      state.isClosed = true
    }
    workAdded.signal(max(workers, 1))
  }
}
