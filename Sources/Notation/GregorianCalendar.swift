/// The proleptic Gregorian calendar: conversion between dates and numbers of days since 1970-01-01.
///
/// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2013: years are counted from March, so that
/// the leap day is the last of its year, and 400 of them are always 146,097 days.
///
/// 719,468 days lie between 0000-03-01 and 1970-01-01.
package enum GregorianCalendar {
  /// Days since 1970-01-01; the month is 1 to 12, and the day may lie past the end of the month.
  @inlinable
  package static func days(year: Int, month: Int, day: Int) -> Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let era = floorDivide(yearFromMarch, 400)
    let yearOfEra = yearFromMarch - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Year, month (1 to 12) and day of the month (1 to 31) of a number of days that fits 32 bits.
  @inlinable
  package static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// Whether a day exists.
  package static func hasDay(year: Int, month: Int, day: Int) -> Bool {
    (1...12).contains(month) && day >= 1 && day <= length(ofMonth: month, year: year)
  }

  /// The day of the week, 0 for Monday to 6 for Sunday.
  @inlinable
  package static func weekday(days: Int) -> Int {
    // 1970-01-01 was a Thursday.
    let fromThursday = (days + 3) % 7
    return fromThursday < 0 ? fromThursday + 7 : fromThursday
  }

  /// The number of days in a month.
  package static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Whether a year has a 29th of February.
  package static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The quotient rounded down, also for negative numbers.
  @inlinable
  package static func floorDivide(_ a: Int, _ b: Int) -> Int {
    let quotient = a / b
    return a % b < 0 ? quotient - 1 : quotient
  }
}
