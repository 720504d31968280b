import MapReader
import RouteModel

extension NavMap {
  /// Notes on standard error that the names are damaged, if one was read.
  func tellDamagedNames() {
    if namesAreDamaged { Console.error("note: \(path): \(RouteNotice.namesDamaged.text)") }
  }
}
