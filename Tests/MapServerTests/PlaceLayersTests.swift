import TestSupport
import Testing

@testable import MapServer

/// Nominatim's layers of points of interest.
@Suite struct PlaceLayersTests {
  private static let drawing = AsciiMap(
    """
    A---B

    S L P T
    """,
    metresPerCell: 50, ways: ["AB": "highway=residential name=Kirchweg"],
    nodes: [
      "S": "natural=beach name=Lindenstrand", "L": "man_made=lighthouse name=Lindenturm",
      "P": "leisure=park name=Lindenpark", "T": "railway=tram_stop name=Lindentor",
    ])

  @Test(
    "a landmark is in the layer of its key",
    arguments: [
      ("natural", ["Lindenstrand"]), ("manmade", ["Lindenturm"]), ("poi", ["Lindenpark"]),
      ("railway", ["Lindentor"]), ("natural,poi", ["Lindenstrand", "Lindenpark"]),
    ])
  func layers(_ layers: String, _ wanted: [String]) async throws {
    try await ServedMap.with(Self.drawing) { served in
      let reply = try await served.get("/search?q=linden&layer=\(layers)")
      for name in ["Lindenstrand", "Lindenturm", "Lindenpark", "Lindentor"] {
        #expect(reply.body.contains(name) == wanted.contains(name), "\(name): \(reply.body)")
      }
    }
  }
}
