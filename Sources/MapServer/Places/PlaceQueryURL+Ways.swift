extension PlaceQueryURL {
  /// Whether places are searched along a route, or by travel time.
  ///
  /// Parameters of search boxes that this service does not have are ignored. One of its own that the kind of search
  /// does not have is refused, as `mapc search` does, because it would choose among the places.
  ///
  /// - Throws: ``ServiceError`` for a parameter of another kind of search.
  func isByWay() throws(ServiceError) -> Bool {
    let isAlong = self["along"] != nil || self["geometry"] != nil
    let isByTime = try isTrue("by_time")
    if !isAlong {
      try refuse(
        ["within", "detour", "after", "after_metres", "before_metres", "last"],
        "is for places along a route: give along= or geometry=.")
      if !isByTime {
        try refuse(
          ["before", "open"],
          "is for places along a route or by time: give along=, geometry= or by_time=true.")
      }
    } else if !isByTime {
      try refuse(["lat", "lon"], "has no effect along a route: leave it out.")
    }
    guard isAlong || isByTime else { return false }
    try refuse(
      ["q"], "has no effect along a route and by time: places are found there by category=.")
    return true
  }

  private func refuse(_ names: [String], _ reason: String) throws(ServiceError) {
    // What is false anyway is no wish.
    for name in names where self[name] != nil && self[name] != "false" {
      throw ServiceError(.invalidOptions, "\(name) \(reason)")
    }
  }
}
