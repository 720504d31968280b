import Geo
import JSON
import MapCompiler
import RoadModel
import TestSupport
import Testing

@testable import MapServer
@testable import Places

/// Places over HTTP, in the forms of Nominatim, GeocodeJSON and Photon.
@Suite struct PlaceServiceTests {
  private static let drawing = AsciiMap(
    """
    A---B---C
    """,
    metresPerCell: 100,
    ways: ["AB": "highway=residential name=Kirchweg", "BC": "highway=residential name=Lindenhof"])

  @Test("a search and its reverse answer in every form")
  func forms() async throws {
    try await ServedMap.with(Self.drawing) { served in
      for (target, parts) in [
        (
          "/search?q=kirchw",
          ["[{", "\"name\":\"Kirchweg\"", "\"category\":\"highway\"", "\"lat\":\""]
        ),
        (
          "/search?q=kirchw&format=geocodejson",
          ["\"FeatureCollection\"", "\"geocoding\"", "Kirchweg"]
        ),
        (
          "/search?q=kirchw&format=mapc",
          ["\"FeatureCollection\"", "\"kind\":\"street\"", "\"arrival\":{\"lat\":", "\"way\":"]
        ),
        ("/api?q=Kirch%77eg", ["\"FeatureCollection\"", "\"osm_key\":\"highway\"", "Kirchweg"]),
        ("/api?q=kirchweg+and+lindenhof", ["Kirchweg / Lindenhof"]),
        ("/search?q=kirchweg+nowhere", ["\"name\":\"Kirchweg\"", "\"complete\":false"]),
        ("/map.json", ["\"search\":true"]),
        ("/search?q=nothinglikeit", ["[]"]),
        ("/search?q=%00%FF%E2", ["[]"]),
      ] {
        let reply = try await served.get(target)
        #expect(reply.status == 200, "\(target)")
        for part in parts { #expect(reply.body.contains(part), "\(target): \(reply.body)") }
      }
      for target in ["/search?q=kirchw", "/search?q=kirchw&format=geocodejson", "/api?q=kirchw"] {
        // Members that there are not are left out, as by the services in use.
        #expect(!(try await served.get(target)).body.contains("null"), "\(target)")
      }
      let place = try served.roads.drawing.place("A")
      let at = "lat=\(place.latitude)&lon=\(place.longitude)"
      let reply = try await served.get("/reverse?format=jsonv2&" + at)
      #expect(reply.status == 200 && reply.body.contains("\"road\":\"Kirchweg\""))
      let nowhere = try await served.get("/reverse?format=jsonv2&lat=80&lon=10")
      #expect(nowhere.status == 200 && nowhere.body.contains("Unable to geocode"))
    }
  }

  @Test(
    "GeocodeJSON repeats what was searched",
    arguments: [
      ("/search?q=kirchw", "kirchw"), ("/search?city=Stadt&street=Kirchweg+1", "Kirchweg 1, Stadt"),
    ])
  func searched(_ target: String, _ text: String) throws {
    #expect(try PlaceQueryURL(target, .search).searched == text)
    #expect(try PlaceQueryURL("/reverse?lat=50&lon=6.1", .reverse).searched == "50,6.1")
  }

  @Test(
    "the languages of names are those of Photon and of Nominatim",
    arguments: [
      ("", []), ("&lang=de", ["de"]), ("&lang=", []), ("&lang=fr&accept-language=en", ["fr"]),
      // The most wanted comes first (RFC 9110, section 12.5.4), and one of quality 0 is not wanted.
      ("&accept-language=en-US,en;q=0.5,+de", ["en-US", "de", "en"]),
      ("&accept-language=fr;q=0,en;q=0.2,de;q=0.9,*;q=0.1", ["de", "en", "*"]),
      // A weight above 1 can't be read.
      ("&accept-language=fr;q=2,en;Q=0.2,+de;+q=0.9", ["de", "en"]),
    ] as [(String, [String])])
  func languages(_ parameter: String, _ languages: [String]) throws {
    #expect(try PlaceQueryURL("/search?q=a" + parameter, .search).languages == languages)
  }

  @Test(
    "the header of the language counts without a parameter",
    arguments: [
      ("", ["de-CH", "de", "en"]), ("&accept-language=fr", ["fr"]), ("&lang=it", ["it"]),
    ] as [(String, [String])])
  func languageHeader(_ parameter: String, _ languages: [String]) throws {
    let url = try PlaceQueryURL(
      "/search?q=a" + parameter, .search, acceptLanguage: "en;q=0.1, de-CH, de;q=0.9")
    #expect(url.languages == languages)
  }

  @Test("names are in the language of the request's header, and caches learn it")
  func languageOfRequest() async throws {
    var options = MapCompiler.Options()
    options.languages = ["de", "fr"]
    let drawing = AsciiMap(
      "A---B", metresPerCell: 100,
      ways: ["AB": "highway=residential name=Strada name:de=Kirchweg name:fr=Sentier"])
    try await ServedMap.with(drawing, options: options) { served in
      for (header, name) in [
        ("", "Strada"), ("Accept-Language: en, fr;q=0.5, de;q=0.9\r\n", "Kirchweg"),
      ] {
        let reply = try await served.send(
          "GET /search?q=strada HTTP/1.1\r\nHost: a\r\n\(header)Connection: close\r\n\r\n")
        #expect(reply.body.contains("\"name\":\"\(name)\""), "\(reply.body)")
        #expect(reply.headers.contains("Vary: Accept-Encoding, Accept-Language"))
      }
    }
  }

  @Test("places along a route, along a line and by time")
  func byWay() async throws {
    // A street is a category like any other.
    try await ServedMap.with(Self.drawing) { served in
      let (a, c) = (
        try served.roads.drawing.place("A"), try served.roads.drawing.place("C")
      )
      let ends = "\(a.longitude),\(a.latitude);\(c.longitude),\(c.latitude)"
      for (target, part) in [
        ("along=\(ends)&category=street", "\"detour_seconds\":"),
        ("geometry=\(ends)&category=street", "\"ahead_metres\":"),
        (
          "along=\(ends)&category=street&format=geojson&profile=truck",
          "\"FeatureCollection\""
        ),
        (
          "by_time=true&lat=\(a.latitude)&lon=\(a.longitude)&category=street",
          "\"travel_seconds\":"
        ),
        ("along=\(ends)&category=street", "\"arrival\":{\"lat\":"),
        ("along=\(ends)&category=street&after_metres=100000", "{\"places\":[]}"),
      ] {
        let reply = try await served.get("/search?" + target)
        #expect(reply.status == 200, "\(target): \(reply.body)")
        #expect(reply.body.contains(part), "\(target): \(reply.body)")
      }
      for target in [
        "along=\(ends)&by_time=true", "along=1,2", "along=x", "by_time=true",
        "by_time=1&lat=1&lon=1",
        "along=\(ends)&format=photon", "along=\(ends)&detour=soon", "along=\(ends)&last=1",
        "along=\(ends)&open=true", "along=\(ends)&profile=plane", "along=200,1;2,3",
        "geometry=polyline()",
        "geometry=1,1;90,1;1,1",
        // The map has no elevation.
        "along=\(ends)&category=street&avoid_steep=5",
        // What is said about each coordinate is said about all.
        "along=\(ends)&radiuses=100", "along=\(ends)&approaches=curb", "along=\(ends)&hints=;;",
        "along=\(ends)&bearings=90,20", "along=\(ends)&bearings=400,20;",
        "along=\(ends)&radiuses=-2;", "geometry=\(ends)&radiuses=100",
        "by_time=true&lat=\(a.latitude)&lon=\(a.longitude)&radiuses=100;100",
      ] {
        let reply = try await served.get("/search?" + target)
        #expect(reply.status == 400, "\(target): \(reply.body)")
      }
    }
  }

  @Test("a parameter that the kind of search does not have is refused, not ignored")
  func otherKinds() async throws {
    try await ServedMap.with(Self.drawing) { served in
      let (a, c) = (
        try served.roads.drawing.place("A"), try served.roads.drawing.place("C")
      )
      let along = "along=\(a.longitude),\(a.latitude);\(c.longitude),\(c.latitude)"
      let near = "lat=\(a.latitude)&lon=\(a.longitude)"
      let departure = "depart_at=2026-11-21T10:00"
      for (target, says) in [
        ("q=linden&open=true&\(departure)", "open is for places along a route or by time"),
        ("\(near)&category=street&before=600", "before is for places along a route or by time"),
        ("\(near)&category=street&after=600", "after is for places along a route"),
        ("q=linden&detour=60", "detour is for places along a route"),
        ("by_time=true&\(near)&category=street&within=100", "within is for places along a route"),
        ("by_time=true&\(near)&category=street&last=true", "last is for places along a route"),
        ("by_time=true&\(near)&before_metres=9", "before_metres is for places along a route"),
        ("by_time=true&\(near)&q=linden", "q has no effect along a route and by time"),
        ("\(along)&q=linden", "q has no effect along a route and by time"),
        ("\(along)&\(near)", "lat has no effect along a route"),
        ("\(along)&after=60&before=59", "No place is reached after"),
        ("\(along)&after_metres=60&before_metres=59", "No place is reached after"),
      ] {
        let reply = try await served.get("/search?" + target)
        #expect(reply.status == 400, "\(target): \(reply.body)")
        #expect(reply.body.contains("\"code\":\"InvalidOptions\""), "\(target): \(reply.body)")
        #expect(reply.body.contains(says), "\(target): \(reply.body)")
      }
      let reply = try await served.get("/reverse?\(near)&open=true")
      #expect(reply.status == 400, "\(reply.body)")
      // Neither what says nothing, nor what other services have.
      for target in [
        "q=linden&open=false&last=false", "\(near)&category=street&detour=", "q=linden&polygon=1",
        "\(along)&category=street&after=60&before=60",
        "by_time=true&\(near)&category=street&before=600",
      ] {
        let reply = try await served.get("/search?" + target)
        #expect(reply.status == 200, "\(target): \(reply.body)")
      }
    }
  }

  @Test("what can't be read is named, as a position would be one in another URL")
  func unreadable() async throws {
    try await ServedMap.with(Self.drawing) { served in
      let a = try served.roads.drawing.place("A")
      let ends = "\(a.longitude),\(a.latitude);10.001,50"
      for (target, says) in [
        ("along=Porto;Aveiro", "along can't be read: 'Porto;Aveiro'. It takes lon,lat;lon,lat, "),
        ("along=\(a.longitude),\(a.latitude);1", "along can't be read: "),
        ("geometry=polyline(%00)", "geometry can't be read: 'polyline(\\u0000)'."),
        ("along=\(ends)&depart_at=soon", "depart_at can't be read: 'soon'."),
        ("along=\(ends)&explain=true&approaches=x;y", "approaches can't be read: 'x;y'."),
        ("along=\(ends)&profile=driving/", "profile can't be read: 'driving/'."),
        ("along=\(ends)&height=4&width=2&height=3.9", "height is given more than once."),
        (
          "by_time=true&lat=\(a.latitude)&lon=\(a.longitude)&holidays=x",
          "holidays can't be read: 'x'."
        ),
      ] {
        let reply = try await served.get("/search?category=street&" + target)
        #expect(reply.status == 400, "\(target): \(reply.body)")
        #expect(reply.body.contains(says), "\(target): \(reply.body)")
        #expect(!reply.body.contains("position"), "\(target): \(reply.body)")
      }
      // Without `by_time`, numbers may have an exponent or a sign, too.
      let reply = try await served.get(
        "/search?category=street&by_time=true&lat=%2B\(a.latitude)&lon=\(a.longitude * 10)e-1")
      #expect(reply.body.contains("\"travel_seconds\":"), "\(reply.body)")
    }
  }

  @Test("along a line, times are those of the options, and what lies beside the road has no detour")
  func lineAtMaximumSpeed() async throws {
    try await ServedMap.with(Self.drawing) { served in
      let (a, c) = (
        try served.roads.drawing.place("A"), try served.roads.drawing.place("C")
      )
      let reply = try await served.get(
        "/search?geometry=\(a.longitude),\(a.latitude);\(c.longitude),\(c.latitude)"
          + "&category=street&max_speed=5")
      func numbers(_ name: String) -> [Double] {
        reply.body.ranges(of: "\"\(name)\":").compactMap { found in
          Double(reply.body[found.upperBound...].prefix { $0.isNumber || $0 == "." })
        }
      }
      let times = numbers("ahead_seconds")
      // The middles of the two streets, after 200 and 600 metres.
      try #require(times.count == 2, "\(reply.body)")
      for (time, metres) in zip(times, [200.0, 600]) { #expect(abs(time - metres / 5 * 3.6) < 8) }
      #expect(numbers("detour_seconds").allSatisfy { $0 < 3 })
    }
  }

  @Test(
    "the box of a place fits its kind, and does not leave the earth",
    arguments: [
      (.place(.city), 47.0, 9.0, [46.84, 47.16, 8.84, 9.16]),
      (.place(.village), 47.0, 9.0, [46.98, 47.02, 8.98, 9.02]),
      (.address, 47.0, 9.0, [46.99995, 47.00005, 8.99995, 9.00005]),
      (.place(.country), 89.0, -179.0, [84.0, 90.0, -180.0, -174.0]),
    ] as [(FoundPlace.Kind, Double, Double, [Double])])
  func boxes(
    _ kind: FoundPlace.Kind, _ latitude: Double, _ longitude: Double, _ edges: [Double]
  ) throws {
    let position = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let box = PlaceBox(FoundPlace(kind: kind, name: "X", position: position))
    for (edge, expected) in zip([box.south, box.north, box.west, box.east], edges) {
      #expect(abs(edge - expected) < 1e-6)
    }
  }

  @Test("names and tags of a place have the keys of OpenStreetMap where they are asked for")
  func details() {
    let writer = PlaceWriter(attribution: "©")
    var place = FoundPlace(
      kind: .place(.fuel), name: "Tankgut",
      position: Coordinate(latitudeUnits: 470_000_000, longitudeUnits: 90_000_000))
    let details: [(PlaceDetail, String)] = [
      (.openingHours, "24/7"), (.fuels, "diesel;HGV_diesel"), (.sockets, "type2:4"),
      (.brand, "Gut"), (.name(language: 1), "Station-service"),
    ]
    place.details = details.map { FoundPlace.Detail(kind: $0, text: $1) }
    var options = PlaceWriter.NominatimOptions()
    let tags = [
      #""extratags":{"opening_hours":"24/7","fuel:diesel":"yes","fuel:HGV_diesel":"yes","#
        + #""socket:type2":"4"}"#,
      #""namedetails":{"name":"Tankgut","brand":"Gut","name:fr":"Station-service"}"#,
    ]
    for isWanted in [false, true] {
      (options.hasTags, options.hasNames, options.languages) = (isWanted, isWanted, ["de", "fr"])
      var json = JSONWriter()
      writer.nominatim(place, options, to: &json)
      let text = String(decoding: json.bytes, as: UTF8.self)
      for part in tags { #expect(text.contains(part) == isWanted, "\(text)") }
    }
  }

  @Test("the country of a place has the letters that clients of Nominatim and Photon know")
  func countryCode() {
    let writer = PlaceWriter(attribution: "©")
    var place = FoundPlace(
      kind: .address, name: "Hauptstrasse",
      position: Coordinate(latitudeUnits: 470_000_000, longitudeUnits: 90_000_000))
    for code in [nil, "LI"] {
      place.countryCode = code
      var (nominatim, photon) = (JSONWriter(), JSONWriter())
      writer.nominatim(place, to: &nominatim)
      writer.photon([place], to: &photon)
      let (one, other) = (
        String(decoding: nominatim.bytes, as: UTF8.self),
        String(decoding: photon.bytes, as: UTF8.self)
      )
      #expect(one.contains("\"country_code\":\"li\"") == (code != nil), "\(one)")
      #expect(other.contains("\"countrycode\":\"LI\"") == (code != nil), "\(other)")
    }
  }

  @Test("a country has its own name as its country in the form of Photon")
  func country() {
    let writer = PlaceWriter(attribution: "©")
    let place = FoundPlace(
      kind: .place(.country), name: "Germany",
      position: Coordinate(latitudeUnits: 510_834_196, longitudeUnits: 104_234_469))
    var json = JSONWriter()
    writer.photon([place], to: &json)
    let text = String(decoding: json.bytes, as: UTF8.self)
    #expect(text.contains(#""name":"Germany","country":"Germany""#), "\(text)")
  }

  @Test("a town has a box in the form of Photon, from its north-west corner, and a house has none")
  func extent() {
    let writer = PlaceWriter(attribution: "©")
    let position = Coordinate(latitudeUnits: 510_834_196, longitudeUnits: 104_234_469)
    func text(_ kind: FoundPlace.Kind) -> String {
      var json = JSONWriter()
      writer.photon([FoundPlace(kind: kind, name: "A", position: position)], to: &json)
      return String(decoding: json.bytes, as: UTF8.self)
    }
    // A city has 0.16 degrees to each side.
    let city = text(.place(.city))
    let box = #""extent":[10.2634469,51.2434196,10.5834469,50.9234196]"#
    #expect(city.contains(box), "\(city)")
    #expect(text(.place(.street)).contains(#""extent":["#))
    for kind in [FoundPlace.Kind.address, .place(.food), .coordinate, .intersection] {
      #expect(!text(kind).contains("extent"))
    }
  }

  @Test("wrong requests are refused")
  func refusals() async throws {
    try await ServedMap.with(Self.drawing) { served in
      for target in [
        "/search", "/search?q=", "/search?q=a&limit=x", "/search?q=a&lat=1",
        "/search?q=a&lat=91&lon=0", "/search?q=a&category=beer", "/search?q=a&format=xml",
        "/reverse", "/reverse?lat=nan&lon=1", "/search?category=fuel",
      ] {
        let reply = try await served.get(target)
        #expect(reply.status == 400, "\(target)")
        #expect(reply.body.contains(#""error":{"code":400,"message":""#), "\(reply.body)")
      }
      // Photon's clients read the message outside, and those of other services have no such object.
      let photon = try await served.get("/api?q=a&limit=x")
      #expect(photon.body.hasPrefix(#"{"message":"limit must be a number"#), "\(photon.body)")
      #expect(!(try await served.get("/nearest/v1/driving/x").body.contains("error")))
    }
  }
}
