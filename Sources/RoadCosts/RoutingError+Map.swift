import Bytes
package import MapReader
import NavFormat
package import RouteModel

extension RoutingError {
  /// The error of a map that can't be read.
  package init(_ error: NavError) { self = .map(MapFailure(error)) }
}

extension MapFailure {
  /// What is wrong with a map's file, for who asked an engine.
  package init(_ error: NavError) {
    switch error {
    case .file(let error):
      self.init(.unreadable, path: error.path, text: "cannot \(error.call): \(error.reason)")
    case .format(let path, let error):
      switch error {
      case .newerVersion, .unknownFeature, .unknownPart:
        self.init(.newer, path: path, text: "\(error)")
      case .notNav, .truncated, .damaged, .invalid:
        self.init(.damaged, path: path, text: "\(error)")
      }
    }
  }
}
