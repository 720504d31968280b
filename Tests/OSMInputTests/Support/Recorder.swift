import Geo

@testable import OSMInput

/// Writes each element as a line: `n5 437311000,74197000 highway=stop`, `w7 1,2,3`, `r9 w7:from`.
struct Recorder: OSMVisitor {
  var lines: [String] = []

  mutating func node(_ id: Int64, at position: Coordinate?, tags: borrowing OSMTags) {
    let place = position.map { "\($0.latitudeUnits),\($0.longitudeUnits)" } ?? "nowhere"
    lines.append("n\(id) \(place)" + text(tags))
  }

  mutating func way(_ id: Int64, nodes: borrowing [Int64], tags: borrowing OSMTags) {
    let refs = (copy nodes).map(String.init).joined(separator: ",")
    lines.append("w\(id) \(refs)" + text(tags))
  }

  mutating func relation(_ id: Int64, members: borrowing [OSMMember], tags: borrowing OSMTags) {
    let list = (copy members).map { member in
      let kind =
        switch member.kind {
        case .node: "n"
        case .way: "w"
        case .relation: "r"
        }
      return "\(kind)\(member.ref):\(member.role)"
    }
    lines.append("r\(id) \(list.joined(separator: ","))" + text(tags))
  }

  private func text(_ tags: borrowing OSMTags) -> String {
    var text = ""
    for index in 0..<tags.count {
      text += " \(tags.key(at: index))=\(tags.value(at: index))"
    }
    return text
  }
}

/// What reading some bytes gave: the elements up to the end or to an error.
struct Reading {
  var lines: [String]
  var result: Result<OSMSummary, OSMInputError>

  /// Reads bytes that are called `test`.
  init(_ bytes: [UInt8]) {
    var recorder = Recorder()
    do {
      result = .success(
        try OSMReader(bytes: bytes, name: "test").read(into: &recorder) { _, _ in true })
    } catch {
      result = .failure(error)
    }
    lines = recorder.lines
  }

  /// Reads a document that is called `test`.
  init(_ xml: String) {
    self.init(Array(xml.utf8))
  }

  var error: OSMInputError? {
    if case .failure(let error) = result { error } else { nil }
  }

  var summary: OSMSummary? {
    if case .success(let summary) = result { summary } else { nil }
  }

  /// The error's one line, or nothing.
  var complaint: String { error?.description ?? "" }
}
