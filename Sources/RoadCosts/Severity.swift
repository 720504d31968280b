/// The severity of a violated rule.
package enum Severity: UInt8, Sendable, Comparable {
  case none = 0
  /// Against the law: weight, loads, access, turns.
  case legal = 1
  /// The vehicle does not fit: height, width, length.
  case physical = 2

  /// Orders by severity.
  package static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
}

/// The number of violated rules, by severity.
package struct Breaks: Sendable, Hashable {
  /// Rules of law, such as access and weight.
  package var legal: UInt32 = 0
  /// Limits in which the vehicle does not fit.
  package var physical: UInt32 = 0

  /// No violated rule.
  @inlinable package static var none: Breaks { Breaks() }

  /// The maximum severity.
  package var severity: Severity { physical > 0 ? .physical : legal > 0 ? .legal : .none }

  /// The numbers of violated rules.
  @inlinable package init(legal: UInt32 = 0, physical: UInt32 = 0) {
    self.legal = legal
    self.physical = physical
  }

  /// The numbers of some violated rules.
  package init(_ breaches: [Breach]) {
    for breach in breaches {
      if breach.severity == .physical { physical += 1 } else { legal += 1 }
    }
  }
}
