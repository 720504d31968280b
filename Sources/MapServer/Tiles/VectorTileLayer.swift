/// A place in a tile: x to the east and y to the south, 4096 steps from edge to edge.
struct TilePoint: Hashable {
  var x: Int32
  var y: Int32

  /// Hashes both coordinates as one number, which takes half the time.
  func hash(into hasher: inout Hasher) {
    hasher.combine(UInt64(UInt32(bitPattern: x)) << 32 | UInt64(UInt32(bitPattern: y)))
  }
}

/// A layer of a vector tile, written feature by feature.
///
/// Mapbox Vector Tile Specification 2.1: https://github.com/mapbox/vector-tile-spec/tree/master/2.1
///
///     var layer = VectorTileLayer("roads", keys: ["class"])
///     layer.tag(0, .string("primary"))
///     layer.addLines([[TilePoint(x: 0, y: 0), TilePoint(x: 10, y: 4)]], id: nil)
struct VectorTileLayer {
  /// A value of a feature's key; equal values are stored once.
  enum Value: Hashable {
    case string(String)
    case float(Float)
    case double(Double)
    case uint(UInt64)
    case sint(Int64)
    case bool(Bool)
  }

  /// Steps from edge to edge of a tile.
  static let extent: Int32 = 4_096
  /// Steps beyond the edges that are drawn, too, so that wide lines end out of sight, as in OSRM.
  static let buffer: Int32 = 128

  private enum Geometry: UInt64 { case point = 1, line = 2 }
  private enum Command: UInt64 { case moveTo = 1, lineTo = 2 }

  private let name: String
  private let keys: [String]
  private var values: [Value] = []
  private var places: [Value: Int] = [:]
  private var features = ProtobufWriter()
  /// Keys and values of the next feature, and its geometry.
  private var tags = ProtobufWriter()
  private var geometry = ProtobufWriter()
  private var feature = ProtobufWriter()
  private var cursor = TilePoint(x: 0, y: 0)

  /// An empty layer.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - keys: The keys of features, by their numbers.
  init(_ name: String, keys: [String]) {
    self.name = name
    self.keys = keys
  }

  /// Whether there is no feature.
  var isEmpty: Bool { features.bytes.isEmpty }

  /// Sets a value of the next feature.
  mutating func tag(_ key: Int, _ value: Value) {
    tags.varint(UInt64(key))
    tags.varint(UInt64(place(of: value)))
  }

  /// The position of a value, for ``tag(_:at:)``.
  mutating func place(of value: Value) -> Int {
    if let known = places[value] { return known }
    places[value] = values.count
    values.append(value)
    return values.count - 1
  }

  /// Sets a value of the next feature, by the position of the value.
  mutating func tag(_ key: Int, at place: Int) {
    tags.varint(UInt64(key))
    tags.varint(UInt64(place))
  }

  /// Adds a feature of lines, each of at least two points.
  mutating func addLines(_ lines: [[TilePoint]], id: UInt64?) {
    for line in lines {
      command(.moveTo, count: 1)
      move(to: line[0])
      command(.lineTo, count: line.count - 1)
      for point in line.dropFirst() { move(to: point) }
    }
    add(.line, id)
  }

  /// Adds a feature that is a point.
  mutating func addPoint(_ point: TilePoint, id: UInt64?) {
    command(.moveTo, count: 1)
    move(to: point)
    add(.point, id)
  }

  private mutating func command(_ command: Command, count: Int) {
    geometry.varint(command.rawValue | UInt64(count) << 3)
  }

  private mutating func move(to point: TilePoint) {
    geometry.varint(ProtobufWriter.zigzag(Int64(point.x) - Int64(cursor.x)))
    geometry.varint(ProtobufWriter.zigzag(Int64(point.y) - Int64(cursor.y)))
    cursor = point
  }

  private mutating func add(_ type: Geometry, _ id: UInt64?) {
    if let id { feature.field(1, id) }
    if !tags.bytes.isEmpty { feature.field(2, tags.bytes) }
    feature.field(3, type.rawValue)
    feature.field(4, geometry.bytes)
    features.field(2, feature.bytes)
    feature.clear()
    tags.clear()
    geometry.clear()
    cursor = TilePoint(x: 0, y: 0)
  }

  /// Writes the layer into a tile, unless it is empty.
  func write(to tile: inout ProtobufWriter) {
    if isEmpty { return }
    var layer = ProtobufWriter()
    layer.field(15, UInt64(2))
    layer.field(1, name)
    layer.field(5, UInt64(Self.extent))
    for key in keys { layer.field(3, key) }
    var text = ProtobufWriter()
    for value in values {
      text.clear()
      switch value {
      case .string(let value): text.field(1, value)
      case .float(let value): text.field(2, value)
      case .double(let value): text.field(3, value)
      case .uint(let value): text.field(5, value)
      case .sint(let value): text.field(6, ProtobufWriter.zigzag(value))
      case .bool(let value): text.field(7, value ? UInt64(1) : 0)
      }
      layer.field(4, text.bytes)
    }
    tile.field(3, layer.bytes + features.bytes)
  }
}
