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

  /// A node is relevant only if it has one of these keys.
  package static let nodeKeys: [StaticString] = [
    "barrier", "highway", "railway",
    "access", "vehicle", "motor_vehicle", "motorcar", "hgv", "goods", "bus", "psv", "taxi", "moped",
    "mofa", "motorcycle", "bicycle", "foot",
    "access:conditional", "vehicle:conditional", "motor_vehicle:conditional",
    "motorcar:conditional", "hgv:conditional", "bus:conditional", "psv:conditional",
    "motorcycle:conditional", "bicycle:conditional", "foot:conditional",
    "maxheight", "maxheight:physical", "maxheight:signed", "maxheight:conditional",
    "maxwidth", "maxwidth:physical", "maxwidth:signed", "maxwidth:conditional",
    "maxlength", "maxlength:conditional", "maxweight", "maxweight:signed", "maxweight:conditional",
    "maxweightrating", "maxweightrating:hgv", "maxweightrating:conditional", "maxgcweight",
    "maxaxleload", "maxbogieweight", "maxaxles",
    "hazmat", "hazmat:water", "hazmat:conditional", "trailer", "hgv_articulated",
  ]
}
