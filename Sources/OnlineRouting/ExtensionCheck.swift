import Bytes
import NIOCore
import RoadModel
import RouteModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Detects whether a service supports vehicle limits, and remembers the answer.
final class ExtensionCheck: Sendable {
  private let known: Guarded<Bool?>

  init(_ extensions: OnlineOptions.Extensions) {
    switch extensions {
    case .ask: known = Guarded(nil)
    case .present: known = Guarded(true)
    case .absent: known = Guarded(false)
    }
  }

  /// Whether the service supports limits.
  ///
  /// It requests the nearest road for a vehicle of height 0. A service that supports heights
  /// refuses the value and names it; OSRM refuses the query; a service that ignores unknown
  /// parameters returns a road. So limits are sent only to a service that reads them.
  func isPresent(
    _ client: ServiceClient, before deadline: ContinuousClock.Instant,
    observe: @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> Bool {
    if let answer = known.withLock({ $0 }) { return answer }
    let profile = client.options.profiles[.truck] ?? "truck"
    let reply = try await client.get(
      "/nearest/v1/\(profile)/0,0?height=0", before: deadline, observe: observe)
    let data = Data(reply.body.readableBytesView)
    guard let code = try? JSONDecoder().decode(OSRMCode.self, from: data) else {
      throw .service(AnswerReader.failure(ofStatus: reply.status))
    }
    guard reply.status < 500 else {
      throw .service(.failed(status: reply.status, message: code.message ?? code.code))
    }
    let answer = code.code == "InvalidValue" && (code.message ?? "").hasPrefix("height ")
    known.withLock { $0 = answer }
    return answer
  }
}
