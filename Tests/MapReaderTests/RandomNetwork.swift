import Geo
import TestSupport

/// A made-up road network as OSM XML: a grid whose junctions are shifted, with gaps, bends, names,
/// one-ways, limits, barriers and turn restrictions, the same for the same seed.
struct RandomNetwork {
  /// The name and the number of a road, as they stand in the XML.
  struct Road: Equatable {
    var name: String?
    var ref: String?
  }

  let xml: String
  /// Every way that has a highway tag.
  let roads: [Int64: Road]
  /// Everything lies inside.
  let box: Box

  private static let classes = [
    "residential", "residential", "residential", "unclassified", "tertiary", "primary", "service",
    "footway", "cycleway", "track", "path", "living_street",
  ]

  /// A network of rows by columns junctions, `spacing` units of latitude apart.
  init(rows: Int, columns: Int, from origin: Coordinate, spacing: Int32 = 9_000, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var lines = ["<osm version='0.6' generator='RandomNetwork'>"]
    var box = Box.empty
    func text(_ units: Int64) -> String {
      let digits = String(abs(units) + 100_000_000_000).dropFirst(2)
      return "\(units < 0 ? "-" : "")\(digits.prefix(3)).\(digits.dropFirst(3).prefix(7))"
    }
    func shifted(_ row: Double, _ column: Double) -> Coordinate {
      let jitter = Int64.random(in: -2_500...2_500, using: &generator)
      var longitude = Int64(origin.longitudeUnits) + Int64(column * Double(spacing)) + jitter
      if longitude > 1_800_000_000 { longitude -= 3_600_000_000 }
      let latitude =
        Int64(origin.latitudeUnits) + Int64(row * Double(spacing))
        + Int64.random(in: -2_500...2_500, using: &generator)
      return Coordinate(latitudeUnits: Int32(latitude), longitudeUnits: Int32(longitude))
    }
    func node(_ id: Int, _ place: Coordinate, _ tag: String?) {
      box.add(place)
      let head =
        "<node id='\(id)' lat='\(text(Int64(place.latitudeUnits)))'"
        + " lon='\(text(Int64(place.longitudeUnits)))'"
      lines.append(head + (tag.map { ">\($0)</node>" } ?? "/>"))
    }
    func grid(_ row: Int, _ column: Int) -> Int { 1 + row * columns + column }
    for row in 0..<rows {
      for column in 0..<columns {
        let tag: String? =
          switch Int.random(in: 0..<60, using: &generator) {
          case 0: "<tag k='barrier' v='bollard'/>"
          case 1: "<tag k='barrier' v='gate'/><tag k='access' v='private'/>"
          case 2: "<tag k='highway' v='traffic_signals'/>"
          case 3: "<tag k='barrier' v='height_restrictor'/><tag k='maxheight' v='2.1'/>"
          default: nil
          }
        node(grid(row, column), shifted(Double(row), Double(column)), tag)
      }
    }
    var roads: [Int64: Road] = [:]
    var ways: [(id: Int, from: Int, to: Int)] = []
    var body: [String] = []
    var inner = 1_000_000
    func way(_ row: Int, _ column: Int, _ row2: Int, _ column2: Int) {
      guard Int.random(in: 0..<100, using: &generator) < 93 else { return }
      let id = 5_000_000_000 + ways.count
      let (from, to) = (grid(row, column), grid(row2, column2))
      ways.append((id, from, to))
      var nodes = [from]
      for bend in 0..<Int.random(in: 0...2, using: &generator) {
        inner += 1
        let share = Double(bend + 1) / 3
        node(
          inner,
          shifted(
            Double(row) + Double(row2 - row) * share,
            Double(column) + Double(column2 - column) * share), nil)
        nodes.append(inner)
      }
      nodes.append(to)
      var road = Road()
      var tags = [("highway", Self.classes.randomElement(using: &generator) ?? "road")]
      if Int.random(in: 0..<10, using: &generator) < 8 {
        road.name = row == row2 ? "Straße \(row)" : "Rue de l’Été \(column) 東"
        tags.append(("name", road.name ?? ""))
      }
      if tags[0].1 == "primary" {
        road.ref = "N \(row + column)"
        tags.append(("ref", road.ref ?? ""))
      }
      switch Int.random(in: 0..<40, using: &generator) {
      case 0: tags.append(("maxheight", "3.5"))
      case 1: tags.append(("maxweight", "7.5"))
      case 2: tags.append(("access", "private"))
      case 3: tags.append(("motor_vehicle", "destination"))
      case 4...7: tags.append(("oneway", "yes"))
      case 8: tags.append(("oneway", "-1"))
      case 9: tags.append(("maxspeed", "30"))
      case 10: tags += [("tunnel", "yes"), ("maxheight:forward", "4.1")]
      default: break
      }
      roads[Int64(id)] = road
      let references = nodes.map { "<nd ref='\($0)'/>" }.joined()
      let pairs = tags.map { "<tag k='\($0.0)' v='\($0.1)'/>" }.joined()
      body.append("<way id='\(id)'>\(references)\(pairs)</way>")
    }
    for row in 0..<rows {
      for column in 0..<columns {
        if column + 1 < columns { way(row, column, row, column + 1) }
        if row + 1 < rows { way(row, column, row + 1, column) }
      }
    }
    lines += body
    lines += Self.restrictions(ways, &generator)
    lines.append("</osm>")
    self.xml = lines.joined(separator: "\n")
    self.roads = roads
    self.box = box
  }

  /// Turn restrictions by node and by way between ways that meet.
  private static func restrictions(
    _ ways: [(id: Int, from: Int, to: Int)], _ generator: inout SeededGenerator
  ) -> [String] {
    var at: [Int: [Int]] = [:]
    for (index, way) in ways.enumerated() {
      at[way.from, default: []].append(index)
      at[way.to, default: []].append(index)
    }
    var lines: [String] = []
    for number in 0..<ways.count / 40 {
      let first = ways[Int.random(in: 0..<ways.count, using: &generator)]
      guard
        let index = at[first.to]?.filter({ ways[$0].id != first.id })
          .randomElement(using: &generator)
      else { continue }
      let second = ways[index]
      func member(_ kind: String, _ id: Int, _ role: String) -> String {
        "<member type='\(kind)' ref='\(id)' role='\(role)'/>"
      }
      var members = [member("way", first.id, "from")]
      if number % 3 == 0 {
        let far = second.from == first.to ? second.to : second.from
        guard
          let last = at[far]?.filter({ ways[$0].id != second.id && ways[$0].id != first.id })
            .randomElement(using: &generator)
        else { continue }
        members += [member("way", second.id, "via"), member("way", ways[last].id, "to")]
      } else {
        members += [member("node", first.to, "via"), member("way", second.id, "to")]
      }
      let kind = number % 5 == 4 ? "only_straight_on" : "no_left_turn"
      lines.append(
        "<relation id='\(number + 1)'>\(members.joined())"
          + "<tag k='type' v='restriction'/><tag k='restriction' v='\(kind)'/></relation>")
    }
    return lines
  }
}
