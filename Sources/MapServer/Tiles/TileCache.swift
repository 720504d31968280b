import Bytes

/// Keeps the most recently used tiles, up to a number of bytes.
final class TileCache: Sendable {
  private struct Entry {
    var bytes: [UInt8]
    var lastUse: UInt64
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var bytes = 0
    var uses: UInt64 = 0
  }

  /// The approximate memory in bytes that an entry takes besides its tile.
  private static let overhead = 200

  private let limit: Int
  private let state = Guarded(State())

  /// A cache with a maximum size in bytes.
  init(limit: Int) { self.limit = limit }

  /// The number of bytes in use.
  var size: Int { state.withLock { $0.bytes } }

  /// A tile by its name.
  subscript(tag: String) -> [UInt8]? {
    state.withLock { state in
      state.uses += 1
      state.entries[tag]?.lastUse = state.uses
      return state.entries[tag]?.bytes
    }
  }

  /// Keeps a tile; removes the least recently used ones if there are too many.
  func keep(_ bytes: [UInt8], _ tag: String) {
    let cost = bytes.count + Self.overhead
    // A tile above a quarter of the limit would displace too many others.
    guard cost <= limit / 4 else { return }
    state.withLock { state in
      state.uses += 1
      if let old = state.entries[tag] { state.bytes -= old.bytes.count + Self.overhead }
      state.entries[tag] = Entry(bytes: bytes, lastUse: state.uses)
      state.bytes += cost
      if state.bytes > limit { Self.shrink(&state, to: limit - limit / 8) }
    }
  }

  /// Removes the oldest tiles, more than needed, so that it runs rarely.
  private static func shrink(_ state: inout State, to limit: Int) {
    let oldest = state.entries.sorted { $0.value.lastUse < $1.value.lastUse }
    for (tag, entry) in oldest {
      if state.bytes <= limit { return }
      state.entries[tag] = nil
      state.bytes -= entry.bytes.count + overhead
    }
  }
}
