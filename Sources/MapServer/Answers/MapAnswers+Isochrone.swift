import JSON
import MapReader
import NavFormat
import RoadModel
import RouteModel
import Routing

extension MapAnswers {
  /// `/isochrone/v1`.
  func isochrone(_ url: ServiceURL, _ query: Query) throws(ServiceError) -> [UInt8] {
    let wish = query.isochrone
    var answers: [(features: IsolineFeatures, response: IsolineResponse)] = []
    for search in wish.searches {
      let request = try request(url, query, search)
      let features = IsolineFeatures(
        request, arePolygons: search.arePolygons, colors: search.sortedColors,
        areKilometres: search.isValhalla)
      answers.append((features, try isolines(for: request)))
    }
    let responses = answers.map(\.response)
    var json = JSONWriter()
    json.object { object in
      object.string("type", "FeatureCollection")
      if let id = wish.id { object.string("id", id) }
      if url.isProfileAssumed { object.string("profile", url.profile.rawValue) }
      object.array("features") { list in
        for (features, response) in answers {
          features.write(response, to: &list)
          if let network = response.network { features.write(network: network, to: &list) }
        }
        if wish.showsLocation, let place = responses.first?.place {
          list.object { Self.write(place, to: &$0) }
        }
      }
      if !wish.wantsNetwork {
        object.number("error", responses.map(\.errorMetres).max() ?? 0, decimals: 1)
        object.number("margin", responses.map(\.marginMetres).max() ?? 0, decimals: 1)
      }
      if let version = responses.first?.trafficVersion {
        object.string("traffic_version", String(version))
      }
      var notices: [RouteNotice] = []
      for notice in responses.flatMap(\.notices) where !notices.contains(notice) {
        notices.append(notice)
      }
      if !notices.isEmpty { object.value("notices", notices) }
    }
    return json.bytes
  }

  private func isolines(for request: IsolineRequest) throws(ServiceError) -> IsolineResponse {
    do throws(RoutingError) {
      return try engine.isolines(
        for: request,
        within: IsolineLimits(labels: limits.isochroneLabels, networkParts: limits.networkParts))
    } catch {
      // The values have been checked, so the amount of work is out of range.
      if case .invalidRange(let text) = error { throw ServiceError(.tooBig, text) }
      throw ServiceError(error)
    }
  }

  /// The isolines of one of the searches that a query asks for.
  private func request(
    _ url: ServiceURL, _ query: Query, _ wish: IsochroneOptions
  ) throws(ServiceError) -> IsolineRequest {
    let vehicle = try query.vehicle(url.profile)
    var options = try options(query, for: vehicle)
    options.allowViolations = false
    // The area of a road far away says nothing about the place.
    options.snapRadiusMetres = min(limits.radius, RouteRequest.Options().snapRadiusMetres)
    let errors = IsolineRequest.Drawing.errors
    return IsolineRequest(
      place: query.stops(build: map.header.buildID, radius: options.snapRadiusMetres)[0],
      quantity: wish.quantity, values: wish.values, vehicle: vehicle,
      options: options, isReversed: wish.isReversed,
      drawing: IsolineRequest.Drawing(
        maximumPoints: wish.maximumPoints,
        errorMetres: wish.generalize.map { min(max($0, errors.lowerBound), errors.upperBound) },
        minimumShare: wish.denoise), wantsPolygons: !wish.wantsNetwork,
      wantsNetwork: wish.wantsNetwork)
  }

  /// Writes the place on the road as a feature.
  private static func write(_ place: SnappedWaypoint, to feature: inout JSONWriter) {
    feature.string("type", "Feature")
    feature.object("properties") {
      $0.string("type", "snapped")
      $0.number("distance", place.distanceMetres, decimals: 2)
      $0.string("name", place.roadName ?? "")
    }
    feature.object("geometry") {
      $0.string("type", "Point")
      $0.key("coordinates")
      $0.place(place.position)
    }
  }
}
