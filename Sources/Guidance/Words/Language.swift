/// The words and rules of a language for ``Instructions``.
///
/// Each language is one text file (Formats/language.md). Some are built in; a further one needs only a file, no code:
///
///     let german = Language(tag: "de-AT")               // the nearest that is built in: de
///     let dutch = try Language(Array(file))             // a file of the user
///     Instructions(language: dutch, units: .metric).text(for: step)
///
/// It is immutable; copies share one object.
public struct Language: Sendable {
  /// The contents of the file.
  let tables: LanguageTables

  /// The tag of the language, such as `en-GB` (BCP 47).
  public var tag: String { tables.tag }
  /// The language's own name for itself.
  public var name: String { tables.name }

  /// The tags of the built-in languages.
  public static var builtInTags: [String] { BuiltInLanguages.tags }

  /// English, with American words.
  public static var english: Language {
    guard let english = Language(tag: "en") else { preconditionFailure("English is built in") }
    return english
  }

  /// The built-in language for a tag: that of its language and region, otherwise that of its language, otherwise nil.
  ///
  /// Where a region has no words of its own, it has those of a neighbour: `en-AU` is `en-GB`, `de-LI` is `de-CH`, and
  /// `de-AT` is `de`.
  ///
  /// - Parameter tag: A language tag such as `de`, `de-AT` or `pt_BR`; case does not matter.
  public init?(tag: String) {
    let tag = LanguageTag(tag)
    let language =
      tag.region.flatMap { BuiltInLanguages.language("\(tag.language)-\($0)") }
      ?? tag.neighbour.flatMap { BuiltInLanguages.language($0) }
      ?? BuiltInLanguages.language(tag.language)
    guard let language else { return nil }
    self = language
  }

  /// Reads a language file.
  ///
  /// - Parameter bytes: The file, in UTF-8; see Formats/language.md.
  /// - Throws: ``LanguageError`` with the line and the reason.
  public init(_ bytes: [UInt8]) throws(LanguageError) {
    var compiler = LanguageCompiler(try LanguageSource(bytes))
    tables = try compiler.tables()
  }

  /// Reads the text of a language file.
  ///
  /// - Parameter text: The file; see Formats/language.md.
  /// - Throws: ``LanguageError`` with the line and the reason.
  public init(text: String) throws(LanguageError) { try self.init(Array(text.utf8)) }
}

/// The contents of a language file, in compact form.
final class LanguageTables: Sendable {
  let tag: String
  let name: String
  /// Phrases by wording, in it by `Phrase.rawValue * 9 + PhraseDirection.index`.
  let phrases: [Template]
  /// The phrases for which others stand, because the file does not have them.
  let lackingPhrases: Set<Phrase>
  /// Frames by wording, in it by their raw value; nil for missing ones.
  let frames: [Template?]
  /// Words of directions by ``PhraseDirection/index``; empty for none.
  let directions: [String]
  /// Words of the eight compass directions, clockwise from north.
  let compass: [String]
  /// Words of ordinal numbers from 1, and of numbers from 1.
  let ordinals: [String]
  let counts: [String]
  /// The signs before decimals and between thousands.
  let decimalSign: String
  let thousandsSign: String
  /// Classes by the raw value of their group.
  private let classes: [TextClasses]
  /// Forms by their number; number 0 leaves values as they are.
  let forms: [TextForm]
  /// The form of ordinal numbers without a word.
  let ordinalForm: Int
  /// Units for display, by their raw value.
  let displayed: [UnitForm]
  /// Spoken units by the number of the form of `{distance}`; number 0 is the plain one.
  let spoken: [[UnitForm]]

  init(_ parts: Parts) {
    tag = parts.tag
    name = parts.name
    phrases = parts.phrases
    lackingPhrases = parts.lackingPhrases
    frames = parts.frames
    directions = parts.directions
    compass = parts.compass
    ordinals = parts.ordinals
    counts = parts.counts
    decimalSign = parts.decimalSign
    thousandsSign = parts.thousandsSign
    classes = parts.classes.map { TextClasses($0) }
    forms = parts.forms
    ordinalForm = parts.ordinalForm
    displayed = parts.displayed
    spoken = parts.spoken
  }

  /// The parts that the compiler collects.
  struct Parts {
    var tag = ""
    var name = ""
    var phrases: [Template] = []
    var lackingPhrases: Set<Phrase> = []
    var frames: [Template?] = []
    var directions: [String] = []
    var compass: [String] = []
    var ordinals: [String] = []
    var counts: [String] = []
    var decimalSign = ""
    var thousandsSign = ""
    /// Classes by the raw value of their group, in the order in which they are tried.
    var classes: [[TextClass]] = []
    var forms: [TextForm] = []
    var ordinalForm = 0
    var displayed: [UnitForm] = []
    var spoken: [[UnitForm]] = []
  }

  /// The class of a value, and the bytes that match the stars of its pattern; nil if it has none.
  func classify(_ value: String, _ group: ClassGroup) -> (index: Int, star: Range<Int>)? {
    classes[group.rawValue].match(value)
  }

  /// A frame; nil if it is missing.
  func frame(_ frame: Frame, _ wording: Wording = .driving) -> Template? {
    frames[wording.rawValue * Frame.count + frame.rawValue]
  }

  /// The phrase for a direction.
  func template(
    _ phrase: Phrase, _ direction: PhraseDirection, _ wording: Wording = .driving
  ) -> Template {
    phrases[(wording.rawValue * Phrase.count + phrase.rawValue) * 9 + direction.index]
  }
}

/// A pattern and the number of its class.
struct TextClass: Sendable {
  let pattern: TextPattern
  let index: Int
}

/// The classes of a group, found by the ends of a value: most are made of the beginnings or the ends of names.
struct TextClasses: Sendable {
  /// The classes in the order in which they are tried.
  private let members: [TextClass]
  /// The words of 64 bits that have one for each class.
  private let wordCount: Int
  /// The classes that a value may have by its first byte, and by its last, folded if they are of ASCII: bits in words,
  /// byte by byte.
  private let (byFirst, byLast): ([UInt64], [UInt64])

  init(_ members: [TextClass]) {
    let wordCount = (members.count + 63) / 64
    func bits(_ admits: (TextPattern, UInt8) -> Bool) -> [UInt64] {
      var words = [UInt64](repeating: 0, count: 256 * wordCount)
      for (index, member) in members.enumerated() {
        for byte in UInt8.min...UInt8.max where admits(member.pattern, byte) {
          words[Int(byte) * wordCount + index / 64] |= 1 << UInt64(index % 64)
        }
      }
      return words
    }
    self.members = members
    self.wordCount = wordCount
    (byFirst, byLast) = (bits { $0.mayBegin(with: $1) }, bits { $0.mayEnd(with: $1) })
  }

  /// The first class of a value, and the bytes that the stars of its pattern match; nil if it has none.
  func match(_ value: String) -> (index: Int, star: Range<Int>)? {
    let ends = TextPattern.Ends(value)
    let (first, last) = (Int(ends.first) * wordCount, Int(ends.last) * wordCount)
    var folded: [UInt8]?
    for word in 0..<wordCount {
      var left = byFirst[first + word] & byLast[last + word]
      while left != 0 {
        let index = word * 64 + left.trailingZeroBitCount
        left &= left - 1
        // Few values get here, and only they are folded.
        let text = folded ?? TextPattern.fold(value)
        folded = text
        if let star = members[index].pattern.match(text) { return (members[index].index, star) }
      }
    }
    return nil
  }
}

/// A form of values: text before and behind, by class.
struct TextForm: Sendable {
  struct Text: Sendable {
    var before = ""
    var after = ""
    var value = Value.whole
  }

  /// The part of the value between the texts.
  enum Value: Sendable {
    case whole
    /// The text that the stars of the pattern match.
    case star
    /// The whole text, with the first occurrence of a text replaced by another.
    case replaced(String, by: String)
  }

  /// The texts by the number of the class; nil if the class has none.
  var byClass: [Text?] = []
  /// The text of other classes and of values without a class.
  var other = Text()

  func text(of index: Int?) -> Text {
    guard let index, index < byClass.count else { return other }
    return byClass[index] ?? other
  }
}

/// The words of a unit, by the class of its number.
struct UnitForm: Sendable {
  var byClass: [Template?] = []
  var other: Template
}
