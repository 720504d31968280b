internal import Geo
internal import MapReader

extension PlaceSearch {
  /// The maximum distance in metres between the points where streets meet at one junction, such as those of the two
  /// carriageways of a road.
  private static let junctionMetres = 50.0
  /// The maximum number of ways to divide a text into names.
  private static let maximumDivisions = 4

  /// The names of three or four streets in a text such as `A / B / C`, in each way to divide it.
  static func names(in text: String, hasWords: Bool) -> [[String]] {
    func divided(_ text: String) -> [Halves] {
      halves(of: text, hasWords: hasWords, isName: false).filter { !$0.areWhole }
    }
    let all = divided(text).flatMap { one in
      divided(one.second).flatMap { two in
        [[one.first, two.first, two.second]]
          + divided(two.second).map { [one.first, two.first, $0.first, $0.second] }
      }
    }
    return Array(all.prefix(maximumDivisions))
  }

  /// The junctions at which all streets of some names meet: that of the first two, if each other one meets them there.
  ///
  /// If they have no junction in common, those of two of the names, which are not complete.
  ///
  /// - Parameters:
  ///   - divisions: The names, in each way to divide the text.
  ///   - query: The search.
  ///   - crossing: What is known of the streets.
  /// - Returns: At most three junctions.
  /// - Throws: ``NavError`` if the map is damaged.
  func crossingsOfSeveral(
    _ divisions: [[String]], _ query: PlaceQuery, _ crossing: inout Crossing
  ) throws(NavError) -> [FoundPlace] {
    var known: [[[FoundPlace]]] = []
    for names in divisions {
      var lists: [[FoundPlace]] = []
      for (index, name) in names.enumerated() {
        var options = Self.streetQuery(query, most: Self.fewStreets)
        options.text = name
        options.isUnfinished = query.isUnfinished && index == names.count - 1
        let found = try streets(options, areWhole: false)
        if found.isEmpty { break }
        lists.append(found)
      }
      if lists.count < names.count { continue }
      known.append(lists)
      let pair = lists[0] + lists[1]
      var result: [FoundPlace] = []
      for var place in try crossings(lists[0], lists[1], &crossing, near: query.near)
      where query.filter.contains(place.position) {
        var meeting: [String] = []
        for others in lists.dropFirst(2) {
          guard let name = try name(of: others, meeting: pair, at: place.position, &crossing)
          else { break }
          meeting.append(name)
        }
        if meeting.count < names.count - 2 { continue }
        place.name = ([place.name] + meeting).joined(separator: " / ")
        result.append(place)
      }
      if !result.isEmpty { return Array(result.prefix(3)) }
    }
    for lists in known {
      let found = try crossingsOfPairs(lists, query, &crossing)
      if !found.isEmpty { return found }
    }
    return []
  }

  /// The junctions of the first two of three or four names whose streets meet; they are not complete.
  private func crossingsOfPairs(
    _ lists: [[FoundPlace]], _ query: PlaceQuery, _ crossing: inout Crossing
  ) throws(NavError) -> [FoundPlace] {
    for (index, left) in lists.enumerated() {
      for right in lists.dropFirst(index + 1) {
        let found = try crossings(left, right, &crossing, near: query.near)
          .filter { query.filter.contains($0.position) }
        if found.isEmpty { continue }
        return found.prefix(3).map { place in
          var place = place
          place.isComplete = false
          return place
        }
      }
    }
    return []
  }

  /// The name of the first of some streets that meets others at a junction; nil if none does.
  private func name(
    of streets: [FoundPlace], meeting others: [FoundPlace], at junction: Coordinate,
    _ crossing: inout Crossing
  ) throws(NavError) -> String? {
    for street in streets {
      let found = try crossings(others, [street], &crossing, near: nil)
      if found.contains(where: {
        Distance.metres($0.position, junction) <= Self.junctionMetres
      }) {
        return street.name
      }
    }
    return nil
  }
}
