import Bytes

/// The tags of one element, as the parser found them.
///
/// The bytes lie in a buffer that the parser reuses for the next element. Tags are valid during the visitor's call, and
/// a `String` is made only on request. A copy that is kept stays valid, and costs the parser a new buffer (for PBF, it
/// keeps a whole block in memory).
///
///     if tags.value(for: "oneway", equals: "yes") { … }      // allocates nothing
///     let name = tags.value(for: "name")                     // makes one String
///
/// Keys are in the order of the file, and a key that occurs twice is kept twice; lookups find the
/// first. Bytes that are not UTF-8 become U+FFFD when a `String` is made.
public struct OSMTags: Sendable {
  /// The ranges of a tag's key and value in ``bytes``.
  struct Entry: Sendable {
    var keyStart: UInt32
    var keyEnd: UInt32
    var valueStart: UInt32
    var valueEnd: UInt32
  }

  /// The text of all tags; for PBF the whole decoded block.
  var bytes: [UInt8] = []
  var entries: [Entry] = []
  /// The number of the block whose texts ``bytes`` are, with each text in one place; 0 if the element has texts of its
  /// own.
  var block: UInt64 = 0

  /// No tags.
  public init() {}

  /// Tags from keys and values, for tests and for callers that make elements themselves.
  public init(_ pairs: [(String, String)]) {
    for (key, value) in pairs {
      let start = bytes.count
      bytes.append(contentsOf: key.utf8)
      let middle = bytes.count
      bytes.append(contentsOf: value.utf8)
      append(key: start..<middle, value: middle..<bytes.count)
    }
  }

  /// The number of tags.
  public var count: Int { entries.count }

  /// Whether there is no tag.
  public var isEmpty: Bool { entries.isEmpty }

  /// The key of the tag at `index`, which must be below ``count``.
  public func key(at index: Int) -> String {
    let entry = entries[index]
    return String(decoding: bytes[Int(entry.keyStart)..<Int(entry.keyEnd)], as: UTF8.self)
  }

  /// The value of the tag at `index`, which must be below ``count``.
  public func value(at index: Int) -> String {
    let entry = entries[index]
    return String(decoding: bytes[Int(entry.valueStart)..<Int(entry.valueEnd)], as: UTF8.self)
  }

  /// Whether a tag has this key; compares bytes and allocates nothing.
  public func hasKey(_ key: StaticString) -> Bool {
    index(of: key) != nil
  }

  /// Whether a tag has one of these keys; compares bytes and allocates nothing.
  public func hasKey(among keys: OSMKeySet) -> Bool {
    let text = bytes.span
    let entries = entries.span
    for index in entries.indices {
      let (start, end) = (Int(entries[index].keyStart), Int(entries[index].keyEnd))
      guard start < end else { continue }
      for key in keys.candidates(text[start], length: end - start)
      where text.hasBytes(of: keys.keys[key], from: start, to: end) {
        return true
      }
    }
    return false
  }

  /// Whether a key begins or ends with these letters; compares bytes and allocates nothing.
  public func hasKey(beginningWith beginning: StaticString, orEndingWith ending: StaticString)
    -> Bool
  {
    let text = bytes.span
    let (head, tail) = (beginning.utf8CodeUnitCount, ending.utf8CodeUnitCount)
    return entries.contains { entry in
      let (start, end) = (Int(entry.keyStart), Int(entry.keyEnd))
      return end - start >= head && text.hasBytes(of: beginning, from: start, to: start + head)
        || end - start >= tail && text.hasBytes(of: ending, from: end - tail, to: end)
    }
  }

  /// The value of the first tag with this key; `nil` if there is none.
  public func value(for key: StaticString) -> String? {
    index(of: key).map(value(at:))
  }

  /// Calls a closure with the bytes of the value of a tag; allocates nothing.
  ///
  /// - Parameters:
  ///   - index: The index of the tag, which must be below ``count``.
  ///   - body: The closure; the bytes are valid until it returns.
  /// - Returns: What the closure returns.
  public func withValue<Result>(at index: Int, _ body: (RawSpan) -> Result) -> Result {
    let entry = entries[index]
    return body(bytes.rawBytes.extracting(Int(entry.valueStart)..<Int(entry.valueEnd)))
  }

  /// The identity of the value of the tag at `index`, which must be below ``count``; nil if the input has none.
  public func valueID(at index: Int) -> OSMTextID? {
    block == 0 ? nil : OSMTextID(block: block, offset: entries[index].valueStart)
  }

  /// Whether the first tag with this key has this value; compares bytes and allocates nothing.
  public func value(for key: StaticString, equals value: StaticString) -> Bool {
    guard let index = index(of: key) else { return false }
    return self.value(at: index, equals: value)
  }

  /// Whether the tag at `index`, which must be below ``count``, has this value; compares bytes and allocates nothing.
  public func value(at index: Int, equals value: StaticString) -> Bool {
    let entry = entries[index]
    return bytes.span.hasBytes(of: value, from: Int(entry.valueStart), to: Int(entry.valueEnd))
  }

  /// The first tag with this key.
  private func index(of key: StaticString) -> Int? {
    let text = bytes.span
    let entries = entries.span
    for index in entries.indices {
      let entry = entries[index]
      if text.hasBytes(of: key, from: Int(entry.keyStart), to: Int(entry.keyEnd)) { return index }
    }
    return nil
  }

  /// Adds a tag whose text is already in ``bytes``, below 4 GiB.
  mutating func append(key: Range<Int>, value: Range<Int>) {
    entries.append(Entry(key: key, value: value))
  }

  /// Removes tags and text, and keeps the buffers for the next element.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
  }
}

extension OSMTags.Entry {
  /// A tag whose text is below 4 GiB.
  init(key: Range<Int>, value: Range<Int>) {
    self.init(
      keyStart: UInt32(key.lowerBound), keyEnd: UInt32(key.upperBound),
      valueStart: UInt32(value.lowerBound), valueEnd: UInt32(value.upperBound))
  }
}
