import NIOHTTP1

/// A request for directions whose options are the body of a POST, as Mapbox has it for long ones.
///
/// The path ends with the profile, and the coordinates are the member `coordinates` of the form
/// (`application/x-www-form-urlencoded`).
enum DirectionsForm {
  /// The maximum length of the form in bytes.
  static let maximumBytes = HTTPRequest.maximumBody

  /// Whether a request has this form, whose body then counts.
  static func hasBody(_ request: HTTPRequest) -> Bool {
    request.method == .POST && isPath(request.target)
  }

  /// Whether a target has the path of such requests.
  static func isPath(_ target: String) -> Bool { target.hasPrefix("/directions/") }

  /// The same request with the coordinates in the path, and the other options behind those of the target.
  static func unfolded(_ request: HTTPRequest) throws(ServiceError) -> HTTPRequest {
    if request.body.count > maximumBytes {
      throw ServiceError(.tooBig, "A request takes at most \(maximumBytes) bytes of options.")
    }
    let name = "coordinates="
    // In a form a plus is a space; a plus itself has a code there.
    let form = String(decoding: request.body, as: UTF8.self)
    let members = form.split(separator: "&").map { member in
      member.split(separator: "+", omittingEmptySubsequences: false).joined(separator: "%20")
    }
    guard let coordinates = members.first(where: { $0.hasPrefix(name) })?.dropFirst(name.count),
      !coordinates.isEmpty
    else {
      throw ServiceError(
        .invalidQuery, "Write the coordinates into the body: coordinates=LON,LAT;LON,LAT.")
    }
    let parts = request.target.split(separator: "?", maxSplits: 1)
    var path = parts.first.map(String.init) ?? ""
    if path.hasSuffix("/") { path.removeLast() }
    // Path, account and profile; coordinates in the URL besides those of the form would be others.
    guard path.split(separator: "/").count == 4 else {
      throw ServiceError(
        .invalidURL, "POST to /directions/v5/{account}/{profile}, with coordinates in the body.")
    }
    let options = parts.dropFirst().map(String.init) + members.filter { !$0.hasPrefix(name) }
    var result = request
    result.target = "\(path)/\(coordinates)"
    if !options.isEmpty { result.target += "?" + options.joined(separator: "&") }
    return result
  }
}
