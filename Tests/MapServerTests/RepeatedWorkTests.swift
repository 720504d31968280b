import RouteModel
import Testing

@testable import MapServer

/// Work that is asked for while it is done.
@Suite struct RepeatedWorkTests {
  @Test("what is asked for meanwhile, however often, is done once more")
  func repeated() {
    let work = RepeatedWork()
    #expect(work.begin())
    for _ in 0..<3 { #expect(!work.begin()) }
    #expect(work.goesOn())
    #expect(!work.goesOn())
    #expect(work.begin())
    #expect(!work.goesOn())
  }

  @Test("what could not be started is started by who asks next")
  func failed() {
    let work = RepeatedWork()
    #expect(work.begin())
    work.end()
    #expect(work.begin())
  }
}
