import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

// The energy of the paths between the ends and the edges of the top next to them, as the measures are found.
extension HierarchyQuery {
  /// For each of ``sources``, the energy of the path from the start to the end of that edge.
  mutating func sourceEnergies(
    _ work: HierarchyWorkspace, _ meter: inout EnergyMeter
  ) throws(RoutingError) -> [EnergyBalance] {
    var energies: [EnergyBalance] = []
    for top in originTops { energies.append(try energyToExit(top.label, &meter).energy) }
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
        var (energy, last) = try energyToExit(Self.label(of: path.first, end), &meter)
        for place in path.dropFirst().dropLast() {
          let next: PathEdge = (end.slot, end.places.edge(Int(place)))
          energy += try meter.measure(from: last, onto: next, &origin.tiles)
          last = next
        }
        let next = try origin.tiles.state(ofNode: top.neighbour(end.places.node, place), columns)
        energies.append(try energy + meter.measure(from: last, onto: next, &origin.tiles))
      }
    }
    return energies
  }

  /// For each of ``goals``, the energy of the path from the end of that edge to the end of the trip.
  mutating func goalEnergies(
    _ ends: [SearchEnd], _ work: HierarchyWorkspace, _ meter: inout EnergyMeter
  ) throws(RoutingError) -> [EnergyBalance] {
    var energies: [EnergyBalance] = []
    for top in targetTops { energies.append(try energyFromEntry(top.label, ends, &meter)) }
    let map = self.map
    let columns = try map.columns()
    let top = TopView(columns)
    var path: [UInt32] = []
    for (number, end) in targetCells.enumerated() {
      let inside = end.places.insideCount
      for place in 0..<top.degree(end.places.node)
      where work.targets[number].costs[inside + place] < Cost.unreachable {
        path.removeAll(keepingCapacity: true)
        work.targets[number].appendPath(UInt32(inside + place), .backward, to: &path)
        var last = try origin.tiles.state(ofNode: top.neighbour(end.places.node, place), columns)
        var energy = EnergyBalance.zero
        for place in path.dropFirst() {
          let next: PathEdge = (end.slot, end.places.edge(Int(place)))
          energy += try meter.measure(from: last, onto: next, &origin.tiles)
          last = next
        }
        energies.append(
          try energy + energyFromEntry(Self.label(of: path.last, end), ends, &meter))
      }
    }
    return energies
  }

  /// The energy from the start to the end of an edge, and that edge.
  private mutating func energyToExit(
    _ label: Int, _ meter: inout EnergyMeter
  ) throws(RoutingError) -> (energy: EnergyBalance, last: PathEdge) {
    let (start, states) = origin.chain(to: UInt32(label))
    guard let start else { return (.zero, (TileSlot(0), EdgeIndex(0))) }
    var energy = try meter.measure(restOf: start, &origin.tiles)
    var last: PathEdge = (
      try origin.tiles.slot(ofTile: start.point.tile), start.via ?? start.edge
    )
    for state in states {
      let next: PathEdge = (state.slot, state.edge)
      energy += try meter.measure(from: last, onto: next, &origin.tiles)
      last = next
    }
    return (energy, last)
  }

  /// The energy from the end of an edge to the end of the trip.
  private mutating func energyFromEntry(
    _ entry: Int, _ ends: [SearchEnd], _ meter: inout EnergyMeter
  ) throws(RoutingError) -> EnergyBalance {
    var label = target.labels[entry]
    var last: PathEdge = (label.slot, label.edge)
    var energy = EnergyBalance.zero
    while let next = label.next {
      label = target.labels[next]
      energy += try meter.measure(from: last, onto: (label.slot, label.edge), &origin.tiles)
      last = (label.slot, label.edge)
    }
    return try energy + meter.measure(from: last, upTo: ends[label.target], &origin.tiles)
  }
}
