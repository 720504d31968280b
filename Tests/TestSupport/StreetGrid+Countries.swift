extension StreetGrid {
  /// 40 rows of 102 junctions, which are two tiles, with a border behind column 60: most of the map lies in Germany,
  /// most of the second tile in Great Britain.
  public static let twoCountries: StreetGrid = {
    var grid = StreetGrid(rows: 40, columns: 102)
    for (id, code, columns) in [(1, "DE", 0...60), (2, "GB", 61...101)] {
      let (west, east) = (columns.lowerBound, columns.upperBound)
      let corners = [(0, west), (39, west), (39, east), (0, east), (0, west)]
      let nodes = corners.map { "<nd ref='\(grid.node($0.0, $0.1))'/>" }.joined()
      grid.extra += "<way id='900000\(id)'>\(nodes)<tag k='boundary' v='administrative'/></way>\n"
      grid.extra += "<relation id='\(id)'><member type='way' ref='900000\(id)' role='outer'/>"
      for (key, value) in [
        ("type", "boundary"), ("boundary", "administrative"), ("admin_level", "2"),
        ("ISO3166-1:alpha2", code),
      ] { grid.extra += "<tag k='\(key)' v='\(value)'/>" }
      grid.extra += "</relation>\n"
    }
    return grid
  }()
}
