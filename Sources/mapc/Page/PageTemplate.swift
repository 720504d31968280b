import JSON
import PageParts

/// The page that `mapc route --format html` writes: the roads around a route, the route, its ends
/// and the limits it avoided, drawn on a canvas that can be moved and zoomed.
///
/// The page is one file. It loads nothing: its content security policy forbids every request, so
/// that it shows the same map on a plane as in the office. Its parts lie beside this file as they are
/// written; those that it shares with the page of `mapc serve` are in `PageParts`. What it draws is the
/// JSON it carries:
///
///     { "attribution", "map", "bounds": [west, south, east, north],
///       "roads":  [{ "c": class, "n": name, "r": ref, "f": flags, "w": way, "p": polyline }],
///       "routes": [{ "label", "length_m", "duration_s", "p": polyline, "from": [lon, lat],
///                    "to": [lon, lat], "via": [[lon, lat]], "notices": [text],
///                    "steps": [{ "name", "ref", "length_m", "duration_s", "at": [lon, lat] }] }],
///       "limits": [{ "tag", "road", "w": way, "at": [lon, lat], "avoided": bool }] }
///
/// Polylines are encoded with six digits. Flags are letters: `b` bridge, `t` tunnel, `o` toll,
/// `F` ferry. `n`, `r`, `f` and `ref` may be absent. Bounds across the antimeridian have their western
/// longitude above their eastern one.
enum PageTemplate {
  /// The scripts in the order in which they are read.
  private static let scripts = [
    PackageResources.roads_js, PackageResources.names_js, PackageResources.overlay_js,
    PackageResources.panel_js, PackageResources.moves_js,
  ]

  /// The page as text, to be written as UTF-8.
  ///
  /// - Parameters:
  ///   - title: Plain text for the window and the panel; it is escaped here.
  ///   - data: The data as described above; no text in it can end the script element, since JSON's is
  ///     written without `<`.
  /// - Returns: One self-contained HTML document.
  /// - Complexity: O(n) in the length of the data.
  static func html(title: String, data: JSONWriter) -> String {
    let page = PageParts.filled(
      PackageResources.page_html,
      [
        "<!--title-->": Array(Text.xml(title).utf8), "<!--data-->": data.bytes,
        "<!--style-->": PageParts.style(with: PackageResources.page_css),
        "<!--script-->": PageParts.script(with: scripts),
      ])
    return String(decoding: page, as: UTF8.self)
  }
}
