import Notation

/// The canonical text of hours, in the grammar from which they were read.
///
/// Examples: `Mo-Fr 07:00-19:00; Sa 08:00-12:00; PH off`, `22:00-06:00`, `May 15-Sep 30`, `24/7`.
extension OpeningHours {
  /// The hours in `opening_hours` grammar; parsing the text gives the same hours.
  ///
  /// Rules that match no day are left out; without rules the text is `off`.
  public var text: String {
    var text = ""
    let visible = rules.filter { $0.weekdays & 0x7F != 0 || $0.onHolidays }
    for (index, rule) in visible.enumerated() {
      if index > 0 { text += rule.isAdditional ? ", " : "; " }
      text += rule.text(isAdditional: index > 0 && rule.isAdditional)
      // `Mo, Tu 10:00-12:00` is a list of days.
      let isFollowedByComma = index + 1 < visible.count && visible[index + 1].isAdditional
      if isFollowedByComma, !rule.isOff, rule.times.isEmpty, rule.hasDays { text += " open" }
    }
    return text.isEmpty ? "off" : text
  }
}

extension OpeningHours.Rule {
  /// Whether the rule names days.
  fileprivate var hasDays: Bool { !dates.isEmpty || !daysText.isEmpty }

  fileprivate func text(isAdditional: Bool) -> String {
    var parts: [String] = []
    if !dates.isEmpty { parts.append(datesText) }
    if !daysText.isEmpty {
      parts.append(daysText)
    } else if isAdditional, dates.isEmpty, !times.isEmpty {
      // Times alone belong to the previous rule.
      parts.append("Mo-Su")
    }
    if !times.isEmpty { parts.append(times.map(\.text).joined(separator: ",")) }
    if isOff {
      parts.append("off")
    } else if parts.isEmpty {
      parts.append("24/7")
    }
    return parts.joined(separator: " ")
  }

  /// `Mo-Fr,PH`; empty for every day.
  private var daysText: String {
    if weekdays & 0x7F == 0x7F { return onHolidays ? "Mo-Su,PH" : "" }
    let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
    var parts: [String] = []
    var day = 0
    while day < 7 {
      var end = day
      while end < 7, weekdays & (1 << UInt8(end)) != 0 { end += 1 }
      switch end - day {
      case 0: break
      case 1: parts.append(names[day])
      case 2: parts += names[day..<end]
      default: parts.append("\(names[day])-\(names[end - 1])")
      }
      day = max(end, day + 1)
    }
    if onHolidays { parts.append("PH") }
    return parts.joined(separator: ",")
  }

  /// `May-Sep,Dec 24`: days of every year first, because a year applies to the days behind it.
  private var datesText: String {
    let areYears = dates.allSatisfy { $0.first.year != 0 && $0.isWholeYears }
    let ordered = dates.filter { $0.first.year == 0 } + dates.filter { $0.first.year != 0 }
    return ordered.map { areYears ? $0.yearsText : $0.text }.joined(separator: ",")
  }
}

extension OpeningHours.DateRange {
  /// Whether the range is from New Year's Day to New Year's Eve.
  fileprivate var isWholeYears: Bool {
    first.month == 1 && first.day == 1 && last.month == 12 && last.day == 31
  }

  /// `2025`, `2025-2027` or `2025+`.
  fileprivate var yearsText: String {
    if last.year == .max { return "\(first.year)+" }
    return first.year == last.year ? "\(first.year)" : "\(first.year)-\(last.year)"
  }

  /// `May`, `May-Sep`, `Dec 25`, `2025 Jun 01-2025 Sep 30`.
  fileprivate var text: String {
    let isMonths = first.day == 1 && last.day == 31
    let from = first.text(isMonth: isMonths)
    let to = last.text(isMonth: isMonths)
    return from == to ? from : "\(from)-\(to)"
  }
}

extension OpeningHours.YearDay {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  fileprivate func text(isMonth: Bool) -> String {
    let index = Int(month) - 1
    let name = Self.months.indices.contains(index) ? Self.months[index] : "?"
    return (year == 0 ? "" : "\(year) ") + name
      + (isMonth ? "" : " \(Decimals.padded(Int(day), 2))")
  }
}

extension OpeningHours.TimeSpan {
  /// `07:00-19:00`, `22:00-06:00`; `10:00-35:00` if it is longer than a day.
  fileprivate var text: String {
    let isShort = end > 1_440 && end - 1_440 <= start
    return Self.clock(start) + "-" + Self.clock(isShort ? end - 1_440 : end)
  }

  private static func clock(_ minutes: UInt16) -> String {
    Decimals.padded(Int(minutes / 60), 2) + ":" + Decimals.padded(Int(minutes % 60), 2)
  }
}
