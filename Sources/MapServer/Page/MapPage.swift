import PageParts

/// The page at `/`: one document with its style and its scripts inside, put together once.
///
/// Its parts lie beside this file as they are written, or in `PageParts`; the compiler carries them as bytes.
struct MapPage: Sendable {
  /// The page of the program.
  static let shared = MapPage()

  /// The page as it is sent.
  let answer: HTTPAnswer
  /// The icon that browsers ask for.
  let icon: HTTPAnswer

  /// The scripts in the order in which they are read.
  private static let scripts = [
    PackageResources.tiles_js, PackageResources.roads_js, PackageResources.overlay_js,
    PackageResources.view_js, PackageResources.trip_js, PackageResources.form_js,
    PackageResources.answers_js, PackageResources.traces_js, PackageResources.moves_js,
  ]

  private init() {
    let style = PageParts.style(with: PackageResources.page_css)
    let script = PageParts.script(with: Self.scripts)
    let html = PageParts.filled(
      PackageResources.page_html, ["<!--style-->": style, "<!--script-->": script])
    let tag = SHA256.base64(SHA256.hash(html))
    var answer = HTTPAnswer(
      service: "page", type: "text/html; charset=UTF-8", shared: html,
      tag: "\"\(tag)\"")
    answer.policy =
      "default-src 'none'; connect-src 'self'; img-src 'self' data:; "
      + "script-src 'sha256-\(SHA256.base64(SHA256.hash(script)))'; "
      + "style-src 'sha256-\(SHA256.base64(SHA256.hash(style)))'; "
      + "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    self.answer = answer
    let picture = PackageResources.icon_svg
    icon = HTTPAnswer(
      service: "page", type: "image/svg+xml", shared: picture,
      tag: "\"\(SHA256.base64(SHA256.hash(picture)))\"")
  }
}
