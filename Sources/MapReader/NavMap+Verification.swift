internal import Bytes
internal import Geo
internal import NavFormat
internal import RoadModel

extension NavMap {
  /// Checks the whole file: every MUST of Formats/nav-2.md that needs no search, except for the hierarchy, which
  /// `verifyHierarchy()` checks.
  ///
  /// Reading is safe without this call: everything that could mislead a reader is checked on first use.
  ///
  /// - Parameter progress: Receives the number of tiles checked so far.
  /// - Throws: ``NavError/format(path:_:)`` for the first error found.
  /// - Complexity: O(size of the file).
  public func verify(progress: (Int) -> Void = { _ in }) throws(NavError) {
    var names = NameCheck(self)
    // Tiles first, so that an error is reported as precisely as possible.
    for tile in tiles {
      let map = self
      let view = try map.tile(tile)
      do throws(FormatError) {
        try view.verify(entry(tile), header)
        try names.check(view)
      } catch { throw .format(path: path, error) }
      try verifyLinks(of: tile)
      _ = try nodes(ofTile: tile)
      try verifyElevation(of: tile)
      progress(tile.rawValue + 1)
    }
    do throws(FormatError) {
      for entry in sections.entries { try Parts.verify(entry, file.bytes) }
      try names.checkBeginning()
      try verifyPresence()
      try verifyGaps()
      try verifyBoxes()
      try verifyProvenance()
      if let zones = sections[.timeZones] { _ = try verifiedLines(zones) }
      if let (_, section, layout) = parts.hierarchy {
        try layout.verifyPadding(file.bytes.extracting(section.range), at: section.offset)
      }
      guard sections.buildID == header.buildID else {
        throw .invalid(
          part: "header", offset: 104, rule: "the build id is not that of the sections")
      }
    } catch { throw .format(path: path, error) }
    if hasPlaces { _ = try places() }
    if hasChargingStations { _ = try chargingStations() }
    try verifyRestrictions()
  }

  // MARK: Sections

  /// Checks that the header and the section table agree, and that sections required by others are present.
  private func verifyPresence() throws(FormatError) {
    func has(_ id: SectionID) -> Bool { sections[id] != nil }
    let features: [(bit: UInt64, id: SectionID)] = [
      (FileHeader.sampleTripFeature, .sampleTrip), (FileHeader.hierarchyFeature, .hierarchy),
      (FileHeader.nodeIDsFeature, .nodeIDs), (FileHeader.placesFeature, .places),
      (FileHeader.elevationFeature, .elevation), (FileHeader.stationsFeature, .stations),
    ]
    for (bit, id) in features where (header.optional & bit != 0) != has(id) {
      throw .invalid(
        part: "header", offset: 24, rule: "it and the section table disagree on '\(id.name)'")
    }
    guard !has(.hierarchy) || has(.restrictions) else {
      throw .invalid(
        part: "section table", offset: 256, rule: "a hierarchy, but no section 'restrictions'")
    }
    let metric = sections.entries.first { $0.id == SectionID.metricNumber }
    if let metric, !has(.hierarchy) {
      throw .invalid(
        part: "section table", offset: 256, rule: "section '\(metric.name)', but no hierarchy")
    }
  }

  /// Checks that only padding lies between sections and between tiles.
  private func verifyGaps() throws(FormatError) {
    let table = FileHeader.length + 32 * sections.entries.count
    var end = table
    for entry in sections.entries {
      // Unused entries of the table leave more zeros behind it.
      try verifyGap(end..<entry.range.lowerBound, before: entry.name, isPadding: end != table)
      end = entry.range.upperBound
    }
    guard end == file.bytes.byteCount else {
      throw .invalid(
        part: "file", offset: UInt64(end), rule: "bytes follow the last section")
    }
    guard let section = sections[.tiles]?.range else { return }
    end = section.lowerBound
    for tile in tiles {
      let range = range(tile)
      guard tile > tiles.lowerBound || range.lowerBound == end else {
        throw .invalid(
          part: "section 'tiles'", offset: UInt64(end), rule: "it begins before the first tile")
      }
      try verifyGap(end..<range.lowerBound, before: "tile \(tile)", isPadding: true)
      end = range.upperBound
    }
    guard end == section.upperBound else {
      throw .invalid(
        part: "section 'tiles'", offset: UInt64(end), rule: "bytes follow the last tile")
    }
  }

  private func verifyGap(
    _ gap: Range<Int>, before part: String, isPadding: Bool
  ) throws(FormatError) {
    guard !isPadding || gap.count < 16 else {
      throw .invalid(
        part: "padding", offset: UInt64(gap.lowerBound),
        rule: "more bytes than needed before '\(part)'")
    }
    for offset in gap where file.bytes.u8(offset) != 0 {
      throw .invalid(part: "padding", offset: UInt64(offset), rule: "a byte is not zero")
    }
  }

  /// Compares the boxes of the header and of the tile index with those of the directory.
  private func verifyBoxes() throws(FormatError) {
    var whole = Box.empty
    for tile in tiles { whole.add(entry(tile).box) }
    if tileCount == 0 {
      whole = Box(minLatitude: 0, minLongitude: 0, maxLatitude: 0, maxLongitude: 0)
    }
    guard header.box == whole else {
      throw .invalid(part: "header", offset: 64, rule: "the box is not that of the tiles")
    }
    let bytes = file.bytes
    let items = (0..<tileCount).map { place in
      entry(TileNumber(bytes.u32(parts.tileOrder.lowerBound + 4 * place))).box
    }
    for (index, box) in BoxTree(itemCount: tileCount).boxes(of: items).enumerated() {
      let at = parts.tileBoxes + 16 * index
      guard Box(bytes, at: at) == box else {
        throw .invalid(
          part: "tile index", offset: UInt64(at),
          rule: "box \(index) is not that of the tiles it covers")
      }
    }
  }

  /// The lines of a section of text; checks that it is UTF-8 and that its last line ends.
  private func verifiedLines(_ entry: SectionEntry) throws(FormatError) -> [ArraySlice<UInt8>] {
    func fault(_ rule: String) -> FormatError {
      .invalid(part: "section '\(entry.name)'", offset: entry.offset, rule: rule)
    }
    let bytes = entry.range.map { file.bytes.u8($0) }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else { throw fault("it is not valid UTF-8") }
    guard bytes.last == UInt8(ascii: "\n") else { throw fault("the last line does not end") }
    return bytes.dropLast().split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }

  /// Checks the lines of the provenance: the known keys in order, then keys of later versions.
  private func verifyProvenance() throws(FormatError) {
    guard let entry = sections[.provenance] else { return }
    func fault(_ rule: String) -> FormatError {
      .invalid(part: "section 'provenance'", offset: entry.offset, rule: rule)
    }
    let lines = try verifiedLines(entry)
    guard lines.allSatisfy({ $0.contains(UInt8(ascii: "=")) }) else {
      throw fault("a line is not key=value")
    }
    let keys = lines.map { line in
      String(decoding: line.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    }
    guard keys.starts(with: Provenance.keys) else {
      throw fault("the keys are not \(Provenance.keys.joined(separator: ", "))")
    }
  }
}

/// Checks each name that tiles refer to, once.
private struct NameCheck {
  private let map: NavMap
  private var seen: Set<UInt32> = [0]
  private var texts: [[UInt8]: UInt32] = [:]
  /// The forms in which texts were checked.
  private var forms: Set<Use> = []

  private struct Use: Hashable {
    let offset: UInt32
    let form: RoadWordKind.Form
  }

  init(_ map: NavMap) { self.map = map }

  private func fault(_ offset: UInt32, _ rule: String) -> FormatError {
    .invalid(
      part: "section 'names'", offset: map.parts.names.offset + UInt64(offset), rule: rule)
  }

  /// Checks that the section begins with the zero byte for no name.
  func checkBeginning() throws(FormatError) {
    let range = map.parts.names.range
    guard !range.isEmpty, map.file.bytes.u8(range.lowerBound) == 0 else {
      throw fault(0, "it does not begin with a zero")
    }
  }

  /// Checks the names of a tile's ways.
  mutating func check(_ tile: borrowing TileView) throws(FormatError) {
    for way in 0..<tile.layout.wayCount {
      try check(tile.nameOffset(way))
      try check(tile.refOffset(way))
    }
    for row in 0..<tile.layout.wordCount { try check(tile.word(row)) }
    for row in 0..<tile.layout.junctionWordCount { try check(tile.junctionWord(row)) }
  }

  /// Checks the text of a word, and its form.
  private mutating func check(_ word: TileContents.Word) throws(FormatError) {
    guard word.text != 0 else { throw fault(0, "a word has no text") }
    try check(word.text)
    let language = Int(word.kind.rawValue) - Int(RoadWordKind.names.lowerBound)
    guard !RoadWordKind.names.contains(word.kind.rawValue) || language < map.languages.count else {
      throw fault(word.text, "a name in language \(language), which the file does not have")
    }
    guard forms.insert(Use(offset: word.text, form: word.kind.form)).inserted else { return }
    let text = String(decoding: try bytes(at: word.text), as: UTF8.self)
    guard word.kind.isCanonical(text) else {
      throw fault(word.text, "a word of kind \(word.kind.rawValue) is not in its canonical form")
    }
  }

  private mutating func check(_ offset: UInt32) throws(FormatError) {
    guard seen.insert(offset).inserted else { return }
    let name = try bytes(at: offset)
    guard !name.isEmpty else { throw fault(offset, "a name is empty") }
    guard String(decoding: name, as: UTF8.self).utf8.elementsEqual(name) else {
      throw fault(offset, "a name is not valid UTF-8")
    }
    let earlier = texts.updateValue(offset, forKey: name)
    guard earlier == nil else { throw fault(offset, "a name is there twice") }
  }

  /// The bytes of a name.
  private func bytes(at offset: UInt32) throws(FormatError) -> [UInt8] {
    let bytes = map.file.bytes.extracting(map.parts.names.range)
    var at = Int(offset)
    guard at < bytes.byteCount, let length = Varint.read(bytes, at: &at, end: bytes.byteCount),
      let range = bytes.checkedRange(UInt64(at), count: length)
    else { throw fault(offset, "a name is not inside") }
    return range.map { bytes.u8($0) }
  }
}
