import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The limit of a range: a quantity and its maximum value.
struct ReachLimit: Sendable {
  var quantity: IsolineRequest.Quantity
  /// Hundredths of a second, centimetres, or hundredths of a watt-hour.
  var value: UInt32

  /// The quantity of a label or an edge, from its time and its length; for energy the length is a ``ReachEnergy``.
  @inline(__always)
  func amount(_ time: Centiseconds, _ centimetres: UInt32) -> UInt32 {
    switch quantity {
    case .time: time
    case .distance: centimetres
    case .energy: ReachEnergy.used(centimetres)
    }
  }
}

/// Finds everything that can be reached from a place, or from where it can be reached, within a range.
///
/// It is Dijkstra's algorithm on the states (edge, zone) by the rules of the query, without bounds and without the
/// hierarchy: within a range almost everything that it visits belongs to the answer. So it is exact with respect to
/// turns, limits, conditions at the time of arrival, destination access, adjustments and traffic, like ``Search``,
/// whose costs it shares to the unit.
///
/// Paths are best by cost. The quantity of the range is carried along them. If the cost is that quantity, the search
/// ends at the limit. Otherwise it ends when no label that is entered within the limit waits: a path beyond the limit
/// may still be cheaper than one within it.
struct ReachSearch {
  /// A state at the end of an edge: forward as reached from the place, backward on the way to it.
  struct Label {
    /// The cost between the place and the end of the edge, which orders the queue.
    var cost: UInt32
    /// The time of the path between the two.
    var duration: Centiseconds
    /// The length of the path between the two in centimetres; for energy a ``ReachEnergy``.
    var length: UInt32
    /// The cost at the first reached end of the edge: forward its beginning, backward its end.
    var nearCost: UInt32
    /// The quantity of the range there.
    var near: UInt32
    /// The time of the whole edge.
    var whole: Centiseconds
    var slot: UInt16
    var edge: UInt16
    var zone: Zone
    /// Whether the path begins on this edge; only forward.
    var isStart = false
  }

  static let none = UInt32.max

  let rules: QueryRules
  let limit: ReachLimit
  /// Whether the cost of a path is the quantity of the range.
  let costIsQuantity: Bool
  var tiles: TouchedTiles
  private(set) var labels: [Label] = []
  /// The label of each (slot, zone, edge), or ``none``; a page for each slot and zone that was used.
  private var pages: [UInt32] = []
  private var pageStart: [Int] = []
  var queue = CostQueue()
  private(set) var settled = 0
  /// The labels in the queue that are entered within ``most``, if cost and quantity differ.
  private var waiting = 0
  /// The quantity up to which the paths of labels may lead into the range.
  ///
  /// It is the limit, except backward for energy: above a descent a trip needs less than below it.
  var most: UInt32
  /// Reached parts without labels.
  ///
  /// They are on edges where a path begins, or entries that labels do not express.
  var others: [ReachedEdge] = []
  /// The edges where a path begins; only forward.
  var origins: [(slot: TileSlot, edge: EdgeIndex)] = []
  /// Whether labels on open roads are left; otherwise they are ``exits``.
  var leavesOpenRoads = true
  private(set) var exits: [UInt32] = []
  /// The number of the metric with which the search goes over the hierarchy; nil if it does not.
  var metric: UInt32?
  /// The values of the range if only their areas are wanted: ``limitToAreas(of:)``.
  private(set) var levels: [UInt32] = []
  /// Cells without labels, and the number of their edges.
  private(set) var cells: [ReachedCell] = []
  private var cellEdges = 0
  /// Whether a path within the limit was left out because its cost can't be represented.
  var isTruncated = false
  /// The via edges of slots with turn restrictions; only backward.
  var vias: [Int: ViaEdges] = [:]
  /// The maximum number of labels.
  private let maximumLabels: Int
  private let observe: (Double) -> Void
  /// The energy of edges; nil unless that is the quantity.
  let energy: EdgeEnergy?

  /// A search by the rules of a query.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - rules: The rules.
  ///   - limit: The range.
  ///   - energy: The energy of edges, if that is the quantity.
  ///   - maximumLabels: The maximum number of labels; the search fails if it needs more.
  ///   - observe: Receives the finished share, 0 to 1, if it can be known.
  init(
    _ map: NavMap, rules: QueryRules, limit: ReachLimit, energy: EdgeEnergy? = nil,
    maximumLabels: Int = .max, observe: @escaping (Double) -> Void
  ) {
    self.rules = rules
    self.limit = limit
    self.energy = energy
    self.maximumLabels = maximumLabels
    self.observe = observe
    most = limit.value
    costIsQuantity = limit.quantity == .time && !rules.isShortest && rules.costsAreTimes
    tiles = TouchedTiles(map)
  }

  /// Settles labels until the limit.
  mutating func settle(
    _ expand: (inout ReachSearch, UInt32, Label) throws(RoutingError) -> Void
  ) throws(RoutingError) {
    if Task.isCancelled { throw .cancelled }
    while costIsQuantity || waiting > 0, let (index, key) = queue.pop() {
      let label = labels[Int(index)]
      guard key == label.cost else { continue }
      if !costIsQuantity && isWithin(label) { waiting -= 1 }
      settled += 1
      if settled & 1023 == 0 {
        if Task.isCancelled { throw .cancelled }
        if costIsQuantity { observe(Double(key) / Double(limit.value)) }
      }
      try expand(&self, index, label)
      try checkCount()
    }
  }

  /// Throws if there are too many labels.
  func checkCount() throws(RoutingError) {
    if labels.count + cellEdges > maximumLabels {
      throw .invalidRange("more than the maximum of \(maximumLabels) parts of roads are searched")
    }
  }

  /// Whether the edge of a label, or of one that it leads to, may be reached within the limit.
  @inline(__always)
  private func isWithin(_ label: Label) -> Bool { label.near <= most }

  // MARK: Labels

  /// Adds the final label of a state on an open road, which a search over the hierarchy found.
  @inline(__always)
  mutating func add(_ label: Label) {
    if label.cost <= limit.value { settled += 1 }
    labels.append(label)
  }

  /// Limits a search over the hierarchy to what the areas of some values, in ascending order, need.
  mutating func limitToAreas(of levels: [UInt32]) { self.levels = levels }

  /// Adds a cell without labels.
  mutating func add(_ cell: ReachedCell) {
    let count = 2 * cell.segments.reduce(0) { $0 + $1.nonzeroBitCount }
    settled += count
    cellEdges += count
    cells.append(cell)
  }

  /// Gives a state a label, or improves its label.
  ///
  /// - Returns: The index of the label; nil if the cost is no improvement.
  @inline(__always)
  mutating func improve(_ label: Label) -> UInt32? {
    let place = place(of: label)
    var index = pages[place]
    if index == Self.none {
      index = UInt32(labels.count)
      pages[place] = index
      labels.append(label)
      if !leavesOpenRoads && label.zone == .open { exits.append(index) }
    } else {
      guard label.cost < labels[Int(index)].cost else { return nil }
      if !costIsQuantity && isWithin(labels[Int(index)]) { waiting -= 1 }
      labels[Int(index)] = label
    }
    if !leavesOpenRoads && label.zone == .open { return index }
    if costIsQuantity {
      // Paths continue only from edges whose far end is within the limit.
      if label.cost <= limit.value { queue.push(index, cost: label.cost) }
    } else {
      if isWithin(label) { waiting += 1 }
      queue.push(index, cost: label.cost)
    }
    return index
  }

  /// The label of a state; nil if it has none.
  func label(_ slot: TileSlot, _ edge: EdgeIndex, _ zone: Zone) -> Label? {
    let page = slot.rawValue * 3 + Int(zone.rawValue)
    guard page < pageStart.count, pageStart[page] >= 0 else { return nil }
    let index = pages[pageStart[page] + edge.rawValue]
    return index == Self.none ? nil : labels[Int(index)]
  }

  @inline(__always)
  private mutating func place(of label: Label) -> Int {
    let page = Int(label.slot) * 3 + Int(label.zone.rawValue)
    while pageStart.count <= page { pageStart.append(-1) }
    if pageStart[page] < 0 {
      pageStart[page] = pages.count
      let layout = tiles.slots[Int(label.slot)].layout
      pages.append(contentsOf: repeatElement(Self.none, count: layout.edgeCount))
    }
    return pageStart[page] + Int(label.edge)
  }
}
