import MapReader
import RoadCosts
import RoadModel
import RouteModel

/// What the rules of edges leave of their access and speeds.
extension ReferenceGraph {
  static let open: [Access] = [.yes, .designated, .permissive, .dismount, .discouraged]
  static let endOnly: [Access] = [.destination, .delivery, .privateOnly]

  /// The access that the rules leave: the last of each kind that holds decides.
  func access(
    _ usual: Access, _ rules: [RoadRule], _ time: UInt32, atEnd: Bool
  ) -> Access {
    var access = usual
    var limits: [LimitKind: UInt32] = [:]
    for rule in rules {
      switch rule.effect {
      case .limit(let kind, let value):
        let isStricter = value ?? .max < limits[kind] ?? .max
        if holds(rule, time, atEnd: atEnd, isStricter) { limits[kind] = value ?? .max }
      case .access(let other, let modes) where modes.contains(vehicle.mode):
        let isStricter = Self.openness(other) < Self.openness(access)
        if holds(rule, time, atEnd: atEnd, isStricter) { access = other }
      default: break
      }
    }
    return limits.contains { vehicle[$0.key] ?? 0 > $0.value } ? .no : access
  }

  private static func openness(_ access: Access) -> Int {
    open.contains(access) ? 2 : endOnly.contains(access) ? 1 : 0
  }

  /// Whether a rule counts: it holds, or may hold and is stricter where that is asked for.
  func holds(_ rule: RoadRule, _ time: UInt32, atEnd: Bool, _ isStricter: Bool) -> Bool {
    let elapsed = Int64(time / 100)
    let now = options.ofRequest.departure?.local(
      afterSeconds: elapsed, in: options.hasZone ? map.place.zone : nil)
    let truth = rule.condition.holds(Circumstances(vehicle, time: now, isAtEnd: atEnd))
    return truth == .yes || truth == .perhaps && options.isStrict && isStricter
  }

  /// A road with the speeds that hold.
  func speedLimited(
    _ edge: Edge, _ rules: [RoadRule], _ time: UInt32
  ) -> RoadAttributes {
    var road = edge.road
    for rule in rules {
      switch rule.effect {
      case .speed(let speed):
        let now = road.signedSpeed(edge.direction, truck: false)
        if holds(rule, time, atEnd: false, !now.isKnown || speed < now) {
          road.setSignedSpeed(speed, edge.direction, truck: false)
        }
      case .truckSpeed(let speed) where vehicle.mode == .truck:
        let now = road.signedSpeed(edge.direction, truck: true)
        if holds(rule, time, atEnd: false, !now.isKnown || speed < now) {
          road.setSignedSpeed(speed, edge.direction, truck: true)
        }
      case .access(let access, let modes)
      where vehicle.mode == .bicycle && modes.contains(.bicycle) && access.isUsable:
        if holds(rule, time, atEnd: false, access == .dismount) {
          road.setAccess(access, of: .bicycle, edge.direction)
        }
      default: break
      }
    }
    return road
  }
}
