/// Requirements on the tags of places, in the words of Photon's `osm_tag`.
///
/// `key`, `key:value` and `:value` are wanted, one of them; `!key`, `!key:value` and `:!value` are not, none of them;
/// `key:!value` is the key with any other value.
package struct PlaceTagRules: Sendable, Hashable {
  private struct Rule: Hashable {
    var key: String?
    var value: String?
    /// Whether it names any other value than ``value``.
    var isOther = false
    /// Whether what it names is not wanted.
    var isRefusal = false

    func names(_ tag: PlaceTag) -> Bool {
      (key == nil || key == tag.key) && (value == nil || (value == tag.value) != isOther)
    }
  }

  private let rules: [Rule]
  /// Whether a street may have a tag that is wanted.
  let mayBeStreet: Bool

  /// Rules from their texts.
  ///
  /// - Parameter texts: The rules; nil is the result if one of them has neither key nor value.
  package init?(_ texts: [String]) {
    var rules: [Rule] = []
    for text in texts {
      let isRefusal = text.hasPrefix("!")
      let parts = text.dropFirst(isRefusal ? 1 : 0)
        .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      var rule = Rule(isRefusal: isRefusal)
      if !parts[0].isEmpty { rule.key = parts[0] }
      if parts.count > 1 {
        let isOther = parts[1].hasPrefix("!")
        let value = String(parts[1].dropFirst(isOther ? 1 : 0))
        if !value.isEmpty { rule.value = value }
        // Without a key, any other value is no more than a value that is not wanted.
        rule.isOther = isOther && rule.key != nil && rule.value != nil
        if isOther, rule.key == nil { rule.isRefusal = true }
      }
      guard rule.key != nil || rule.value != nil else { return nil }
      rules.append(rule)
    }
    self.init(rules)
  }

  /// No rules.
  package init() { self.init([Rule]()) }

  private init(_ rules: [Rule]) {
    self.rules = rules
    mayBeStreet = PlaceTag.ofStreets.contains { Self.allows($0, rules) }
  }

  /// Whether there are none.
  package var isEmpty: Bool { rules.isEmpty }

  /// Whether a place may have a tag.
  package func allows(_ tag: PlaceTag) -> Bool { Self.allows(tag, rules) }

  private static func allows(_ tag: PlaceTag, _ rules: [Rule]) -> Bool {
    let wanted = rules.filter { !$0.isRefusal }
    return (wanted.isEmpty || wanted.contains { $0.names(tag) })
      && !rules.contains { $0.isRefusal && $0.names(tag) }
  }
}
