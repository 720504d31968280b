/// The kind of a text of a way or a junction besides its name and number.
///
/// The file stores the raw value (Formats/nav-2.md, section 6.11).
@frozen
public struct RoadWordKind: RawRepresentable, Sendable, Hashable {
  /// The number in the file, 1 to 127.
  public let rawValue: UInt8

  /// A kind from its number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The arrows of the lanes in one direction, from left to right, as in `turn:lanes`.
  ///
  /// Lanes are separated by `|` and the words of a lane by `;`; a lane without arrows is empty. Only words of
  /// ``LaneIndications`` occur.
  public static var turnLanes: RoadWordKind { RoadWordKind(rawValue: 1) }
  /// The modes that may not use each lane in one direction, from left to right, separated by `|`.
  ///
  /// A lane is empty, or lists the letters of these modes (``LaneAccess``).
  public static var laneAccess: RoadWordKind { RoadWordKind(rawValue: 2) }
  /// The number of lanes in one direction, in decimal digits.
  public static var laneCount: RoadWordKind { RoadWordKind(rawValue: 3) }
  /// Places on the signs of the way (`destination`), separated by `;`.
  public static var destination: RoadWordKind { RoadWordKind(rawValue: 4) }
  /// Road numbers on its signs (`destination:ref`), separated by `;`.
  public static var destinationRef: RoadWordKind { RoadWordKind(rawValue: 5) }
  /// Streets on its signs (`destination:street`), separated by `;`.
  public static var destinationStreet: RoadWordKind { RoadWordKind(rawValue: 6) }
  /// Symbols on its signs (`destination:symbol`), separated by `;`.
  public static var destinationSymbol: RoadWordKind { RoadWordKind(rawValue: 7) }
  /// Road numbers to which the way leads (`destination:ref:to`), separated by `;`.
  public static var destinationRefTo: RoadWordKind { RoadWordKind(rawValue: 8) }
  /// Places on the sign of each lane (`destination:lanes`); lanes are separated by `|`, places by `;`.
  public static var destinationLanes: RoadWordKind { RoadWordKind(rawValue: 9) }
  /// The number of the exit (`junction:ref` of a way, `ref` of a `highway=motorway_junction`).
  public static var exitNumber: RoadWordKind { RoadWordKind(rawValue: 10) }
  /// The name of the exit (`junction:name`, or the name of a `highway=motorway_junction`).
  public static var exitName: RoadWordKind { RoadWordKind(rawValue: 11) }
  /// The international number (`int_ref`).
  public static var internationalRef: RoadWordKind { RoadWordKind(rawValue: 12) }
  /// The national number (`nat_ref`).
  public static var nationalRef: RoadWordKind { RoadWordKind(rawValue: 13) }
  /// The name of a bridge (`bridge:name`).
  public static var bridgeName: RoadWordKind { RoadWordKind(rawValue: 14) }
  /// The name of a tunnel (`tunnel:name`).
  public static var tunnelName: RoadWordKind { RoadWordKind(rawValue: 15) }
  /// The pronunciation of the name in the International Phonetic Alphabet (`name:pronunciation`).
  public static var pronunciation: RoadWordKind { RoadWordKind(rawValue: 16) }

  /// Road numbers on the sign of each lane (`destination:ref:lanes`), in the form of ``destinationLanes``.
  public static var destinationRefLanes: RoadWordKind { RoadWordKind(rawValue: 17) }
  /// Places to which the way leads farther on (`destination:to`), separated by `;`.
  public static var destinationTo: RoadWordKind { RoadWordKind(rawValue: 18) }
  /// ``destination`` in other languages (`destination:lang:fr`), in the form of ``LanguageTexts``.
  public static var destinationTranslated: RoadWordKind { RoadWordKind(rawValue: 19) }
  /// ``destinationStreet`` in other languages (`destination:street:lang:fr`).
  public static var destinationStreetTranslated: RoadWordKind { RoadWordKind(rawValue: 20) }
  /// ``destinationTo`` in other languages (`destination:to:lang:fr`).
  public static var destinationToTranslated: RoadWordKind { RoadWordKind(rawValue: 21) }
  /// ``exitName`` of a way in other languages (`junction:name:fr`).
  public static var exitNameTranslated: RoadWordKind { RoadWordKind(rawValue: 22) }
  /// ``bridgeName`` in the languages of the file (`bridge:name:fr`).
  public static var bridgeNameTranslated: RoadWordKind { RoadWordKind(rawValue: 23) }
  /// ``tunnelName`` in the languages of the file (`tunnel:name:fr`).
  public static var tunnelNameTranslated: RoadWordKind { RoadWordKind(rawValue: 24) }

  /// The kind that has the text of this kind in other languages; nil if there is none.
  public var translated: RoadWordKind? {
    switch self {
    case .destination: .destinationTranslated
    case .destinationStreet: .destinationStreetTranslated
    case .destinationTo: .destinationToTranslated
    case .exitName: .exitNameTranslated
    case .bridgeName: .bridgeNameTranslated
    case .tunnelName: .tunnelNameTranslated
    default: nil
    }
  }

  /// ``destination`` for those who come from a way (`destination_sign`), in the form of ``ApproachTexts``.
  public static var destinationFromWay: RoadWordKind { RoadWordKind(rawValue: 25) }
  /// ``destinationRef`` for those who come from a way.
  public static var destinationRefFromWay: RoadWordKind { RoadWordKind(rawValue: 26) }
  /// ``destinationStreet`` for those who come from a way.
  public static var destinationStreetFromWay: RoadWordKind { RoadWordKind(rawValue: 27) }
  /// ``destinationSymbol`` for those who come from a way.
  public static var destinationSymbolFromWay: RoadWordKind { RoadWordKind(rawValue: 28) }
  /// ``destinationRefTo`` for those who come from a way.
  public static var destinationRefToFromWay: RoadWordKind { RoadWordKind(rawValue: 29) }
  /// ``destinationTo`` for those who come from a way.
  public static var destinationToFromWay: RoadWordKind { RoadWordKind(rawValue: 30) }

  /// The kind that has the text of this kind for those who come from a way; nil if there is none.
  public var fromWay: RoadWordKind? {
    switch self {
    case .destination: .destinationFromWay
    case .destinationRef: .destinationRefFromWay
    case .destinationStreet: .destinationStreetFromWay
    case .destinationSymbol: .destinationSymbolFromWay
    case .destinationRefTo: .destinationRefToFromWay
    case .destinationTo: .destinationToFromWay
    default: nil
    }
  }

  /// The numbers of texts in other languages, and of those for travellers from one way; few ways have any.
  public static let variants: ClosedRange<UInt8> = 19...30

  /// The maximum number of languages of a file.
  public static let maximumLanguages = 63

  /// The numbers of names in languages, one for each language of the file.
  public static let names: Range<UInt8> = 64..<127

  /// The name in a language of the file, counted from 0 in the order of its provenance key `languages`.
  public static func name(inLanguage index: Int) -> RoadWordKind {
    RoadWordKind(rawValue: names.lowerBound + UInt8(index))
  }
}
