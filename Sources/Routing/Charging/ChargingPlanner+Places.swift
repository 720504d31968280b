import Geo
import RouteModel

/// The stations that a plan is made of.
extension ChargingPlanner {
  /// The stations without those that another one at the same coordinate always replaces.
  ///
  /// Such a station has the same opening hours, charges no slower, and begins no later. Lists of stations often have an
  /// entry for each of many charging points at one place.
  ///
  /// - Parameters:
  ///   - places: The stations.
  ///   - battery: The battery.
  /// - Returns: Those that are left, in their order; of equal ones, the first.
  /// - Complexity: O(n log n) for n stations.
  static func best(_ places: [ChargingPlace], _ battery: Battery) -> [ChargingPlace] {
    struct Key: Hashable {
      var coordinate: Coordinate
      var openingHours: String?
    }
    var groups: [Key: [Int]] = [:]
    for (index, place) in places.enumerated() {
      let station = place.offer.station
      let key = Key(coordinate: station.coordinate, openingHours: station.openingHours)
      groups[key, default: []].append(index)
    }
    var isLeft = [Bool](repeating: false, count: places.count)
    for group in groups.values {
      let ranked = group.map { index in
        (delay: places[index].delay(battery), power: places[index].kilowatts, index: index)
      }.sorted { ($0.delay, -$0.power, $0.index) < ($1.delay, -$1.power, $1.index) }
      var power = 0.0
      for place in ranked where place.power > power {
        power = place.power
        isLeft[place.index] = true
      }
    }
    return zip(places, isLeft).filter(\.1).map(\.0)
  }
}
