extension FieldFilter {
  /// Why a text is not a filter; no sentence when it only looks like one, as `3:1` does.
  struct NotAFilter: Error {
    var sentence: String?
  }

  /// Understands `field` and operator in one text (`year>=`) and the value after it.
  static func parse(_ fieldAndOperator: String, value: String, isExcluded: Bool) -> Result<FieldFilter, NotAFilter> {
    let name = String(fieldAndOperator.prefix { !"<>:=".contains($0) })
    let symbol = String(fieldAndOperator.dropFirst(name.count))
    guard let field = Field(typed: name) else {
      let isWord = name.allSatisfy(\.isLetter)
      let known = Field.allCases.map(\.rawValue).joined(separator: ", ")
      return .failure(NotAFilter(sentence: isWord ? "There is no field \"\(name)\"; there are \(known)." : nil))
    }
    func failure(_ sentence: String) -> Result<FieldFilter, NotAFilter> { .failure(NotAFilter(sentence: sentence)) }
    guard !value.isEmpty else { return failure("\(name)\(symbol) needs a value.") }
    if field.isNumeric {
      guard let condition = numbers(field, symbol, value) else {
        return failure(
          "\(name) takes a number, as in \(name)\(symbol)\(field.example), or a range, \(field.exampleRange).")
      }
      return .success(FieldFilter(field, condition, isExcluded: isExcluded))
    }
    guard symbol == ":" else { return failure("\(name) is not a number; write \(name):\(value).") }
    if field.isFlag {
      switch Folding.fold(value) {
      case "yes", "y", "true", "1", "on": return .success(FieldFilter(field, .flag(true), isExcluded: isExcluded))
      case "no", "n", "false", "0", "off": return .success(FieldFilter(field, .flag(false), isExcluded: isExcluded))
      default: return failure("\(name) is yes or no.")
      }
    }
    let texts = value.split(separator: ",").map { Folding.fold(String($0)) }
    guard !texts.isEmpty else { return failure("\(name): needs a value.") }
    return .success(FieldFilter(field, .contains(texts), isExcluded: isExcluded))
  }

  private static func numbers(_ field: Field, _ symbol: String, _ value: String) -> Condition? {
    if let dots = value.firstRange(of: ".."), symbol == ":" {
      let (from, to) = (String(value[..<dots.lowerBound]), String(value[dots.upperBound...]))
      guard !from.isEmpty || !to.isEmpty else { return nil }
      guard let lower = from.isEmpty ? -Double.infinity : number(from),
        let upper = to.isEmpty ? Double.infinity : number(to)
      else { return nil }
      return .between(lower: min(lower, upper), includesLower: true, upper: max(lower, upper), includesUpper: true)
    }
    guard let number = number(value) else { return nil }
    switch symbol {
    case ">": return .between(lower: number, includesLower: false, upper: .infinity, includesUpper: true)
    case ">=": return .between(lower: number, includesLower: true, upper: .infinity, includesUpper: true)
    case "<": return .between(lower: -.infinity, includesLower: true, upper: number, includesUpper: false)
    case "<=": return .between(lower: -.infinity, includesLower: true, upper: number, includesUpper: true)
    case ":":
      // A source's 33.4 mpg is what a list shows as 33: an equal number is one that rounds to what was typed.
      let half = field.isWhole ? 0 : 0.5 * field.step(asTyped: value)
      return .between(
        lower: number - half, includesLower: true, upper: number + half, includesUpper: half == 0)
    default: return nil
    }
  }

  /// A finite decimal number as people type it; thousands may be grouped by commas.
  private static func number(_ text: String) -> Double? {
    let digits = text.filter { $0 != "," }
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }) else { return nil }
    return Double(digits)
  }
}

extension FieldFilter.Field {
  fileprivate var isWhole: Bool { self == .year || self == .cylinders }

  /// The last decimal typed; a displacement is given in tenths of a litre however it is typed.
  fileprivate func step(asTyped value: String) -> Double {
    if self == .displacement { return 0.1 }
    let decimals = value.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first?.count ?? 0
    return (0..<decimals).reduce(1) { step, _ in step / 10 }
  }

  fileprivate var example: String {
    self == .year ? "2020" : self == .displacement ? "2.0" : self == .cylinders ? "4" : "40"
  }

  fileprivate var exampleRange: String {
    switch self {
    case .year: "year:2015..2020"
    case .displacement: "displ:1.0..2.0"
    case .cylinders: "cyl:4..6"
    default: "\(rawValue):30..50"
    }
  }
}
