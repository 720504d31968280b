import Geo
import MapCompiler
import MapReader
import NavFormat
import Places
import RoadModel
import TestSupport
import Testing

/// What is found for what is typed, on a small town.
@Suite struct SearchTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    /// The kind and title of the first result; nil if there must be none.
    var first: (kind: String, title: String)?
    var isComplete = true
    var testDescription: String { text }

    init(_ text: String, _ kind: String?, _ title: String = "", isComplete: Bool = true) {
      self.text = text
      first = kind.map { ($0, title) }
      self.isComplete = isComplete
    }
  }

  static let cases: [Case] = [
    .init("Hauptstraße", "street", "Hauptstraße"),
    .init("hauptstrasse", "street", "Hauptstraße"),
    .init("haupts", "street", "Hauptstraße"),
    .init("Hauptstr.", "street", "Hauptstraße"),
    .init("Hauptstr. Köpstadt", "street", "Hauptstraße"),
    .init("koepstadt hauptstr", "street", "Hauptstraße"),
    .init("Haupstrasse", "street", "Hauptstraße"),
    .init("Huaptstrasse", "street", "Hauptstraße"),
    .init("kaiserweg", "street", "Hauptstraße"),
    .init("r. de l'eglise", "street", "Rue de l'Église"),
    .init("L 12", "street", "Rue de l'Église"),
    .init("haupt str", "street", "Hauptstraße"),
    .init("kaiser weg", "street", "Hauptstraße"),
    .init("kaisser weg", "street", "Hauptstraße"),
    .init("hauptstrase nr 12, köpstadt", "address", "Hauptstraße 12"),
    .init("vaalserstr. 5", "address", "Rue de l'Église 5"),
    .init("vaalserstraße", "street", "Rue de l'Église"),
    .init("Köpstadt", "town", "Köpstadt"),
    .init("kopstad", "town", "Köpstadt"),
    .init("nordend", "suburb", "Nordend"),
    .init("nordend köpstadt", "suburb", "Nordend"),
    .init("Hauptstraße 12", "address", "Hauptstraße 12"),
    .init("12 hauptstraße", "address", "Hauptstraße 12"),
    .init("Hauptstraße 12a", "address", "Hauptstraße 12 a"),
    .init("Hauptstraße 12 a, Köpstadt", "address", "Hauptstraße 12 a"),
    .init("54321 Hauptstraße 12", "address", "Hauptstraße 12"),
    .init("Hauptstraße 12, D-54321 Köpstadt", "address", "Hauptstraße 12"),
    .init("Hauptstraße 12, CH 54321", "address", "Hauptstraße 12"),
    .init("D-54321", "postcode", "54321"),
    .init("hauptstrase 12 kopstadt", "address", "Hauptstraße 12"),
    .init("Hauptstraße Nr. 12, Köpstadt", "address", "Hauptstraße 12"),
    .init("Hauptstraße n.º 12", "address", "Hauptstraße 12"),
    .init("rue de l'eglise, no. 5", "address", "Rue de l'Église 5"),
    .init("№ 12, Hauptstraße", "address", "Hauptstraße 12"),
    .init("Hauptstraße, д. 12", "address", "Hauptstraße 12"),
    .init("Hauptstraße 25", "address", "Hauptstraße 25"),
    .init("rue de l'eglise 5", "address", "Rue de l'Église 5"),
    .init("54321", "postcode", "54321"),
    .init("tankgut", "fuel", "Tankgut"),
    .init("ταβερνα αθηνα", "food", "Ταβέρνα Αθήνα"),
    .init("taverna athina", "food", "Ταβέρνα Αθήνα"),
    .init("restaurant", "food", "Ταβέρνα Αθήνα"),
    .init("köpstadt hauptbahnhof", "station", "Köpstadt Hbf"),
    .init("hauptstraße and rue de l'église", "intersection", "Hauptstraße / Rue de l'Église"),
    .init("50.001, 6.002", "coordinate", "50.001, 6.002"),
    .init("50°0'3.6\"N 6°0'7.2\"E", "coordinate", "50°0'3.6\"N 6°0'7.2\"E"),
    .init("geo:50.001,6.002?z=12", "coordinate", "geo:50.001,6.002?z=12"),
    .init("2222+CR Köpstadt", "coordinate", "2222+CR Köpstadt"),
    .init("2222+CR Nowhere", nil),
    .init("geo:0,0?q=Hauptstra%C3%9Fe+12(Home)", "address", "Hauptstraße 12"),
    .init("https://maps.google.com/?q=K%C3%B6pstadt", "town", "Köpstadt"),
    .init("https://www.openstreetmap.org/#map=17/50.001/6.002", "coordinate", "50.001,6.002"),
    .init("google.navigation:q=Hauptstra%C3%9Fe+12", "address", "Hauptstraße 12"),
    .init("https://google.de/maps/place/Hauptstrasse+12,+Kopstadt/", "address", "Hauptstraße 12"),
    .init("google.com/maps/dir/Nordend/Hauptstr+12/@1.5,2.5,9z", "address", "Hauptstraße 12"),
    .init("Hauptstraße 12\nKöpstadt\nhttps://maps.app.goo.gl/4xQ7", "address", "Hauptstraße 12"),
    .init("https://maps.app.goo.gl/4xQ7", nil),
    .init("https://example.org/hauptstraße/12", nil),
    .init("https://example.org/?q=https://example.org/?q=Nordend", nil),
    .init("hauptstraße hamburg", "street", "Hauptstraße", isComplete: false),
    .init("zzzzqqq", nil),
    .init("* % _ \u{0}", nil),
    .init("", nil),
  ]

  @Test("the first result is the one of the table", arguments: cases)
  func first(_ example: Case) async throws {
    let built = try await PlacesMap.built()
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(example.text))
    #expect(found.first?.kind.word == example.first?.kind)
    if let first = example.first { #expect(found.first?.title == first.title) }
    if let place = found.first { #expect(place.isComplete == example.isComplete) }
  }

  @Test(
    "a coordinate is read as it is written",
    arguments: [
      ("50°0'3.6\"N 6°0'7.2\"E", 50.001, 6.002), ("50° 0' 3.6\" S, 6° 30' W", -50.001, -6.5),
      ("geo:-50.001,6.002?z=12", -50.001, 6.002), ("N50.001 W6.002", 50.001, -6.002),
      ("W6.002 N50.001", 50.001, -6.002), ("6.002 E, 50.001 S", -50.001, 6.002),
      ("50° 30,6' N 6° 3,3' W", 50.51, -6.055), ("50°0'3,6\"N, 6°0'7,2\"E", 50.001, 6.002),
      ("N 50° 30.6' W 6° 3.3'", 50.51, -6.055), ("N 50° 00.060 E 006° 00.120", 50.001, 6.002),
      ("S 50° 0' 3.6\", W 6° 30'", -50.001, -6.5), ("N 50° 00,060, E 6° 0,12", 50.001, 6.002),
      ("geo:50,6", 50, 6), ("geo:50.001,6.002,120;u=35", 50.001, 6.002),
      ("+50.001, −6.002", 50.001, -6.002), ("(50.001, 6.002)", 50.001, 6.002),
      ("[50.001, 6.002]", 50.001, 6.002),
      ("50,001 6,002", 50.001, 6.002), ("50,001, -6,002", 50.001, -6.002),
      ("50,001;6,002", 50.001, 6.002), ("N50,001 E6,002", 50.001, 6.002),
      ("50.001\t6.002", 50.001, 6.002), ("50.001/-6.002", 50.001, -6.002),
      ("50:0:3.6N 6:0:7.2E", 50.001, 6.002), ("50d0'3.6\"N 6d0'7.2\"E", 50.001, 6.002),
      ("50°0'3.6\", 6°0'7.2\"", 50.001, 6.002), ("-50°0'3.6\" -0°30'", -50.001, -0.5),
      ("50° 0,06′, −6° 0,12′", 50.001, -6.002), ("50.001, –6.002", 50.001, -6.002),
      ("50.001，6.002", 50.001, 6.002), ("５０.００１ ６.００２", 50.001, 6.002),
      ("lat 50.001 lon -6.002", 50.001, -6.002), ("Lat: 50,001, Lng: 6,002", 50.001, 6.002),
      ("longitude=6.002&latitude=50.001", 50.001, 6.002), ("lon: 6, lat: -50", -50, 6),
      ("Latitude: 50.001° N, Longitude: 6.002° W", 50.001, -6.002),
      ("Lng 6.002 E Lat 50.001 S", -50.001, 6.002), ("Lat. 50.001, Long. 6.002", 50.001, 6.002),
      ("Lat. N 50° 0' 3.6\", Lon. W 6° 0' 7.2\"", 50.001, -6.002),
      ("Lat 50°0'3.6\"N, Lon 6°0'7.2\"W", 50.001, -6.002),
      ("lat 50° 0' 3.6\", long -6° 0' 7.2\"", 50.001, -6.002),
      ("geo:0,0?q=50.001,-6.002(Home)", 50.001, -6.002),
      ("geo:0,0?q=50.001%2C-6.002", 50.001, -6.002),
      ("https://www.openstreetmap.org/#map=17/50.001/-6.002&layers=C", 50.001, -6.002),
      ("https://www.openstreetmap.org/?mlat=50.001&mlon=-6.002#map=5/1.0/2.0", 50.001, -6.002),
      ("https://www.google.com/maps/@50.001,-6.002,17z", 50.001, -6.002),
      ("www.google.com/maps?q=50.001,-6.002", 50.001, -6.002),
      ("https://www.google.com/maps/place/X/@1.5,2.5,9z/data=!3d50.001!4d-6.002", 50.001, -6.002),
      ("https://www.google.com/maps/search/?api=1&query=50.001%2C+-6.002", 50.001, -6.002),
      ("https://maps.apple.com/?q=Home&ll=50.001,-6.002", 50.001, -6.002),
      ("https://www.bing.com/maps?cp=50.001~-6.002&lvl=16", 50.001, -6.002),
      ("https://osmand.net/map?pin=50.001,-6.002#16/50.0/6.0", 50.001, -6.002),
      ("google.navigation:q=50.001,-6.002&mode=d", 50.001, -6.002),
      ("google.com/maps/@50.001,-6.002,17z", 50.001, -6.002),
      ("https://maps.google.com/?q=loc:50.001+-6.002", 50.001, -6.002),
      ("https://www.google.com/maps/@?api=1&viewpoint=50.001,-6.002", 50.001, -6.002),
      ("https://www.google.com/maps/embed?pb=!1m18!1d300.5!2d-6.002!3d50.001", 50.001, -6.002),
      ("google.com/maps/dir/A/B/@1.5,2.5,9z/data=!1d3.5!2d4.5!1d-6.002!2d50.001", 50.001, -6.002),
      ("https://www.google.com/maps/dir/Here/50.001,-6.002/@1.5,2.5,9z", 50.001, -6.002),
      ("https://mapy.cz/zakladni?x=-6.002&y=50.001&z=17", 50.001, -6.002),
      ("https://plus.codes/9F282222+CR", 50.0010625, 6.0020625),
      ("https://www.google.com/maps/place/9F282222%2BCR", 50.0010625, 6.0020625),
      ("Home https://www.openstreetmap.org/#map=17/50.001/-6.002", 50.001, -6.002),
      ("50° 0′ 3,6″ N, 6° 0′ 7,2″ O", 50.001, 6.002), ("N 50.001, O 6.002", 50.001, 6.002),
      ("50°0'3.6\" N / 6°0'7.2\" E", 50.001, 6.002),
      ("50˚0'3.6\"N, 6˚0'7.2\"E", 50.001, 6.002), ("50.001N6.002W", 50.001, -6.002),
      ("S50.001E6.002", -50.001, 6.002), ("50.001 | -6.002", 50.001, -6.002),
      ("50.001、6.002", 50.001, 6.002), ("50.001, 6.002.", 50.001, 6.002),
      ("\u{200E}50.001, 6.002\u{200E}", 50.001, 6.002), ("+50.001-006.002/", 50.001, -6.002),
      ("-50.001+6.002", -50.001, 6.002), ("+50.001-006.002+120.5/", 50.001, -6.002),
      ("POINT(-6.002 50.001)", 50.001, -6.002), ("Point Z (-6.002 50.001 12)", 50.001, -6.002),
      ("SRID=4326;POINT(-6.002 50.001)", 50.001, -6.002),
      ("https://graphhopper.com/maps/?point=50.001%2C-6.002&profile=car", 50.001, -6.002),
      ("2222+CR Köpstadt", 50.0010625, 6.0020625), ("Köpstadt 2222+CR", 50.0010625, 6.0020625),
      ("2222+CR Köpstadt, Rheinland, Deutschland", 50.0010625, 6.0020625),
      ("9F282222+CR, Köpstadt", 50.0010625, 6.0020625),
    ])
  func coordinate(_ text: String, _ latitude: Double, _ longitude: Double) async throws {
    let built = try await PlacesMap.built()
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text))
    let position = try #require(found.first?.position)
    #expect(abs(position.latitude - latitude) < 3e-7)
    #expect(abs(position.longitude - longitude) < 3e-7)
  }

  @Test(
    "a short link of OpenStreetMap has the bits of longitude and latitude in turns",
    arguments: [
      // Computed by a separate program from https://wiki.openstreetmap.org/wiki/Shortlink.
      ("https://osm.org/go/b8boFCnYZ-", 41.1496, -8.611),
      ("osm.org/go/0GAnHsXI?m=", 50.7753, 6.0839),
      ("https://www.openstreetmap.org/go/uN~Ra6l74", -33.8568, 151.2153),
      ("https://osm.org/go/uN@Ra6l74", -33.8568, 151.2153),
    ])
  func shortLink(_ text: String, _ latitude: Double, _ longitude: Double) async throws {
    let found = try PlaceSearch(try await PlacesMap.built().map).places(for: PlaceQuery(text))
    let position = try #require(found.first?.position)
    // The links state a pixel of their map.
    #expect(abs(position.latitude - latitude) < 2e-5)
    #expect(abs(position.longitude - longitude) < 2e-5)
  }

  @Test("O is east where the map lies in the east, and west in the west")
  func west() async throws {
    let xml = PlacesMap.xml.replacing("lon=\"6.", with: "lon=\"-6.")
    let search = PlaceSearch(try await BuiltMap(xml: xml).map)
    let found = try search.places(for: PlaceQuery("50° 0′ 3,6″ N 6° 0′ 7,2″ O"))
    #expect(found.first?.position == Coordinate(latitude: 50.001, longitude: -6.002))
    #expect(try search.places(for: PlaceQuery("Rua O")).allSatisfy { $0.kind != .coordinate })
  }

  @Test(
    "other numbers are not coordinates",
    arguments: [
      "12,5", "1,2,3,4", "50,001 6", "12, 14", "50,001,6,002,7,5", "2222+CR 2222+CR",
      "S -50.001 W -6.002", "-50.001 S, 6.002 E", "50°0', 6°-3'", "50°-3', 6°0'", "50°0'", "3º, 2º",
      "300N 400W", "30N 40W", "+49-6221.5", "-50.001", "+50.001-6.002/5.5",
      "50° 6° 7°", "lat 50.001 lat 6.002", "lon 6.002, lat 150.001",
      "lon 6°0'7.2\", lat 50°0'3.6\"",
      "geo:0,0?q=Hauptstraße", "latitude 50.001", "https://example.org/", "https://example.org/?q=",
      "https://example.org/?seq=50.5,6.5", "https://www.openstreetmap.org/#map=17/95.5/6.5",
      "https://yandex.com/maps/?ll=6.5,50.5", "POINT(6.002)", "POINT EMPTY", "POINT(6.002 95.5)",
      "POINTS (6.002 50.001)", "POINT(6.002 50.001, 6.003 50.001)",
    ])
  func noCoordinate(_ text: String) async throws {
    let built = try await PlacesMap.built()
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text))
    #expect(found.allSatisfy { $0.kind != .coordinate })
  }

  @Test("an address says where it is, its postcode and what it lies in; one arrives on its street")
  func address() async throws {
    let built = try await PlacesMap.built()
    let search = PlaceSearch(built.map)
    let found = try #require(try search.places(for: PlaceQuery("hauptstraße 12")).first)
    #expect(found.postcode == "54321")
    #expect(found.surroundings.map(\.name) == ["Köpstadt"])
    #expect(found.label == "Hauptstraße 12, 54321, Köpstadt")
    let wanted = try #require(Coordinate(latitude: 50.0002, longitude: 6.001))
    #expect(Distance.metres(found.position, wanted) < 0.2)
    let edge = try #require(try found.edge.flatMap { try built.map.place(ofEdge: $0) })
    let tile = try built.map.tile(edge.tile)
    #expect(tile.wayOSMID(tile.way(edge.segment)) == 100)
    let arrival = try #require(try search.arrival(at: found))
    #expect(arrival.wayID == 100)
    let road = try #require(Coordinate(latitude: 50, longitude: 6.001))
    #expect(Distance.metres(arrival.position, road) < 2)
    let anywhere = try #require(try search.places(for: PlaceQuery("50.1, 6.1")).first)
    #expect(try search.arrival(at: anywhere) == nil)
  }

  @Test("numbers of an interpolation line lie between its ends, in order")
  func interpolation() async throws {
    let built = try await PlacesMap.built()
    let search = PlaceSearch(built.map)
    for (number, longitude) in [("23", 6.0055), ("25", 6.006), ("27", 6.0065)] {
      let found = try #require(try search.places(for: PlaceQuery("hauptstraße \(number)")).first)
      #expect(found.houseNumber == number && found.isInterpolated)
      #expect(abs(found.position.longitude - longitude) < 0.00001)
    }
  }

  @Test("a fuel station says what it sells and when it is open")
  func fuel() async throws {
    let built = try await PlacesMap.built()
    let near = try #require(Coordinate(latitude: 50, longitude: 6))
    let found = try PlaceSearch(built.map).places(
      for: PlaceQuery("", near: near, categories: [.fuel]))
    #expect(found.count == 1)
    #expect(found.first?[.fuels] == "HGV_diesel;diesel")
    #expect(found.first?[.openingHours] == "Mo-Fr 06:00-22:00")
    let truck = try PlaceSearch(built.map).nearest(to: near, categories: [.truckParking], limit: 3)
    #expect(truck.map { $0[.truckCapacity] } == ["40"])
  }

  @Test("a coordinate is told by its address, its street, or its settlement")
  func reverse() async throws {
    let built = try await PlacesMap.built()
    let search = PlaceSearch(built.map)
    for (latitude, longitude, label) in [
      (50.0002, 6.0011, "Hauptstraße 12, 54321, Köpstadt"),
      (50.0038, 6.0035, "Rue de l'Église, Nordend, Köpstadt"),
      (50.02, 6.02, "Köpstadt"),
    ] {
      let position = try #require(Coordinate(latitude: latitude, longitude: longitude))
      #expect(try search.place(at: position)?.label == label)
    }
  }

  @Test("a map keeps what was asked for; without places only coordinates are found")
  func scopes() async throws {
    let poi = try await PlacesMap.built(.poi)
    let search = PlaceSearch(poi.map)
    #expect(try search.places(for: PlaceQuery("tankgut")).count == 1)
    #expect(try search.places(for: PlaceQuery("kaiserweg")).isEmpty)
    let none = try await PlacesMap.built(.none)
    #expect(!none.map.hasPlaces)
    #expect(try PlaceSearch(none.map).places(for: PlaceQuery("tankgut")).isEmpty)
    #expect(try PlaceSearch(none.map).places(for: PlaceQuery("50.1, 6.1")).count == 1)
  }

  @Test("a street written as two words is found in its town, whatever stands between them")
  func twoWords() async throws {
    let search = PlaceSearch(try await PlacesMap.built().map)
    for text in ["Haupt Straße in Köpstadt", "Haupt Straße bei Köpstadt"] {
      let found = try #require(try search.places(for: PlaceQuery(text)).first)
      #expect(found.name == "Hauptstraße" && found.isComplete, "\(text)")
    }
  }

  @Test("the last parts of an address that the map lacks are left out")
  func unknownRegion() async throws {
    let search = PlaceSearch(try await PlacesMap.built().map)
    for (text, isComplete) in [
      ("Hauptstraße, Köpstadt, Baden-Württemberg, Germany", true),
      ("Hauptstraße, Köpstadt, North Region", false),
    ] {
      let found = try #require(try search.places(for: PlaceQuery(text)).first)
      #expect(found.name == "Hauptstraße" && found.isComplete == isComplete, "\(text)")
    }
    #expect(try search.places(for: PlaceQuery("Nowhere, Nothing, Germany")).isEmpty)
  }

  @Test("hostile texts are answered")
  func hostile() async throws {
    let built = try await PlacesMap.built()
    let search = PlaceSearch(built.map)
    for text in [
      String(repeating: "haupt", count: 2_000), String(repeating: "a b ", count: 2_500),
      String(repeating: "\u{202E}", count: 3_000), String(repeating: "1 ", count: 5_000),
      "\u{0}\u{0}", "%%%%", " and ", "a and ", "+", "++++", "22+", "8CHH0000+", "99.0 and 99.0",
      String(repeating: "9", count: 400) + "." + ",1.0",
    ] {
      let found = try search.places(for: PlaceQuery(text, limit: 1_000_000))
      #expect(found.count <= PlaceQuery.maximumLimit)
    }
  }

  /// Examples of the test data of Open Location Code (Apache License 2.0): code, latitude, longitude of its centre.
  @Test(
    "plus codes are the centres of their areas",
    arguments: [
      ("7FG49Q00+", 20.375, 2.775), ("7FG49QCJ+2V", 20.3700625, 2.7821875),
      ("7FG49QCJ+2VX", 20.3701125, 2.782234375), ("8FVC2222+22", 47.0000625, 8.0000625),
      ("4VCPPQGP+Q9", -41.2730625, 174.7859375), ("62G20000+", 0.5, -179.5),
    ])
  func plusCodes(_ code: String, _ latitude: Double, _ longitude: Double) throws {
    let found = try #require(PlusCode.coordinate(code, near: nil))
    #expect(abs(found.latitude - latitude) < 2e-7)
    #expect(abs(found.longitude - longitude) < 2e-7)
  }

  @Test("a short plus code is the nearest place that it may be")
  func shortCode() throws {
    let near = try #require(Coordinate(latitude: 47.0, longitude: 8.0))
    let found = try #require(PlusCode.coordinate("2222+22", near: near))
    #expect(abs(found.latitude - 47.0000625) < 2e-7 && abs(found.longitude - 8.0000625) < 2e-7)
    #expect(PlusCode.coordinate("2222+22", near: nil) == nil)
    #expect(PlusCode.coordinate("AAAA+22", near: near) == nil)
  }

  @Test(
    "a full plus code may have a space in its middle",
    arguments: ["8FVC 2222+22", "8fvc 2222+22", "8FVC 2222+22 Zürich", "Zürich, 8FVC 2222+22"])
  func spacedCode(_ text: String) async throws {
    let search = PlaceSearch(try await PlacesMap.built().map)
    let found = try #require(try search.places(for: PlaceQuery(text)).first)
    #expect(found.kind == .coordinate)
    #expect(abs(found.position.latitude - 47.0000625) < 2e-7)
    #expect(abs(found.position.longitude - 8.0000625) < 2e-7)
  }

  @Test("a short plus code with a name tells its distance")
  func shortCodeDistance() async throws {
    let near = try #require(Coordinate(latitude: 50.0010625, longitude: 6.0020625))
    let search = PlaceSearch(try await PlacesMap.built().map)
    let found = try search.places(for: PlaceQuery("2222+CR Köpstadt", near: near))
    #expect(try #require(found.first?.distanceMetres) < 1)
  }

  @Test("a limit out of range is clamped, for words and for streets that meet")
  func limits() async throws {
    let search = PlaceSearch(try await PlacesMap.built().map)
    for text in ["a", "hauptstraße", "hauptstraße and kaiserweg"] {
      for limit in [Int.min, -1, 0] {
        let found = try search.places(for: PlaceQuery(text, limit: limit))
        #expect(try found == search.places(for: PlaceQuery(text, limit: 1)), "\(text) \(limit)")
      }
      let found = try search.places(for: PlaceQuery(text, limit: .max))
      #expect(found.count <= PlaceQuery.maximumLimit)
    }
  }
}
