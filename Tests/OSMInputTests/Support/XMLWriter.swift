import Geo

@testable import OSMInput

/// Writes the elements that it visits as an OSM XML document.
struct XMLWriter: OSMVisitor {
  private var text = "<osm version='0.6'>\n"

  /// The whole document.
  var document: [UInt8] { Array((text + "</osm>\n").utf8) }

  mutating func node(_ id: Int64, at position: Coordinate?, tags: borrowing OSMTags) {
    text += "<node id='\(id)'"
    if let position {
      text += " lat='\(degrees(position.latitudeUnits))' lon='\(degrees(position.longitudeUnits))'"
    }
    text += ">"
    write(tags)
    text += "</node>\n"
  }

  mutating func way(_ id: Int64, nodes: borrowing [Int64], tags: borrowing OSMTags) {
    text += "<way id='\(id)'>"
    for index in 0..<nodes.count { text += "<nd ref='\(nodes[index])'/>" }
    write(tags)
    text += "</way>\n"
  }

  mutating func relation(_ id: Int64, members: borrowing [OSMMember], tags: borrowing OSMTags) {
    text += "<relation id='\(id)'>"
    for index in 0..<members.count {
      let member = members[index]
      text += "<member type='\(member.kind)' ref='\(member.ref)' role='\(escaped(member.role))'/>"
    }
    write(tags)
    text += "</relation>\n"
  }

  private mutating func write(_ tags: borrowing OSMTags) {
    for index in 0..<tags.count {
      text += "<tag k='\(escaped(tags.key(at: index)))' v='\(escaped(tags.value(at: index)))'/>"
    }
  }

  private func degrees(_ units: Int32) -> String {
    let digits = String(units.magnitude)
    let padded = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    return (units < 0 ? "-" : "") + padded.dropLast(7) + "." + padded.suffix(7)
  }

  private func escaped(_ value: String) -> String {
    var escaped = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&", "<", "'", "\n", "\t", "\r": escaped += "&#\(scalar.value);"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
