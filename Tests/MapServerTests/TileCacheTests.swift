import RouteModel
import Testing

@testable import MapServer

/// Tiles are kept up to so many bytes, the last used the longest.
@Suite struct TileCacheTests {
  private func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 1, count: count) }

  @Test("what was not used for longest goes first")
  func oldest() {
    let cache = TileCache(limit: 10_000)
    for number in 0..<8 { cache.keep(bytes(1_000), "\(number)") }
    #expect(cache["0"] != nil)
    cache.keep(bytes(1_000), "8")
    #expect(cache["0"] != nil && cache["8"] != nil)
    #expect(cache["1"] == nil && cache["2"] == nil)
  }

  @Test("never more than the limit is kept, and nothing that is too large")
  func bounded() {
    let cache = TileCache(limit: 20_000)
    for number in 0..<500 {
      cache.keep(bytes(number * 37 % 4_000), "\(number % 90)")
      #expect(cache.size <= 20_000)
    }
    cache.keep(bytes(6_000), "large")
    #expect(cache["large"] == nil)
  }

  @Test("a tile that is kept again counts once")
  func again() {
    let cache = TileCache(limit: 20_000)
    for _ in 0..<100 { cache.keep(bytes(1_000), "same") }
    #expect(cache.size < 2_000 && cache["same"]?.count == 1_000)
  }
}
