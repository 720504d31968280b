import Nav

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Drives each trace of a CSV file along the route that was matched from it.
///
/// The route is what the matcher makes of the whole trace; the trip sees one fix after the other. A reroute is false,
/// since the driver was on the roads of the route all the time.
func driveTraces(_ path: String) {
  let traces = readTraces(path)
  let matcher = MapMatcher(map: map)
  var options = TripOptions()
  options.improveSeconds = 0
  var (driven, clean, fixes, reroutes, kilometres, skipped) = (0, 0, 0, 0, 0.0, 0)
  for trace in traces {
    guard let result = try? matcher.match(trace), result.pieces.count == 1,
      let route = try? matcher.route(of: result.pieces[0]), route.lengthMetres > 500
    else {
      skipped += 1
      continue
    }
    guard var trip = Trip(route, vehicle: .car, options: options, matcher: matcher) else {
      continue
    }
    driven += 1
    kilometres += route.lengthMetres / 1_000
    var left: [String] = []
    // The last places in short, for looking at what went wrong.
    var history: [String] = []
    let piece = result.pieces[0]
    for fix in trace.locations[piece.points] {
      fixes += 1
      for event in trip.take(.fix(fix)) {
        switch event {
        case .progress(let progress):
          history.append(
            "\(Int(fix.time ?? 0)) s, fix \(fix.latitude),\(fix.longitude), \(progress.source) at "
              + "\(progress.position), \(Int(progress.metresLeft)) m left, probability "
              + "\(Int(progress.probability * 100))")
          if history.count > 6 { history.removeFirst() }
        case .leftRoute(let deviation):
          left.append(
            "\(deviation.kind) at \(deviation.position), way \(deviation.wayID ?? 0), after\n  "
              + history.joined(separator: "\n  "))
        case .request(let request): _ = trip.take(.failure(request.id, .cancelled))
        default: break
        }
      }
    }
    reroutes += left.count
    if left.isEmpty {
      clean += 1
    } else if isVerbose {
      print("\(trace.name ?? "?"): \(left.joined(separator: "; "))")
    }
  }
  print(
    "\(driven) traces, \(Int(kilometres)) km, \(fixes) fixes, \(skipped) left out; without a false "
      + "reroute \(clean) (\(Double(clean * 1_000 / max(driven, 1)) / 10) %), false \(reroutes)")
}

/// Reads the CSV of the ECML/PKDD challenge of 2015: a line a trip, its last column `[[lon,lat],…]`, a point each 15 s.
private func readTraces(_ path: String) -> [Trace] {
  guard let file = fopen(path, "r") else { stop("\(path): cannot be read", 66) }
  defer { fclose(file) }
  var traces: [Trace] = []
  var line: [UInt8] = []
  while true {
    let byte = getc(file)
    if byte != EOF, byte != 10 {
      line.append(UInt8(truncatingIfNeeded: byte))
      continue
    }
    let text = String(decoding: line, as: UTF8.self)
    line.removeAll(keepingCapacity: true)
    if let start = text.firstIndex(of: "[") {
      let numbers = text[start...].split { "[]\", ".contains($0) }.compactMap { Double($0) }
      var trace = Trace([], name: String(text.split(separator: "\"").first ?? ""))
      for index in stride(from: 0, to: numbers.count - 1, by: 2) {
        trace.locations.append(
          Location(
            latitude: numbers[index + 1], longitude: numbers[index],
            time: Double(index / 2) * 15))
      }
      if trace.locations.count > 5 { traces.append(trace) }
    }
    if byte == EOF { return traces }
  }
}
