import MapReader
import RouteModel
import Traffic
import TrafficIO

extension TrafficFeed {
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
