import Geo
import MapReader
import RouteModel

/// Routes as tracks of GPX 1.1.
enum RouteGPX {
  static func text(_ answers: [Answer], _ map: NavMap) -> String {
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<gpx version="1.1" creator="mapc" xmlns="http://www.topografix.com/GPX/1/1">"#,
      "  <metadata><desc>\(Text.xml(map.provenance.attribution))</desc></metadata>",
    ]
    for (index, place) in (answers.first?.places ?? []).enumerated() {
      lines.append("  <wpt \(position(place))><name>\(index + 1)</name></wpt>")
    }
    for answer in answers {
      lines.append("  <trk><name>\(Text.xml(answer.label))</name>")
      for section in answer.route.sections {
        lines.append("    <trkseg>")
        for point in section.polyline { lines.append("      <trkpt \(position(point))/>") }
        lines.append("    </trkseg>")
      }
      lines.append("  </trk>")
    }
    return lines.joined(separator: "\n") + "\n</gpx>\n"
  }

  private static func position(_ place: Coordinate) -> String {
    #"lat="\#(Text.fixed(place.latitude, 7))" lon="\#(Text.fixed(place.longitude, 7))""#
  }
}
