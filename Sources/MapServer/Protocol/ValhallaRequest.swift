import NIOHTTP1

/// A request for isochrones in Valhalla's form: a JSON object, as `/isochrone?json=…` or the body of a POST.
struct ValhallaRequest {
  /// The maximum length of the object in bytes.
  static let maximumBytes = HTTPRequest.maximumBody
  private static let path = "/isochrone"

  /// The members of the object.
  let members: JSONMembers

  /// Whether a request has this form, whose body then counts.
  static func hasBody(_ request: HTTPRequest) -> Bool {
    request.method == .POST && isPath(request.target)
  }

  /// Whether a target has the path of such requests.
  static func isPath(_ target: String) -> Bool {
    let path = target.prefix { $0 != "?" }
    return path == Self.path || path == "\(Self.path)/"
  }

  /// Reads a request; nil if it has another form.
  init?(_ request: HTTPRequest) throws(ServiceError) {
    guard Self.isPath(request.target) else { return nil }
    guard let object = request.method == .POST ? request.body : Self.option(request.target) else {
      throw ServiceError(
        .invalidQuery, "Write \(Self.path)?json={…} as for Valhalla, or \(Self.path)/v1/….")
    }
    try self.init(json: object)
  }

  /// Reads the object of a request.
  init(json object: [UInt8]) throws(ServiceError) {
    if object.count > Self.maximumBytes {
      throw ServiceError(.tooBig, "A request takes at most \(Self.maximumBytes) bytes of JSON.")
    }
    guard case .object(let members) = try JSONTree(object) else {
      throw ServiceError(.invalidQuery, "The request is not a JSON object.")
    }
    self.members = JSONMembers(members)
  }

  /// The decoded value of the option `json`; nil if it is missing.
  private static func option(_ target: String) -> [UInt8]? {
    guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return nil }
    let name = Array("json=".utf8)
    let options = target.utf8[mark...].dropFirst().split(separator: UInt8(ascii: "&"))
    let option = options.first { $0.starts(with: name) }
    return option.map { ServiceURL.decoded(Array($0.dropFirst(name.count))) }
  }

  /// The mode of travel, in Valhalla's words.
  func costing() throws(ServiceError) -> String {
    guard let costing = try members.text("costing") else {
      throw ServiceError(.invalidOptions, "costing is missing, such as auto or truck.")
    }
    return costing
  }
}

/// The members of a JSON object, with errors that name them; null counts as missing.
struct JSONMembers {
  private let members: [String: JSONTree]

  init(_ members: [String: JSONTree]) { self.members = members }

  /// Whether there is a member.
  func has(_ name: String) -> Bool { members[name].map { $0 != .null } ?? false }

  /// Whether a member is a list without items.
  func isEmptyList(_ name: String) -> Bool { members[name] == .list([]) }

  private func wrong(_ name: String, _ wanted: String) -> ServiceError {
    ServiceError(.invalidValue, "\(name) takes \(wanted).")
  }

  func number(_ name: String) throws(ServiceError) -> Double? {
    guard has(name) else { return nil }
    guard case .number(let value)? = members[name] else { throw wrong(name, "a number") }
    return value
  }

  func truth(_ name: String) throws(ServiceError) -> Bool? {
    guard has(name) else { return nil }
    guard case .truth(let value)? = members[name] else { throw wrong(name, "true or false") }
    return value
  }

  func text(_ name: String) throws(ServiceError) -> String? {
    guard has(name) else { return nil }
    guard case .text(let value)? = members[name] else { throw wrong(name, "a text") }
    return value
  }

  func object(_ name: String) throws(ServiceError) -> JSONMembers? {
    guard has(name) else { return nil }
    guard case .object(let value)? = members[name] else { throw wrong(name, "an object") }
    return JSONMembers(value)
  }

  /// A list of objects; empty if it is missing.
  func objects(_ name: String) throws(ServiceError) -> [JSONMembers] {
    guard has(name) else { return [] }
    guard case .list(let items)? = members[name] else { throw wrong(name, "a list of objects") }
    var objects: [JSONMembers] = []
    for item in items {
      guard case .object(let value) = item else { throw wrong(name, "a list of objects") }
      objects.append(JSONMembers(value))
    }
    return objects
  }
}
