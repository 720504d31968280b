import RoadModel
import Testing

@testable import RoadRules

@Suite struct RoadFactsTests {
  static let flags: [(String, RoadFlags)] = [
    ("highway=primary", []),
    ("highway=primary_link", .link),
    ("highway=primary toll=yes", .toll),
    ("highway=primary toll=no", []),
    ("highway=primary toll=hgv", .truckToll),
    ("highway=primary toll:hgv=yes", .truckToll),
    ("highway=primary toll=no toll:hgv=yes", .truckToll),
    ("highway=primary toll=yes toll:hgv=no", .toll),
    ("highway=primary toll=yes toll:motorcar=no", .truckToll),
    ("highway=primary toll=yes toll:motorcar=no toll:hgv=no", []),
    ("highway=track toll=snowmobile", []),
    ("highway=primary vignette=yes", [.toll, .vignette]),
    ("highway=primary toll=vignette toll:hgv=yes", [.toll, .vignette, .truckToll]),
    ("highway=primary vignette:motorcar=yes", [.toll, .vignette]),
    ("highway=primary vignette=no toll=yes", .toll),
    ("highway=primary toll:N3=yes", .truckToll),
    ("highway=primary toll:N2=yes toll:N3=yes toll=no", .truckToll),
    ("highway=primary toll:N3=no", []),
    ("highway=primary vignette:hgv=yes", .truckToll),
    ("highway=primary vignette=no vignette:hgv=yes", .truckToll),
    ("highway=primary vignette=yes vignette:hgv=yes", [.toll, .vignette]),
    ("highway=primary toll:motor_vehicle=yes", .toll),
    ("highway=primary toll=yes toll:motor_vehicle=no", []),
    ("highway=primary toll:motor_vehicle=yes toll:motorcar=no", .truckToll),
    ("highway=primary toll:conditional=‹yes @ (Nov 01-Apr 15)›", .toll),
    ("highway=primary toll=no toll:conditional=‹yes @ (weight>3.5)›", .truckToll),
    ("highway=primary toll:conditional=‹yes @ hgv›", .truckToll),
    ("highway=primary toll=yes toll:conditional=‹no @ (22:00-06:00)›", .toll),
    ("highway=primary toll=yes toll:conditional=‹no @ (weightrating<=3.5)›", .truckToll),
    ("highway=primary toll:conditional=‹no @ (22:00-06:00)›", []),
    ("highway=primary tunnel=yes", .tunnel),
    ("highway=primary tunnel=building_passage", .tunnel),
    ("highway=primary tunnel=avalanche_protector", .tunnel),
    ("highway=primary tunnel=no", []),
    ("highway=primary tunnel=culvert", []),
    ("highway=primary covered=yes", .tunnel),
    ("highway=primary covered=no", []),
    ("highway=primary bridge=yes", .bridge),
    ("highway=primary bridge=viaduct", .bridge),
    ("highway=primary bridge=no", []),
    ("highway=primary junction=roundabout", [.roundabout, .onewayForward]),
    ("highway=primary junction=circular", [.roundabout, .circular, .onewayForward]),
    ("highway=primary oneway=yes", .onewayForward),
    ("highway=primary oneway=-1", .onewayBackward),
    ("highway=primary oneway=no", []),
    ("highway=primary oneway=reversible", []),
    ("highway=primary oneway:bicycle=yes", []),
    ("highway=motorway", .onewayForward),
    ("highway=motorway_link", .link),
    ("highway=primary hgv=designated", .truckNetwork),
    ("highway=primary hgv:forward=designated", .truckNetwork),
    ("highway=primary hgv:national_network=yes", .truckNetwork),
    ("highway=primary hgv:national_network=terminal_access", .truckNetwork),
    ("highway=primary hgv:state_network=yes", .truckNetwork),
    ("highway=primary hgv:national_network=no", []),
    ("highway=primary hgv=yes", []),
    ("highway=primary motorroad=yes", .motorroad),
    ("highway=primary scenic=yes", .scenic), ("highway=primary scenic=no", []),
    ("highway=primary maxspeed=DE:urban", .builtUp),
    ("highway=primary zone:traffic=DE:urban", .builtUp),
    ("highway=service service=parking_aisle", .minorService),
    ("highway=service service=driveway", .minorService),
    ("highway=service service=drive-through", .minorService),
    ("highway=service service=alley", []),
    ("route=ferry", .ferry),
    ("route=shuttle_train", .ferry),
  ]

  @Test("facts become flags", arguments: flags)
  func factsOf(_ line: String, _ flags: RoadFlags) {
    #expect(RoadRules().road(line)?.attributes.flags == flags)
  }

  static let surfaces: [(String, Surface)] = [
    ("asphalt", .paved), ("concrete:plates", .paved), ("sett", .stones), ("compacted", .compacted),
    ("cobblestone:flattened", .stones), ("gravel", .gravel), ("ground", .earth), ("sand", .soft),
    ("asphalt;gravel", .gravel), ("rock; concrete", .gravel), ("Dirt", .earth),
  ]

  @Test("a surface is one of six, the worst of a list", arguments: surfaces)
  func surface(_ value: String, _ surface: Surface) throws {
    let reading = try #require(RoadRules().road("highway=track surface=‹\(value)›"))
    #expect(reading.attributes.surface == surface)
    #expect(reading.problems.isEmpty)
  }

  @Test("grades, smoothness and lanes are numbers")
  func numbers() throws {
    let road = try #require(
      RoadRules().road("highway=track tracktype=grade2;grade4 smoothness=very_bad lanes=3;2")
    ).attributes
    #expect(road.trackGrade == 4)
    #expect(road.smoothness == 5)
    #expect(road.lanes == 2)
  }

  @Test("facts that cannot be read are reported")
  func problems() throws {
    let reading = try #require(
      RoadRules().road("highway=track tracktype=7 smoothness=meh lanes=many surface=cheese"))
    #expect(
      reading.problems.map(\.key).sorted() == ["lanes", "smoothness", "surface", "tracktype"])
    #expect(reading.attributes.surface == .unknown)
  }
}
