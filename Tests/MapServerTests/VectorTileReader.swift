/// Reads vector tiles as a client does, from the specification and not from the writer.
struct VectorTileReader {
  enum Value: Equatable {
    case string(String)
    case number(Double)
    case bool(Bool)
  }

  struct Feature: Equatable {
    var id: UInt64?
    var type = 0
    var geometry: [UInt32] = []
    var tags: [String: Value] = [:]

    /// The lines, or points as lines of one.
    var lines: [[[Int]]] {
      var lines: [[[Int]]] = []
      var (x, y, at) = (0, 0, 0)
      func signed(_ value: UInt32) -> Int { Int(value >> 1) ^ -Int(value & 1) }
      while at < geometry.count {
        let (command, count) = (geometry[at] & 7, Int(geometry[at] >> 3))
        at += 1
        for _ in 0..<count {
          x += signed(geometry[at])
          y += signed(geometry[at + 1])
          at += 2
          if command == 1 {
            lines.append([[x, y]])
          } else {
            lines[lines.count - 1].append([x, y])
          }
        }
      }
      return lines
    }

    func text(_ key: String) -> String? {
      if case .string(let text)? = tags[key] { text } else { nil }
    }

    func number(_ key: String) -> Double? {
      if case .number(let number)? = tags[key] { number } else { nil }
    }
  }

  struct Layer: Equatable {
    var name = ""
    var version = 0
    var extent = 0
    var keys: [String] = []
    var features: [Feature] = []
  }

  private enum Field {
    case number(UInt64)
    case bytes(ArraySlice<UInt8>)
  }

  /// The layers of a tile by their names.
  static func layers(_ bytes: [UInt8]) -> [String: Layer] {
    var layers: [String: Layer] = [:]
    for (number, field) in fields(bytes[...]) {
      guard number == 3, case .bytes(let body) = field else { continue }
      let layer = layer(body)
      layers[layer.name] = layer
    }
    return layers
  }

  private static func layer(_ bytes: ArraySlice<UInt8>) -> Layer {
    var layer = Layer()
    var values: [Value] = []
    var features: [ArraySlice<UInt8>] = []
    for (number, field) in fields(bytes) {
      switch (number, field) {
      case (15, .number(let value)): layer.version = Int(value)
      case (5, .number(let value)): layer.extent = Int(value)
      case (1, .bytes(let text)): layer.name = String(decoding: text, as: UTF8.self)
      case (3, .bytes(let text)): layer.keys.append(String(decoding: text, as: UTF8.self))
      case (4, .bytes(let body)): values.append(value(body))
      case (2, .bytes(let body)): features.append(body)
      default: break
      }
    }
    for body in features { layer.features.append(feature(body, layer.keys, values)) }
    return layer
  }

  private static func feature(
    _ bytes: ArraySlice<UInt8>, _ keys: [String], _ values: [Value]
  ) -> Feature {
    var feature = Feature()
    for (number, field) in fields(bytes) {
      switch (number, field) {
      case (1, .number(let value)): feature.id = value
      case (3, .number(let value)): feature.type = Int(value)
      case (4, .bytes(let body)):
        feature.geometry = packed(body).map { UInt32(truncatingIfNeeded: $0) }
      case (2, .bytes(let body)):
        let tags = packed(body).map { Int($0) }
        for at in stride(from: 0, to: tags.count, by: 2) {
          feature.tags[keys[tags[at]]] = values[tags[at + 1]]
        }
      default: break
      }
    }
    return feature
  }

  private static func value(_ bytes: ArraySlice<UInt8>) -> Value {
    for (number, field) in fields(bytes) {
      switch (number, field) {
      case (1, .bytes(let text)): return .string(String(decoding: text, as: UTF8.self))
      case (2, .bytes(let body)):
        let bits = body.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return .number(Double(Float(bitPattern: bits)))
      case (3, .bytes(let body)):
        return .number(Double(bitPattern: body.reversed().reduce(0) { $0 << 8 | UInt64($1) }))
      case (4, .number(let value)), (5, .number(let value)): return .number(Double(value))
      case (6, .number(let value)):
        return .number(Double(Int64(value >> 1) ^ -Int64(value & 1)))
      case (7, .number(let value)): return .bool(value == 1)
      default: break
      }
    }
    return .bool(false)
  }

  private static func packed(_ bytes: ArraySlice<UInt8>) -> [UInt64] {
    var rest = bytes
    var numbers: [UInt64] = []
    while !rest.isEmpty { numbers.append(varint(&rest)) }
    return numbers
  }

  private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64 {
    var (value, shift) = (UInt64(0), UInt64(0))
    while let byte = rest.popFirst() {
      value |= UInt64(byte & 127) << shift
      shift += 7
      if byte < 128 { break }
    }
    return value
  }

  private static func fields(_ bytes: ArraySlice<UInt8>) -> [(Int, Field)] {
    var rest = bytes
    var found: [(Int, Field)] = []
    while !rest.isEmpty {
      let tag = varint(&rest)
      let number = Int(tag >> 3)
      switch tag & 7 {
      case 0: found.append((number, .number(varint(&rest))))
      case 1: found.append((number, .bytes(take(8, &rest))))
      case 2: found.append((number, .bytes(take(Int(varint(&rest)), &rest))))
      default: found.append((number, .bytes(take(4, &rest))))
      }
    }
    return found
  }

  private static func take(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let part = rest.prefix(count)
    rest = rest.dropFirst(count)
    return part
  }
}
