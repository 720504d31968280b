import Expat
package import Geo

/// What a GPX document has besides the lines: its waypoints (`wpt`), its creator, and how many of its lines are routes.
package struct GPXPlaces: Sendable {
  /// A waypoint.
  package struct Place: Sendable, Hashable {
    package var position: Coordinate
    package var name: String?
    /// The name of its symbol, such as `Danger Area`.
    package var symbol: String?
  }

  /// The waypoints on earth, in order.
  package private(set) var places: [Place] = []
  /// The program that wrote the document.
  package private(set) var creator: String?
  /// The number of routes (`rte`) with points, which precede the tracks.
  package private(set) var routeCount = 0

  /// Reads a document; of one that is not well-formed, what precedes the flaw.
  package init(_ bytes: [UInt8]) {
    let document = Document()
    var parser = ExpatParser(
      document, ExpatOptions(format: "GPX", readsText: true, takesAnyEncoding: true))
    // Nothing may precede the declaration.
    if case .success = parser.parse(bytes.drop { $0 <= 0x20 }) { _ = parser.parse([]) }
    (places, creator, routeCount) = (document.places, document.creator, document.routeCount)
  }

  private final class Document: ExpatHandler {
    /// The maximum length of a text in bytes; the rest is ignored.
    private static let longestText = 256

    var refusal: String?
    private(set) var places: [Place] = []
    private(set) var creator: String?
    private(set) var routeCount = 0
    /// The local names of the open elements.
    private var open: [String] = []
    private var hasPoint = false
    private var latitude: Double?
    private var longitude: Double?
    private var name: String?
    private var symbol: String?
    private var text: [UInt8] = []

    func startElement(_ name: Span<UInt8>) {
      var local: [UInt8] = []
      for index in name.indices {
        if name[index] == UInt8(ascii: ":") { local = [] } else { local.append(name[index]) }
      }
      open.append(String(decoding: local, as: UTF8.self))
      text = []
      switch open.last {
      case "wpt": (latitude, longitude, self.name, symbol) = (nil, nil, nil, nil)
      case "rte": hasPoint = false
      case "rtept": hasPoint = true
      default: break
      }
    }

    func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
      guard open.last == "wpt" || open.count == 1 else { return }
      let value = Self.string(value)
      switch (open.last, Self.string(name)) {
      case ("gpx", "creator"): creator = value
      case ("wpt", "lat"): latitude = Double(value)
      case ("wpt", "lon"): longitude = Double(value)
      default: break
      }
    }

    func endAttributes() {}

    func text(_ piece: Span<UInt8>) {
      guard open.dropLast().last == "wpt" else { return }
      for index in piece.indices where text.count < Self.longestText { text.append(piece[index]) }
    }

    func endElement(at _: ExpatPlace) {
      switch (open.popLast(), open.last) {
      case ("wpt", _):
        guard let latitude, let longitude,
          let position = Coordinate(latitude: latitude, longitude: longitude)
        else { return }
        places.append(Place(position: position, name: name, symbol: symbol))
      case ("name", "wpt"): name = String(decoding: text, as: UTF8.self)
      case ("sym", "wpt"): symbol = String(decoding: text, as: UTF8.self)
      case ("rte", _): routeCount += hasPoint ? 1 : 0
      default: break
      }
    }

    private static func string(_ bytes: Span<UInt8>) -> String {
      var copy: [UInt8] = []
      for index in bytes.indices { copy.append(bytes[index]) }
      return String(decoding: copy, as: UTF8.self)
    }
  }
}
