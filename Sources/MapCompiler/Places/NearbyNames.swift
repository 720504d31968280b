import Geo

/// Numbers the places that addresses name, from 0; the same name far away is another place.
struct NearbyNames<Name: Hashable> {
  /// The first address of each place with a name.
  private var known: [Name: [(number: Int, position: Coordinate)]] = [:]
  /// The name of the last address, which most have in common with the one before, and what is known of it.
  private var last: (name: Name, known: [(number: Int, position: Coordinate)])?
  private var count = 0

  /// The maximum distance of an address from the first one of its place, in metres.
  ///
  /// Few postcodes are wider, and neighbouring countries have the same ones.
  private var reach: Double { 100_000 }

  /// The number of the place that an address names, the next one if it is new.
  mutating func number(of name: Name, near position: Coordinate) -> Int {
    if last?.name != name { last = (name, known[name] ?? []) }
    let near = last?.known.first { isNear($0.position, position) }
    if let near { return near.number }
    last = nil
    known[name, default: []].append((count, position))
    count += 1
    return count - 1
  }

  private func isNear(_ a: Coordinate, _ b: Coordinate) -> Bool {
    // The way along a meridian and a parallel, whose degrees are shorter, is not less than the distance. By that, most
    // are nearer than nine tenths of the reach, which leaves room for rounding.
    let units =
      abs(Int64(a.latitudeUnits) - Int64(b.latitudeUnits))
      + abs(Int64(a.longitudeUnits) - Int64(b.longitudeUnits))
    return Double(units) * Distance.metresPerUnit < 0.9 * reach
      || Distance.metres(a, b) <= reach
  }
}
