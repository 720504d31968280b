import Geo

/// Finds the positions of elements.
struct SiteFinder {
  private let collected: PlaceCollector
  private let nodes: NodeStore
  private var near = NodeStore.Hint()
  /// A node of each way, ascending by way; made on first use.
  private lazy var wayNodes = collected.wayNodes.sorted { $0.way < $1.way }

  /// The areas whose nodes are looked up together.
  private struct Batch {
    var uses: [NodeUse] = []
    /// The site of each area.
    var sites: [Int] = []
  }

  /// The least number of nodes that are looked up together, for memory.
  private static let batchSize = 1 << 18

  init(_ collected: PlaceCollector, _ nodes: NodeStore) {
    self.collected = collected
    self.nodes = nodes
  }

  mutating func position(ofNode id: Int64) -> Coordinate? {
    nodes.index(of: id, near: &near).map { nodes.position($0) }
  }

  /// The middle of the box around each site's known nodes; nil if none are known.
  mutating func positions(of sites: some Collection<PlaceCollector.Site>) -> [Coordinate?] {
    var result: [Coordinate?] = []
    result.reserveCapacity(sites.count)
    var batch = Batch()
    for site in sites {
      switch site {
      case .point(let position): result.append(position)
      case .ways(let ways, let centre): result.append(middle(of: ways, centre))
      case .nodes(let range):
        for id in collected.refs[range] {
          batch.uses.append(NodeUse(id: id, user: batch.sites.count))
        }
        batch.sites.append(result.count)
        result.append(nil)
        if batch.uses.count >= Self.batchSize {
          addMiddles(batch, &result)
          batch = Batch()
        }
      }
    }
    addMiddles(batch, &result)
    return result
  }

  private func addMiddles(_ batch: Batch, _ result: inout [Coordinate?]) {
    let boxes = boxes(batch.uses, count: batch.sites.count)
    for (site, box) in zip(batch.sites, boxes) where !box.isEmpty { result[site] = box.centre }
  }

  /// The box around the known nodes of each user.
  private func boxes(_ uses: [NodeUse], count: Int) -> [Box] {
    var boxes = [Box](repeating: .empty, count: count)
    nodes.forEach(uses.sortedByID()) { user, position in boxes[user].add(position) }
    return boxes
  }

  /// The node at the middle of a relation, otherwise the middle of the box around a node of each way.
  private mutating func middle(of ways: [Int64], _ centre: Int64?) -> Coordinate? {
    if let centre, let position = position(ofNode: centre) { return position }
    var uses: [NodeUse] = []
    for way in ways.prefix(1_000) {
      // The last of several versions counts.
      let last = wayNodes.partitioningIndex { $0.way > way } - 1
      if last >= 0, wayNodes[last].way == way {
        uses.append(NodeUse(id: wayNodes[last].node, user: 0))
      }
    }
    let box = boxes(uses, count: 1)[0]
    return box.isEmpty ? nil : box.centre
  }
}
