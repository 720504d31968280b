import Geo
import MapMatching
import MapReader

/// Matches as tracks of GPX 1.1: a track each trace, a segment each piece.
struct MatchGPX: MatchWriter {
  private let output: MatchOutput
  private var text = MatchBytes()

  init(_ output: MatchOutput, _ map: NavMap) throws {
    self.output = output
    text.add(#"<?xml version="1.0" encoding="UTF-8"?>"# + "\n")
    let root = #"<gpx version="1.1" creator="mapc" xmlns="http://www.topografix.com/GPX/1/1">"#
    text.add(root + "\n")
    text.add("  <metadata><desc>\(Text.xml(map.provenance.attribution))</desc></metadata>\n")
  }

  mutating func begin(name: String?) throws {
    text.add("  <trk><name>\(Text.xml(name ?? "matched"))</name>\n")
  }

  mutating func end(noiseMetres: Double, oddTimes: Int) throws { text.add("  </trk>\n") }

  mutating func finish() throws {
    text.add("</gpx>\n")
    try flush()
  }

  mutating func add(_ event: MatchEvent) throws {
    switch event {
    case .began(let place):
      text.add("    <trkseg>\n")
      add(place)
    case .edge(_, let line): for place in line { add(place) }
    case .ended: text.add("    </trkseg>\n")
    case .point: break
    }
    try flush()
  }

  private mutating func flush() throws {
    if text.bytes.isEmpty { return }
    try output.write(text.bytes)
    text.removeAll()
  }

  private mutating func add(_ place: Coordinate) {
    text.add(#"      <trkpt lat=""#)
    text.add(place.latitude, decimals: 7)
    text.add(#"" lon=""#)
    text.add(place.longitude, decimals: 7)
    text.add("\"/>\n")
  }
}
