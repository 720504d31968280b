internal import Geo
internal import MapReader
internal import NavFormat
internal import RoadModel

extension CandidateSearch {
  /// Whether a place is the same element as a better result: the restaurant of a hotel, the cash machine of a bank.
  ///
  /// Where categories are wanted, each counts.
  func isRepeated(
    _ place: Int, in found: [FoundPlace], _ places: borrowing PlacesView
  ) -> Bool {
    guard query.categories.isEmpty, places.category(place).isPointOfInterest else { return false }
    let (position, name) = (places.position(place), places.nameOffset(place))
    for other in found where other.position == position && other.houseNumber == nil {
      guard let number = other.place, places.category(number).isPointOfInterest else { continue }
      if places.nameOffset(number) == name { return true }
    }
    return false
  }
}
