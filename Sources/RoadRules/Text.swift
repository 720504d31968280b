extension StringProtocol {
  /// The text without outer spaces.
  func trimmed() -> SubSequence {
    var rest = self[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return rest
  }
}
