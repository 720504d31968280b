// Routes a truck along the sample trip of a map, and names the limits in its way.
//
//   swift run --package-path Samples/embed embed region.nav

import Nav

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

guard CommandLine.arguments.count == 2 else {
  print("usage: embed region.nav")
  exit(64)
}

do {
  let map = try NavMap(path: CommandLine.arguments[1])
  guard let trip = map.sampleTrip else {
    print("the map has no sample trip")
    exit(1)
  }
  let engine: any RoutingEngine = OfflineRoutingEngine(map: map)
  let request = RouteRequest(
    waypoints: [Waypoint(trip.from), Waypoint(trip.to)],
    vehicle: .truck(height: .meters(4.0), weight: .tonnes(18)))
  let route = try await engine.routes(for: request).routes[0]
  print("\(Int(route.lengthMetres)) m, \(Int(route.durationSeconds)) s")
  for limit in Set(route.sections.flatMap(\.edges).flatMap(\.limits).map(\.tag)).sorted() {
    print("passes a road with \(limit)")
  }
} catch let error as RoutingError {
  if case .noRoute(_, _, _, let blockers) = error {
    for blocker in blockers { print("in the way: \(blocker.text)") }
  }
  print(error)
  exit(1)
} catch {
  print(error)
  exit(1)
}
