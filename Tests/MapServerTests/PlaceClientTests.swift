import Geo
import TestSupport
import Testing

@testable import MapServer

/// What existing clients of Nominatim and Photon ask for, and what they read.
@Suite struct PlaceClientTests {
  /// Two streets, a house, a park and a town.
  private static let drawing = AsciiMap(
    """
    A---B---C

      H P  T
    """,
    metresPerCell: 50,
    ways: ["AB": "highway=residential name=Kirchweg", "BC": "highway=tertiary name=Lindenhof"],
    nodes: [
      "H": "addr:housenumber=7 addr:street=Kirchweg", "P": "leisure=park name=Lindenpark",
      "T": "place=town name=Kirchdorf",
    ])

  /// Expects parts in the answers to some targets, and what must not be in them.
  private static func expect(
    _ served: ServedMap, _ target: String, has parts: [String], lacks others: [String] = []
  ) async throws {
    let reply = try await served.get(target)
    #expect(reply.status == 200, "\(target): \(reply.body)")
    for part in parts { #expect(reply.body.contains(part), "\(target) \(part): \(reply.body)") }
    for part in others { #expect(!reply.body.contains(part), "\(target) \(part): \(reply.body)") }
  }

  private static func at(_ name: String, _ served: ServedMap) throws -> String {
    let place = try served.roads.drawing.place(name)
    return "lat=\(place.latitude)&lon=\(place.longitude)"
  }

  @Test("lists may have spaces behind their commas, and categories capital letters")
  func lists() async throws {
    try await ServedMap.with(Self.drawing) { served in
      let near = try Self.at("P", served)
      let plain = try await served.get("/search?category=leisure&\(near)")
      #expect(plain.body.contains("Lindenpark"))
      for list in ["food,%20leisure", "Leisure", "food,+LEISURE,"] {
        let reply = try await served.get("/search?category=\(list)&\(near)")
        #expect(reply.body == plain.body, "\(list)")
      }
    }
  }

  @Test("an answer is the argument of the function that json_callback names, if that is a name")
  func callback() async throws {
    try await ServedMap.with(Self.drawing) { served in
      let plain = try await served.get("/search?q=lindenpark")
      let reply = try await served.get("/search?q=lindenpark&json_callback=L.found_1")
      #expect(reply.body == "L.found_1(\(plain.body))")
      for name in ["alert(1)//", "1a", "a%0Ab", "%C3%A4", String(repeating: "a", count: 101)] {
        let wrong = try await served.get("/search?q=lindenpark&json_callback=\(name)")
        #expect(wrong.status == 400 && wrong.body.contains("json_callback"), "\(name)")
      }
    }
  }

  @Test("Nominatim's forms have the tag, the kind of address and the address")
  func nominatim() async throws {
    try await ServedMap.with(Self.drawing) { served in
      for (target, parts) in [
        (
          "q=lindenpark",
          [
            #""category":"leisure","type":"park""#, #""addresstype":"leisure""#,
            #""leisure":"Lindenpark""#, #""boundingbox":["#,
          ]
        ),
        ("q=lindenpark&format=json", [#""class":"leisure","type":"park""#]),
        (
          "q=kirchweg",
          [
            #""category":"highway","type":"residential""#, #""addresstype":"road""#,
            #""address":{"road":"Kirchweg""#,
          ]
        ),
        (
          "q=kirchweg+7",
          [
            #""category":"place","type":"house""#, #""name":"""#,
            #""address":{"house_number":"7","road":"Kirchweg""#,
          ]
        ),
        ("q=kirchdorf", [#""addresstype":"town""#, #""address":{"town":"Kirchdorf""#]),
        (
          "q=lindenpark&format=geojson&addressdetails=1",
          [
            #""type":"FeatureCollection""#, #""licence":"#, #""category":"leisure""#,
            #""display_name":"Lindenpark"#, #""address":{"leisure":"Lindenpark""#, #""bbox":["#,
            #""geometry":{"type":"Point""#,
          ]
        ),
        (
          "q=lindenpark&format=geocodejson",
          [#""osm_key":"leisure","osm_value":"park","type":"house""#]
        ),
      ] {
        try await Self.expect(served, "/search?" + target, has: parts)
      }
      try await Self.expect(
        served, "/search?q=lindenpark&addressdetails=0", has: ["Lindenpark"],
        lacks: [#""address":"#])
    }
  }

  @Test("the reverse search without a format is Photon's")
  func photonReverse() async throws {
    try await ServedMap.with(Self.drawing) { served in
      let reverse = "/reverse?" + (try Self.at("H", served))
      let empty = #""features":[]"#
      for (options, parts) in [
        ("", [#""type":"FeatureCollection""#, #""housenumber":"7","street":"Kirchweg""#]),
        ("&layer=street", [#""osm_value":"residential","type":"street","name":"Kirchweg""#]),
        ("&layer=city", [#""type":"city","name":"Kirchdorf""#]),
        ("&osm_tag=leisure:park", [#""name":"Lindenpark""#]), ("&osm_tag=amenity", [empty]),
        ("&layer=country", [empty]),
      ] {
        try await Self.expect(served, reverse + options, has: parts)
      }
      for (options, count) in [("", 1), ("&limit=3", 3), ("&limit=3&radius=0.01", 1)] {
        let reply = try await served.get(reverse + options)
        #expect(reply.body.ranges(of: #""Feature""#).count == count, "\(options): \(reply.body)")
      }
      try await Self.expect(served, "/reverse?lat=80&lon=10", has: [empty])
    }
  }

  @Test("the zoom of a reverse search says how precise its answer is")
  func zoom() async throws {
    try await ServedMap.with(Self.drawing) { served in
      let reverse = "/reverse?format=jsonv2&" + (try Self.at("H", served))
      for (zoom, part) in [
        ("18", #""house_number":"7""#), ("16", #""addresstype":"road""#),
        ("10", #""addresstype":"town""#), ("3", "Unable to geocode"),
        ("18&layer=address", #""house_number":"7""#),
        ("16&layer=address", #""type":"residential""#),
        ("10&layer=address", #""addresstype":"town""#), ("18&layer=poi", #""name":"Lindenpark""#),
      ] {
        try await Self.expect(served, reverse + "&zoom=" + zoom, has: [part])
      }
    }
  }

  @Test("from zoom 10 on, a reverse search finds the town, or the village that lies in none")
  func municipality() async throws {
    // A village counts to a town within 4.5 km; the other one is 13 km away.
    let drawing = AsciiMap(
      """
      T-V-----------------A-----W
      """,
      metresPerCell: 500, ways: ["TVAW": "highway=tertiary"],
      nodes: [
        "T": "place=town name=Lindenstadt", "V": "place=village name=Nahdorf",
        "W": "place=village name=Ferndorf",
      ])
    try await ServedMap.with(drawing) { served in
      for (point, zoom, name) in [
        ("V", "10", "Lindenstadt"), ("V", "12", "Lindenstadt"), ("V", "13", "Nahdorf"),
        ("W", "10", "Ferndorf"), ("W", "12", "Ferndorf"), ("A", "10", "Ferndorf"),
        ("W", "10&layer=address", "Ferndorf"), ("V", "10&layer=address", "Lindenstadt"),
      ] {
        let target = "/reverse?format=jsonv2&" + (try Self.at(point, served)) + "&zoom=" + zoom
        try await Self.expect(served, target, has: [#""name":"\#(name)""#])
      }
      try await Self.expect(
        served, "/reverse?format=jsonv2&" + (try Self.at("W", served)) + "&zoom=9",
        has: ["Unable to geocode"])
    }
  }

  @Test("a reverse search has the importance that Nominatim gives places for their rank alone")
  func importance() async throws {
    try await ServedMap.with(Self.drawing) { served in
      let reverse = "/reverse?format=jsonv2&" + (try Self.at("H", served))
      // 0.75 less a fortieth for each rank: 18 for towns, 26 for streets, 30 for houses.
      for (zoom, part) in [
        ("18", #""importance":0,"#), ("16", #""importance":0.1,"#), ("10", #""importance":0.3,"#),
      ] {
        try await Self.expect(served, reverse + "&zoom=" + zoom, has: [part])
      }
    }
  }

  @Test("boxes, layers, tags and countries leave places out")
  func filters() async throws {
    try await ServedMap.with(Self.drawing) { served in
      let middle = try served.roads.drawing.place("P")
      let box =
        "\(middle.longitude - 0.0001),\(middle.latitude - 0.0001),"
        + "\(middle.longitude + 0.0001),\(middle.latitude + 0.0001)"
      let (park, street) = ("Lindenpark", "Lindenhof")
      for (target, found, lost) in [
        ("/search?q=linden", [park, street], []),
        ("/search?q=linden&viewbox=\(box)", [park, street], []),
        ("/search?q=linden&viewbox=\(box)&bounded=1", [park], [street]),
        ("/api?q=linden&bbox=\(box)", [park], [street]),
        ("/api?q=linden&layer=street", [street], [park]),
        ("/api?q=linden&layer=house&layer=city", [park], [street]),
        ("/search?q=linden&layer=poi", [park], [street]),
        ("/search?q=linden&layer=address,railway", [street], [park]),
        ("/api?q=linden&osm_tag=leisure", [park], [street]),
        ("/api?q=linden&osm_tag=:park", [park], [street]),
        ("/api?q=linden&osm_tag=!leisure:park", [street], [park]),
        ("/api?q=linden&osm_tag=highway:tertiary", [street], [park]),
        ("/api?q=linden&osm_tag=highway:primary", [#""features":[]"#], []),
        ("/api?q=linden&osm_tag=highway&osm_tag=leisure:!park", [street], [park]),
        // A percent sign that begins no code is one.
        ("/search?q=linden%+a%20b&format=geocodejson", [#""query":"linden% a b""#], []),
        ("/search?q=linden&featureType=settlement", [], [park, street]),
        ("/search?q=kirch&featureType=city", ["Kirchdorf"], ["Kirchweg"]),
        ("/search?q=kirch&featureType=feature", ["Kirchdorf", "Kirchweg"], []),
        // The map does not know the country of these places.
        ("/search?city=Kirchdorf&country=de", ["Kirchdorf"], [#""complete":false"#]),
        ("/search?q=linden&countrycodes=li,ch", [park, street], []),
        // The parts of an address that are settlements are no streets.
        ("/search?city=Kirch", ["Kirchdorf"], ["Kirchweg"]),
        ("/search?city=Kirch&category=street", ["Kirchweg"], [#""name":"Kirchdorf""#]),
        ("/search?state=Kirch", ["Kirchdorf"], ["Kirchweg"]),
        ("/search?city=Kirchdorf&street=kirchweg", ["Kirchweg"], []),
        ("/search?city=Linden", ["[]"], []),
      ] as [(String, [String], [String])] {
        try await Self.expect(served, target, has: found, lacks: lost)
      }
    }
  }

  @Test("places that a client has already are left out")
  func excluded() async throws {
    try await ServedMap.with(Self.drawing) { served in
      let first = try await served.get("/search?q=linden&limit=1").body
      let id = try #require(first.split(separator: #""place_id":"#).last).prefix(while: \.isNumber)
      let (park, street) = ("Lindenpark", "Lindenhof")
      let (known, other) = first.contains(park) ? (park, street) : (street, park)
      try await Self.expect(
        served, "/search?q=linden&limit=1&exclude_place_ids=9999,\(id)", has: [other],
        lacks: [known])
    }
  }

  @Test("a house and its street have numbers of their own, so that clients keep and leave out each")
  func housesAndStreets() async throws {
    try await ServedMap.with(Self.drawing) { served in
      func number(_ target: String) async throws -> Int {
        let body = try await served.get(target).body
        let id = try #require(body.split(separator: #""place_id":"#).dropFirst().first)
        return try #require(Int(id.prefix(while: \.isNumber)), "\(body)")
      }
      for form in ["jsonv2", "geojson", "geocodejson"] {
        let house = try await number("/search?q=kirchweg+7&limit=1&format=\(form)")
        let street = try await number("/search?q=kirchweg&layer=street&limit=1&format=\(form)")
        #expect(house != street && house < 1 << 53, "\(form)")
        for _ in 0..<2 {
          #expect(try await number("/search?q=7+kirchweg&limit=1&format=\(form)") == house)
          #expect(try await number("/search?q=kirchweg&layer=street&format=\(form)") == street)
        }
        let rest = "/search?q=kirchweg+7&format=\(form)&exclude_place_ids="
        let (isHouse, isStreet) = ("\"place_id\":\(house),", "\"place_id\":\(street),")
        try await Self.expect(served, rest + "\(street)", has: [isHouse], lacks: [isStreet])
        try await Self.expect(served, rest + "\(house)", has: [], lacks: [isHouse])
        try await Self.expect(
          served, "/search?q=kirchweg&format=\(form)&exclude_place_ids=\(house)",
          has: [isStreet], lacks: [isHouse])
      }
    }
  }

  @Test("two houses with the same number in a street have numbers of their own")
  func housesOfOneNumber() async throws {
    let drawing = AsciiMap(
      """
      A-----B

       H  I
      """,
      metresPerCell: 50, ways: ["AB": "highway=residential name=Kirchweg"],
      nodes: Dictionary(
        uniqueKeysWithValues: ["H", "I"].map {
          ($0, "addr:housenumber=7 addr:street=Kirchweg addr:postcode=12345")
        }))
    try await ServedMap.with(drawing) { served in
      let target = "/search?q=12345+7&layer=address&format=jsonv2"
      let body = try await served.get(target).body
      let numbers = body.split(separator: #""place_id":"#).dropFirst().map {
        String($0.prefix(while: \.isNumber))
      }
      #expect(numbers.count == 2 && Set(numbers).count == 2, "\(body)")
      for number in numbers {
        try await Self.expect(
          served, "\(target)&exclude_place_ids=\(number)",
          has: numbers.filter { $0 != number }.map { "\"place_id\":\($0)," },
          lacks: ["\"place_id\":\(number),"])
      }
    }
  }

  @Test("empty parameters are as absent ones, and limits are brought into range")
  func forms() async throws {
    try await ServedMap.with(Self.drawing) { served in
      for target in [
        "q=&city=Kirchdorf", "q=kirchdorf&lat=&lon=&limit=&format=&viewbox=&layer",
        "q=kirchdorf&limit=1000", "q=kirchdorf&by_time=false", "q=kirchdorf&by_time=&along=",
      ] {
        try await Self.expect(served, "/search?" + target, has: ["Kirchdorf"])
      }
      for limit in ["0", "-1", "1"] {
        let reply = try await served.get("/search?q=linden&limit=" + limit)
        #expect(reply.body.ranges(of: "display_name").count == 1, "\(limit): \(reply.body)")
      }
      let reply = try await served.get("/search?q=linden&by_time=maybe")
      #expect(reply.status == 400 && reply.body.contains("by_time is true or false."))
      let place = try Self.at("H", served)
      for target in [
        "/search?q=a&viewbox=1,2,3&bounded=1", "/api?q=a&bbox=1,2,3,x", "/api?q=a&layer=houses",
        "/api?q=a&osm_tag=:", "/reverse?\(place)&radius=0", "/reverse?\(place)&zoom=near",
        "/search?q=a&street=b",
      ] {
        #expect(try await served.get(target).status == 400, "\(target)")
      }
    }
  }

  @Test("paths are those that clients write, and an unknown one says which there are")
  func paths() async throws {
    try await ServedMap.with(Self.drawing) { served in
      let place = try Self.at("H", served)
      for target in ["/search/?q=kirchweg", "/search.php?q=kirchweg", "/api/?q=kirchweg"]
        + ["/reverse/?\(place)", "/reverse.php?format=json&\(place)"]
      {
        try await Self.expect(served, target, has: ["Kirchweg"])
      }
      #expect(try await served.get("/status").body == "OK")
      #expect(
        try await served.get("/status?format=json").body == #"{"status":0,"message":"OK"}"#)
      let unknown = try await served.get("/find?q=kirchweg")
      #expect(unknown.status == 404 && unknown.body.contains("/search, /reverse, /api"))
    }
  }
}
