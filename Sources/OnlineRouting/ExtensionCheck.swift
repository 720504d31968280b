import Bytes
import NIOCore
import RoadModel
import RouteModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds out whether a service knows limits of vehicles, and remembers the answer.
final class ExtensionCheck: Sendable {
  private let known: Guarded<Bool?>

  init(_ extensions: OnlineOptions.Extensions) {
    switch extensions {
    case .ask: known = Guarded(nil)
    case .present: known = Guarded(true)
    case .absent: known = Guarded(false)
    }
  }

  /// Whether the service knows limits.
  ///
  /// It is asked for the road nearest to a place for a vehicle of no height. Who knows heights says that the value
  /// is wrong and names it; OSRM says that the query is, and a service that ignores what it does not know answers
  /// with a road. So limits are only ever sent to a service that reads them.
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
