import Notation

/// A JSON value with its keys in the order given, so that output is stable.
enum JSON: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  /// A number with so many decimals at most.
  case number(Double, decimals: Int)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  /// The text without spaces; `<` is escaped, so that it may stand in a page.
  var text: String {
    var result = ""
    write(to: &result)
    return result
  }

  private func write(to out: inout String) {
    switch self {
    case .null: out += "null"
    case .bool(let value): out += value ? "true" : "false"
    case .int(let value): out += String(value)
    case .number(let value, let decimals):
      out += value.isFinite ? Decimals.text(value, decimals: decimals) ?? "\(value)" : "null"
    case .string(let value): Self.write(value, to: &out)
    case .array(let values):
      out += "["
      for (index, value) in values.enumerated() {
        if index > 0 { out += "," }
        value.write(to: &out)
      }
      out += "]"
    case .object(let members):
      out += "{"
      for (index, (key, value)) in members.enumerated() {
        if index > 0 { out += "," }
        Self.write(key, to: &out)
        out += ":"
        value.write(to: &out)
      }
      out += "}"
    }
  }

  private static func write(_ string: String, to out: inout String) {
    out += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case "<": out += "\\u003c"
      default:
        if scalar.value < 0x20 {
          let digits = String(scalar.value, radix: 16)
          out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          out.unicodeScalars.append(scalar)
        }
      }
    }
    out += "\""
  }
}
