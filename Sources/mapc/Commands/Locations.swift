import ArgumentParser
import Geo
import JSON
import MapReader
import NavFormat
import RoadModel
import RouteModel
import Routing
import Traffic

/// `mapc traffic encode`.
struct EncodeLocation: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "encode", _superCommandName: "mapc traffic",
    abstract: "Make a location reference of OpenLR of a car's route.",
    discussion: """
      Other maps understand it: mapc traffic decode, and any program that reads the
      binary format of OpenLR, version 3. It is printed in base64.

      Example:
        mapc traffic encode region.nav --from 43.73,7.42 --to 43.74,7.43
      """)

  @Argument(help: "A .nav file.", completion: .map)
  var map: String
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Where the road begins.", valueName: "lat,lon"))
  var from: String
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Where the road ends.", valueName: "lat,lon"))
  var to: String

  func validate() throws {
    _ = try Place.parse(from)
    _ = try Place.parse(to)
  }

  func run() async throws {
    try await reporting {
      let map = try NavMap(path: self.map)
      let ends = [try Place.parse(from), try Place.parse(to)]
      let request = RouteRequest(waypoints: ends.map { Waypoint($0) }, vehicle: .car)
      let response: RouteResponse
      do throws(RoutingError) {
        response = try await OfflineRoutingEngine(map: map).routes(for: request)
      } catch {
        throw FarPlaces(map).failure(error, ends)
      }
      guard let section = response.routes.first?.sections.first else {
        throw Failure(status: .answerIsNo, message: "no route")
      }
      let edges = try section.edges.map { edge in
        guard let place = try map.place(ofEdge: edge.id) else {
          throw Failure(status: .badData, message: "\(self.map): has no edge \(edge.id)")
        }
        return place
      }
      guard let first = edges.first, let last = edges.last else {
        throw Failure(status: .answerIsNo, message: "the route has no length")
      }
      let begin = try map.distance(of: section.departure.position, along: first) ?? 0
      let length = try map.tile(last.tile).length(last.segment)
      let end = try map.distance(of: section.arrival.position, along: last) ?? length
      let reference: OpenLRReference
      do throws(OpenLREncodingError) {
        reference = try OpenLREncoder(map: map).reference(
          of: section.edges.map(\.id), startOffsetMetres: Double(begin) / 100,
          endOffsetMetres: Double(length - min(end, length)) / 100)
      } catch {
        throw Failure(status: .answerIsNo, message: "no location reference: \(error)")
      }
      try Console.out(verbatim: reference.base64 ?? "")
    }
  }
}

/// `mapc traffic decode`.
struct DecodeLocation: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode", _superCommandName: "mapc traffic",
    abstract: "Find the roads of location references of OpenLR.",
    discussion: """
      Takes lines and points along lines in base64, of the binary format, version 3.
      Status 1: one has no road on the map.

      Example:
        mapc traffic decode region.nav CwmShiVYczPJBgCs/y0zAQ==
      """)

  @Argument(help: "A .nav file.", completion: .map)
  var map: String
  @Argument(help: "The references.")
  var references: [String]
  @Flag(help: "Print a line of JSON for each (Formats/cli-json.md).")
  var json = false

  func run() async throws {
    try await reporting {
      let map = try NavMap(path: self.map)
      let decoder = OpenLRDecoder(map: map)
      var isMissing = false
      for text in references {
        let reference: OpenLRReference
        var found: OpenLRLocation?
        var problem: String?
        do throws(OpenLRFlaw) { reference = try OpenLRReference(base64: text) } catch {
          throw Failure(status: .badData, message: "'\(text.prefix(200))' \(error)")
        }
        do throws(OpenLRDecodingError) { found = try decoder.location(of: reference) } catch {
          if case .map(let error) = error { throw Failure(error) }
          problem = "\(error)"
          isMissing = true
        }
        if json {
          try Console.out(verbatim: try Self.json(text, reference, found, problem, map))
        } else if let found {
          try Console.out(
            "confidence \(Text.fixed(found.confidence, 2)), \(Text.distance(found.lengthMetres)), "
              + "\(Text.count(found.parts.count)) edges")
        } else if let problem {
          Console.complain("\(text.prefix(200)): \(problem)")
        }
      }
      if isMissing { throw ExitCode(Failure.Status.answerIsNo.rawValue) }
    }
  }

  /// A reference and its road as an object.
  private static func json(
    _ text: String, _ reference: OpenLRReference, _ location: OpenLRLocation?, _ problem: String?,
    _ map: NavMap
  ) throws -> String {
    var ways: [Int64] = []
    for part in location?.parts ?? [] {
      guard let place = try map.place(ofEdge: part.edge) else { continue }
      let tile = try map.tile(place.tile)
      ways.append(tile.wayOSMID(tile.way(place.segment)))
    }
    var json = JSONWriter()
    json.object { object in
      object.string("openlr", text)
      object.string("kind", reference.kind == .line ? "line" : "point")
      object.array("points") { array in
        for point in reference.points {
          array.object {
            $0.number("latitude", point.position.latitude, decimals: 7)
            $0.number("longitude", point.position.longitude, decimals: 7)
            $0.int("class", Int(point.roadClass))
            $0.int("form", Int(point.form.rawValue))
            $0.number("bearing", point.bearingDegrees, decimals: 3)
            $0.int("lowest_class", Int(point.lowestClass))
            $0.number("distance_m", point.distanceMetres, decimals: 1)
          }
        }
      }
      object.int("start_offset_256", reference.startOffset.map(Int.init))
      object.int("end_offset_256", reference.endOffset.map(Int.init))
      object.string("problem", problem)
      guard let location else { return }
      object.number("confidence", location.confidence, decimals: 3)
      object.number("length_m", location.lengthMetres, decimals: 1)
      object.array("edges") { array in
        for (part, way) in zip(location.parts, ways) {
          array.object {
            $0.string("edge", part.edge.description)
            $0.int("way", Int(way))
            $0.number("from_m", part.fromMetres, decimals: 2)
            $0.number("to_m", part.toMetres, decimals: 2)
          }
        }
      }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
