extension TypedWords {
  /// Folded words behind the number of a floor, or for a side of it, as in `2. th`, `3. Stock`, `2º dcha` and `1er étage`.
  private static let floors = Set(
    [
      "th", "tv", "mf", "sal", "og", "ug", "eg", "dg", "stock", "etage", "links", "rechts", "floor",
      "piso", "planta", "andar", "dcha", "izda", "izq", "esq", "dto", "frente", "rdc",
    ].map { Array($0.utf8) })

  /// Folded words before the number of a flat, as in `Apt 5`.
  private static let flats = Set(
    [
      "apt", "apartment", "appartement", "flat", "unit", "suite", "whg", "wohnung", "puerta",
      "porta", "lejlighed", "lgh", "kv", "кв",
    ].map { Array($0.utf8) })

  /// Folded words for the ground floor before the side, as in `st. tv.`.
  private static let groundFloors = Set(["st", "kl"].map { Array($0.utf8) })

  /// `vestergade 12 2 th kobenhavn` as `vestergade 12 kobenhavn`: without what says where in a house a flat is.
  var withoutFlat: [[UInt8]] {
    var result: [[UInt8]] = []
    var index = 0
    while index < sequence.count {
      let word = sequence[index]
      index += 1
      if Self.flats.contains(word), index < sequence.count, Self.isNumber(sequence[index]) {
        index += 1
      } else if Self.floors.contains(word) {
        // In `Vestergade 12 th`, the number is that of the house.
        if let last = result.last,
          Self.groundFloors.contains(last)
            || result.count > 1 && Self.isNumber(last) && Self.isNumber(result[result.count - 2])
        {
          result.removeLast()
        }
      } else {
        result.append(word)
      }
    }
    return result.count > 1 ? result : sequence
  }
}
