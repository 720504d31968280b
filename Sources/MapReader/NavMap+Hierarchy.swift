internal import Bytes
public import NavFormat
public import RoadModel
internal import Synchronization

extension NavMap {
  /// Whether the file has a hierarchy.
  public var hasHierarchy: Bool { parts.hierarchy != nil }

  /// How large the hierarchy is, as its header says; nil when the file has none.
  public var hierarchyLayout: HierarchyLayout? { parts.hierarchy?.layout }

  /// The profiles with a metric that this version can use, in the order of ``MetricProfile/all``.
  public var metricProfiles: [MetricProfile] {
    MetricProfile.all.filter { profile in
      guard hasHierarchy, let entry = sections[.metric(profile)],
        entry.length >= MetricLayout.headerLength
      else { return false }
      // Costs of another version of the program would not be those of its queries.
      return file.bytes.u32(entry.range.lowerBound + 12) == MetricLayout.costing
    }
  }

  /// The hierarchy, after it was checked.
  ///
  /// - Returns: A view valid while the map is borrowed, nothing is copied; nil when the file has none.
  /// - Throws: ``NavError/format(path:_:)`` when it is damaged.
  /// - Complexity: O(size of the section) when it is touched for the first time, else O(1).
  @_lifetime(borrow self)
  public func hierarchy() throws(NavError) -> HierarchyView? {
    guard let (place, entry, layout) = parts.hierarchy else { return nil }
    let directory = file.bytes.extracting(parts.directory)
    let bytes = file.bytes.extracting(entry.range)
    do throws(FormatError) {
      try parts.once(place) { () throws(FormatError) in
        file.prefetch(entry.range)
        try Parts.verify(entry, file.bytes)
        try layout.validateTileNodes(bytes, at: entry.offset)
        try HierarchyView(bytes, layout: layout, directory: directory)
          .validate(layout, at: entry.offset, edgeCount: Int(header.edgeEnd))
      }
    } catch { throw .format(path: path, error) }
    return HierarchyView(bytes, layout: layout, directory: directory)
  }

  /// The costs that somebody has over the hierarchy, after they were checked.
  ///
  /// - Parameter profile: One of ``metricProfiles``.
  /// - Returns: A view valid while the map is borrowed, nothing is copied; nil when the file has none.
  /// - Throws: ``NavError/format(path:_:)`` when it is damaged.
  /// - Complexity: O(size of the section) when it is touched for the first time, else O(1).
  @_lifetime(borrow self)
  public func metric(_ profile: MetricProfile) throws(NavError) -> MetricColumns? {
    guard let (_, hierarchy, hierarchyLayout) = parts.hierarchy,
      let place = sections.index(of: .metric(profile))
    else { return nil }
    let entry = sections.entries[place]
    let bytes = file.bytes.extracting(entry.range)
    let layout: MetricLayout
    do throws(FormatError) {
      layout = try MetricLayout(
        bytes, entry, hierarchy: hierarchyLayout, check: hierarchy.check)
      guard layout.costing == MetricLayout.costing else { return nil }
      try parts.once(place) { () throws(FormatError) in
        file.prefetch(entry.range)
        try Parts.verify(entry, file.bytes)
        try MetricColumns(bytes, layout: layout).validate(entry)
      }
    } catch { throw .format(path: path, error) }
    return MetricColumns(bytes, layout: layout)
  }

  /// The edges with limits and conditions, after they were checked.
  ///
  /// - Returns: A view valid while the map is borrowed; nil when the file has none.
  /// - Throws: ``NavError/format(path:_:)`` when it is damaged.
  @_lifetime(borrow self)
  public func restrictions() throws(NavError) -> RestrictionLists? {
    guard let place = sections.index(of: .restrictions) else { return nil }
    let entry = sections.entries[place]
    let bytes = file.bytes.extracting(entry.range)
    do throws(FormatError) {
      try parts.once(place) { () throws(FormatError) in
        try Parts.verify(entry, file.bytes)
        try RestrictionLists(bytes).validate(at: entry.offset, edgeCount: header.edgeEnd)
      }
    } catch { throw .format(path: path, error) }
    return RestrictionLists(bytes)
  }
}

extension Parts {
  /// The hierarchy's section and where its columns lie, which opening a map checks.
  static func hierarchy(
    _ bytes: RawSpan, _ sections: SectionTable, _ header: FileHeader
  ) throws(FormatError) -> (place: Int, entry: SectionEntry, layout: HierarchyLayout)? {
    guard let place = sections.index(of: .hierarchy) else { return nil }
    let entry = sections.entries[place]
    let layout = try HierarchyLayout(
      bytes.extracting(entry.range), at: entry.offset, tileCount: Int(header.tileCount))
    return (place, entry, layout)
  }

  /// Checks a section unless that was done; of what was found wrong with it only the first time knows.
  ///
  /// - Parameters:
  ///   - section: Its place in the table.
  ///   - check: Finds out what is wrong.
  /// - Throws: What it finds.
  func once(
    _ section: Int, _ check: () throws(FormatError) -> Void
  ) throws(FormatError) {
    if checks[section].isIntact.load(ordering: .acquiring) { return }
    if let flaw = flaws.withLock({ $0[section] }) { throw flaw }
    do throws(FormatError) {
      try check()
      checks[section].isIntact.store(true, ordering: .releasing)
    } catch {
      flaws.withLock { $0[section] = error }
      throw error
    }
  }
}
