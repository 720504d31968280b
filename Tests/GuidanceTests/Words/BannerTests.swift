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

  @Test("behind the entry of a roundabout its counted exit is not shown, but what follows at once")
  func subOfRoundabout() throws {
    func sub(_ exit: Int?, seconds: Double) throws -> BannerInstruction.Line? {
      let steps = [
        step(.depart, metres: 1000, seconds: 100),
        step(.roundabout, .right, exit: exit, on: "High Street", metres: 40, seconds: 5),
        step(.exitRoundabout, .right, exit: exit, on: "High Street", seconds: seconds),
        step(.turn, .right, on: "Mill Road"), step(.arrive),
      ]
      return try #require(words.banners(for: steps)[0].last).sub
    }
    #expect(line(try sub(2, seconds: 5)) == "text:Mill Road")
    #expect(try sub(2, seconds: 30) == nil)
    #expect(line(try sub(nil, seconds: 30)) == "text:High Street")
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
