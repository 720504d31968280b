/// A phrase in compact form: text, placeholders, and groups that are shown where their placeholders have values.
///
/// It is an object with a list of operations that refer to nothing: most of the time of a sentence would else be spent
/// on counting references to its parts.
final class Template: Sendable {
  enum Operation: Sendable {
    /// Literal text, as a range of ``Template/literals``.
    case literal(from: Int32, to: Int32)
    /// A value; the form is a number in the language's forms, 0 for none.
    case value(Slot, form: Int32)
    /// The beginning of an alternative; if one of its placeholders has no value, another operation comes next.
    case alternative(needs: SlotSet, otherwise: Int32)
    /// The end of an alternative; an operation behind its group comes next.
    case jump(Int32)
  }

  /// The placeholders outside of brackets.
  let needs: SlotSet
  /// All placeholders.
  let slots: SlotSet
  let operations: [Operation]
  /// The text of all literals.
  let literals: [UInt8]
  /// Whether some of that text means something in HTML and XML.
  let isEscaped: Bool

  /// A phrase from its parts.
  init(_ phrase: ParsedPhrase) {
    var (operations, literals) = ([Operation](), [UInt8]())
    Self.add(phrase.pieces, to: &operations, &literals)
    needs = phrase.needs
    slots = operations.reduce(into: []) { slots, operation in
      if case .value(let slot, _) = operation { slots.insert(SlotSet(slot)) }
    }
    self.operations = operations
    self.literals = literals
    isEscaped = literals.contains(where: SentenceWriter.isEscaped)
  }

  private static func add(
    _ pieces: [ParsedPhrase.Piece], to operations: inout [Operation], _ literals: inout [UInt8]
  ) {
    for piece in pieces {
      switch piece {
      case .literal(let text):
        let start = Int32(literals.count)
        literals.append(contentsOf: text.utf8)
        operations.append(.literal(from: start, to: Int32(literals.count)))
      case .value(let slot, let form): operations.append(.value(slot, form: Int32(form)))
      case .group(let alternatives):
        var ends: [Int] = []
        for alternative in alternatives {
          let start = operations.count
          operations.append(.jump(0))
          add(alternative.pieces, to: &operations, &literals)
          ends.append(operations.count)
          operations.append(.jump(0))
          operations[start] = .alternative(
            needs: alternative.needs, otherwise: Int32(operations.count))
        }
        for end in ends { operations[end] = .jump(Int32(operations.count)) }
      }
    }
  }
}

/// A phrase as it was read, or one alternative of a group in it.
struct ParsedPhrase {
  enum Piece {
    /// Literal text.
    case literal(String)
    /// A value; the form is a number in the language's forms, 0 for none.
    case value(Slot, form: Int)
    /// The first alternative whose placeholders have values, or nothing.
    case group([ParsedPhrase])
  }

  /// The placeholders outside of nested groups.
  var needs: SlotSet = []
  var pieces: [Piece] = []
}

/// Reads phrases.
struct TemplateParser {
  /// Finds the number of a form by its name, for a value of a slot.
  typealias FormNumber = (_ name: Substring, _ slot: Slot) throws(LanguageError.Reason) -> Int

  private var rest: Substring
  private let slots: SlotSet
  private let form: FormNumber

  /// Reads a phrase.
  ///
  /// - Parameters:
  ///   - text: The text of the file.
  ///   - slots: The placeholders that it may use.
  ///   - form: The number of a form with this name for a value of this slot.
  /// - Returns: The phrase.
  /// - Throws: The flaw of the text.
  static func parse(
    _ text: String, slots: SlotSet,
    form: @escaping FormNumber
  ) throws(LanguageError.Reason) -> ParsedPhrase {
    var parser = TemplateParser(rest: text[...], slots: slots, form: form)
    let body = try parser.alternative(depth: 0)
    guard parser.rest.isEmpty else { throw .unbalanced }
    return body
  }

  /// Reads up to a bracket or bar that ends it; at depth 0 up to the end.
  private mutating func alternative(depth: Int) throws(LanguageError.Reason) -> ParsedPhrase {
    guard depth <= 4 else { throw .tooDeep }
    var result = ParsedPhrase()
    var literal = ""
    func flush() {
      if !literal.isEmpty { result.pieces.append(.literal(literal)) }
      literal = ""
    }
    loop: while let character = rest.first {
      switch character {
      case "]": break loop
      case "|" where depth > 0: break loop
      case "[":
        flush()
        rest.removeFirst()
        result.pieces.append(.group(try alternatives(depth: depth + 1)))
      case "{":
        flush()
        let (slot, form) = try placeholder()
        result.needs.insert(SlotSet(slot))
        result.pieces.append(.value(slot, form: form))
      case "}": throw .unbalanced
      case "\\": literal.append(try Self.escape(&rest))
      default:
        literal.append(character)
        rest.removeFirst()
      }
    }
    flush()
    return result
  }

  private mutating func alternatives(
    depth: Int
  ) throws(LanguageError.Reason) -> [ParsedPhrase] {
    var result = [try alternative(depth: depth)]
    while rest.first == "|" {
      rest.removeFirst()
      result.append(try alternative(depth: depth))
    }
    guard rest.first == "]" else { throw .unbalanced }
    rest.removeFirst()
    return result
  }

  private mutating func placeholder() throws(LanguageError.Reason) -> (Slot, Int) {
    guard let end = rest.firstIndex(of: "}") else { throw .unbalanced }
    let name = rest[rest.startIndex..<end].dropFirst()
    rest = rest[end...].dropFirst()
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let slot = Slot(word: parts[0]), slots.contains(slot) else {
      throw .unknownPlaceholder(String(name))
    }
    return (slot, parts.count == 1 ? 0 : try form(parts[1], slot))
  }

  /// Reads an escape, which begins with a backslash.
  static func escape(_ rest: inout Substring) throws(LanguageError.Reason) -> Character {
    rest.removeFirst()
    guard let character = rest.popFirst() else { throw .badEscape }
    if "\\[]{}|".contains(character) { return character }
    guard character == "u", rest.popFirst() == "{", let end = rest.firstIndex(of: "}"),
      let code = UInt32(rest[rest.startIndex..<end], radix: 16), let scalar = Unicode.Scalar(code),
      code >= 0x20
    else { throw .badEscape }
    rest = rest[end...].dropFirst()
    return Character(scalar)
  }
}
