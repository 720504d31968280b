import Geo
import JSON
import MapReader
import NavFormat
import RoadModel
import RouteModel
import Routing

extension MapAnswers {
  /// A table with estimates for missing ways.
  private struct Filled {
    var durations: [[Double?]]
    var distances: [[Double?]]?
    var cells: [(row: Int, column: Int)] = []
  }

  /// `/table/v1`.
  func table(_ url: ServiceURL, _ query: Query) throws(ServiceError) -> [UInt8] {
    let vehicle = try query.vehicle(url.profile)
    let stops = query.stops(build: map.header.buildID, radius: limits.radius)
    let sources = query.sources ?? Array(stops.indices)
    let destinations = query.destinations ?? Array(stops.indices)
    let table: TravelTable
    do throws(RoutingError) {
      table = try engine.table(
        from: sources.map { stops[$0] }, to: destinations.map { stops[$0] }, vehicle: vehicle,
        options: options(query), withLengths: query.wantsDistances)
    } catch {
      // The engine counts origins first; the client counts its coordinates.
      guard case .noRoadNear(let index, let mode, let radius, let nearest) = error else {
        throw ServiceError(error)
      }
      throw ServiceError(
        .noRoadNear(
          waypoint: (sources + destinations)[index], mode: mode, radiusMetres: radius,
          nearestMetres: nearest))
    }
    let filled = filled(table, query, sources.map { stops[$0] }, destinations.map { stops[$0] })
    let names = try [table.origins, table.destinations].map { places throws(ServiceError) in
      try places.map { place throws(ServiceError) in
        try name(at: place.position, for: vehicle.mode, query.exclude)
      }
    }
    // As the client counts its coordinates, each once.
    let numbers = sources + destinations
    var notices: [RouteNotice] = []
    var seen: Set<RouteNotice> = []
    for notice in table.notices.map({ $0.numbered { numbers[$0] } })
    where seen.insert(notice).inserted {
      notices.append(notice)
    }
    return json(filled, table, names, notices, url, query)
  }

  private func json(
    _ filled: Filled, _ table: TravelTable, _ names: [[String?]], _ notices: [RouteNotice],
    _ url: ServiceURL, _ query: Query
  ) -> [UInt8] {
    var json = JSONWriter()
    json.object { object in
      open(&object, url)
      if let version = table.trafficVersion { object.string("traffic_version", "\(version)") }
      if let distances = filled.distances { object.rows("distances", distances, decimals: 1) }
      if let energies = table.energies {
        let isFuel = query.energy?.model.carrier.isFuel ?? false
        object.rows(
          isFuel ? "energies_l" : "energies_kwh",
          energies.map { $0.map { $0.map { Double($0.net) / 1e6 } } }, decimals: 6)
      }
      if query.wantsDurations { object.rows("durations", filled.durations, decimals: 1) }
      if query.fallbackSpeed != nil {
        object.array("fallback_speed_cells") { list in
          for cell in filled.cells {
            list.array {
              $0.int(cell.row)
              $0.int(cell.column)
            }
          }
        }
      }
      if !notices.isEmpty { object.value("notices", notices) }
      if query.skipsWaypoints { return }
      for (key, stops, names) in [
        ("sources", table.origins, names[0]), ("destinations", table.destinations, names[1]),
      ] {
        object.array(key) { list in
          for (stop, name) in zip(stops, names) {
            list.object {
              write(
                stop.position, name: name, metres: stop.distanceMetres,
                hint: query.generatesHints, to: &$0)
            }
          }
        }
      }
    }
    return json.bytes
  }

  /// Scales durations, and estimates those that are missing from the straight line.
  private func filled(
    _ table: TravelTable, _ query: Query, _ sources: [Waypoint], _ destinations: [Waypoint]
  ) -> Filled {
    var filled = Filled(durations: table.durationSeconds, distances: table.lengthMetres)
    for row in filled.durations.indices {
      for column in filled.durations[row].indices {
        if filled.durations[row][column] == nil, let speed = query.fallbackSpeed {
          let metres =
            query.fallbackSnapped
            ? Distance.metres(table.origins[row].position, table.destinations[column].position)
            : Self.metres(sources[row], destinations[column])
          filled.durations[row][column] = metres / speed
          filled.distances?[row][column] = metres
          filled.cells.append((row, column))
        }
        if query.scaleFactor != 1, let seconds = filled.durations[row][column] {
          filled.durations[row][column] = min(seconds * query.scaleFactor, 1e12)
        }
      }
    }
    return filled
  }

  private static func metres(_ a: Waypoint, _ b: Waypoint) -> Double {
    guard let a = a.coordinate, let b = b.coordinate else { return 0 }
    return Distance.metres(a, b)
  }
}
