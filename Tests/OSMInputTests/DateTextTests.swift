import Testing

@testable import OSMInput

@Suite struct DateTextTests {
  private func seconds(_ text: String) -> Int64? {
    DateText.seconds(Array(text.utf8).span)
  }

  @Test(
    "a date is seconds since 1970",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2013-05-23T18:59:04Z", 1_369_335_544),
      ("2000-02-29T12:00:00Z", 951_825_600), ("2100-03-01T00:00:00Z", 4_107_542_400),
      ("1969-12-31T23:59:59Z", -1), ("2011-04-11T20:21:03.125Z", 1_302_553_263),
      ("2016-12-31T23:59:60Z", 1_483_228_800),
    ])
  func dates(_ text: String, _ expected: Int64) {
    #expect(seconds(text) == expected)
  }

  @Test(
    "what is not a date in universal time is nothing",
    arguments: [
      "", "Z", "2013-05-23", "2013-05-23T18:59:04", "2013-05-23T18:59:04+02:00",
      "2013-13-23T18:59:04Z", "2013-00-23T18:59:04Z", "2013-05-32T18:59:04Z",
      "2013-05-23T24:00:00Z", "2013-05-23 18:59:04Z", "2013-05-23T18:5x:04Z",
      "2013-05-23T18:59:04.Zx", "12013-05-23T18:59:04Z", "-013-05-23T18:59:04Z",
    ])
  func notDates(_ text: String) {
    #expect(seconds(text) == nil)
  }
}
