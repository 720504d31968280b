import Geo
import JSON
import MapMatching
import MapReader
import NavFormat
import Places
import RoadModel
import RouteModel
import Routing

extension MapAnswers {
  /// The maximum length of another engine's route in metres; the search checks it every 20 metres.
  private static let maximumLineMetres = 2_000_000.0

  /// The answer to `/search` along a route, or by travel time.
  func placesByWay(
    _ url: PlaceQueryURL, _ form: PlaceQueryURL.Form
  ) throws(ServiceError) -> [UInt8] {
    let isGeoJSON = form == .geojson || form == .mapc
    guard url.service == .search, isGeoJSON || form == .jsonv2 || form == .json else {
      throw ServiceError(
        .invalidValue, "Along a route and by time, /search answers with format json or geojson.")
    }
    let (service, query) = try url.ways(limits)
    try query.check(map)
    let vehicle = try query.vehicle(service.profile)
    let found = try withArrivals(
      url["along"] != nil || url["geometry"] != nil
        ? along(url, query, vehicle) : byTime(url, query, vehicle))
    let writer = PlaceWriter(attribution: map.provenance.attribution)
    var json = JSONWriter()
    if isGeoJSON {
      writer.geoJSON(found, to: &json)
    } else {
      writer.list(found, query: nil, to: &json)
    }
    return json.bytes
  }

  private func byTime(
    _ url: PlaceQueryURL, _ query: Query, _ vehicle: Vehicle
  ) throws(ServiceError) -> [ListedPlace] {
    let stops = query.stops(build: map.header.buildID, radius: limits.radius)
    let wanted = try url.byTime()
    do throws(RoutingError) {
      return try PlaceSearch(map).places(
        byTimeFrom: stops[0], wanted, engine: engine, vehicle: vehicle, options: options(query)
      ).map(ListedPlace.init)
    } catch { throw ServiceError(error) }
  }

  private func along(
    _ url: PlaceQueryURL, _ query: Query, _ vehicle: Vehicle
  ) throws(ServiceError) -> [ListedPlace] {
    var wanted = try url.along()
    let route: Route
    if url["geometry"] != nil {
      let line = query.places.compactMap {
        Coordinate(latitude: $0.latitude, longitude: $0.longitude)
      }
      let metres = zip(line, line.dropFirst()).reduce(0) { $0 + Distance.metres($1.0, $1.1) }
      guard metres <= Self.maximumLineMetres else {
        throw ServiceError(
          .tooBig, "A line of \(Int(metres / 1_000)) km is longer than the current maximum (2000)")
      }
      wanted.keepsRoute = true
      let snapped: Route
      do throws(MatchingError) {
        snapped = try MapMatcher(map: map, vehicle: vehicle).snap(line).route
      } catch { throw ServiceError(error) }
      // The other engine knew neither the options nor the traffic of the service.
      do throws(RoutingError) {
        route = try engine.retrace(snapped, vehicle: vehicle, options: options(query)).route
      } catch { throw ServiceError(error) }
    } else {
      let stops = query.stops(build: map.header.buildID, radius: limits.radius)
      wanted.stops = stops
      var options = options(query)
      options.alternatives = 0
      do throws(RoutingError) {
        route = try engine.routes(
          for: RouteRequest(waypoints: stops, vehicle: vehicle, options: options)
        ).routes[0]
      } catch { throw ServiceError(error, explained: query.explains) }
    }
    do throws(RoutingError) {
      return try PlaceSearch(map).places(
        along: route, wanted, engine: engine, vehicle: vehicle, options: options(query)
      ).map(ListedPlace.init)
    } catch { throw ServiceError(error) }
  }
}
