/// The parts of a URL: `/route/v1/driving/…`, or Mapbox's `/directions/v5/mapbox/driving/…`.
struct ServiceURL {
  /// The services, by their names in URLs.
  enum Service: String, CaseIterable {
    case route, nearest, table, match, isochrone, drive, tile
  }

  let service: Service
  let profile: Profile
  /// Whether ``profile`` is the default, because the URL's profile is unknown.
  let isProfileAssumed: Bool
  /// Whether the URL has the form of Mapbox Directions v5; the service is then `route`.
  let isDirections: Bool
  /// The decoded bytes, and the beginning of the query in them.
  let text: [UInt8]
  let queryStart: Int
  /// The request in Valhalla's form, which the text then does not have; nil for any other.
  let valhalla: ValhallaRequest?

  /// Parses the target of a request.
  ///
  /// - Parameters:
  ///   - target: The path and the query.
  ///   - assumed: The profile to use instead of an unknown one; nil to refuse it.
  /// - Throws: ``ServiceError`` for an unknown target.
  init(_ target: String, assuming assumed: Profile? = nil) throws(ServiceError) {
    let bytes = Array(target.utf8)
    // A name of a stop may have an ampersand, which must not end it; names are decoded later.
    let isNaming = bytes.starts(with: "/directions/".utf8)
    let text = Self.decoded(bytes, keeping: isNaming ? Array("&%".utf8) : [])
    let end = Self.firstForeign(text)
    var scanner = Scanner(Array(text[..<end]))
    guard scanner.take("/") else { throw Self.malformed(text, scanner.position) }
    let service = scanner.takeWhile(Self.isWord)
    guard !service.isEmpty, scanner.take("/v") else {
      throw Self.malformed(text, Self.prefixEnd(scanner))
    }
    guard let version = try? scanner.natural(), scanner.take("/") else {
      throw Self.malformed(text, scanner.position)
    }
    let name = String(decoding: service, as: UTF8.self)
    let isDirections = name == "directions"
    // Mapbox's URLs have an account before the profile, which is ignored.
    if isDirections, scanner.takeWhile(Self.isWord).isEmpty || !scanner.take("/") {
      throw Self.malformed(text, scanner.isAtEnd ? end : scanner.position)
    }
    // Mapbox's clients send their account before the profile.
    if name == "isochrone" { _ = scanner.take("mapbox/") }
    let profile = scanner.takeWhile(Self.isWord)
    guard !profile.isEmpty, scanner.take("/"), !scanner.isAtEnd else {
      throw Self.malformed(text, scanner.isAtEnd ? end : scanner.position)
    }
    guard end == text.count else { throw Self.malformed(text, end) }
    guard let known = isDirections ? .route : Service(rawValue: name) else {
      throw ServiceError(.invalidService, "Service \(name) not found!")
    }
    guard version == (isDirections ? 5 : 1) else {
      throw ServiceError(.invalidVersion, "Service \(name) not found!")
    }
    self.service = known
    (self.profile, isProfileAssumed) = try Self.profile(
      String(decoding: profile, as: UTF8.self), assuming: assumed)
    self.isDirections = isDirections
    self.text = text
    queryStart = scanner.position
    valhalla = nil
  }

  /// The service and the profile of a request in Valhalla's form.
  init(_ request: ValhallaRequest, assuming assumed: Profile? = nil) throws(ServiceError) {
    service = .isochrone
    (profile, isProfileAssumed) = try Self.profile(request.costing(), assuming: assumed)
    isDirections = false
    text = []
    queryStart = 0
    valhalla = request
  }

  /// The parts of a request, in any form.
  static func of(
    _ request: HTTPRequest, assuming assumed: Profile?
  ) throws(ServiceError) -> ServiceURL {
    if let valhalla = try ValhallaRequest(request) {
      return try ServiceURL(valhalla, assuming: assumed)
    }
    return try ServiceURL(request.target, assuming: assumed)
  }

  /// The profile that a word names, or the assumed one.
  private static func profile(
    _ word: String, assuming assumed: Profile?
  ) throws(ServiceError) -> (profile: Profile, isAssumed: Bool) {
    if let profile = Profile(name: word) { return (profile, false) }
    if let assumed { return (assumed, true) }
    let all = Profile.allCases.map(\.rawValue).joined(separator: ", ")
    throw ServiceError(.invalidValue, "Profile \(word.prefix(40)) not found: there are \(all).")
  }

  /// The paths that there are.
  private static var paths: String {
    let services = Service.allCases.map(\.rawValue).joined(separator: ", ")
    return "There are /{service}/v1/{profile}/… with the services \(services), "
      + "and /directions/v5, /isochrone?json=, /search, /reverse, /api, /status, /map.json, /health, /metrics"
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The position where reading stopped: the end of the service's name, or of the text.
  private static func prefixEnd(_ scanner: Scanner) -> Int {
    scanner.isAtEnd ? scanner.text.count : scanner.position
  }

  /// The position of the first byte that no URL of a service has; a plus occurs in times.
  ///
  /// Options of Mapbox's clients, such as names of stops, may have any.
  private static func firstForeign(_ text: [UInt8]) -> Int {
    let others = Array(".~!*'();:@&=$,/?[]{}|\\^` ".utf8)
    let options = text.firstIndex(of: UInt8(ascii: "?")) ?? text.count
    if text.starts(with: "/directions/".utf8), options < text.count {
      let path = firstForeign(Array(text[..<options]))
      return path < options ? path : text.count
    }
    for (index, byte) in text.enumerated() where !isWord(byte) && !others.contains(byte) {
      if byte != UInt8(ascii: "+") || index < options { return index }
    }
    return text.count
  }

  private static func malformed(_ text: [UInt8], _ position: Int) -> ServiceError {
    let around = text[max(position - 3, 0)..<min(position + 3, text.count)]
    var error = ServiceError(
      .invalidURL,
      "URL string malformed close to position \(position): "
        + "\"\(String(decoding: around, as: UTF8.self))\"")
    if isUnknownPath(text) {
      error.isUnknownPath = true
      error.message += ". \(paths)"
    }
    return error
  }

  /// Whether the path begins with a service that neither OSRM nor this program has.
  private static func isUnknownPath(_ text: [UInt8]) -> Bool {
    guard text.first == UInt8(ascii: "/") else { return false }
    let word = String(decoding: text.dropFirst().prefix(while: isWord), as: UTF8.self)
    return Service(rawValue: word) == nil && word != "trip" && word != "directions"
  }

  /// The bytes of a URL with percent codes decoded; invalid codes and those of kept bytes remain.
  static func decoded(_ text: [UInt8], keeping kept: [UInt8] = []) -> [UInt8] {
    func digit(_ byte: UInt8) -> UInt8? {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
      default: nil
      }
    }
    guard text.contains(UInt8(ascii: "%")) else { return text }
    var result: [UInt8] = []
    var at = 0
    while at < text.count {
      if text[at] == UInt8(ascii: "%"), at + 2 < text.count, let high = digit(text[at + 1]),
        let low = digit(text[at + 2]), !kept.contains(high << 4 | low)
      {
        result.append(high << 4 | low)
        at += 3
      } else {
        result.append(text[at])
        at += 1
      }
    }
    return result
  }
}
