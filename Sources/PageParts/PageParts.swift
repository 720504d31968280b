/// What the pages of the program have in common, that of the service and that of a route: how a map looks
/// and is moved.
///
/// The parts lie beside this file as they are written; the compiler carries them as bytes. They expect
/// of a page the elements `map`, `panel`, `scale` and `tip`, and the functions `frame`, which draws
/// (`refresh` first), and `look`, which goes to a view.
package enum PageParts {
  /// The scripts in the order in which they are read.
  private static let scripts = [
    PackageResources.world_js, PackageResources.paint_js, PackageResources.names_js,
    PackageResources.signs_js, PackageResources.marks_js, PackageResources.view_js,
  ]

  /// The whole script of a page: the common parts, then its own.
  package static func script(with own: [[UInt8]]) -> [UInt8] {
    var script = Array("'use strict';\n(() => {\n".utf8)
    for part in scripts + own { script += part + [UInt8(ascii: "\n")] }
    return script + Array("})();\n".utf8)
  }

  /// The whole style sheet of a page, whose own rules come last.
  package static func style(with own: [UInt8]) -> [UInt8] { PackageResources.base_css + own }

  /// A text with bytes in the place of its marks.
  package static func filled(_ text: [UInt8], _ marks: [String: [UInt8]]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text[...]
    while let byte = rest.first {
      if let mark = marks.first(where: { rest.starts(with: $0.key.utf8) }) {
        result += mark.value
        rest = rest.dropFirst(mark.key.utf8.count)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
