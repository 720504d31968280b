extension StringProtocol {
  /// Whether the text can be a name: it has a letter, a digit or a picture.
  ///
  /// Where a road has no name, some mappers write a single "." or "?", which nobody can say or find on a sign.
  package var canName: Bool { unicodeScalars.contains(where: \.canName) }
}

extension Unicode.Scalar {
  /// Whether a name can consist of the character.
  fileprivate var canName: Bool {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return true
    case ..<0x80: return false
    default: break
    }
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format,
      .nonspacingMark, .spacingMark, .enclosingMark, .surrogate:
      return false
    default: return true
    }
  }
}
