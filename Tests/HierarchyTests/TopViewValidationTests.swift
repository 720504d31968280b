import Hierarchy
import TestSupport
import Testing

/// The columns of an index, to be changed.
private struct Columns {
  var words: [[UInt32]]
  var masks: [[UInt64]]

  init(_ index: TopIndex) {
    words = [
      index.first, index.starts, index.lists, index.sizes, index.cells, index.contents,
      index.upCounts, index.downCounts,
    ]
    masks = [index.upMasks, index.downMasks]
  }

  /// The first flaw; if there is none and it is asked for, searches.
  func flaw(edges: Int, cells: Int, _ top: TopMetric, searching: Bool = false) -> TopFlaw? {
    let first = words[0]
    let starts = words[1]
    let lists = words[2]
    let sizes = words[3]
    let after = words[4]
    let contents = words[5]
    let upCounts = words[6]
    let downCounts = words[7]
    let upMasks = masks[0]
    let downMasks = masks[1]
    let view = TopView(
      first: first.span, starts: starts.span, lists: lists.span, sizes: sizes.span,
      cells: after.span, contents: contents.span, upMasks: upMasks.span, upCounts: upCounts.span,
      downMasks: downMasks.span, downCounts: downCounts.span)
    if let flaw = view.flaw(edgeCount: edges, cellCount: cells) ?? top.view.flaw(view) {
      return flaw
    }
    if searching { search(view, top) }
    return nil
  }

  private func search(_ view: TopView, _ top: TopMetric) {
    var search = TreeSearch(count: view.count)
    var unpacker = PathUnpacker()
    var bounds = LowerBounds(.backward, count: view.count)
    for step in 1..<8 {
      let ends = [TopNode(step * 7 % view.count), TopNode(step * 31 % view.count)]
      let (from, to) = ([Seed(ends[0], cost: 0)], [Seed(ends[1], cost: 0)])
      search.run(view, top.view, from: from, to: to)
      // It may say that the costs are of no way: what counts is that it comes back.
      _ = try? unpacker.unpack(search.path(), view, top.view, number: 0)
      bounds.start(view, top.view, to)
      _ = bounds.bound(ends[0], view, top.view)
    }
  }
}

@Suite struct TopViewValidationTests {
  @Test("an index that was built has no flaw", arguments: [nil, 3, 20])
  func sound(limit: Int?) async {
    for network in Network.all {
      let indexed = await Indexed(network, cellLimit: limit)
      let view = indexed.index.view
      let flaw = view.flaw(edgeCount: network.edgeCount, cellCount: indexed.cells.count)
      #expect(flaw == nil)
      #expect(indexed.top.view.flaw(view) == nil)
    }
  }

  @Test("whatever number is changed, it is found or does no harm", arguments: 0..<8)
  func hostile(column: Int) async {
    let indexed = await Indexed(.grid(9, seed: 5), cellLimit: 16)
    let (edges, cells) = (indexed.network.edgeCount, indexed.cells.count)
    var generator = SeededGenerator(seed: UInt64(column))
    let columns = Columns(indexed.index)
    var found = 0
    for _ in 0..<400 {
      var changed = columns
      let place = Int.random(in: 0..<columns.words[column].count, using: &generator)
      let value = columns.words[column][place]
      let bit = UInt32(1) << UInt32.random(in: 0..<32, using: &generator)
      changed.words[column][place] =
        [value ^ bit, value &+ 1, value &- 1, 0, .max][
          Int.random(in: 0..<5, using: &generator)]
      if changed.words[column][place] == value { continue }
      found += changed.flaw(edges: edges, cells: cells, indexed.top, searching: true) == nil ? 0 : 1
    }
    #expect(found > 100)
  }

  @Test("masks of another map are found by their bits or by the number of costs")
  func masks() async {
    let indexed = await Indexed(.grid(9, seed: 5), cellLimit: 16)
    let (edges, cells) = (indexed.network.edgeCount, indexed.cells.count)
    let columns = Columns(indexed.index)
    for column in 0..<2 {
      for word in columns.masks[column].indices {
        for bit in stride(from: 0, to: 64, by: 5) {
          var changed = columns
          changed.masks[column][word] ^= 1 << UInt64(bit)
          #expect(changed.flaw(edges: edges, cells: cells, indexed.top) != nil)
        }
      }
    }
  }

  @Test("columns of other lengths, and costs out of range, are found")
  func lengths() async {
    let indexed = await Indexed(.grid(6, seed: 5), cellLimit: 16)
    let (edges, cells) = (indexed.network.edgeCount, indexed.cells.count)
    for column in 0..<8 where column != 2 {
      var columns = Columns(indexed.index)
      columns.words[column].append(0)
      #expect(columns.flaw(edges: edges, cells: cells, indexed.top) == .length)
    }
    var top = indexed.top
    top.down[3] = Cost.unreachable + 1
    #expect(Columns(indexed.index).flaw(edges: edges, cells: cells, top) == .cost(index: 3))
    top.up.removeLast()
    #expect(Columns(indexed.index).flaw(edges: edges, cells: cells, top) == .length)
  }
}
