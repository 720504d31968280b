import MapMatching

/// A trace from CSV with a header; commas, semicolons or tabs.
enum TraceCSV {
  static func traces(_ bytes: ArraySlice<UInt8>) throws(TraceFlaw) -> [Trace] {
    var lines = bytes.split(whereSeparator: { $0 == 10 || $0 == 13 })[...]
    guard let header = lines.popFirst() else { throw TraceFlaw(reason: "is empty") }
    let separator = [UInt8(ascii: ","), UInt8(ascii: ";"), 9].max { a, b in
      header.count { $0 == a } < header.count { $0 == b }
    }
    guard let separator else { throw TraceFlaw(reason: "is empty") }
    let names = fields(header, separator).map { $0.lowercased() }
    func column(_ known: String...) -> Int? { names.firstIndex { known.contains($0) } }
    guard let latitude = column("lat", "latitude", "y"),
      let longitude = column("lon", "lng", "long", "longitude", "x")
    else {
      throw TraceFlaw(
        reason: "neither GPX nor JSON, and as CSV its first line names no columns 'lat' and 'lon'")
    }
    let time = column("time", "timestamp", "datetime", "t", "seconds")
    let accuracy = column("accuracy", "hacc", "accuracy_m")
    let heading = column("heading", "bearing", "course", "track")
    let speed = column("speed", "speed_ms")
    let group = column("trace", "id", "trip", "track_id")
    var traces: [Trace] = []
    for line in lines {
      let values = fields(line, separator)
      func number(_ column: Int?) -> Double? {
        column.flatMap { $0 < values.count ? Double(values[$0]) : nil }
      }
      let name = group.flatMap { $0 < values.count ? values[$0] : nil }
      if traces.isEmpty || name != traces[traces.count - 1].name {
        traces.append(Trace([], name: name))
      }
      let moment = time.flatMap { column -> Double? in
        guard column < values.count, !values[column].isEmpty else { return nil }
        if let number = Double(values[column]) { return TraceJSON.time(.number(number)) }
        return TraceTime.seconds(Array(values[column].utf8)) ?? .nan
      }
      traces[traces.count - 1].locations.append(
        Location(
          number(latitude) ?? .nan, number(longitude) ?? .nan, time: moment,
          accuracyMetres: number(accuracy), headingDegrees: number(heading),
          speed: number(speed)))
    }
    return traces
  }

  /// The fields of a line, without quotes and the spaces around them.
  private static func fields(_ line: ArraySlice<UInt8>, _ separator: UInt8) -> [String] {
    line.split(separator: separator, omittingEmptySubsequences: false).map { field in
      var text = field
      let isEdge = { (byte: UInt8) in byte == 32 || byte == 34 }
      while let first = text.first, isEdge(first) { text.removeFirst() }
      while let last = text.last, isEdge(last) { text.removeLast() }
      return String(decoding: text, as: UTF8.self)
    }
  }
}
