import MapReader
import RoadModel
import RouteModel
import Traffic
import TrafficIO

extension NavMap {
  /// The time zone of the map; nil if unknown.
  var zone: TimeZoneRule? { TimeZoneRule(posix: provenance.timeZone) }
}

extension TrafficFeed {
  /// A line about the times without an offset from UTC; nil if there are none.
  var localTimesLine: String? {
    if localTimeCount == 0 { return nil }
    let taken = zone == nil ? "as UTC: the map has no time zone" : "as local times of the map"
    return "times without an offset from UTC: \(Text.count(localTimeCount)), taken \(taken)"
  }

  /// The records as they fit a map: lines that may be speeds or turns are turns if the map has all of these.
  ///
  /// - Throws: ``NavError`` if a tile is damaged.
  func records(on map: NavMap) throws(NavError) -> [TrafficRecord] {
    guard map.hasNodeIDs, !turns.isEmpty else { return records }
    let readings = turns.sorted { $0.key < $1.key }
    let placement = try TrafficPlacer.place(readings.map(\.value), on: map)
    guard placement.unplaced.isEmpty else { return records }
    var records = records
    for (number, turn) in readings { records[number] = turn }
    return records
  }
}
