/// The meaning of tags: rules that make values of `RoadModel` from strings of OpenStreetMap.
///
/// Each family of rules has a file, usually with tables: ``WayClass`` (`highway` values and their
/// default access), ``AccessTags`` (the access chain), ``TravelDirections`` (oneway),
/// ``SignedSpeeds``, ``LimitTags``, ``Barrier``, ``TurnTags``, ``LaneTags`` (lanes), ``WordKey``
/// (signs and further names). All of them read conditional tags as ``Layered`` values. A value is
/// thread-safe and can be shared.
///
///     let rules = RoadRules(country: "DE")
///     if case .road(let road) = rules.way(["highway": "primary", "maxheight": "3,8 m"]) {
///       road.limits   // [maxheight=3.8]
///     }
package struct RoadRules: Sendable {
  /// The country of words and defaults, unless a tag names another; nil if unknown.
  package let country: String?

  /// The languages of the kept names, in the form after `name:`.
  package let languages: [String]

  /// The rules of a country.
  ///
  /// - Parameters:
  ///   - country: ISO 3166-1 alpha-2 in any case, for the few defaults that differ.
  ///   - languages: The languages of the kept names, at most ``RoadWordKind/maximumLanguages``.
  package init(country: String? = nil, languages: [String] = []) {
    self.country = country?.uppercased()
    self.languages = languages
  }

  /// A way can be a road only if it has one of these keys.
  package static let wayKeys: [StaticString] = [
    "highway", "route", "man_made", "railway", "public_transport",
  ]

  /// A node is relevant only if it has one of these keys, or another that begins or ends with
  /// ``nodeKeyBeginning`` or ``nodeKeyEnding``.
  package static let nodeKeys: [StaticString] = [
    "barrier", "highway", "railway", "junction:ref", "junction:name",
    "access", "vehicle", "motor_vehicle", "motorcar", "hgv", "goods", "bus", "psv", "taxi", "moped",
    "mofa", "motorcycle", "bicycle", "foot",
    "hazmat", "hazmat:water", "hazmat:A", "hazmat:B", "hazmat:C", "hazmat:D", "hazmat:E",
    "trailer", "hgv_articulated",
  ]

  /// The beginning of the keys of limits, also of one direction or of physical ones.
  package static let nodeKeyBeginning: StaticString = "max"

  /// The end of the keys of conditional limits and access.
  package static let nodeKeyEnding: StaticString = ":conditional"
}
