import Hierarchy
import TestSupport
import Testing

@Suite struct DissectionTests {
  /// Whether each of 0..<count is there once.
  private static func isPermutation(_ numbers: [UInt32], _ count: Int) -> Bool {
    numbers.sorted() == (0..<UInt32(count)).map { $0 }
  }

  /// What is wrong with a dissection; nil if nothing.
  private static func flaw(_ dissection: Dissection, _ network: Network) -> String? {
    let road = network.road
    guard isPermutation(dissection.order, road.edgeCount) else { return "order" }
    guard isPermutation(dissection.junctionOrder, road.junctionCount) else { return "junctions" }
    for (rank, edge) in dissection.order.enumerated()
    where dissection.ranks[Int(edge)] != UInt32(rank) {
      return "ranks"
    }
    var places = [UInt32](repeating: 0, count: road.junctionCount)
    for (place, junction) in dissection.junctionOrder.enumerated() {
      places[Int(junction)] = UInt32(place)
    }
    for (number, part) in dissection.parts.enumerated() {
      if part.parent != Dissection.none {
        let parent = dissection.parts[Int(part.parent)]
        if part.parent <= number || parent.ranks.lowerBound > part.ranks.lowerBound
          || parent.ownRanks < part.ranks.upperBound
          || parent.junctions.clamped(to: part.junctions) != part.junctions
        {
          return "part \(number)"
        }
      } else if number != dissection.parts.count - 1 {
        return "two wholes"
      }
      for rank in part.ranks {
        let edge = Int(dissection.order[Int(rank)])
        let ends = [places[Int(road.tails[edge])], places[Int(road.heads[edge])]]
        if !ends.allSatisfy(part.junctions.contains) { return "edge \(edge) in part \(number)" }
      }
    }
    return nil
  }

  @Test("parts hold what lies in them, halves make wholes", arguments: [1, 4, 20, 256])
  func parts(limit: Int) async {
    for (number, network) in Network.all.enumerated() {
      let dissection = await Dissection(network.road, lines: network.lines, cellLimit: limit)
      #expect(Self.flaw(dissection, network) == nil, "network \(number)")
    }
  }

  @Test("no cell of a plain network has more edges than the limit", arguments: [4, 30, 256])
  func limit(limit: Int) async {
    let network = Network.grid(30, seed: 5)
    let dissection = await Dissection(network.road, lines: network.lines, cellLimit: limit)
    let sizes = dissection.cells.map { dissection.parts[$0].ranks.count }
    #expect(sizes.allSatisfy { $0 <= limit })
    #expect(sizes.reduce(0, +) * 4 > network.edgeCount || limit < 10)
    #expect(Self.flaw(dissection, network) == nil)
  }

  @Test("the number of threads changes nothing")
  func threads() async {
    let network = Network.grid(60, seed: 9, missing: 30)
    let one = await Dissection(network.road, lines: network.lines, cellLimit: 60)
    let three = await Dissection(network.road, lines: network.lines, cellLimit: 60, threads: 3)
    #expect(one.order == three.order && one.parts == three.parts)
    #expect(one.junctionOrder == three.junctionOrder)
  }

  @Test("edges without turns are ranked like the others, and do not count for the size of a cell")
  func idleEdges() async {
    var network = Network.grid(20, seed: 3)
    // A path along each street, which no turn leads to.
    network.road.tails += network.road.tails
    network.road.heads += network.road.heads
    let ends = [UInt32](
      repeating: network.lines.first[network.lines.edgeCount], count: network.lines.edgeCount)
    network.lines.first += ends
    let dissection = await Dissection(network.road, lines: network.lines, cellLimit: 64)
    #expect(Self.flaw(dissection, network) == nil)
    #expect(dissection.cells.contains { dissection.parts[$0].ranks.count > 64 })
  }

  @Test("an edge between two halves is cut, one inside is not")
  func cuts() async {
    let network = Network.grid(12, seed: 1)
    let dissection = await Dissection(network.road, lines: network.lines, cellLimit: 20)
    for (number, part) in dissection.parts.enumerated() where !part.isCell {
      let halves = dissection.parts.filter { $0.parent == number }
      #expect(halves.count == 2)
      #expect(halves[0].ranks.upperBound == halves[1].ranks.lowerBound)
      #expect(halves[1].ranks.upperBound == part.ownRanks)
    }
  }
}
