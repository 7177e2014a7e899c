import ReactorSpelling
import ShowroomFiles

extension FieldFilter {
  /// The reason why text is not a filter.
  struct FilterError: Error {
    /// The cause; `nil` if the text only resembles a filter, like `3:1`.
    var message: String?
    /// Whether the text may become a filter when more is typed.
    var isIncomplete = false
    /// An unknown field, and the name of the most similar known one.
    var misspelling: (typed: String, meant: String)?

    /// Returns a token with the name of its field corrected, or `nil` if no correction is known.
    func suggestion(for token: String) -> String? {
      guard let misspelling, let range = token.firstRange(of: misspelling.typed) else { return nil }
      var token = token
      token.replaceSubrange(range, with: misspelling.meant)
      return token
    }
  }

  /// Parses a field and an operator in one string (`year>=`) and the values after it.
  static func parse(
    _ fieldAndOperator: String, values: [String], isExcluded: Bool
  ) -> Result<FieldFilter, FilterError> {
    let value = values.joined(separator: ",")
    let name = String(fieldAndOperator.prefix { !"<>:=".contains($0) })
    let symbol = String(fieldAndOperator.dropFirst(name.count))
    guard let field = CarField(filterNamed: name), let filter = field.definition.filter else {
      return .failure(unknown(name, symbol, values))
    }
    func failure(_ message: String, isIncomplete: Bool = false) -> Result<FieldFilter, FilterError> {
      .failure(FilterError(message: message, isIncomplete: isIncomplete))
    }
    guard !value.isEmpty else { return failure("\(name)\(symbol) needs a value.", isIncomplete: true) }
    if field.isNumeric {
      let comparison = symbol == "=" ? ":" : symbol
      // In other fields, and after other operators, a comma groups thousands.
      let isList = field.isWhole && comparison == ":" && values.count > 1
      guard let condition = isList ? alternatives(field, values) : numbers(field, comparison, value) else {
        return failure(
          "\(name) takes a number, as in \(name)\(Self.comparison(nearest: comparison))\(filter.example), "
            + "or a range, \(field.id):\(filter.range).", isIncomplete: isUnfinishedNumber(field, value))
      }
      return .success(FieldFilter(field, condition, isExcluded: isExcluded))
    }
    guard symbol == ":" || symbol == "=" else { return failure("\(name) is not a number. Write \(name):\(value).") }
    if field == .like {
      guard let id = Car.ID(value) else {
        return failure("\(name) takes the ID of a car, as in \(name):\(filter.example).")
      }
      return .success(FieldFilter(field, .like(id), isExcluded: isExcluded))
    }
    if field.isFlag {
      switch Folding.fold(value) {
      case "yes", "y", "true", "1", "on": return .success(FieldFilter(field, .flag(true), isExcluded: isExcluded))
      case "no", "n", "false", "0", "off": return .success(FieldFilter(field, .flag(false), isExcluded: isExcluded))
      // A note is also text.
      case _ where field == .note: break
      case let value:
        let isIncomplete = ["yes", "true", "no", "false", "off"].contains { $0.hasPrefix(value) }
        return failure("\(name) must be yes or no.", isIncomplete: isIncomplete)
      }
    }
    let texts = values.filter { !$0.isEmpty }.map(Folding.fold)
    guard !texts.isEmpty else { return failure("\(name): needs a value.", isIncomplete: true) }
    return .success(FieldFilter(field, symbol == "=" ? .equals(texts) : .contains(texts), isExcluded: isExcluded))
  }

  /// Returns the condition for a list of whole numbers, as in `cyl:4,6`.
  private static func alternatives(_ field: CarField, _ values: [String]) -> Condition? {
    let typed = values.filter { !$0.isEmpty }
    let numbers = typed.compactMap { isUnfinishedYear(field, ":", $0) ? nil : number($0) }
    return numbers.isEmpty || numbers.count < typed.count ? nil : .oneOf(numbers)
  }

  /// Returns whether the number is incomplete: a year with too few digits, a trailing decimal point, or `1,50`.
  private static func isUnfinishedNumber(_ field: CarField, _ value: String) -> Bool {
    if value.last == "." || value.hasSuffix("..<") || value == "-" { return true }
    // The last group of thousands lacks digits.
    if value.contains(","), ["0", "00", "000"].contains(where: { number(value + $0) != nil }) { return true }
    let last = value.split(separator: ",").last.map(String.init) ?? value
    return isUnfinishedYear(field, ":", last) && number(last) != nil
  }

  /// Returns the comparison that was probably intended, such as `>` for `>>`.
  private static func comparison(nearest symbol: String) -> String {
    if [":", "<", "<=", ">", ">="].contains(symbol) { return symbol }
    let isGreater = symbol.contains(">")
    guard isGreater != symbol.contains("<") else { return ":" }
    return isGreater ? ">" : "<"
  }

  /// Returns the error for an unknown field. Among equally similar fields, one that accepts the value is suggested.
  private static func unknown(_ name: String, _ symbol: String, _ values: [String]) -> FilterError {
    guard name.first?.isLetter == true, name.allSatisfy({ $0.isLetter || $0.isNumber || "-!".contains($0) }) else {
      return FilterError()
    }
    if name.last == "!" {
      let field = String(name.dropLast())
      guard CarField(filterNamed: field) != nil else {
        var error = unknown(field, symbol, values)
        // With the field corrected, the operator would still be unknown.
        error.misspelling = nil
        return error
      }
      let filter = "-\(field)\(symbol)\(values.joined(separator: ","))"
      return FilterError(message: "There is no operator !\(symbol). Write \(filter) to exclude cars.")
    }
    let names = CarField.filterNames.map { field in
      let takesValue = (try? parse(field + symbol, values: values, isExcluded: false).get()) != nil
      return (name: field, weight: takesValue ? 1 : 0)
    }
    if let field = NearestName.of(name, weighing: names) {
      return FilterError(
        message: "There is no field \"\(name)\". Did you mean \"\(field)\"?", misspelling: (name, field))
    }
    // Before `:` and `=`, a name with a digit or a hyphen is that of a model, like `a4:b`.
    guard name.allSatisfy(\.isLetter) || symbol != ":" && symbol != "=" else { return FilterError() }
    let known = CarField.filtered.map(\.id).joined(separator: ", ")
    return FilterError(message: "There is no field \"\(name)\". The fields are \(known).")
  }

  private static func numbers(_ field: CarField, _ symbol: String, _ value: String) -> Condition? {
    if let dots = value.firstRange(of: ".."), symbol == ":" {
      var (from, to) = (String(value[..<dots.lowerBound]), String(value[dots.upperBound...]))
      // As in Swift, `20..<30` does not include 30, and `20...30` does.
      let isHalfOpen = to.first == "<"
      if isHalfOpen || to.first == "." && !to.hasPrefix("..") { to.removeFirst() }
      guard !from.isEmpty || !to.isEmpty, !isHalfOpen || !to.isEmpty else { return nil }
      guard let lower = from.isEmpty ? -Double.infinity : number(from),
        let upper = to.isEmpty ? Double.infinity : number(to)
      else { return nil }
      return .between(
        lower: min(lower, upper), includesLower: true, upper: max(lower, upper), includesUpper: !isHalfOpen)
    }
    guard let number = number(value), !isUnfinishedYear(field, symbol, value) else { return nil }
    switch symbol {
    case ">": return .between(lower: number, includesLower: false, upper: .infinity, includesUpper: true)
    case ">=": return .between(lower: number, includesLower: true, upper: .infinity, includesUpper: true)
    case "<": return .between(lower: -.infinity, includesLower: true, upper: number, includesUpper: false)
    case "<=": return .between(lower: -.infinity, includesLower: true, upper: number, includesUpper: true)
    case ":":
      // A list shows 33.4 mpg as 33, so a number is equal if it rounds to the number typed.
      let half = field.isWhole ? 0 : 0.5 * field.step(asTyped: value)
      return .between(
        lower: number - half, includesLower: true, upper: number + half, includesUpper: half == 0)
    default: return nil
    }
  }

  /// Returns whether a year lacks its last digits, like `20`.
  private static func isUnfinishedYear(_ field: CarField, _ symbol: String, _ value: String) -> Bool {
    field == .year && symbol == ":" && value.count < 4
  }

  /// Parses a finite decimal number. Commas may group thousands, as in `1,500`; `20,30` is not a number.
  private static func number(_ text: String) -> Double? {
    let whole = text.prefix { $0 != "." }
    let groups = whole.drop { $0 == "-" }.split(separator: ",", omittingEmptySubsequences: false)
    guard groups.count == 1 || (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy({ $0.count == 3 })
    else { return nil }
    let digits = "\(whole.filter { $0 != "," })\(text.dropFirst(whole.count))"
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }) else { return nil }
    return Double(digits)
  }
}

extension CarField {
  /// Returns the value of the last typed digit. A displacement is always in tenths of a liter.
  fileprivate func step(asTyped value: String) -> Double {
    if self == .displacement { return 0.1 }
    let decimals = value.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first?.count ?? 0
    return (0..<decimals).reduce(1) { step, _ in step / 10 }
  }

  /// Returns the name of a field that begins with the typed text and an example of a filter on it, or `nil` if there is
  /// no such field.
  static func filterName(beginning typed: String) -> (typed: String, example: String)? {
    let beginning = Folding.fold(typed)
    guard !beginning.isEmpty, let name = filterNames.first(where: { $0.hasPrefix(beginning) }),
      let field = CarField(filterNamed: name), let filter = field.definition.filter
    else { return nil }
    let symbol = !field.isNumeric ? ":" : field.definition.better == .smaller ? "<" : ">="
    return (name, name + symbol + filter.example)
  }
}

/// A condition on one field of a car.
package struct FieldFilter: Sendable, Hashable {
  /// A condition on the value of a field.
  package enum Condition: Sendable, Hashable {
    /// The value equals one of the folded strings, or contains one that is not itself a value of the field.
    case contains([String])
    /// The value equals one of the folded strings.
    case equals([String])
    /// The number lies between the bounds.
    case between(lower: Double, includesLower: Bool, upper: Double, includesUpper: Bool)
    /// The number is one of these.
    case oneOf([Double])
    /// The flag has this value.
    case flag(Bool)
    /// The car is similar to the car with this ID.
    case like(Car.ID)

    /// The strings of a condition on text.
    var texts: [String]? {
      switch self {
      case .contains(let texts), .equals(let texts): texts
      case .between, .oneOf, .flag, .like: nil
      }
    }
  }

  package var field: CarField
  package var condition: Condition
  /// Whether matching cars are excluded. A car with an unknown number never matches, whether the filter excludes or
  /// not.
  package var isExcluded: Bool

  package init(_ field: CarField, _ condition: Condition, isExcluded: Bool = false) {
    self.field = field
    self.condition = condition
    self.isExcluded = isExcluded
  }
}
