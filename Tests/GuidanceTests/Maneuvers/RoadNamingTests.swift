import Testing

@testable import Guidance

/// When a traveller must be told that a road goes on under another name.
@Suite struct RoadNamingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var before: (name: String?, ref: String?)
    var after: (name: String?, ref: String?)
    var isNews: Bool
    var testDescription: String { "\(before) to \(after)" }
  }

  static let cases: [Case] = [
    Case(before: ("Rua 1", nil), after: ("Rua 10", nil), isNews: true),
    Case(before: ("Main Street", nil), after: ("Main Street North", nil), isNews: false),
    Case(before: ("Main Street", nil), after: ("Side Street", nil), isNews: true),
    Case(before: ("North Main Street", nil), after: ("South Main Street", nil), isNews: false),
    Case(before: ("Main Street South", nil), after: ("N Main Street", nil), isNews: false),
    Case(before: ("Main Street", nil), after: ("West Main Street", nil), isNews: false),
    Case(before: ("Main Street North", nil), after: ("Side Street North", nil), isNews: true),
    Case(before: ("North Street", nil), after: ("South Street", nil), isNews: true),
    Case(before: ("N Street Northwest", nil), after: ("S Street Northwest", nil), isNews: true),
    Case(before: ("North Capitol Northeast", nil), after: ("North Capitol NW", nil), isNews: false),
    Case(before: ("42 N", nil), after: ("42 SW", "101"), isNews: false),
    Case(before: ("West 42", nil), after: ("East 42", nil), isNews: false),
    Case(before: ("North", nil), after: ("South", nil), isNews: true),
    Case(before: ("Calle Norte", nil), after: ("Calle Sur", nil), isNews: true),
    Case(before: ("Hauptstraße", nil), after: ("Hauptstraßenbrücke", nil), isNews: false),
    Case(before: ("Kerkstraattunnel", nil), after: ("Kerkstraat", nil), isNews: false),
    Case(before: ("Berg", nil), after: ("Bergstraße", nil), isNews: true),
    Case(before: ("Rua 1", nil), after: ("Rua 1tunnel", nil), isNews: true),
    Case(before: ("Neubrücke", nil), after: ("Hauptstraßenbrücke", nil), isNews: true),
    Case(before: (nil, "A 1"), after: (nil, "A 11"), isNews: true),
    Case(before: (nil, "A 1;E 30"), after: (nil, "A 1"), isNews: false),
    Case(before: (nil, "A 1 ; E 30"), after: (nil, "A 1"), isNews: false),
    Case(before: ("Main Street; Side Street", nil), after: ("Side Street", nil), isNews: false),
    Case(before: ("Side Street", nil), after: ("Main Street;Side Street", nil), isNews: false),
    Case(before: ("Main Street;Side Street", nil), after: ("High Street", nil), isNews: true),
    Case(before: ("Main Street", "7"), after: ("Main Street", "9"), isNews: false),
    Case(before: ("Main Street", nil), after: (nil, nil), isNews: false),
    Case(before: ("Main Street", nil), after: (nil, "7"), isNews: true),
    Case(before: (nil, "7"), after: ("Main Street", "7"), isNews: false),
    Case(before: (nil, nil), after: ("Main Street", nil), isNews: true),
    Case(before: (nil, "CS-600"), after: ("Main Street", "CS 600"), isNews: false),
    Case(before: (nil, "A1;E30"), after: (nil, "A 1"), isNews: false),
    Case(before: (nil, "A-1"), after: (nil, "A 11"), isNews: true),
    Case(before: (nil, "EN 14-1"), after: (nil, "EN 141"), isNews: true),
    Case(before: (nil, "EN 14-1"), after: (nil, "EN14-1"), isNews: false),
    Case(before: (nil, "7 1"), after: (nil, "71"), isNews: true),
  ]

  @Test("names and numbers are compared by whole words", arguments: cases)
  func news(_ row: Case) {
    let before = RoadNaming(name: row.before.name, ref: row.before.ref)
    let after = RoadNaming(name: row.after.name, ref: row.after.ref)
    #expect(after.isNews(after: before) == row.isNews)
  }
}
