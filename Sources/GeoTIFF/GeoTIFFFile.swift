internal import CTIFF

/// The reason why a GeoTIFF file could not be read, in one line without the path.
public struct GeoTIFFError: Error, Sendable, Equatable {
  /// The reason.
  public let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// The position of the points of a grid of heights, in degrees.
public struct GeoTIFFGrid: Sendable, Equatable {
  /// The number of points from west to east, 1 to 100,000.
  public let columns: Int
  /// The number of points from north to south, 1 to 100,000.
  public let rows: Int
  /// The latitude of the first row.
  public let north: Double
  /// The longitude of the first column.
  public let west: Double
  /// The degrees between two rows, positive.
  public let rowStep: Double
  /// The degrees between two columns, positive.
  public let columnStep: Double
}

/// A GeoTIFF file of heights in geographic coordinates.
///
/// It may be tiled or in strips, cloud optimized or not (OGC 19-008r4), with any compression that
/// libtiff supports. The first image is read, with one number for each point: integers of 8 to 32
/// bits or floats of 32 or 64 bits, in metres or with GDAL's scale and offset. Memory: one tile or
/// strip, and the requested window. Only one task may use it at a time.
@safe
public struct GeoTIFFFile: ~Copyable {
  private let file: Handle
  /// The grid.
  public let grid: GeoTIFFGrid
  /// The number for missing heights by GDAL's tag; nil if there is no such tag.
  public let missing: Double?
  private let sample: Sample
  private let measure: HeightMeasure
  private let blocks: Blocks

  /// A file of libtiff, which its owner closes.
  @safe
  private struct Handle {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }
  }

  /// The encoding of a height.
  private struct Sample {
    var bytes: Int
    var format: UInt16
  }

  /// Tiles, or strips as tiles with the width of the image.
  private struct Blocks {
    var isTiled: Bool
    var width: Int
    var height: Int
    /// The number of blocks in a row.
    var across: Int
    var byteCount: Int
  }

  private struct Head {
    var grid: GeoTIFFGrid
    var sample: Sample
    var measure: HeightMeasure
    var blocks: Blocks
  }

  /// The maximum bytes of a tile or strip, and of a window of heights.
  private static let maximumBytes = 256 << 20

  /// Opens a file and reads the position of its heights.
  ///
  /// - Parameter path: The file.
  /// - Throws: ``GeoTIFFError`` if it is not a GeoTIFF file, or of an unsupported kind.
  public init(path: String) throws(GeoTIFFError) {
    guard ctiff_is_there() else {
      throw GeoTIFFError("reading it needs libtiff, which is not installed")
    }
    // SAFETY: the argument is a terminated string; the handle is closed in `deinit`, or below if
    // this initializer throws.
    guard let opened = unsafe ctiff_open(path) else {
      throw GeoTIFFError("it cannot be opened as a TIFF file")
    }
    let file = unsafe Handle(opened)
    let head: Head
    do throws(GeoTIFFError) { head = try Self.head(file) } catch {
      // SAFETY: the handle is open and not used afterwards.
      unsafe ctiff_close(file.pointer)
      throw error
    }
    grid = head.grid
    sample = head.sample
    measure = head.measure
    blocks = head.blocks
    missing = Self.text(file, 42_113).flatMap { Double($0) }
    self.file = file
  }

  deinit {
    // SAFETY: opened in `init`; there is no other reference to the handle.
    unsafe ctiff_close(file.pointer)
  }

  /// Reads heights.
  ///
  /// - Parameters:
  ///   - rows: Rows of the grid; traps if they do not exist.
  ///   - columns: Columns of the grid; traps if they do not exist.
  /// - Returns: Metres, row by row; missing heights are NaN.
  /// - Throws: ``GeoTIFFError`` if the file is damaged there.
  public func heights(
    rows: Range<Int>, columns: Range<Int>
  ) throws(GeoTIFFError) -> [Float] {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= grid.rows)
    precondition(columns.lowerBound >= 0 && columns.upperBound <= grid.columns)
    guard rows.count * columns.count * 4 <= Self.maximumBytes else {
      throw GeoTIFFError("\(columns.count) by \(rows.count) points of a degree are too many")
    }
    var heights = [Float](repeating: .nan, count: rows.count * columns.count)
    if heights.isEmpty { return heights }
    var buffer = [UInt8](repeating: 0, count: blocks.byteCount)
    for down in rows.lowerBound / blocks.height...(rows.upperBound - 1) / blocks.height {
      for right in columns.lowerBound / blocks.width...(columns.upperBound - 1) / blocks.width {
        let count = try read(down * blocks.across + right, into: &buffer)
        if count == 0, missing != nil { continue }
        let (top, left) = (down * blocks.height, right * blocks.width)
        for row in max(rows.lowerBound, top)..<min(rows.upperBound, top + blocks.height) {
          for column in max(columns.lowerBound, left)..<min(columns.upperBound, left + blocks.width)
          {
            let at = ((row - top) * blocks.width + column - left) * sample.bytes
            guard count == 0 || at + sample.bytes <= count else {
              throw GeoTIFFError("a tile or strip ends early")
            }
            let place = (row - rows.lowerBound) * columns.count + column - columns.lowerBound
            heights[place] = count == 0 ? Float(measure.offset) : height(buffer, at)
          }
        }
      }
    }
    return heights
  }

  /// Reads a tile or strip and returns the number of its bytes; 0 if it is left out.
  ///
  /// As GDAL writes it, all its heights are then missing, or 0 if the file has no number for missing ones.
  private func read(_ number: Int, into buffer: inout [UInt8]) throws(GeoTIFFError) -> Int {
    let size = buffer.count
    let isTiled = blocks.isTiled
    let pointer = unsafe file.pointer
    // SAFETY: the handle is open. libtiff would read a block without compression from the beginning of the file.
    if unsafe ctiff_is_left_out(pointer, UInt32(number)) { return 0 }
    // SAFETY: libtiff writes at most the given number of bytes, and refuses the number of a missing
    // block.
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe ctiff_read(pointer, isTiled, UInt32(number), bytes.baseAddress, size)
    }
    guard count > 0, count <= size else { throw GeoTIFFError("a tile or strip is damaged") }
    return count
  }

  /// The height at a place of a block, whose bytes libtiff has made little-endian as the machine's.
  private func height(_ bytes: [UInt8], _ at: Int) -> Float {
    var bits: UInt64 = 0
    for index in 0..<sample.bytes { bits |= UInt64(bytes[at + index]) << UInt64(8 * index) }
    let shift = UInt64(64 - 8 * sample.bytes)
    let value: Double =
      switch (sample.format, sample.bytes) {
      case (3, 8): Double(bitPattern: bits)
      case (3, _): Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
      case (2, _): Double(Int64(bitPattern: bits << shift) >> Int64(shift))
      default: Double(bits)
      }
    if let missing, value == missing || Float(value) == Float(missing) { return .nan }
    return Float(measure.scale * value + measure.offset)
  }

  // MARK: Tags

  private static func head(_ file: Handle) throws(GeoTIFFError) -> Head {
    let (columns, rows) = (try long(file, 256, "width"), try long(file, 257, "height"))
    guard 1...100_000 ~= columns, 1...100_000 ~= rows else {
      throw GeoTIFFError("\(columns) by \(rows) points are none, or too many")
    }
    let sample = try sample(file)
    return Head(
      grid: try grid(file, columns: columns, rows: rows), sample: sample,
      measure: try HeightMeasure(metadata: text(file, 42_112)),
      blocks: try blocks(file, columns: columns, sample))
  }

  private static func sample(_ file: Handle) throws(GeoTIFFError) -> Sample {
    let (bits, format) = (short(file, 258) ?? 1, short(file, 339) ?? 1)
    guard (short(file, 277) ?? 1) == 1 else {
      throw GeoTIFFError("it has several numbers for each point, not only a height")
    }
    let isKnown =
      format == 3
      ? bits == 32 || bits == 64 : (format == 1 || format == 2) && [8, 16, 32].contains(bits)
    guard isKnown else {
      throw GeoTIFFError(
        "its heights are neither integers of 8, 16 or 32 bits nor floats of 32 or 64 bits")
    }
    return Sample(bytes: Int(bits) / 8, format: format)
  }

  private static func blocks(
    _ file: Handle, columns: Int, _ sample: Sample
  ) throws(GeoTIFFError) -> Blocks {
    // SAFETY: the handle is open.
    let isTiled = unsafe ctiff_is_tiled(file.pointer)
    let width = isTiled ? try long(file, 322, "tile width") : columns
    let rows = isTiled ? try long(file, 323, "tile height") : try long(file, 278, "strip height")
    // A strip may state the maximum number of rows.
    let height = isTiled ? rows : min(rows, try long(file, 257, "height"))
    let (area, isTooMuch) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !isTooMuch, area <= maximumBytes / sample.bytes else {
      throw GeoTIFFError("a tile or strip of \(width) by \(height) points is too large")
    }
    return Blocks(
      isTiled: isTiled, width: width, height: height, across: (columns + width - 1) / width,
      byteCount: area * sample.bytes)
  }

  /// The grid from the scale of points, a tie point and the GeoKeys.
  private static func grid(
    _ file: Handle, columns: Int, rows: Int
  ) throws(GeoTIFFError) -> GeoTIFFGrid {
    let keys = list(file, 34_735, UInt16.self)
    func key(_ id: UInt16) -> UInt16? {
      stride(from: 4, to: keys.count - 3, by: 4).first { keys[$0] == id && keys[$0 + 1] == 0 }
        .map { keys[$0 + 3] }
    }
    guard key(1_024) == 2 else {
      throw GeoTIFFError(
        "it is not in geographic coordinates: convert it with gdalwarp -t_srs EPSG:4326")
    }
    // The codes of EPSG for feet and other units of length; metres are 9001.
    if let unit = key(4_099), 9_002...9_099 ~= unit {
      throw GeoTIFFError("its heights are not in metres, but in the unit EPSG:\(unit)")
    }
    let (scale, tie) = (list(file, 33_550, Double.self), list(file, 33_922, Double.self))
    guard scale.count >= 2, tie.count >= 6, scale[0] > 0, scale[1] > 0, scale[0] <= 1,
      scale[1] <= 1,
      tie.prefix(6).allSatisfy(\.isFinite)
    else { throw GeoTIFFError("it has no scale and tie point of a grid that is not turned") }
    // Heights of areas apply to their middle (PixelIsArea is the default).
    let middle = key(1_025) == 2 ? 0 : 0.5
    let grid = GeoTIFFGrid(
      columns: columns, rows: rows, north: tie[4] - (middle - tie[1]) * scale[1],
      west: tie[3] + (middle - tie[0]) * scale[0], rowStep: scale[1], columnStep: scale[0])
    guard -91...91 ~= grid.north, -361...361 ~= grid.west else {
      throw GeoTIFFError("its first point is not on earth")
    }
    return grid
  }

  private static func short(_ file: Handle, _ tag: UInt32) -> UInt16? {
    var value: UInt16 = 0
    // SAFETY: these tags have one short, which is written to a local variable.
    return unsafe ctiff_short(file.pointer, tag, &value) ? value : nil
  }

  private static func long(
    _ file: Handle, _ tag: UInt32, _ name: String
  ) throws(GeoTIFFError) -> Int {
    var value: UInt32 = 0
    // SAFETY: these tags have one long, which is written to a local variable.
    guard unsafe ctiff_long(file.pointer, tag, &value) else {
      throw GeoTIFFError("it has no \(name)")
    }
    return Int(value)
  }

  /// The values of a tag with a list; empty if it is missing or has values of another type.
  private static func list<Value: BitwiseCopyable>(
    _ file: Handle, _ tag: UInt32, _: Value.Type
  ) -> [Value] {
    let size = MemoryLayout<Value>.size
    var count: UInt32 = 0
    var address: UnsafeRawPointer?
    // SAFETY: there are `count` values of this size, which live until the file is closed; they are
    // copied at once.
    guard unsafe ctiff_list(file.pointer, tag, size, &count, &address),
      let address = unsafe address,
      count <= 100_000
    else { return [] }
    return (0..<Int(count)).map { index in
      unsafe address.loadUnaligned(fromByteOffset: index * size, as: Value.self)
    }
  }

  /// The text of a tag without outer spaces and the final zero.
  private static func text(_ file: Handle, _ tag: UInt32) -> String? {
    let bytes = list(file, tag, UInt8.self).prefix { $0 != 0 }.filter { $0 > 32 }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
