import Bytes
import Geo
import JSON
import TestSupport
import Testing
import TraceIO

@Suite struct TraceReaderTests {
  @Test("nothing but space is empty", arguments: ["", " ", "\n\r\n\t ", "\u{FEFF}"])
  func empty(_ text: String) {
    #expect(throws: TextError.empty(source: "test")) { try Reading(text) }
  }

  @Test("the format is known by the first bytes")
  func formats() throws {
    let texts: [(String, TraceFormat)] = [
      ("<gpx><rte><rtept lat='1' lon='2'/></rte></gpx>", .gpx), (#"{"locations":[[1,2]]}"#, .json),
      ("lat,lon\n1,2\n", .csv),
    ]
    for (text, format) in texts {
      for space in ["", " \n"] {
        let reading = try Reading(space + text)
        #expect(reading.format == format)
        #expect(reading.traces == [Trace([Location(latitude: 1, longitude: 2)])])
      }
    }
  }

  @Test("files are read as bytes in memory are, and faults name them")
  func files() throws {
    let folder = try TemporaryFolder()
    let good = try folder.write(Array("lat,lon\n1,2\n".utf8), "a.gpx")
    #expect(try TraceReader.traces(path: good) == [Trace([Location(latitude: 1, longitude: 2)])])
    let bad = try folder.write(Array("lat,lon\n1,east\n".utf8), "b.json")
    let flaw = TextFlaw(line: 2, reason: "'east' is not a longitude")
    #expect(throws: TextError.malformed(source: bad, flaw)) {
      try TraceReader.traces(path: bad)
    }
    let absent = folder.path + "/absent"
    let error = #expect(throws: TextError.self) { try TraceReader.traces(path: absent) }
    guard case .file(let file) = error else {
      Issue.record("no fault of the file: \(String(describing: error))")
      return
    }
    #expect(file.isNotFound)
    #expect(TextError.name(ofSource: "-") == "standard input")
  }

  @Test("every prefix of a good text, and every byte changed, is read or refused, and never traps")
  func hostile() throws {
    let texts = [
      "<gpx><trk><name>&amp;</name><trkseg><trkpt lat='1' lon='2'><time>2020-09-13T12:00:00Z</time>"
        + "</trkpt></trkseg></trk></gpx>",
      #"{"features":[{"type":"Feature","properties":{"times":["2020-09-13T12:00:00Z",2]},"#
        + #""geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}]}"#,
      #"{"id":"\ud83d\ude9a","locations":[[1,2,3],{"lat":1,"lon":-2.5e1,"time":"x"}]}"#,
      "trip,time,lat,lon\n\"a\"\"\",2020-09-13T12:00:00Z,1,2\r\nb,3,1.5,2\n",
    ].map { Array($0.utf8) }
    var generator = SeededGenerator(seed: 20)
    var (read, refused) = (0, 0)
    func attempt(_ bytes: [UInt8]) {
      do throws(TextError) {
        _ = try Reading(bytes)
        read += 1
      } catch {
        refused += 1
        #expect(error.description.hasPrefix("test: "))
      }
    }
    for text in texts {
      for end in text.indices {
        attempt(Array(text[..<end]))
        var changed = text
        changed[end] = UInt8.random(in: 0...255, using: &generator)
        attempt(changed)
      }
    }
    #expect(read > 0 && refused > 0)
  }
}
