extension JSONWriter {
  /// Writes an encodable value, with members in the order in which it encodes them.
  ///
  /// It writes `null` for a value that can't be encoded, and for numbers that JSON does not have.
  /// Errors of a value's encoding have no coding path.
  package mutating func value(_ value: some Encodable) {
    let start = point
    let sink = JSONSink(self)
    // The sink is the only owner of the bytes, so they are not copied.
    self = JSONWriter(capacity: 0)
    do {
      try JSONEncoding(sink: sink, depth: 0).write(value)
      self = sink.json
    } catch {
      self = sink.json
      rewind(to: start.count, isDue: start.isDue)
      null()
    }
  }

  /// Writes an encodable value as a member.
  package mutating func value(_ key: String, _ value: some Encodable) {
    self.key(key)
    self.value(value)
  }
}

/// The writer of all containers of a value, and their open containers.
private final class JSONSink {
  var json: JSONWriter
  /// Whether each open container is an object; otherwise it is an array.
  private var areObjects: [Bool] = []

  init(_ json: JSONWriter) { self.json = json }

  var depth: Int { areObjects.count }

  func open(object: Bool) {
    areObjects.append(object)
    if object { json.openObject() } else { json.openArray() }
  }

  /// Closes the open containers that are deeper than a depth.
  ///
  /// Containers do not know when they are complete.
  func leave(to depth: Int) {
    while areObjects.count > depth {
      if areObjects.removeLast() { json.closeObject() } else { json.closeArray() }
    }
  }
}

/// An encoder for one value, at a depth of nested containers.
private struct JSONEncoding: Encoder {
  let sink: JSONSink
  let depth: Int

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    sink.leave(to: depth)
    sink.open(object: true)
    return KeyedEncodingContainer(JSONMembers(sink: sink, depth: depth + 1))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    sink.leave(to: depth)
    sink.open(object: false)
    return JSONElements(sink: sink, depth: depth + 1)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    JSONSingleValue(sink: sink, depth: depth)
  }

  /// Writes the value.
  func write(_ value: some Encodable) throws {
    switch value {
    case let value as String: sink.json.string(value)
    case let value as Bool: sink.json.bool(value)
    case let value as Double: sink.json.number(value)
    case let value as Float: sink.json.raw(value.isFinite ? value.description : "null")
    case let value as any FixedWidthInteger: sink.json.raw(String(value))
    default:
      let start = sink.json.bytes.count
      try value.encode(to: self)
      sink.leave(to: depth)
      if sink.json.bytes.count == start { sink.json.object { _ in } }
    }
  }
}

/// The members of an object.
private struct JSONMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let sink: JSONSink
  let depth: Int

  var codingPath: [any CodingKey] { [] }

  private func next(_ key: String) -> JSONEncoding {
    sink.leave(to: depth)
    sink.json.key(key)
    return JSONEncoding(sink: sink, depth: depth)
  }

  func encodeNil(forKey key: Key) {
    _ = next(key.stringValue)
    sink.json.null()
  }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try next(key.stringValue).write(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    next(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    next(key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { next("super") }

  func superEncoder(forKey key: Key) -> any Encoder { next(key.stringValue) }
}

/// The elements of an array.
private struct JSONElements: UnkeyedEncodingContainer {
  let sink: JSONSink
  let depth: Int
  private(set) var count = 0

  init(sink: JSONSink, depth: Int) {
    self.sink = sink
    self.depth = depth
  }

  var codingPath: [any CodingKey] { [] }

  private mutating func next() -> JSONEncoding {
    sink.leave(to: depth)
    count += 1
    return JSONEncoding(sink: sink, depth: depth)
  }

  mutating func encodeNil() {
    _ = next()
    sink.json.null()
  }

  mutating func encode(_ value: some Encodable) throws { try next().write(value) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    next().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { next() }
}

/// The container of a single value.
private struct JSONSingleValue: SingleValueEncodingContainer {
  let sink: JSONSink
  let depth: Int

  var codingPath: [any CodingKey] { [] }

  func encodeNil() { sink.json.null() }

  func encode(_ value: some Encodable) throws {
    try JSONEncoding(sink: sink, depth: depth).write(value)
  }
}
