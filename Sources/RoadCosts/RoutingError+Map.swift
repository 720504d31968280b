import Bytes
package import MapReader
import NavFormat
package import RouteModel

extension RoutingError {
  /// The error for a map that cannot be read.
  package init(_ error: NavError) { self = .map(MapFailure(error)) }
}

extension MapFailure {
  /// The failure of a map's file, as reported by an engine.
  package init(_ error: NavError) {
    switch error {
    case .file(let error):
      self.init(.unreadable, path: error.path, text: "cannot \(error.call): \(error.reason)")
    case .format(let path, let error):
      switch error {
      case .newerVersion, .unknownFeature, .unknownPart, .otherLayout:
        self.init(.newer, path: path, text: "\(error)")
      case .notNav, .truncated, .damaged, .invalid:
        self.init(.damaged, path: path, text: "\(error)")
      }
    }
  }
}
