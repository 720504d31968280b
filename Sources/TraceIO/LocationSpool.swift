import Bytes
import Geo
import JSON

/// Stores the fixes of a JSON value until their times and coordinates are complete.
///
/// Times may precede or follow the coordinates, and both may exceed the memory.
struct LocationSpool {
  /// The code for a missing number; no arithmetic gives it.
  private static let nothing = UInt64.max
  private static let endOfPart = UInt64.max - 1
  /// The code for a time that cannot be read.
  private static let odd = UInt64.max - 2
  /// The number of bytes collected before they go to the spool.
  private static let batch = 1 << 14

  private var places: Spool
  private var times: Spool
  private var placeBytes: [UInt8] = []
  private var timeBytes: [UInt8] = []
  /// Whether there are any times, and whether there are no fixes.
  private(set) var hasTimes = false
  private(set) var isEmpty = true
  private var sending: Sending?

  init(folder: String) {
    places = Spool(folder: folder)
    times = Spool(folder: folder)
  }

  mutating func add(_ location: Location, hasOddTime: Bool) throws(TextError) {
    isEmpty = false
    Self.append(location.latitude, to: &placeBytes)
    Self.append(location.longitude, to: &placeBytes)
    Self.append(FixTime(seconds: location.time, isOdd: hasOddTime), to: &placeBytes)
    for value in [location.accuracyMetres, location.headingDegrees, location.speed] {
      Self.append(value, to: &placeBytes)
    }
    if placeBytes.count >= Self.batch { try flush() }
  }

  /// Ends a part of the coordinates.
  mutating func endPart() { Self.append(bits: Self.endOfPart, to: &placeBytes) }

  /// Ends a part of the times.
  mutating func endPartOfTimes() { Self.append(bits: Self.endOfPart, to: &timeBytes) }

  /// Adds the time of the next fix.
  mutating func add(time: FixTime) throws(TextError) {
    hasTimes = true
    Self.append(time, to: &timeBytes)
    if timeBytes.count >= Self.batch { try flush() }
  }

  mutating func removeAll() {
    places.removeAll()
    times.removeAll()
    placeBytes = []
    timeBytes = []
    (hasTimes, isEmpty, sending) = (false, true, nil)
  }

  private mutating func flush() throws(TextError) {
    do throws(FileError) {
      try places.append(placeBytes)
      try times.append(timeBytes)
    } catch { throw .file(error) }
    placeBytes.removeAll(keepingCapacity: true)
    timeBytes.removeAll(keepingCapacity: true)
  }

  private static func append(_ time: FixTime, to bytes: inout [UInt8]) {
    append(bits: time.isOdd ? odd : time.seconds?.bitPattern ?? nothing, to: &bytes)
  }

  private static func append(_ value: Double?, to bytes: inout [UInt8]) {
    append(bits: value?.bitPattern ?? nothing, to: &bytes)
  }

  private static func append(bits: UInt64, to bytes: inout [UInt8]) {
    for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(8 * shift))) }
  }
}

// MARK: - Sending events

extension LocationSpool {
  /// Reads the numbers of a spool in succession.
  private struct Numbers {
    var spool: Spool
    private var piece: [UInt8] = []
    private var at = 0
    private var isAtEnd = false

    init(_ spool: Spool) { self.spool = spool }

    mutating func next() throws(TextError) -> UInt64? {
      if at == piece.count {
        do throws(FileError) {
          guard let more = try spool.next() else { return nil }
          (piece, at) = (more, 0)
        } catch { throw .file(error) }
      }
      var bits: UInt64 = 0
      for byte in 0..<8 { bits |= UInt64(piece[at + byte]) << UInt64(8 * byte) }
      at += 8
      return bits
    }

    /// The next time; none at the end of a part, which is not passed.
    mutating func nextTime() throws(TextError) -> FixTime {
      if isAtEnd { return FixTime() }
      guard let bits = try next() else { return FixTime() }
      isAtEnd = bits == LocationSpool.endOfPart
      return isAtEnd ? FixTime() : Self.time(bits)
    }

    /// The time that is stored with a fix.
    mutating func nextTimeOfPlace() throws(TextError) -> FixTime {
      try next().map { Self.time($0) } ?? FixTime()
    }

    private static func time(_ bits: UInt64) -> FixTime {
      switch bits {
      case LocationSpool.nothing: FixTime()
      case LocationSpool.odd: FixTime(isOdd: true)
      default: FixTime(seconds: Double(bitPattern: bits))
      }
    }

    /// Skips the rest of the part.
    mutating func skipPart() throws(TextError) {
      while !isAtEnd, let bits = try next() { isAtEnd = bits == LocationSpool.endOfPart }
      isAtEnd = false
    }

    mutating func nextValue() throws(TextError) -> Double? {
      guard let bits = try next(), bits != LocationSpool.nothing else { return nil }
      return Double(bitPattern: bits)
    }
  }

  /// The events being sent.
  fileprivate struct Sending {
    private var places: Numbers
    private var times: Numbers
    private let name: String?
    private var isOpen = false
    /// The first fix of a trace, which is sent after the trace's beginning.
    private var first: TraceEvent?

    init(_ places: Spool, _ times: Spool, name: String?) {
      self.places = Numbers(places)
      self.times = Numbers(times)
      self.name = name
    }

    mutating func next() throws(TextError) -> TraceEvent? {
      if let fix = first.take() { return fix }
      while let bits = try places.next() {
        guard bits == LocationSpool.endOfPart else {
          let fix = try fix(latitude: Double(bitPattern: bits))
          if isOpen { return fix }
          (isOpen, first) = (true, fix)
          return .began(name: name)
        }
        try times.skipPart()
        if isOpen { return end() }
      }
      return isOpen ? end() : nil
    }

    private mutating func end() -> TraceEvent {
      isOpen = false
      return .ended
    }

    private mutating func fix(latitude: Double) throws(TextError) -> TraceEvent {
      var location = Location(latitude: latitude, longitude: try places.nextValue() ?? .nan)
      var time = try places.nextTimeOfPlace()
      location.accuracyMetres = try places.nextValue()
      location.headingDegrees = try places.nextValue()
      location.speed = try places.nextValue()
      if time.seconds == nil && !time.isOdd { time = try times.nextTime() }
      location.time = time.seconds
      return .fix(location, hasOddTime: time.isOdd)
    }
  }

  /// Makes ``next()`` send everything stored, each part as one trace.
  mutating func send(named name: String?) throws(TextError) {
    try flush()
    let sending = Sending(places, times, name: name)
    removeAll()
    self.sending = sending
  }

  /// The next event being sent; nil if there is none.
  mutating func next() throws(TextError) -> TraceEvent? {
    if sending == nil { return nil }
    if let event = try sending?.next() { return event }
    sending = nil
    return nil
  }
}
