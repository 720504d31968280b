internal import Bytes
package import NavFormat
public import RoadModel
internal import Synchronization

extension NavMap {
  /// Whether the file has a hierarchy.
  public var hasHierarchy: Bool { parts.hierarchy != nil }

  /// The layout of the hierarchy, from its header; nil if the file has none.
  package var hierarchyLayout: HierarchyLayout? { parts.hierarchy?.layout }

  /// The profiles with a metric that this version can use, in the order of ``MetricProfile/all``.
  public var metricProfiles: [MetricProfile] {
    MetricProfile.all.filter { profile in
      guard hasHierarchy, let entry = sections[.metric(profile)],
        entry.length >= MetricLayout.headerLength
      else { return false }
      // Metrics of another cost function have other costs than queries.
      return file.bytes.u32(entry.range.lowerBound + 12) == MetricLayout.costing
    }
  }

  /// The hierarchy, checked on first use.
  ///
  /// - Returns: A view valid while the map is borrowed, nothing is copied; nil if the file has none.
  /// - Throws: ``NavError/format(path:_:)`` if it is damaged.
  /// - Complexity: O(size of the section) on first use, then O(1).
  @_lifetime(borrow self)
  package func hierarchy() throws(NavError) -> HierarchyView? {
    guard let (place, entry, layout) = parts.hierarchy else { return nil }
    let directory = self.directory
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

  /// The costs of a profile over the hierarchy, checked on first use.
  ///
  /// - Parameter profile: One of ``metricProfiles``.
  /// - Returns: A view valid while the map is borrowed, nothing is copied; nil if the file has none.
  /// - Throws: ``NavError/format(path:_:)`` if it is damaged.
  /// - Complexity: O(size of the section) on first use, then O(1).
  @_lifetime(borrow self)
  package func metric(_ profile: MetricProfile) throws(NavError) -> MetricColumns? {
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

  /// The edges with limits and conditions, checked on first use.
  ///
  /// - Returns: A view valid while the map is borrowed; nil if the file has none.
  /// - Throws: ``NavError/format(path:_:)`` if they are damaged.
  @_lifetime(borrow self)
  package func restrictions() throws(NavError) -> RestrictionLists? {
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
  /// The hierarchy's section and its columns' positions, which opening a map checks.
  static func hierarchy(
    _ bytes: RawSpan, _ sections: SectionTable, _ header: FileHeader
  ) throws(FormatError) -> (place: Int, entry: SectionEntry, layout: HierarchyLayout)? {
    guard let place = sections.index(of: .hierarchy) else { return nil }
    let entry = sections.entries[place]
    let layout = try HierarchyLayout(
      bytes.extracting(entry.range), at: entry.offset, tileCount: Int(header.tileCount))
    return (place, entry, layout)
  }

  /// Checks a section once; later calls repeat the result.
  ///
  /// - Parameters:
  ///   - section: The index of the section in the table.
  ///   - check: The check.
  /// - Throws: The error of the check.
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

  /// Marks a section as damaged, because a part that was read after its check breaks a rule.
  func refuse(_ section: Int, _ flaw: FormatError) {
    flaws.withLock { $0[section] = $0[section] ?? flaw }
    checks[section].isIntact.store(false, ordering: .releasing)
  }
}
