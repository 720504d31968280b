import Geo
import MapMatching
import MapReader

/// Matches as tracks of GPX 1.1: a track each trace, a segment each piece.
enum MatchGPX {
  static func text(_ matches: [Matched], _ map: NavMap) -> String {
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<gpx version="1.1" creator="mapc" xmlns="http://www.topografix.com/GPX/1/1">"#,
      "  <metadata><desc>\(escaped(map.provenance.attribution))</desc></metadata>",
    ]
    for match in matches {
      lines.append("  <trk><name>\(escaped(match.trace.name ?? "matched"))</name>")
      for piece in match.result.pieces {
        lines.append("    <trkseg>")
        for point in piece.polyline {
          lines.append(
            #"      <trkpt lat="\#(Text.fixed(point.latitude, 7))""#
              + #" lon="\#(Text.fixed(point.longitude, 7))"/>"#)
        }
        lines.append("    </trkseg>")
      }
      lines.append("  </trk>")
    }
    return lines.joined(separator: "\n") + "\n</gpx>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}
