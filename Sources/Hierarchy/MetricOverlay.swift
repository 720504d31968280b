/// Changes to a metric: copies of the pages that differ, over a base that any number of overlays share.
///
/// A page has 64 costs. Reading a cost takes one more access than in the base, to the table of pages.
public struct MetricOverlay: Sendable {
  /// The changes of one direction.
  struct Column: Sendable {
    /// For each page of the base, the start of its copy in ``changes``, or ``TopIndex/none``.
    var pages: [UInt32]
    var changes: [UInt32] = []

    init() { pages = [] }

    init(count: Int) {
      // At least one page, so that a column with a table differs from one without.
      let count = max(1, (count + MetricOverlay.pageMask) >> MetricOverlay.pageShift)
      pages = [UInt32](repeating: TopIndex.none, count: count)
    }

    func value(_ index: Int, _ base: StoredCosts) -> UInt32 {
      let page = pages[index >> MetricOverlay.pageShift]
      return page == TopIndex.none
        ? base[index] : changes[Int(page) + index & MetricOverlay.pageMask]
    }

    mutating func set(_ index: Int, _ value: UInt32, _ base: StoredCosts) {
      let number = index >> MetricOverlay.pageShift
      if pages[number] == TopIndex.none {
        pages[number] = UInt32(changes.count)
        let begin = number << MetricOverlay.pageShift
        for place in begin...begin + MetricOverlay.pageMask {
          changes.append(place < base.count ? base[place] : Cost.unreachable)
        }
      }
      changes[Int(pages[number]) + index & MetricOverlay.pageMask] = value
    }
  }

  static let pageShift = 6
  static let pageMask = 1 << pageShift - 1

  var up: Column
  var down: Column

  /// No changes of any metric; none can be added.
  public init() {
    up = Column()
    down = Column()
  }

  /// No changes.
  ///
  /// - Parameter base: The metric to change.
  public init(over base: borrowing MetricView) {
    up = Column(count: base.up.base.count)
    down = Column(count: base.down.base.count)
  }

  /// The size of the overlay in bytes.
  public var byteCount: Int {
    4 * (up.pages.count + up.changes.count + down.pages.count + down.changes.count)
  }

  /// The complete metric with the changes applied.
  ///
  /// - Parameter base: The metric that the overlay changes.
  /// - Returns: Its costs, replaced by those of the overlay where it has others.
  public func metric(over base: TopMetric) -> TopMetric {
    TopMetric(
      up: base.up.indices.map { up.value($0, StoredCosts(base.up.span)) },
      down: base.down.indices.map { down.value($0, StoredCosts(base.down.span)) })
  }
}
