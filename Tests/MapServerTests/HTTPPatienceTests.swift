import NIOCore
import RouteModel
import Testing

@testable import MapServer

/// How long a connection waits for its client.
@Suite struct HTTPPatienceTests {
  private let patience = HTTPPatience(limit: .seconds(30))
  private let begin = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

  /// What becomes of a connection that is looked at every second while its client takes so many bytes of an answer.
  private func end(
    of size: Int, taking rate: Int, isQuiescing: Bool = false, seconds: Int = 600
  ) -> (verdict: HTTPPatience.Verdict, second: Int)? {
    var watch = HTTPPatience.Watch(at: begin)
    for second in 1...seconds {
      let taken = min(rate * second, size)
      let verdict = patience.verdict(
        on: &watch, now: begin + .seconds(Int64(second)), taken: taken, left: size - taken,
        isBusy: false, isQuiescing: isQuiescing)
      guard case .wait = verdict else { return (verdict, second) }
    }
    return nil
  }

  @Test("a client that takes nothing of its answer is cut, soon where the service ends")
  func stalled() throws {
    let open = try #require(end(of: 1_000_000, taking: 0))
    #expect(open == (.cut, 30))
    let ending = try #require(end(of: 1_000_000, taking: 0, isQuiescing: true))
    #expect(ending == (.cut, 5))
  }

  @Test("a client that takes an answer slowly has the time of another request from when it has it")
  func slow() throws {
    let slow = try #require(end(of: 100_000, taking: 1_000))
    #expect(slow.verdict == .close)
    #expect((129...131).contains(slow.second))
    #expect(end(of: 1_000_000, taking: 1, seconds: 500) == nil)
  }

  @Test("a silent connection is closed in time, but not while the engine works for it")
  func silent() {
    var watch = HTTPPatience.Watch(at: begin)
    func verdict(_ seconds: Int64, isBusy: Bool = false, isQuiescing: Bool = false)
      -> HTTPPatience.Verdict
    {
      patience.verdict(
        on: &watch, now: begin + .seconds(seconds), taken: 0, left: 0, isBusy: isBusy,
        isQuiescing: isQuiescing)
    }
    #expect(verdict(29) == .wait(.seconds(1)))
    #expect(verdict(30) == .close)
    #expect(verdict(90, isBusy: true) == .wait(patience.period))
    #expect(verdict(1, isQuiescing: true) == .close)
    watch.closed = begin + .seconds(100)
    #expect(verdict(101) == .wait(.seconds(1)))
    #expect(verdict(102) == .close)
  }
}
