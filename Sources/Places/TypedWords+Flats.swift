extension TypedWords {
  /// Folded words behind the number of a floor, or for a side of it, as in `3. Stock`, `2º dcha` and `1er étage`.
  ///
  /// Names of streets may have them, too.
  private static let floors = Set(
    [
      "sal", "stock", "etage", "links", "rechts", "floor", "piso", "planta", "andar", "dcha",
      "izda", "izq", "esq", "dto", "frente",
    ].map { Array($0.utf8) })

  /// The same as abbreviations, which may stand directly behind the number of a house, as in `12 EG`.
  private static let shortFloors = Set(
    ["th", "tv", "mf", "og", "ug", "eg", "dg", "rdc"].map { Array($0.utf8) })

  /// Folded words for the ground floor and the cellar, also before the side, as in `st. tv.`.
  private static let groundFloors = Set(
    ["st", "stuen", "kl", "kld", "kaelder", "bajo", "bajos"].map { Array($0.utf8) })

  /// Folded words before the number of a flat, as in `Apt 5`.
  private static let flats = Set(
    [
      "apt", "apartment", "appartement", "flat", "unit", "suite", "whg", "wohnung", "lejlighed",
      "lgh", "kv", "кв",
    ].map { Array($0.utf8) })

  /// `vestergade 12 2 th kobenhavn` as `vestergade 12 kobenhavn`: without what says where in a house a flat is.
  var withoutFlat: [[UInt8]] {
    let hasHouse = sequence.count(where: Self.isNumber) > 1
    var result: [[UInt8]] = []
    var index = 0
    var isBehindFloor = false
    while index < sequence.count {
      let word = sequence[index]
      index += 1
      if hasHouse, Self.flats.contains(word), index < sequence.count,
        Self.isNumber(sequence[index])
      {
        index += 1
      } else if Self.floors.contains(word) || Self.shortFloors.contains(word),
        let taken = Self.floorWords(before: word, in: result, isBehindFloor)
      {
        result.removeLast(taken)
        isBehindFloor = true
        continue
      } else if isGroundFloor(at: index - 1), result.count > 1 {
        isBehindFloor = true
        continue
      } else {
        result.append(word)
      }
      isBehindFloor = false
    }
    return result.count > 1 ? result : sequence
  }

  /// Whether a word is that of a ground floor behind a house, as in `Istedgade 12, st., 1650`.
  ///
  /// Before other words it may begin a name, such as St. John.
  private func isGroundFloor(at index: Int) -> Bool {
    guard Self.groundFloors.contains(sequence[index]), index > 0 else { return false }
    return Self.isNumber(sequence[index - 1])
      && (index + 1 == sequence.count || Self.isNumber(sequence[index + 1]))
  }

  /// How many words before that of a floor belong to it: its number, or that of the ground floor; nil if the word may
  /// be one of a name.
  private static func floorWords(
    before word: [UInt8], in words: [[UInt8]], _ isBehindFloor: Bool
  ) -> Int? {
    guard words.count > 1, let last = words.last else { return nil }
    let isShort = shortFloors.contains(word)
    if isShort, groundFloors.contains(last) { return 1 }
    let digits = last.prefix(while: isDigit).count
    if 1...2 ~= digits {
      if isNumber(words[words.count - 2]) { return 1 }
      // The number in `12 Main Street, 3rd floor` is none of a house.
      if last.count - digits == 2, words.dropLast().contains(where: isNumber) { return 1 }
    }
    return isBehindFloor || isShort && isNumber(last) ? 0 : nil
  }
}
