import Geo
import MapReader
import NavFormat
import PathViews
import RoadCosts
import RoadModel
import RouteModel

/// Turns paths into sections: geometry, lengths, durations, names.
struct RouteBuilder {
  let map: NavMap
  let rules: QueryRules
  let request: RouteRequest

  /// The sections of a route, one for each stretch between stopovers.
  func sections(of paths: [Path]) throws(RoutingError) -> [RouteSection] {
    var sections: [RouteSection] = []
    for (leg, path) in paths.enumerated() {
      var section = try section(path, from: leg, to: leg + 1)
      if leg > 0, request.waypoints[leg].kind == .passThrough, let before = sections.popLast() {
        section = join(before, section)
      }
      sections.append(section)
    }
    if request.options.steps { try addSteps(to: &sections) }
    if request.options.elevation { try addElevation(to: &sections) }
    if let energy = request.options.energy { try addEnergy(energy.model, of: paths, to: &sections) }
    return sections
  }

  /// Adds the steps to the sections.
  private func addSteps(to sections: inout [RouteSection]) throws(RoutingError) {
    let reader = PathReader(
      map: map, mode: rules.mode, language: request.options.language)
    var first = 0
    for index in sections.indices {
      let last = first + sections[index].passed.count + 1
      do throws(NavError) {
        sections[index].steps = try reader.steps(
          of: sections[index].edges, along: sections[index].polyline,
          passed: Set(sections[index].passed.map(\.edge)),
          from: request.waypoints[first].coordinate, to: request.waypoints[last].coordinate)
      } catch { throw RoutingError(error) }
      first = last
    }
  }

  /// Adds the elevation to the sections.
  private func addElevation(to sections: inout [RouteSection]) throws(RoutingError) {
    var reader = ElevationAlong(map)
    for index in sections.indices {
      do throws(NavError) {
        sections[index].elevation = try reader.elevation(
          of: sections[index].edges, along: sections[index].polyline)
      } catch { throw RoutingError(error) }
    }
  }

  /// Adds the energy to the sections, without charges.
  private func addEnergy(
    _ model: ConsumptionModel, of paths: [Path], to sections: inout [RouteSection]
  ) throws(RoutingError) {
    let reader = PathEnergy(model, rules, map)
    var last = -1
    for (leg, path) in paths.enumerated() {
      if leg == 0 || request.waypoints[leg].kind == .stopover {
        last += 1
        sections[last].energy = SectionEnergy(carrier: model.carrier, spans: [])
      }
      do throws(NavError) {
        sections[last].energy?.spans += try reader.spans(of: path)
      } catch { throw RoutingError(error) }
    }
  }

  private func section(_ path: Path, from: Int, to: Int) throws(RoutingError) -> RouteSection {
    let options = request.options
    var drawn = SectionDrawing(
      map: map, rules: rules, path: path,
      isWhole: options.polyline || options.steps || options.elevation)
    do throws(NavError) { try drawn.draw() } catch { throw RoutingError(error) }
    var edges = drawn.edges
    if let language = options.language {
      let reader = PathReader(map: map, mode: rules.mode, language: language)
      do throws(NavError) { try reader.translate(&edges) } catch { throw RoutingError(error) }
    }
    let told = edges[edges.told]
    return RouteSection(
      departure: snapped(path.start.point, told.first, request.waypoints[from]),
      arrival: snapped(path.end.point, told.last, request.waypoints[to]), polyline: drawn.line,
      lengthMetres: drawn.lengthMetres, durationSeconds: Double(drawn.time) / 100,
      edges: edges, traffic: drawn.traffic)
  }

  private func snapped(
    _ point: RoadPoint, _ edge: RouteEdge?, _ waypoint: Waypoint
  ) -> SnappedWaypoint {
    SnappedWaypoint(
      position: point.position, distanceMetres: point.distance,
      roadName: edge?.name ?? edge?.ref, name: waypoint.name)
  }

  /// Joins two sections with a pass-through waypoint between them.
  private func join(_ a: RouteSection, _ b: RouteSection) -> RouteSection {
    var result = a
    let shift = a.polyline.count - 1
    result.arrival = b.arrival
    result.polyline += b.polyline.dropFirst()
    if let spans = b.traffic {
      result.traffic = spans.reduce(into: a.traffic ?? []) { joined, span in
        var span = span
        span.metres =
          span.metres.lowerBound + a.lengthMetres...span.metres.upperBound + a.lengthMetres
        TrafficSpan.append(span, to: &joined)
      }
    }
    result.lengthMetres += b.lengthMetres
    result.durationSeconds += b.durationSeconds
    let first = result.edges.count
    result.passed.append(PassedWaypoint(waypoint: b.departure, edge: first, point: shift))
    result.edges += b.edges
    for index in first..<result.edges.count {
      let points = result.edges[index].points
      result.edges[index].points = points.lowerBound + shift...points.upperBound + shift
    }
    return result
  }
}
