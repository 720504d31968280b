/// Joins lines end to end, so that a road is one line with room for its name.
struct LineJoin {
  /// Whether the direction of lines matters; they are then joined only head to tail.
  let isDirected: Bool

  /// An end of a line.
  private struct End {
    var line: Int
    var isStart: Bool
  }

  /// The ends that meet in a point; if there are more than two, only their number matters.
  private struct Meeting {
    var first: End
    var second: End?
    var count = 1

    mutating func add(_ end: End) {
      second = end
      count += 1
    }
  }

  /// Joins lines; if more than two meet in a point, they stay separate.
  ///
  /// - Parameter lines: Lines of at least two points.
  /// - Returns: The joined lines: the same points, each stretch once.
  func joined(_ lines: [[TilePoint]]) -> [[TilePoint]] {
    if lines.count < 2 { return lines }
    var ends: [TilePoint: Meeting] = [:]
    ends.reserveCapacity(lines.count + lines.count / 4)
    func add(_ point: TilePoint, _ end: End) {
      if ends[point]?.add(end) == nil { ends[point] = Meeting(first: end) }
    }
    for (index, line) in lines.enumerated() {
      add(line[0], End(line: index, isStart: true))
      add(line[line.count - 1], End(line: index, isStart: false))
    }
    var isUsed = [Bool](repeating: false, count: lines.count)
    var result: [[TilePoint]] = []
    for index in lines.indices where !isUsed[index] {
      isUsed[index] = true
      var chain = lines[index]
      extend(&chain, lines, ends, &isUsed, forward: true)
      chain.reverse()
      extend(&chain, lines, ends, &isUsed, forward: false)
      chain.reverse()
      result.append(chain)
    }
    return result
  }

  /// Extends the end of a chain, in the direction of its lines or the opposite one.
  private func extend(
    _ chain: inout [TilePoint], _ lines: [[TilePoint]], _ ends: [TilePoint: Meeting],
    _ isUsed: inout [Bool], forward: Bool
  ) {
    while let meeting = ends[chain[chain.count - 1]], meeting.count == 2,
      let second = meeting.second
    {
      let next = isUsed[meeting.first.line] ? second : meeting.first
      if isUsed[next.line] { return }
      if isDirected && next.isStart != forward { return }
      isUsed[next.line] = true
      let line = lines[next.line]
      if next.isStart {
        chain += line.dropFirst()
      } else {
        chain += line.dropLast().reversed()
      }
    }
  }
}
