/// An answer that is no: OSRM's code and message, and the status of HTTP that goes with them.
struct ServiceError: Error, Equatable {
  /// The codes, spelt as on the wire.
  enum Code: String {
    case invalidURL = "InvalidUrl"
    case invalidService = "InvalidService"
    case invalidVersion = "InvalidVersion"
    case invalidOptions = "InvalidOptions"
    case invalidQuery = "InvalidQuery"
    case invalidValue = "InvalidValue"
    case invalidMethod = "InvalidMethod"
    case noSegment = "NoSegment"
    case tooBig = "TooBig"
    case noRoute = "NoRoute"
    case noMatch = "NoMatch"
    case notImplemented = "NotImplemented"
    /// Not OSRM's: all threads are busy and enough requests wait.
    case overloaded = "Overloaded"
    /// Not OSRM's: the request took longer than it may.
    case timeout = "Timeout"
    /// Not OSRM's: the map is damaged where the request went.
    case damagedMap = "DamagedMap"
  }

  var code: Code
  var message: String
  /// What stands in the way, where that was asked for.
  var blockers: [String] = []

  init(_ code: Code, _ message: String, blockers: [String] = []) {
    self.code = code
    self.message = message
    self.blockers = blockers
  }

  /// The status of HTTP.
  var status: Int {
    switch code {
    case .invalidMethod: 405
    case .overloaded, .timeout: 503
    case .damagedMap: 500
    default: 400
    }
  }

  /// The body.
  var json: [UInt8] {
    var json = JSONText()
    json.object {
      $0.string("message", message)
      $0.string("code", code.rawValue)
      if !blockers.isEmpty {
        $0.array("blockers") { list in for text in blockers { list.string(text) } }
      }
    }
    return json.bytes
  }
}
