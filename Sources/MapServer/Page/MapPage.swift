import PageParts

/// The page at `/`, assembled once from `PageParts`.
///
/// It may run only its own script, and contact only this service.
struct MapPage: Sendable {
  /// The page of the program.
  static let shared = MapPage()

  /// The answer with the page.
  let answer: HTTPAnswer
  /// The answer with the icon that browsers request.
  let icon: HTTPAnswer

  private init() {
    let html = PageParts.page(icon: "favicon.ico")
    let tag = SHA256.base64(SHA256.hash(html))
    var answer = HTTPAnswer(
      service: "page", type: "text/html; charset=UTF-8", shared: html,
      tag: "\"\(tag)\"")
    answer.policy =
      "default-src 'none'; connect-src 'self'; img-src 'self' data:; "
      + "script-src 'sha256-\(SHA256.base64(SHA256.hash(PageParts.script)))'; "
      + "style-src 'sha256-\(SHA256.base64(SHA256.hash(PageParts.style)))'; "
      + "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    self.answer = answer
    let picture = PackageResources.icon_svg
    icon = HTTPAnswer(
      service: "page", type: "image/svg+xml", shared: picture,
      tag: "\"\(SHA256.base64(SHA256.hash(picture)))\"")
  }
}
