import Guidance
import RoadModel
import RouteModel
import TestSupport
import Testing

/// Sentences on steps whose roads have different speeds, and waits between them.
@Suite struct SpacingTests {
  /// A piece of road: its length and its speed, in metres and seconds.
  private struct Road {
    var metres: Double
    var speed: Double
  }

  /// A step over roads, with a wait at its beginning, and its edges.
  private struct Course {
    var steps: [RouteStep] = []
    var edges: [RouteEdge] = []

    mutating func add(_ made: RouteStep, _ roads: [Road], wait: Double = 0) {
      let first = edges.last?.points.upperBound ?? 0
      for road in roads {
        let point = edges.last?.points.upperBound ?? 0
        edges.append(
          RouteEdge(
            id: EdgeID(map: MapID(rawValue: 1), number: EdgeNumber(rawValue: 0)), wayID: 1,
            isForward: true, lengthMetres: road.metres,
            durationSeconds: road.metres / road.speed, turnDurationSeconds: 0, name: nil, ref: nil,
            road: RoadAttributes(roadClass: .secondary), limits: [], conditionalRules: [],
            points: point...point + 1))
      }
      var step = made
      step.lengthMetres = roads.reduce(0) { $0 + $1.metres }
      step.durationSeconds = roads.reduce(wait) { $0 + $1.metres / $1.speed }
      step.points = first...first + roads.count
      steps.append(step)
    }

    mutating func arrive() {
      let last = edges.last?.points.upperBound ?? 0
      var end = step(.arrive, .left, metres: 0, seconds: 0)
      end.points = last...last
      steps.append(end)
    }
  }

  private let words = Instructions(language: .english, units: .metric)

  @Test("a wait at a gate does not let the sentence at the maneuver begin too late")
  func wait() throws {
    var course = Course()
    course.add(step(.depart, on: "Mill Road"), [Road(metres: 300, speed: 10)])
    course.add(
      step(.turn, .left, on: "Church Lane"), [Road(metres: 100, speed: 7)], wait: 40)
    course.add(step(.turn, .right, on: "High Street"), [Road(metres: 900, speed: 10)])
    course.arrive()
    let last = try #require(words.announcements(for: course.steps, along: course.edges)[1].last)
    #expect(last.text == "Turn right onto High Street")
    #expect(last.distanceBeforeManeuver >= 7 * SpokenInstruction.seconds(for: last.text))
  }

  @Test("where a slow road becomes a fast one, sentences begin earlier, and none is late")
  func faster() throws {
    var course = Course()
    course.add(
      step(.depart, on: "Mill Road"), [Road(metres: 600, speed: 5), Road(metres: 900, speed: 30)])
    course.add(step(.turn, .right, on: "High Street"), [Road(metres: 900, speed: 10)])
    course.arrive()
    let spoken = words.announcements(for: course.steps, along: course.edges)[0]
    let last = try #require(spoken.last)
    #expect(last.text == "Turn right onto High Street")
    // 4.5 seconds before the maneuver, as on a road of that speed alone.
    #expect(last.distanceBeforeManeuver == 135)
    #expect(spoken.contains { $0.text == "In 500 meters, turn right onto High Street" })
  }

  private static func randomCourse(_ random: inout SeededGenerator) -> Course {
    var course = Course()
    for index in 0..<Int.random(in: 1...12, using: &random) {
      let longest: Double = [10, 100, 2000].randomElement(using: &random) ?? 100
      let roads = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        Road(
          metres: .random(in: 1...longest, using: &random),
          speed: .random(in: 1...40, using: &random))
      }
      let kinds: [RouteManeuver.Kind] = [.turn, .roundabout, .offRamp, .fork, .merge]
      let kind = index == 0 ? .depart : kinds.randomElement(using: &random) ?? .turn
      let wait = Bool.random(using: &random) ? Double.random(in: 0...60, using: &random) : 0
      course.add(step(kind, .left, exit: 2, on: "High Street"), roads, wait: wait)
    }
    course.arrive()
    return course
  }

  /// Seconds from a place to the end of a step, at the speed of each road.
  private static func seconds(_ metres: Double, before step: RouteStep, _ course: Course) -> Double
  {
    var (left, seconds) = (metres, 0.0)
    for edge in course.edges.reversed() where edge.points.upperBound <= step.points.upperBound {
      if left <= 0 { break }
      seconds += edge.durationSeconds * min(left, edge.lengthMetres) / edge.lengthMetres
      left -= edge.lengthMetres
    }
    return seconds
  }

  @Test("no sentence overlaps the next at the speed of the roads or the steps", arguments: 0..<200)
  func property(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) &* 104_729 &+ 3)
    let course = Self.randomCourse(&random)
    let spoken = words.announcements(for: course.steps, along: course.edges)
    var (roads, means) = (0.0, 0.0)
    var busy = (roads: 0.0, means: 0.0)
    for (step, sentences) in zip(course.steps, spoken) {
      roads += Self.seconds(step.lengthMetres, before: step, course)
      means += step.durationSeconds
      for sentence in sentences {
        let metres = sentence.distanceBeforeManeuver
        let length = SpokenInstruction.seconds(for: sentence.text)
        let onRoads = roads - Self.seconds(metres, before: step, course)
        let pace = step.durationSeconds / step.lengthMetres
        let onSteps = means - metres * pace
        // Places are told to a tenth of a metre.
        #expect(onRoads + 0.3 >= busy.roads, "seed \(seed): \(sentence.text)")
        #expect(onSteps + 0.1 * pace + 0.1 >= busy.means, "seed \(seed): \(sentence.text)")
        busy = (onRoads + length, onSteps + length - 0.1 * pace)
      }
    }
  }
}
