import Geo
import RoadModel

/// Finds the settlement of a place: by closed borders, then the nearest relative to its size.
struct SettlementFinder: Sendable {
  struct Settlement: Sendable {
    var index: Int
    var category: PlaceCategory
    var position: Coordinate
    /// Whether the map has it, and not only the addresses that name it.
    var isMapped: Bool
  }

  private struct Square: Hashable {
    var row: Int32
    var column: Int32

    init(_ position: Coordinate) {
      row = position.latitudeUnits / SettlementFinder.squareUnits
      column = position.longitudeUnits / SettlementFinder.squareUnits
    }
  }

  /// The side of a square: a twentieth of a degree, about five kilometres.
  private static let squareUnits: Int32 = 500_000
  /// The maximum number of squares of an area; larger ones are checked for every place.
  private static let largestArea = 400

  /// What may be around a place of a square.
  private struct Near {
    var settlements: [Int] = []
    var areas: [Int] = []
  }

  private var settlements: [Settlement] = []
  /// The assumed radius of each settlement, in metres.
  private var reaches: [Double] = []
  private var near: [Square: Near] = [:]
  private var areas: [PlaceDrafts.Area] = []
  private var categories: [PlaceCategory] = []
  private var largeAreas: [Int] = []
  /// The areas of each settlement.
  private var areasOf: [Int: [Int]] = [:]
  /// The areas in which each settlement lies.
  private var areasAround: [[Int]] = []
  /// The deepest administrative area in which a mapped settlement lies, if it has no area itself.
  private var limits: [Int?] = []

  /// The assumed radius of a settlement in metres; nil if only its borders define it.
  static func reach(_ category: PlaceCategory) -> Double? {
    switch category {
    case .city: 9_000
    case .town: 4_500
    case .village, .suburb: 2_500
    case .quarter: 1_200
    case .hamlet: 1_000
    case .neighbourhood: 700
    default: nil
    }
  }

  init(_ all: [Settlement], _ areas: [PlaceDrafts.Area], categories: (Int) -> PlaceCategory) {
    self.areas = areas
    self.categories = areas.map { categories($0.place) }
    for (index, area) in areas.enumerated() {
      areasOf[area.place, default: []].append(index)
      let box = area.outer.box
      let rows = Int(box.maxLatitude / Self.squareUnits) - Int(box.minLatitude / Self.squareUnits)
      let columns =
        Int(box.maxLongitude / Self.squareUnits) - Int(box.minLongitude / Self.squareUnits)
      if (rows + 1) * (columns + 1) > Self.largestArea {
        largeAreas.append(index)
      } else {
        for square in Self.squares(box) { near[square, default: Near()].areas.append(index) }
      }
    }
    for settlement in all {
      guard let reach = Self.reach(settlement.category) else { continue }
      var box = Box.empty
      box.add(settlement.position)
      for square in box.grown(metres: reach).flatMap(Self.squares) {
        near[square, default: Near()].settlements.append(settlements.count)
      }
      settlements.append(settlement)
      reaches.append(reach)
      let around = self.around(settlement.position)
      areasAround.append(around)
      limits.append(limit(of: settlement, around))
    }
  }

  private func around(_ position: Coordinate) -> [Int] {
    ((near[Square(position)]?.areas ?? []) + largeAreas).filter { contains($0, position) }
  }

  private func contains(_ area: Int, _ position: Coordinate) -> Bool {
    areas[area].outer.contains(position) && !areas[area].inner.contains(position)
  }

  /// The area that limits a settlement; nil if it has an area itself, which does.
  ///
  /// A settlement that only addresses name may be a postal town, which delivers beyond its municipality.
  private func limit(of settlement: Settlement, _ around: [Int]) -> Int? {
    guard settlement.isMapped, areasOf[settlement.index] == nil else { return nil }
    func depth(_ area: Int) -> UInt8 { areas[area].administrativeDepth ?? 0 }
    // A town may have districts with borders of their own.
    return around.filter {
      areas[$0].administrativeDepth.map { $0 < settlement.category.depth } ?? false
    }.max { depth($0) < depth($1) }
  }

  private static func squares(_ box: Box) -> [Square] {
    let low = Square(
      Coordinate(latitudeUnits: box.minLatitude, longitudeUnits: box.minLongitude))
    let high = Square(
      Coordinate(latitudeUnits: box.maxLatitude, longitudeUnits: box.maxLongitude))
    return (low.row...high.row).flatMap { row in
      (low.column...high.column).map { column in
        var square = low
        square.row = row
        square.column = column
        return square
      }
    }
  }

  /// Whether a settlement has a border.
  func hasArea(_ settlement: Int) -> Bool { areasOf[settlement] != nil }

  /// The settlement of a place.
  ///
  /// - Parameters:
  ///   - position: The position of the place.
  ///   - depth: The depth of the place; the settlement has a lower one.
  ///   - isMapped: Whether only a settlement that the map has counts.
  ///   - canBeEqual: Whether a settlement with a border may have the same depth.
  /// - Returns: The index of the settlement; nil if none is near.
  func settlement(
    at position: Coordinate, above depth: UInt8, isMapped: Bool = false, canBeEqual: Bool = false
  ) -> Int? {
    let near = near[Square(position)]
    var area: (index: Int, depth: UInt8)?
    func consider(_ index: Int) {
      let itsDepth = categories[index].depth
      if itsDepth > depth || itsDepth == depth && !canBeEqual { return }
      if let area, itsDepth <= area.depth { return }
      if contains(index, position) { area = (index, itsDepth) }
    }
    for index in near?.areas ?? [] { consider(index) }
    for index in largeAreas { consider(index) }
    var best: (ratio: Double, index: Int)?
    for index in near?.settlements ?? [] {
      let reach = reaches[index]
      // Most lie too far north or south already. The metre is for rounding.
      let north = Double(
        abs(Int64(position.latitudeUnits) - Int64(settlements[index].position.latitudeUnits)))
      let limit = min(best?.ratio ?? 1, 1) * reach
      if north * Distance.metresPerUnit > limit + 1 { continue }
      let settlement = settlements[index]
      guard settlement.category.depth < depth, settlement.isMapped || !isMapped else { continue }
      let ratio = Distance.metres(position, settlement.position) / reach
      guard ratio <= 1, ratio < best?.ratio ?? 2 else { continue }
      // A settlement with known borders ends at them.
      if let own = areasOf[settlement.index], !own.contains(where: { contains($0, position) }) {
        continue
      }
      // Others end at those of their municipality.
      if let limit = limits[index], limit != area?.index, !contains(limit, position) { continue }
      best = (ratio, index)
    }
    guard let area else { return best.map { settlements[$0.index].index } }
    // A municipality that is mapped as a village may consist of several.
    guard let best, settlements[best.index].category.depth >= area.depth,
      areasAround[best.index].contains(area.index)
    else { return areas[area.index].place }
    return settlements[best.index].index
  }
}
