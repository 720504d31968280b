import Hierarchy
import MapReader
import NavFormat

// How long the ways are between the ends and the edges of the top next to them, centimetres.
extension HierarchyQuery {
  /// For each of ``sources`` the length of the way from the start to the end of that edge.
  mutating func sourceLengths(_ work: HierarchyWorkspace) throws(RoutingError) -> [UInt64] {
    var lengths = originTops.map { lengthToExit($0.label) }
    let map = self.map
    let columns = try map.columns()
    let top = TopView(columns)
    var path: [UInt32] = []
    for (number, end) in originCells.enumerated() {
      let inside = end.places.insideCount
      for place in 0..<top.degree(end.places.node)
      where work.origins[number].costs[inside + place] < Cost.unreachable {
        path.removeAll(keepingCapacity: true)
        work.origins[number].appendPath(UInt32(inside + place), .forward, to: &path)
        let last = try origin.tiles.state(
          ofNode: top.neighbour(end.places.node, place), columns)
        lengths.append(
          lengthToExit(Self.label(of: path.first, end))
            + length(path.dropFirst().dropLast(), end) + length(last.slot, last.edge))
      }
    }
    return lengths
  }

  /// For each of ``goals`` the length of the way from the end of that edge to the end of the trip.
  func goalLengths(
    _ ends: [SearchEnd], _ work: HierarchyWorkspace
  ) throws(RoutingError) -> [UInt64] {
    var lengths = targetTops.map { lengthFromEntry($0.label, ends) }
    let map = self.map
    let top = TopView(try map.columns())
    var path: [UInt32] = []
    for (number, end) in targetCells.enumerated() {
      let inside = end.places.insideCount
      for place in 0..<top.degree(end.places.node)
      where work.targets[number].costs[inside + place] < Cost.unreachable {
        path.removeAll(keepingCapacity: true)
        work.targets[number].appendPath(UInt32(inside + place), .backward, to: &path)
        lengths.append(
          length(path.dropFirst(), end) + lengthFromEntry(Self.label(of: path.last, end), ends))
      }
    }
    return lengths
  }

  private func lengthToExit(_ label: Int) -> UInt64 {
    let (start, states) = origin.chain(to: UInt32(label))
    guard let start, let slot = origin.tiles.slotIfTouched(ofTile: start.point.tile) else {
      return 0
    }
    let whole = length(slot, start.edge)
    let rest = whole - UInt64(start.along(UInt32(truncatingIfNeeded: whole)))
    return states.reduce(rest) { $0 + length($1.slot, $1.edge) }
  }

  private func lengthFromEntry(_ entry: Int, _ ends: [SearchEnd]) -> UInt64 {
    var label = target.labels[entry]
    var sum: UInt64 = 0
    while let next = label.next {
      label = target.labels[next]
      sum += length(label.slot, label.edge)
    }
    let end = ends[label.target]
    guard let slot = origin.tiles.slotIfTouched(ofTile: end.point.tile) else { return sum }
    return sum + UInt64(end.along(UInt32(truncatingIfNeeded: length(slot, end.edge))))
  }

  private func length(_ places: ArraySlice<UInt32>, _ end: CellEnd) -> UInt64 {
    places.reduce(0) { $0 + length(end.slot, end.places.edge(Int($1))) }
  }

  private func length(_ slot: Int, _ edge: Int) -> UInt64 { origin.tiles.length(slot, edge) }
}

extension TouchedTiles {
  /// The length of an edge, base or via, of a slot, centimetres.
  func length(_ slot: Int, _ edge: Int) -> UInt64 {
    let map = self.map
    let here = slots[slot]
    let tile = map.view(here.range, layout: here.layout)
    return UInt64(tile.length(tile.base(edge) >> 1))
  }
}
