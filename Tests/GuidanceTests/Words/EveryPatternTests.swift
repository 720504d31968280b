import FoundationEssentials
import Testing

@testable import Guidance

/// Every pattern of every language file, filled: each has its sentences in a file of this folder, which were read.
///
/// A pattern without a sentence fails, so does a sentence without a pattern. `UPDATE_GOLDEN=1` writes the files anew;
/// whoever does so reads what has changed.
@Suite struct EveryPatternTests {
  /// Values in the language's own country.
  private struct Samples {
    var road: String
    var place: String
    var circle: String
    var exitName: String
    var stop: String
  }

  private static let samples: [String: Samples] = [
    "de": Samples(
      road: "Hauptstraße", place: "Ulm", circle: "Ernst-Reuter-Platz", exitName: "Ulm-Ost",
      stop: "Bäckerei Huber"),
    "en": Samples(
      road: "Main Street", place: "Springfield", circle: "Dupont Circle", exitName: "Ashland",
      stop: "Joe's Diner"),
    "es": Samples(
      road: "Calle Mayor", place: "Toledo", circle: "Glorieta de Atocha", exitName: "Aranjuez",
      stop: "Casa Paco"),
    "fr": Samples(
      road: "Rue de la Paix", place: "Orléans", circle: "Place de l'Étoile",
      exitName: "Porte d'Italie", stop: "Chez Marcel"),
    "it": Samples(
      road: "Via Roma", place: "Orvieto", circle: "Piazza Garibaldi",
      exitName: "Bologna Casalecchio", stop: "Bar Sport"),
    "nl": Samples(
      road: "Kerkstraat", place: "Utrecht", circle: "Hoofdplein", exitName: "Utrecht-Noord",
      stop: "Bakkerij Smit"),
    "pt": Samples(
      road: "Rua Augusta", place: "Porto", circle: "Rotunda da Boavista", exitName: "Coimbra",
      stop: "Casa Alvão"),
  ]

  private static func bytes(_ tag: String) throws -> [UInt8] {
    try BuiltInLanguages.file(of: tag)
      ?? Array(fileText("Tests/GuidanceTests/Languages/\(tag).txt").utf8)
  }

  @Test("every pattern has its sentences", arguments: Language.builtInTags + ["nl"])
  func patterns(tag: String) throws {
    let path = "Tests/GuidanceTests/Words/Patterns/\(tag).txt"
    let lines = try Self.lines(tag)
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
      let text = lines.map { $0 + "\n" }.joined()
      try text.write(toFile: "/\(root)/\(path)", atomically: false, encoding: .utf8)
    }
    let read = try fileText(path).split(separator: "\n").map(String.init)
    for (line, expected) in zip(lines, read) { #expect(line == expected) }
    #expect(lines.count == read.count)
  }

  /// The sentences of a language, pattern by pattern; those that it inherits are in the other file.
  private static func lines(_ tag: String) throws -> [String] {
    let source = try LanguageSource(try bytes(tag))
    let tables = try Language(try bytes(tag)).tables
    let samples = try #require(samples[String(tag.prefix(2))])
    var lines: [String] = []
    for wording in Wording.allCases {
      for phrase in Phrase.allCases {
        lines += sentences(phrase, wording, source, tables, samples)
      }
    }
    for wording in Wording.allCases {
      for frame in Frame.allCases {
        let key = wording.prefix + frame.key
        guard let entry = source.entries[key], entry.line > 0,
          let template = tables.frame(frame, wording)
        else { continue }
        lines += filled(template, frame.slots, frame.certain, tables, samples)
          .map { "\(key): \($0)" }
      }
    }
    return lines + units(source, tables)
  }

  private static func sentences(
    _ phrase: Phrase, _ wording: Wording, _ source: LanguageSource, _ tables: LanguageTables,
    _ samples: Samples
  ) -> [String] {
    let general = wording.prefix + phrase.key
    var lines: [String] = []
    for suffix in [nil] + PhraseDirection.allCases.map(Optional.some) {
      let key = suffix.map { "\(general).\($0.rawValue)" } ?? general
      guard let entry = source.entries[key], entry.line > 0 else { continue }
      // A pattern for all directions is read with one.
      let direction = suffix ?? (entry.text.contains("{direction}") ? .left : .none)
      let found = filled(
        tables.template(phrase, direction, wording), phrase.slots, phrase.certain, tables, samples,
        direction: direction)
      lines += found.map { "\(key): \($0)" }
    }
    return lines
  }

  /// A pattern with nothing but what it must have, with each of its values, with two of them, and with all.
  private static func filled(
    _ template: Template, _ slots: SlotSet, _ certain: SlotSet, _ tables: LanguageTables,
    _ samples: Samples, direction: PhraseDirection = .none
  ) -> [String] {
    let free = Slot.allCases.filter {
      slots.contains($0) && !certain.contains($0) && $0 != .direction
    }
    var choices = [[]] + free.map { [$0] }
    for first in free {
      choices += free.filter { $0.rawValue > first.rawValue }.map { [first, $0] }
    }
    choices.append(free)
    var found: [String] = []
    for choice in choices {
      var values = PhraseValues()
      for slot in Slot.allCases where certain.contains(slot) || choice.contains(slot) {
        fill(slot, &values, tables, samples)
      }
      values[.direction] = tables.directions[direction.index]
      var writer = SentenceWriter(tables, isSpoken: true, capitalises: true)
      writer.write(template, values)
      if !found.contains(writer.text) { found.append(writer.text) }
    }
    return found
  }

  private static func fill(
    _ slot: Slot, _ values: inout PhraseValues, _ tables: LanguageTables, _ samples: Samples
  ) {
    switch slot {
    case .road: values[.road] = samples.road
    case .towards: values[.towards] = samples.place
    case .exit: values[.exit] = "12"
    case .exitName: values[.exitName] = samples.exitName
    case .ordinal: values[.ordinal] = tables.ordinal(2)
    case .rotary: values[.rotary] = samples.circle
    case .compass: values[.compass] = tables.compass[1]
    case .waypoint: values[.waypoint] = samples.stop
    case .count: values[.count] = tables.counts.count > 1 ? tables.counts[1] : "2"
    case .distance: values.distance = .spoken(400, .metric)
    case .time: values[.time] = "17:05"
    case .h: values[.h] = "5"
    case .hh: values[.hh] = "05"
    case .hour: values[.hour] = "17"
    case .mm: values[.mm] = "30"
    case .instruction, .first: values[slot] = "A"
    case .next, .second: values[slot] = "B"
    case .number, .n, .direction: break
    }
  }

  /// The units that the file words itself, for the eye and for the ear.
  private static func units(_ source: LanguageSource, _ tables: LanguageTables) -> [String] {
    var lines: [String] = []
    for (prefix, isSpoken) in [("display.", false), ("speech.", true)] {
      for unit in UnitWord.allCases {
        guard
          source.entries.contains(where: { key, entry in
            entry.line > 0 && (key == prefix + unit.key || key.hasPrefix(prefix + unit.key + "."))
          })
        else { continue }
        let isWhole = !unit.isCounted || unit == .mileAndHalf
        for tenths in isWhole ? [10] : [10, 20, 35, 12_340] {
          var writer = SentenceWriter(tables, isSpoken: isSpoken)
          writer.write(unit, tenths: tenths)
          lines.append("\(prefix)\(unit.key) \(tenths): \(writer.text)")
        }
      }
    }
    return lines
  }
}
