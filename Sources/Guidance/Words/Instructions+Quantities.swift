import Notation

extension Instructions {
  /// A distance for display, such as `300 m`, `1.2 km` or `½ mi`.
  ///
  /// It has two or three digits: metres are exact below 30 m, feet and yards are rounded to fives at least, and from
  /// 1,000 ft or 400 yd on the unit is the mile.
  ///
  /// - Parameter metres: Metres; values that are not positive numbers count as 0.
  /// - Returns: A number with a unit.
  public func distance(_ metres: Double) -> String {
    var writer = writer(.plain, isSpoken: false, capitalises: false)
    writer.write(.displayed(metres, units))
    return writer.text
  }

  /// A distance for speech, such as `300 metres` or `half a mile`.
  ///
  /// - Parameter metres: Metres; values that are not positive numbers give the shortest spoken distance.
  /// - Returns: A number with a unit in words.
  public func spokenDistance(_ metres: Double) -> String {
    var writer = writer(.plain, isSpoken: true, capitalises: false)
    writer.write(.spoken(metres, units))
    return writer.text
  }

  /// A duration for display, such as `1 h 12 min`, in whole minutes; from a day on, in hours.
  ///
  /// - Parameter seconds: Seconds; values that are not positive numbers count as 0.
  /// - Returns: One or two numbers with units.
  public func duration(_ seconds: Double) -> String { duration(seconds, isSpoken: false) }

  /// A duration for speech, such as `1 hour and 12 minutes`.
  ///
  /// - Parameter seconds: Seconds; values that are not positive numbers count as 0.
  /// - Returns: One or two numbers with units in words.
  public func spokenDuration(_ seconds: Double) -> String { duration(seconds, isSpoken: true) }

  /// A time of day in the clock format of the language, such as `14:05` or `2:05 pm`.
  ///
  /// - Parameter minuteOfDay: Minutes since midnight, taken modulo one day.
  /// - Returns: The time.
  public func time(minuteOfDay: Int) -> String {
    let minute = (minuteOfDay % 1440 + 1440) % 1440
    let hour = minute / 60
    var values = PhraseValues()
    values[.hour] = String(hour)
    values[.hh] = Decimals.padded(hour, 2)
    values[.h] = String(hour % 12 == 0 ? 12 : hour % 12)
    values[.mm] = Decimals.padded(minute % 60, 2)
    let half: Frame = hour < 12 ? .clockMorning : .clockAfternoon
    return write(tables.frame(half) == nil ? .clock : half, values)
  }

  /// A time of arrival, such as `Arrival at 14:05`.
  ///
  /// - Parameter minuteOfDay: Minutes since midnight, taken modulo one day.
  /// - Returns: A phrase that begins with a capital letter.
  public func arrival(minuteOfDay: Int) -> String {
    var values = PhraseValues()
    values[.time] = time(minuteOfDay: minuteOfDay)
    return write(.arrivalTime, values).capitalised
  }

  /// A frame as plain text.
  func write(_ frame: Frame, _ values: PhraseValues = PhraseValues()) -> String {
    guard let template = tables.frame(frame) else { return "" }
    var writer = writer(.plain, isSpoken: false, capitalises: false)
    writer.write(template, values)
    return writer.text
  }

  private func duration(_ seconds: Double, isSpoken: Bool) -> String {
    let seconds = seconds > 0 ? min(seconds, 1e9) : 0
    if seconds < 60 { return write(isSpoken ? .spokenUnderMinute : .underMinute) }
    func part(_ count: Int, _ unit: UnitWord) -> String {
      var writer = writer(.plain, isSpoken: isSpoken, capitalises: false)
      writer.write(unit, tenths: count * 10)
      return writer.text
    }
    var minutes = Int((seconds / 60).rounded())
    if minutes >= 1440 { minutes = Int((seconds / 3600).rounded()) * 60 }
    let (whole, rest, units) =
      minutes >= 1440
      ? (minutes / 1440, minutes % 1440 / 60, (UnitWord.day, UnitWord.hour))
      : (minutes / 60, minutes % 60, (UnitWord.hour, UnitWord.minute))
    if whole == 0 { return part(rest, units.1) }
    if rest == 0 { return part(whole, units.0) }
    var values = PhraseValues()
    values[.first] = part(whole, units.0)
    values[.second] = part(rest, units.1)
    return write(isSpoken ? .spokenDurationParts : .durationParts, values)
  }
}
