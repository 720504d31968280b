import Guidance
import RouteModel
import Testing

@Suite struct EnglishTests {
  static let american: [SentenceCase] = [
    .init(step(.depart, on: "Main Street"), "Head north on Main Street"),
    .init(step(.depart, heading: 44), "Head northeast"),
    .init(step(.depart, heading: 338), "Head north"),
    .init(step(.depart, heading: 337), "Head northwest"),
    .init(step(.arrive), "You have arrived at your destination"),
    .init(step(.arrive, .left), "You have arrived at your destination, on the left"),
    .init(step(.arrive, .slightRight), "You have arrived at your destination, on the right"),
    .init(step(.arrive, .straight), "You have arrived at your destination, straight ahead"),
    .init(step(.turn, .left, on: "Main Street"), "Turn left onto Main Street"),
    .init(step(.turn, .left), "Turn left"),
    .init(
      step(.turn, .left, on: "Main Street; Broad Street;"),
      "Turn left onto Main Street / Broad Street"),
    .init(step(.turn, .left, on: ";"), "Turn left"),
    .init(step(.turn, .sharpRight, on: "Oak Avenue"), "Turn sharp right onto Oak Avenue"),
    .init(step(.turn, .slightRight, on: "Oak Avenue"), "Bear right onto Oak Avenue"),
    .init(step(.turn, .straight, on: "Oak Avenue"), "Go straight onto Oak Avenue"),
    .init(step(.turn, .uTurn), "Make a U-turn"),
    .init(step(.turn, .right, sign: sign(to: "Salem")), "Turn right toward Salem"),
    .init(
      step(.turn, .left, on: "Main Street", number: "US 1"), "Turn left onto Main Street (US 1)"),
    .init(step(.unknown("hop"), .unknown("up"), on: "Main Street"), "Continue onto Main Street"),
    .init(step(.staysOn, .left, on: "Main Street"), "Turn left to stay on Main Street"),
    .init(step(.staysOn, .straight, on: "Main Street"), "Continue straight on Main Street"),
    .init(step(.staysOn, .uTurn, on: "Main Street"), "Make a U-turn and continue on Main Street"),
    .init(step(.newName, .straight, on: "Elm Street"), "Continue onto Elm Street"),
    .init(step(.newName, .slightLeft, on: "Elm Street"), "Bear left onto Elm Street"),
    .init(step(.merge, .slightLeft, number: "I 95;US 1"), "Merge left onto I 95"),
    .init(
      step(.onRamp, .right, number: "I 95", sign: sign(to: "Boston", "Salem", "Lynn")),
      "Take the ramp on the right onto I 95 toward Boston, Salem"),
    .init(step(.onRamp, .left), "Take the ramp on the left"),
    .init(
      step(.offRamp, .slightRight, sign: sign("42B", to: "Salem")),
      "Take exit 42B on the right toward Salem"),
    .init(
      step(
        .offRamp, .right, sign: sign("21", to: "Park Heights Avenue", "To Stevenson Road")),
      "Take exit 21 on the right toward Park Heights Avenue, Stevenson Road"),
    .init(step(.turn, .right, sign: sign(to: "Toledo")), "Turn right toward Toledo"),
    .init(
      step(.offRamp, .left, sign: sign(name: "Kings Mill")), "Take the Kings Mill exit on the left"),
    .init(step(.offRamp, .right), "Take the exit on the right"),
    .init(
      step(.fork, .slightLeft, number: "I 80", sign: sign(to: "Reno")),
      "Keep left at the fork onto I 80 toward Reno"),
    .init(step(.fork, .straight), "Keep straight at the fork"),
    .init(
      step(.endOfRoad, .left, on: "Main Street"),
      "At the end of the road, turn left onto Main Street"),
    .init(
      step(.roundabout, .right, exit: 2, on: "Main Street"),
      "At the roundabout, take the second exit onto Main Street"),
    .init(step(.roundabout, .right, exit: 13), "At the roundabout, take the 13th exit"),
    .init(step(.roundabout, .right, exit: 21), "At the roundabout, take the 21st exit"),
    .init(step(.roundabout, .right), "Enter the roundabout"),
    .init(
      step(.rotary, exit: 3, on: "K Street", ring: "Dupont Circle"),
      "At Dupont Circle, take the third exit onto K Street"),
    .init(step(.rotary, ring: "Dupont Circle"), "Enter Dupont Circle"),
    .init(
      step(.roundaboutTurn, .left, on: "Main Street"),
      "At the roundabout, turn left onto Main Street"),
    .init(step(.roundaboutTurn, .straight), "At the roundabout, go straight"),
    .init(step(.exitRoundabout, on: "Main Street"), "Exit the roundabout onto Main Street"),
    .init(step(.exitRotary, ring: "Dupont Circle"), "Exit Dupont Circle"),
    .init(step(.notification, on: "Main Street"), "Continue on Main Street"),
    .init(
      step(.notification, on: "Lewes–Cape May", isFerry: true), "Take the ferry Lewes–Cape May"),
    .init(step(.passWaypoint), "Pass your waypoint"),
    .init(step(.useLane, lanes: [true, false, false]), "Use the left lane"),
    .init(step(.useLane, lanes: [false, true, true]), "Use the right two lanes"),
    .init(step(.useLane, lanes: [false, true, false]), "Use the middle lane"),
    .init(step(.useLane), "Continue straight"),
  ]

  static let british: [SentenceCase] = [
    .init(step(.turn, .left, on: "High Street"), "Turn left onto High Street"),
    .init(step(.turn, .left, number: "B4009"), "Turn left onto the B4009"),
    .init(step(.turn, .straight, on: "High Street"), "Go straight ahead onto High Street"),
    .init(
      step(.onRamp, .left, number: "M25", sign: sign(to: "Heathrow")),
      "Take the slip road on the left onto the M25 towards Heathrow"),
    .init(
      step(.offRamp, .slightLeft, sign: sign("14", to: "Staines", "Egham")),
      "Leave at junction 14 on the left towards Staines, Egham"),
    .init(
      step(.merge, .right, number: "A1(M)"), "Merge right onto the A1(M)"),
    .init(
      step(.roundabout, exit: 1, number: "A30"),
      "At the roundabout, take the first exit onto the A30"
    ),
  ]

  @Test("American English", arguments: american)
  func saysInAmerican(item: SentenceCase) throws {
    let words = Instructions(language: .english, units: .imperial)
    #expect(words.text(for: item.step) == item.text)
  }

  @Test("British English", arguments: british)
  func saysInBritish(item: SentenceCase) throws {
    let words = Instructions(language: try #require(Language(tag: "en-GB")), units: .british)
    #expect(words.text(for: item.step) == item.text)
  }
}
