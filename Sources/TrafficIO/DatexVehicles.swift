import RouteModel

/// The vehicles that a record of DATEX II applies to, by their characteristics, while it is read.
///
/// A record may give several groups of characteristics. Each applies to the vehicles with all of them, but with any of
/// the types.
struct DatexVehicles {
  private var groups: [Group] = []

  /// The maximum number of groups; further ones are joined with the last.
  private static let maximumGroups = 100
  /// The elements of a group: of a record or a value, and of the values of a site with an index.
  static let elements: Set = ["forVehiclesWithCharacteristicsOf", "specificVehicleCharacteristics"]
  /// The elements of values, which have vehicles of their own.
  static let owners: Set = [
    "measuredValue", "physicalQuantity", "measurementSpecificCharacteristics",
  ]

  private struct Group {
    var types: Set<String> = []
    /// Whether it applies to vehicles above a weight that only trucks have.
    var isHeavy = false
    /// Whether it applies to vehicles above a length that cars do not have.
    var isLong = false
    /// Whether it has other characteristics, for which traffic has no word.
    var hasOthers = false
    /// What the weight or the length is compared with, in tonnes or metres, and how.
    var comparison = ""
    var tonnes: Double?
    var metres: Double?

    private var isAbove: Bool {
      comparison == "greaterThan" || comparison == "greaterThanOrEqualTo"
    }

    /// Takes the weight that was read.
    mutating func takeWeight() {
      if isAbove, let tonnes, DatexVehicles.truckTonnes.contains(tonnes) {
        isHeavy = true
      } else {
        hasOthers = true
      }
      (comparison, tonnes) = ("", nil)
    }

    /// Takes the length that was read, for which closures have no word.
    mutating func takeLength() {
      if isAbove, let metres, metres >= DatexVehicles.longMetres { isLong = true }
      hasOthers = true
      (comparison, metres) = ("", nil)
    }
  }

  /// Vehicle types that are trucks.
  private static let trucks: Set = [
    "lorry", "heavyVehicle", "heavyGoodsVehicle", "heavyGoodsVehicleWithTrailer",
    "heavyDutyTransporter", "articulatedVehicle", "largeGoodsVehicle", "longHeavyLorry", "truck",
  ]
  private static let cars: Set = ["car", "carOrLightVehicle", "passengerCar"]
  /// Vehicle types other than trucks whose speeds are not those of cars.
  private static let slow: Set = [
    "agriculturalVehicle", "articulatedBus", "articulatedTrolleyBus", "bicycle", "bus",
    "constructionOrMaintenanceVehicle", "moped", "motorscooter", "tanker", "tram", "trolleyBus",
  ]
  /// The weights in tonnes above which vehicles are trucks; many trucks are below a higher one.
  private static let truckTonnes = 3.5...7.5
  /// The length in metres above which vehicles are no cars; sources count those up to 5.6 m as cars.
  private static let longMetres = 5.5

  /// Takes the beginning of a group.
  mutating func begin() {
    if groups.count < Self.maximumGroups { groups.append(Group()) }
  }

  /// Takes the end of an element inside a group.
  mutating func end(_ name: String, _ text: String, in names: [String]) {
    guard let last = groups.indices.last else { return }
    switch name {
    case "vehicleType": if !text.isEmpty { groups[last].types.insert(text) }
    case "comparisonOperator": groups[last].comparison = text
    case "grossVehicleWeight": groups[last].tonnes = Double(text)
    case "grossWeightCharacteristic": groups[last].takeWeight()
    case "vehicleLength": groups[last].metres = Double(text)
    case "lengthCharacteristic": groups[last].takeLength()
    case "heightCharacteristic", "widthCharacteristic", "heaviestAxleWeightCharacteristic",
      "numberOfAxlesCharacteristic", "emissionClassification":
      groups[last].hasOthers = true
    default:
      // Any other text limits the vehicles, also one that this reader does not know.
      if !text.isEmpty, !names.contains("grossWeightCharacteristic") {
        groups[last].hasOthers = true
      }
    }
  }

  /// Whether the vehicles are trucks, buses, or slower or longer ones than cars alone, so that their speed is not that
  /// of all.
  var areSlow: Bool {
    !groups.isEmpty
      && groups.allSatisfy {
        $0.isHeavy || $0.isLong
          || !$0.types.isEmpty && $0.types.isSubset(of: Self.trucks.union(Self.slow))
      }
  }

  /// The vehicles that a closure stops; none if traffic has no word for them.
  var closure: TrafficPiece.Closure {
    if groups.isEmpty { return .all }
    let closures = groups.map(Self.closure)
    return closures.contains(.all) ? .all : closures.contains(.trucks) ? .trucks : .none
  }

  private static func closure(_ group: Group) -> TrafficPiece.Closure {
    if group.hasOthers { return .none }
    let isAny = group.types.isEmpty || group.types.contains("anyVehicle")
    let hasTrucks = isAny || !group.types.isDisjoint(with: trucks)
    if !hasTrucks { return .none }
    if group.isHeavy { return .trucks }
    return isAny || !group.types.isDisjoint(with: cars) ? .all : .trucks
  }
}
