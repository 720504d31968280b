import Guidance
import RoadModel
import RouteModel
import Testing

/// Banners made outside the library, as a mock or a preview makes them.
@Suite struct MadeBannerTests {
  @Test("a banner needs only a distance and a line")
  func plain() {
    let text = BannerInstruction.Component(kind: .text, text: "A")
    let line = BannerInstruction.Line(text: "A", components: [text], kind: .turn)
    #expect(line.text == "A" && line.components == [text] && line.kind == .turn)
    #expect(line.direction == nil && line.degrees == nil && line.drivingSide == .unknown)
    let banner = BannerInstruction(distanceBeforeManeuver: 1, primary: line)
    #expect(banner.distanceBeforeManeuver == 1 && banner.primary == line)
    #expect(banner.secondary == nil && banner.sub == nil)
  }

  @Test("a banner keeps each of its optional parts")
  func whole() {
    func line(_ text: String) -> BannerInstruction.Line {
      BannerInstruction.Line(
        text: text, components: [], kind: .roundabout, direction: .right, degrees: 90,
        drivingSide: .left)
    }
    #expect(line("A").direction == .right && line("A").degrees == 90)
    #expect(line("A").drivingSide == .left)
    let banner = BannerInstruction(
      distanceBeforeManeuver: 1, primary: line("A"), secondary: line("B"), sub: line("C"))
    #expect(banner.secondary?.text == "B" && banner.sub?.text == "C")
  }
}
