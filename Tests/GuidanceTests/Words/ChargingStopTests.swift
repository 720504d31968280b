import Geo
import Guidance
import RouteModel
import TestSupport
import Testing

/// The words for a stop at a charging station.
@Suite struct ChargingStopTests {
  private static let place = Coordinate(latitudeUnits: 484_000_000, longitudeUnits: 100_000_000)

  @Test("a charging stop is told with the name of its station")
  func named() throws {
    let steps = [
      step(.depart, metres: 800, seconds: 80), step(.arrive, .left, metres: 0, seconds: 0),
    ]
    let station = ChargingStation(
      id: "node/1", name: "EnBW Ulm", operatorName: "EnBW", coordinate: Self.place)
    for (tag, last, before) in [
      (
        "en", "You have reached your charging stop, EnBW Ulm, on the left",
        "In 150 meters, you will reach your charging stop, EnBW Ulm, on the left"
      ),
      (
        "de", "Sie haben Ihren Ladestopp EnBW Ulm erreicht, er liegt auf der linken Seite",
        "In 150 Metern erreichen Sie Ihren Ladestopp EnBW Ulm auf der linken Seite"
      ),
    ] {
      let words = Instructions(language: try #require(Language(tag: tag)), units: .metric)
      let spoken = words.announcements(for: steps, at: GuidanceStop(station))[0].map(\.text)
      #expect(spoken.last == last)
      #expect(spoken.contains(before), "\(spoken)")
    }
  }

  @Test("a station without a name is told by its operator, one without both as a charging stop")
  func nameless() {
    let words = Instructions(language: .english, units: .metric)
    var station = ChargingStation(id: "node/1", operatorName: "Tesla", coordinate: Self.place)
    func text() -> String {
      words.text(for: step(.arrive), .init(previous: nil, stop: GuidanceStop(station)))
    }
    #expect(text() == "You have reached your charging stop, Tesla")
    station.operatorName = nil
    #expect(text() == "You have reached your charging stop")
  }

  @Test("a language without words for charging tells such a stop as another")
  func withoutWords() throws {
    let language = try Language(text: try fileText("Tests/GuidanceTests/Languages/nl.txt"))
    let words = Instructions(language: language, units: .metric)
    let stop = GuidanceStop(name: "Fastned", isIntermediate: true, isForCharging: true)
    #expect(
      words.text(for: step(.arrive), .init(previous: nil, stop: stop))
        == "U bent aangekomen bij Fastned")
    let steps = [step(.depart), step(.arrive)]
    let unnamed = GuidanceStop(isIntermediate: true, isForCharging: true)
    #expect(words.banners(for: steps, at: unnamed)[0][0].primary.text == "Uw tussenstop")
  }

  @Test("a charging stop is shown by its station, with what it is below")
  func banner() {
    let words = Instructions(language: .english, units: .metric)
    let steps = [step(.depart), step(.arrive)]
    let named = GuidanceStop(name: "Fastned", isIntermediate: true, isForCharging: true)
    let banner = words.banners(for: steps, at: named)[0][0]
    #expect(banner.primary.text == "Fastned")
    #expect(banner.secondary?.text == "Your charging stop")
    let unnamed = GuidanceStop(isIntermediate: true, isForCharging: true)
    let other = words.banners(for: steps, at: unnamed)[0][0]
    #expect(other.primary.text == "Your charging stop" && other.secondary == nil)
  }
}
