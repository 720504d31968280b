/// The page that draws a trip on its map, which the service sends at `/` and `mapc route` writes.
///
/// It is a single program of a skeleton, a style sheet and scripts. These are files beside this
/// one, which the compiler embeds as bytes. Its data comes from a source (`Parts/source.js`): the
/// service that sent the page, or the page itself.
package enum PageParts {
  /// The whole style sheet of the page.
  package static let style = PackageResources.base_css + PackageResources.panel_css

  /// The whole script of the page.
  package static let script: [UInt8] = {
    var script = Array("'use strict';\n(() => {\n".utf8)
    for part in scripts { script += part + [UInt8(ascii: "\n")] }
    return script + Array("})();\n".utf8)
  }()

  /// The scripts in the order of execution.
  private static var scripts: [[UInt8]] {
    [
      PackageResources.world_js, PackageResources.paint_js, PackageResources.names_js,
      PackageResources.signs_js, PackageResources.marks_js, PackageResources.view_js,
      PackageResources.tiles_js, PackageResources.service_js, PackageResources.joins_js,
      PackageResources.file_js, PackageResources.source_js, PackageResources.roads_js,
      PackageResources.overlay_js, PackageResources.picture_js, PackageResources.trip_js,
      PackageResources.search_js, PackageResources.form_js, PackageResources.answers_js,
      PackageResources.tips_js, PackageResources.traces_js, PackageResources.drive_js,
      PackageResources.moves_js,
    ]
  }

  /// The page of a service, from which it requests the map, tiles and routes.
  ///
  /// - Parameter icon: The address of the page's icon on the service.
  /// - Returns: An HTML document.
  package static func page(icon: String) -> [UInt8] {
    page(title: "Map", icon: icon, policy: [], data: [])
  }

  /// The page as a file, whose policy forbids all requests, so that it also works offline.
  ///
  /// - Parameters:
  ///   - title: HTML text for the window and the panel.
  ///   - data: JSON in the form that `Parts/file.js` reads, without `<`, so that no text in it can
  ///     end its element.
  /// - Returns: An HTML document.
  package static func page(title: String, carrying data: [UInt8]) -> [UInt8] {
    page(title: title, icon: "data:,", policy: PackageResources.policy_html, data: data)
  }

  private static func page(
    title: String, icon: String, policy: [UInt8], data: [UInt8]
  ) -> [UInt8] {
    let marks = [
      "<!--title-->": Array(title.utf8), "<!--icon-->": Array(icon.utf8),
      "<!--policy-->": policy, "<!--style-->": style, "<!--script-->": script,
      "<!--data-->": data,
    ]
    var page: [UInt8] = []
    var rest = PackageResources.page_html[...]
    while let byte = rest.first {
      if let mark = marks.first(where: { rest.starts(with: $0.key.utf8) }) {
        page += mark.value
        rest = rest.dropFirst(mark.key.utf8.count)
      } else {
        page.append(byte)
        rest = rest.dropFirst()
      }
    }
    return page
  }
}
