/// The page that `mapc route --format html` writes: the roads around a route, the route, its ends
/// and the limits it avoided, drawn on a canvas that can be moved and zoomed.
///
/// The page is one file. It loads nothing: its content security policy forbids every request, so
/// that it shows the same map on a plane as in the office. What it draws is the JSON it carries:
///
///     { "attribution", "map", "box": [minLat, minLon, maxLat, maxLon],
///       "roads":  [{ "c": class, "n": name, "r": ref, "f": flags, "w": way, "p": polyline }],
///       "routes": [{ "label", "length_m", "duration_s", "p": polyline, "from": [lat, lon],
///                    "to": [lat, lon], "via": [[lat, lon]], "notices": [text],
///                    "steps": [{ "name", "ref", "length_m", "duration_s", "at": [lat, lon] }] }],
///       "limits": [{ "tag", "road", "w": way, "at": [lat, lon], "avoided": bool }] }
///
/// Polylines are encoded with six digits. Flags are letters: `b` bridge, `t` tunnel, `o` toll,
/// `F` ferry. `n`, `r` and `f` may be absent. A box across the antimeridian has its western
/// longitude above its eastern one.
enum PageTemplate {
  /// The page as text, to be written as UTF-8.
  ///
  /// - Parameters:
  ///   - title: Plain text for the window and the panel; it is escaped here.
  ///   - dataJSON: The data as described above. A `<` that is left in it is escaped too, so that no
  ///     name in the map can end the script element.
  /// - Returns: One self-contained HTML document.
  /// - Complexity: O(n) in the length of the data.
  static func html(title: String, dataJSON: String) -> String {
    let title = escaped(title)
    var page = ""
    page.reserveCapacity(dataJSON.utf8.count + 80_000)
    page += head(title: title)
    page += body(title: title)
    page += "<script type=\"application/json\" id=\"data\">"
    page += withoutLessThan(dataJSON)
    page += "</script>\n<script>\n'use strict';\n(() => {\n"
    for part in [
      PageGeometry.geometry, PageRoads.roads, PageNames.names, PageOverlay.overlay,
      PagePanel.panel, PageMovement.movement,
    ] {
      page += part
      page += "\n"
    }
    page += "})();\n</script>\n</body>\n</html>\n"
    return page
  }

  /// Everything before the body.
  ///
  /// The policy allows what is written in the page and nothing else.
  private static func head(title: String) -> String {
    #"""
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none';
      style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none';
      form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="referrer" content="no-referrer">
    <link rel="icon" href="data:,">
    <title>\#(title)</title>
    <style>
    \#(PageStyle.css)
    </style>
    </head>

    """#
  }

  /// The elements the scripts fill.
  private static func body(title: String) -> String {
    #"""
    <body>
    <canvas id="map" tabindex="0" role="application" aria-describedby="keys"
      aria-label="Map of the route"></canvas>
    <p id="keys" hidden>Arrow keys move the map, plus and minus zoom, zero shows the whole route.
      The steps of the route are listed in the panel.</p>
    <aside id="panel" class="card" aria-label="Routes">
      <div id="head">
        <div><h1>\#(title)</h1><span id="source"></span></div>
        <button id="fold" type="button" aria-expanded="true" aria-controls="more"
          aria-label="Hide the steps"><svg class="icon" viewBox="0 0 24 24"
          aria-hidden="true"><path d="M6 15l6-6 6 6"/></svg></button>
      </div>
      <div id="routes" role="group" aria-label="Choose a route"></div>
      <div id="more"></div>
    </aside>
    <div id="zoom" class="card" role="group" aria-label="Zoom">
      <button id="in" type="button" aria-label="Zoom in" title="Zoom in (+)"><svg class="icon"
        viewBox="0 0 24 24" aria-hidden="true"><path d="M12 5v14M5 12h14"/></svg></button>
      <button id="out" type="button" aria-label="Zoom out" title="Zoom out (-)"><svg class="icon"
        viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12h14"/></svg></button>
      <button id="fit" type="button" aria-label="Show the whole route"
        title="Show the whole route (0)"><svg class="icon" viewBox="0 0 24 24"
        aria-hidden="true"><path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"/></svg></button>
    </div>
    <div id="foot"><span id="credit"></span><div id="scale" aria-hidden="true"></div></div>
    <div id="tip" class="card" role="status" hidden></div>
    <noscript><p>This map is drawn by a script inside the page; allow it to see the
      map.</p></noscript>

    """#
  }

  /// Text with the five characters of HTML that need it written as entities.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// JSON with each `<`, which stands only inside its strings, written as `\u003c`.
  private static func withoutLessThan(_ json: String) -> String {
    guard json.utf8.contains(UInt8(ascii: "<")) else { return json }
    return json.split(separator: "<", omittingEmptySubsequences: false)
      .joined(separator: #"\u003c"#)
  }
}
