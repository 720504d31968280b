/// A sentence to be spoken on a step, about the maneuver at its end.
///
/// The first sentence of a section is about its departure.
public struct SpokenInstruction: Sendable, Hashable {
  /// How a sentence says its distance.
  package enum SaidDistance: Sendable, Hashable {
    /// As the length to drive after the departure.
    case departure
    /// As the length to continue.
    case continuing
    /// As the distance to the maneuver.
    case ahead
  }

  /// The distance before the maneuver, in metres, at which it begins; at most the step's length.
  public var distanceBeforeManeuver: Double
  /// The sentence as plain text, in words for speech.
  public var text: String
  /// The sentence as an SSML document.
  public var ssml: String
  /// How it says ``distanceBeforeManeuver``, rounded; nil if it says no distance.
  package var saidDistance: SaidDistance?

  /// A sentence from its parts.
  public init(distanceBeforeManeuver: Double, text: String, ssml: String) {
    self.distanceBeforeManeuver = distanceBeforeManeuver
    self.text = text
    self.ssml = ssml
  }

  /// The time that a voice takes for a text, in seconds: about 14 characters a second, and a pause of half a second.
  ///
  /// - Parameter text: Plain text.
  /// - Returns: Seconds.
  public static func seconds(for text: String) -> Double {
    seconds(forCharacters: text.unicodeScalars.count)
  }

  /// The time that a voice takes for a number of characters, in seconds.
  static func seconds(forCharacters count: Int) -> Double { Double(count) / 14 + 0.5 }
}
