import Geo
import JSON
import MapMatching
import MapReader
import RouteModel

/// Matches as tracks of GPX 1.1: one track per trace, one segment per piece or stretch off the roads.
struct MatchGPX: MatchWriter {
  private let output: MatchOutput
  private var text: [UInt8] = []
  private var number = JSONWriter()

  init(_ output: MatchOutput, _ map: NavMap) throws {
    self.output = output
    add(#"<?xml version="1.0" encoding="UTF-8"?>"# + "\n")
    let root = #"<gpx version="1.1" creator="mapc" xmlns="http://www.topografix.com/GPX/1/1">"#
    add(root + "\n")
    add("  <metadata><desc>\(Text.xml(map.provenance.attribution))</desc></metadata>\n")
  }

  mutating func begin(name: String?) throws {
    add("  <trk><name>\(Text.xml(name ?? "matched"))</name>\n")
  }

  mutating func end(noiseMetres: Double, oddTimes: Int) throws { add("  </trk>\n") }

  mutating func finish() throws {
    add("</gpx>\n")
    try flush()
  }

  mutating func add(_ event: MatchEvent) throws {
    switch event {
    case .began(let place):
      add("    <trkseg>\n")
      add(place)
    case .edge(_, let line): for place in line { add(place) }
    case .ended: add("    </trkseg>\n")
    case .offRoad(let stretch):
      add("    <trkseg>\n")
      for place in stretch.polyline { add(place) }
      add("    </trkseg>\n")
    case .point, .stopped: break
    }
    try flush()
  }

  private mutating func flush() throws {
    if text.isEmpty { return }
    try output.write(text)
    text.removeAll(keepingCapacity: true)
  }

  private mutating func add(_ place: Coordinate) {
    add(#"      <trkpt lat=""#)
    add(place.latitude)
    add(#"" lon=""#)
    add(place.longitude)
    add("\"/>\n")
  }

  private mutating func add(_ part: String) { text += part.utf8 }

  /// Adds degrees with at most seven decimals.
  private mutating func add(_ degrees: Double) {
    number.restart()
    number.number(degrees, decimals: 7)
    text += number.bytes
  }
}
