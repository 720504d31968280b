import Notation
import Testing

@Suite struct InternetDateTests {
  static let dates: [(Int64, String)] = [
    // The example of RFC 9110; the others as `date -u -d @…` has them.
    (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
    (1_798_761_599, "Thu, 31 Dec 2026 23:59:59 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
  ]

  @Test("the time of day is written as HTTP wants it, and read again", arguments: dates)
  func both(seconds: Int64, text: String) {
    #expect(InternetDate.text(seconds) == text)
    #expect(InternetDate.seconds(text) == seconds)
  }

  @Test(
    "nothing else is such a date",
    arguments: [
      "", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
      "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 06 Now 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
      "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:49:-1 GMT",
      "Sun, 06 Nov 99999999999999 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
    ])
  func refused(_ text: String) {
    #expect(InternetDate.seconds(text) == nil)
  }
}
