import Geo
import RouteModel
import Testing
import Traffic

@testable import TrafficIO

/// Locations that a document names by the id of a predefined one.
extension DatexTests {
  private static func document(_ body: String) -> String {
    "<d2LogicalModel><payloadPublication>\(body)</payloadPublication></d2LogicalModel>"
  }

  private static func reference(_ id: String) -> String {
    "<predefinedLocationReference id=\"\(id)\" version=\"1\" targetClass=\"PredefinedLocation\"/>"
  }

  private static func speed(at location: String) -> String {
    "<elaboratedData><basicData><pertinentLocation>\(location)</pertinentLocation>"
      + "<averageVehicleSpeed><speed>50</speed></averageVehicleSpeed></basicData></elaboratedData>"
  }

  /// The definition of a location with a line, in the forms of the schemas.
  private static func definitions(_ location: String) -> [String] {
    [
      // A container is a location, or holds several.
      "<predefinedLocationContainer id=\"L\"><predefinedLocationName>A 1</predefinedLocationName>"
        + "<location>\(location)</location></predefinedLocationContainer>",
      "<predefinedLocationContainer id=\"links\"><predefinedLocation id=\"K\"><location>"
        + "\(openLR())</location></predefinedLocation><predefinedLocation id=\"L\"><location>"
        + "\(location)</location></predefinedLocation></predefinedLocationContainer>",
      "<predefinedLocationContainer id=\"route\"><predefinedLocation index=\"0\">"
        + "<predefinedLocation id=\"L\"><location>\(location)</location></predefinedLocation>"
        + "</predefinedLocation></predefinedLocationContainer>",
      // Version 3 has the same name for the definition and for references to it.
      "<predefinedLocationReference id=\"L\" version=\"1\"><location>"
        + "<locationContainedInGroup>\(location)</locationContainedInGroup></location>"
        + "</predefinedLocationReference>",
    ]
  }

  /// Tables of sites and locations, with values that refer to them.
  static var tables: String {
    document(
      definitions(line).joined()
        + "<measurementSiteTable><measurementSiteRecord id=\"S\">"
        + "<measurementSpecificCharacteristics index=\"1\"><measurementSpecificCharacteristics>"
        + "<specificVehicleCharacteristics><vehicleType>lorry</vehicleType>"
        + "</specificVehicleCharacteristics></measurementSpecificCharacteristics>"
        + "</measurementSpecificCharacteristics><measurementSiteLocation>\(reference("L"))"
        + "</measurementSiteLocation></measurementSiteRecord></measurementSiteTable>"
        + speed(at: reference("L")) + "<siteMeasurements><measurementSiteReference id=\"S\"/>"
        + value("50") + value("70").replacing("\"1\"", with: "\"2\"") + "</siteMeasurements>")
  }

  @Test("a location by reference is the predefined one, of the document or of another")
  func predefinedLocations() throws {
    for definition in Self.definitions(Self.line) {
      let speed = Self.speed(at: Self.reference("L"))
      let wanted = [TrafficRecord(Self.linePlace, speedKmh: 50)]
      #expect(try Self.feed(Self.document(definition + speed)).records == wanted, "\(definition)")
      let tables = try Self.feed(Self.document(definition)).tables
      #expect(!tables.isEmpty && tables.sites.isEmpty)
      #expect(try Self.feed(Self.document(speed), tables: tables).records == wanted)
      let situation = Self.situation(Self.management, Self.closed, location: Self.reference("L"))
      #expect(
        try Self.feed(situation, tables: tables).records == [
          TrafficRecord(
            Self.linePlace, closure: .all, incident: TrafficIncident(kind: "management"))
        ])
      // What the document tells itself counts first.
      #expect(
        try Self.feed(
          Self.document(Self.speed(at: Self.reference("L") + Self.openLR())), tables: tables
        )
        .records == [TrafficRecord(Self.openLRPlace(nil, nil), speedKmh: 50)])
      for other in ["M", "l", ""] {
        #expect(
          try Self.feed(Self.document(Self.speed(at: Self.reference(other))), tables: tables)
            .records == [TrafficRecord(.unsupported(.noPlace), speedKmh: 50)])
      }
    }
    #expect(try Self.feed(Self.document(Self.reference("L"))).tables.isEmpty)
  }

  @Test("a reference to a part of a predefined location, or to a destination, is no place")
  func partsOfPredefined() throws {
    let tables = try Self.feed(Self.document(Self.definitions(Self.line)[0])).tables
    func places(_ location: String) throws -> [TrafficRecord.Place] {
      try Self.feed(
        Self.situation(Self.management, Self.closed, location: location), tables: tables
      ).records.map(\.place)
    }
    #expect(
      try places(
        Self.reference("L")
          + "<locationByReferenceExtension><directionalityReference><startChainage>40"
          + "</startChainage></directionalityReference></locationByReferenceExtension>")
        == [.unsupported(.noPlace)])
    #expect(
      try places("<destination>\(Self.reference("L"))</destination>") == [.unsupported(.noPlace)])
    #expect(
      try places(
        "<alternativeRoute><locationContainedInItinerary>\(Self.reference("L"))"
          + "</locationContainedInItinerary></alternativeRoute>") == [.unsupported(.noPlace)])
  }

  @Test("the carriageway of a predefined location counts, unless the reference states one")
  func predefinedCarriageways() throws {
    func carriageway(_ word: String) -> String {
      "<supplementaryPositionalDescription><carriageway>\(word)</carriageway>"
        + "</supplementaryPositionalDescription>"
    }
    let (main, exit) = (carriageway("mainCarriageway"), carriageway("exitSlipRoad"))
    func closures(_ definition: String, _ location: String) throws -> [TrafficPiece.Closure] {
      let tables = try Self.feed(Self.document(Self.definitions(definition)[0])).tables
      return try Self.feed(
        Self.situation(Self.management, Self.closed, location: location), tables: tables
      ).records.map(\.closure)
    }
    let reference = Self.reference("L")
    let none = TrafficPiece.Closure.none
    #expect(try closures(Self.line, reference) == [.all])
    #expect(try closures(main + Self.line, reference) == [.all])
    #expect(try closures(exit + Self.line, reference) == [none, none])
    #expect(try closures(Self.line, exit + reference) == [none, none])
    #expect(try closures(main + Self.line, exit + reference) == [none, none])
    #expect(try closures(exit + Self.line, main + reference) == [.all])
  }

  @Test("a site may be at a predefined location")
  func predefinedSite() throws {
    // The value of trucks does not count.
    #expect(
      try Self.feed(Self.tables).records.map { $0.speedKmh } == [50, 70]
        && Self.feed(Self.tables).records.allSatisfy { $0.place == Self.linePlace })
    let site =
      "<measurementSiteTable><measurementSiteRecord id=\"S\"><measurementSiteLocation>"
      + "\(Self.reference("L"))</measurementSiteLocation></measurementSiteRecord>"
      + "</measurementSiteTable>"
    let tables = try Self.feed(Self.document(Self.definitions(Self.line)[1] + site)).tables
    #expect(
      try Self.feed(Self.measured(Self.value("50")), tables: tables).records
        == [TrafficRecord(Self.linePlace, speedKmh: 50)])
  }
}
