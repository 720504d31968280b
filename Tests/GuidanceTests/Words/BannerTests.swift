import Guidance
import RouteModel
import Testing

@Suite struct BannerTests {
  private let words = Instructions(language: .english, units: .metric)

  private func line(_ line: BannerInstruction.Line?) -> String? {
    line.map { $0.components.map { "\($0.kind.rawValue):\($0.text)" }.joined(separator: " ") }
  }

  @Test("an exit has its number, and its places below")
  func exit() {
    let steps = [
      step(.depart, metres: 2000, seconds: 100),
      step(.offRamp, .right, number: "B 10;B 311", sign: sign("12", to: "Ulm", "Aalen", "Erbach")),
      step(.arrive),
    ]
    let banners = words.banners(for: steps)
    #expect(banners[0].count == 1)
    #expect(
      line(banners[0][0].primary)
        == "exit:Exit exit-number:12 icon:B 10 delimiter:/ icon:B 311")
    #expect(banners[0][0].primary.text == "Exit 12 B 10 / B 311")
    #expect(line(banners[0][0].secondary) == "text:Ulm, Aalen")
    #expect(line(banners[1][0].primary) == "text:Your destination")
  }

  @Test("without a road the place is shown, else the instruction")
  func noRoad() {
    let steps = [
      step(.depart), step(.turn, .left, sign: sign(to: "Ulm")), step(.turn, .left), step(.arrive),
    ]
    let banners = words.banners(for: steps)
    #expect(line(banners[0][0].primary) == "text:Ulm")
    #expect(banners[0][0].secondary == nil)
    #expect(line(banners[1][0].primary) == "text:Turn left")
  }

  @Test("what follows at once is shown near the maneuver")
  func sub() {
    let steps = [
      step(.depart, metres: 1000, seconds: 100),
      step(.turn, .left, on: "High Street", metres: 50, seconds: 5),
      step(.turn, .right, on: "Mill Road"), step(.arrive),
    ]
    let banners = words.banners(for: steps)[0]
    #expect(banners.map(\.distanceBeforeManeuver) == [1000, 150])
    #expect(banners[0].sub == nil)
    #expect(line(banners[1].sub) == "text:Mill Road")
  }

  @Test("lanes to choose from are shown near the maneuver")
  func lanes() {
    let steps = [
      step(.depart, metres: 100, seconds: 10), step(.turn, .left, lanes: [true, false]),
      step(.arrive),
    ]
    let banners = words.banners(for: steps)[0]
    #expect(banners.count == 1)
    #expect(banners[0].sub?.components.map(\.lane?.isValid) == [true, false])
  }

  @Test(
    "a roundabout is left at an angle", arguments: [(0, 180), (90, 90), (270, 270), (180, 360)])
  func degrees(bearing: Int, degrees: Int) {
    let steps = [
      step(.depart), step(.roundabout, exit: 1), step(.exitRoundabout, heading: bearing),
      step(.arrive),
    ]
    #expect(words.banners(for: steps)[0][0].primary.degrees == degrees)
  }
}
