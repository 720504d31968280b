/// The tree that results from cutting a piece, with the vertices in its leaves.
struct Shape: Sendable {
  /// The tree in post-order: the number of vertices of a cell, or ``join`` for the union of the two before.
  private(set) var steps: [UInt32] = []
  /// The ids of the vertices, cell by cell.
  private(set) var members: [UInt32] = []

  private static let join: UInt32 = 0
  /// The minimum number of vertices of a piece that justifies a separate task.
  private static let taskSize = 1_000

  /// The number of cells.
  var cellCount: Int { steps.count { $0 != Shape.join } }

  /// Cuts a piece until its parts weigh at most `limit` or are a single vertex.
  ///
  /// With several threads, pieces are cut level by level until there are some for each thread, then each on its own.
  static func cutting(_ piece: Piece, limit: Int, threads: Int) async -> Shape {
    if threads <= 1 { return cutting(piece, limit: limit) }
    var level = [piece]
    // For each level, whether each of its pieces was cut.
    var history: [[Bool]] = []
    while level.count < threads * 4 {
      let halves = await concurrently(level.count, threads: threads) { [level] number in
        let piece = level[number]
        let isSmall = piece.count < taskSize || piece.weight <= limit
        return isSmall ? [piece] : piece.halves(InertialFlow.cut(piece).side)
      }
      history.append(halves.map { $0.count == 2 })
      if halves.allSatisfy({ $0.count == 1 }) { break }
      level = Array(halves.joined())
    }
    var shapes = await concurrently(level.count, threads: threads) { [level] number in
      cutting(level[number], limit: limit)
    }
    for wereCut in history.reversed() {
      var below = shapes[...]
      shapes = wereCut.map { wasCut in
        var shape = below.removeFirst()
        if wasCut {
          shape.append(below.removeFirst())
          shape.steps.append(join)
        }
        return shape
      }
    }
    return shapes.first ?? Shape()
  }

  private static func cutting(_ piece: Piece, limit: Int) -> Shape {
    var shape = Shape()
    shape.cut(piece, limit: limit)
    return shape
  }

  /// The depth of the recursion is logarithmic: each half weighs at most three quarters, or is one vertex.
  private mutating func cut(_ piece: consuming Piece, limit: Int) {
    if piece.count == 1 || piece.weight <= limit {
      members += piece.vertices.map(\.id)
      steps.append(UInt32(piece.count))
      return
    }
    var halves = piece.halves(InertialFlow.cut(piece).side)
    // Free the piece before its halves are cut.
    piece = Piece()
    let second = halves.removeLast()
    cut(halves.removeLast(), limit: limit)
    cut(second, limit: limit)
    steps.append(Shape.join)
  }

  private mutating func append(_ other: Shape) {
    steps += other.steps
    members += other.members
  }

  /// The number of the cell of each vertex.
  func labels(count: Int) -> [UInt32] {
    var labels = [UInt32](repeating: 0, count: count)
    var next = 0
    var cell: UInt32 = 0
    for step in steps where step != Shape.join {
      for _ in 0..<step {
        labels[Int(members[next])] = cell
        next += 1
      }
      cell += 1
    }
    return labels
  }

  /// Replaces cells by trees, and renumbers the cells.
  ///
  /// - Parameters:
  ///   - cells: The cells, ascending.
  ///   - shapes: The trees that replace them.
  ///   - labels: The number of the cell of each junction; updated.
  ///   - junction: Returns the junction of a vertex of a tree.
  mutating func replace(
    _ cells: [Int], with shapes: [Shape], relabelling labels: inout [UInt32],
    _ junction: (Int, UInt32) -> UInt32
  ) {
    var numbers: [UInt32] = []
    var result: [UInt32] = []
    var next = 0
    var number: UInt32 = 0
    for step in steps {
      if step == Shape.join {
        result.append(step)
        continue
      }
      numbers.append(number)
      if next < cells.count && cells[next] == numbers.count - 1 {
        result += shapes[next].steps
        number += UInt32(shapes[next].cellCount)
        next += 1
      } else {
        result.append(step)
        number += 1
      }
    }
    steps = result
    for index in labels.indices { labels[index] = numbers[Int(labels[index])] }
    for (place, shape) in shapes.enumerated() {
      for (vertex, label) in shape.labels(count: shape.members.count).enumerated() {
        labels[Int(junction(place, UInt32(vertex)))] += label
      }
    }
  }

  /// The parts of the dissection that this tree describes.
  ///
  /// - Parameters:
  ///   - junctions: The junctions of each cell.
  ///   - cellParts: Receives the number of the part of each cell.
  /// - Returns: The parts without their ranks, and for each part the first one inside it.
  func parts(_ junctions: Groups, _ cellParts: inout [UInt32]) -> ([Dissection.Part], [Int]) {
    var parts: [Dissection.Part] = []
    var firstParts: [Int] = []
    var open: [Int] = []
    var cell = 0
    for step in steps {
      var part = Dissection.Part(
        ranks: 0..<0, ownRanks: 0, junctions: 0..<0, parent: Dissection.none,
        isCell: step != Shape.join)
      if part.isCell {
        part.junctions = UInt32(junctions.first[cell])..<UInt32(junctions.first[cell + 1])
        cellParts[cell] = UInt32(parts.count)
        firstParts.append(parts.count)
        cell += 1
      } else if let second = open.popLast(), let first = open.popLast() {
        parts[first].parent = UInt32(parts.count)
        parts[second].parent = UInt32(parts.count)
        part.junctions =
          parts[first].junctions.lowerBound..<parts[second].junctions.upperBound
        firstParts.append(firstParts[first])
      }
      open.append(parts.count)
      parts.append(part)
    }
    return (parts, firstParts)
  }
}

/// Numbers sorted by group, ascending within a group.
struct Groups: Sendable {
  /// The members of group g are `members[first[g] ..< first[g + 1]]`.
  var first: [Int]
  var members: [UInt32]

  subscript(group: Int) -> ArraySlice<UInt32> { members[first[group]..<first[group + 1]] }

  func size(_ group: Int) -> Int { first[group + 1] - first[group] }
}

extension Shape {
  /// Groups the numbers 0..<labels.count by their labels, which are below `count`.
  static func group(_ labels: [UInt32], count: Int) -> Groups {
    var first = [Int](repeating: 0, count: count + 1)
    for label in labels { first[Int(label) + 1] += 1 }
    for group in 0..<count { first[group + 1] += first[group] }
    var next = first
    var members = [UInt32](repeating: 0, count: labels.count)
    for (number, label) in labels.enumerated() {
      members[next[Int(label)]] = UInt32(number)
      next[Int(label)] += 1
    }
    return Groups(first: first, members: members)
  }
}

extension Array {
  /// The first index whose element satisfies a condition that all later elements satisfy too.
  ///
  /// As in `Geo`; this module imports none.
  func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
