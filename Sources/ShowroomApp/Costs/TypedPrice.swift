import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomText

/// A car's price as typed by the user: `28,500`, `$28500`, `28 500` or `28.5k`. Zero stands for no price.
struct TypedPrice: Sendable, Hashable {
  /// The price in US dollars; `nil` for none.
  let dollars: Int?

  /// Creates a price from typed text, or returns `nil` if the text is not a price.
  init?(_ text: String) {
    var number = Self.trimmed(text.lowercased()[...])
    if number.first == "$" {
      number = Self.trimmed(number.dropFirst())
    } else if number.last == "$" {
      number = Self.trimmed(number.dropLast())
    }
    let scale = number.last == "k" ? 1_000.0 : 1
    if scale > 1 { number = Self.trimmed(number.dropLast()) }
    guard let value = TypedNumber.value(of: number, maximumDecimals: 2) else { return nil }
    let price = (value * scale).rounded()
    guard price == 0 || price <= Double(Car.prices.upperBound) else { return nil }
    dollars = price < 1 ? nil : Int(price)
  }

  /// Returns text without the spaces around it.
  static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  /// Returns a message if the text is not a price.
  static func problem(of text: String) -> String? { TypedPrice(text) == nil ? advice : nil }

  /// The message shown if the text is not a price.
  static let advice = "Type a price in US dollars, such as 28,500, or 0 to remove it"
}

/// A number as typed by the user. Commas and spaces only separate groups of three digits, and a point only precedes
/// decimals, so that a number in another notation, such as `28.990` or `28,5`, is not misread.
enum TypedNumber {
  /// Returns the value of text such as `28,500` or `28500.50`, or `nil` if the text is not a number.
  ///
  /// - Parameter maximumDecimals: The maximum number of decimals; `nil` for any number.
  static func value(of text: Substring, maximumDecimals: Int? = nil) -> Double? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first else { return nil }
    let decimals = parts.count > 1 ? parts[1] : nil
    if let decimals {
      guard isDigits(decimals), decimals.count <= maximumDecimals ?? .max else { return nil }
    }
    let groups = whole.split(omittingEmptySubsequences: false, whereSeparator: isSeparator)
    guard groups.allSatisfy(isDigits) || whole.isEmpty && decimals != nil else { return nil }
    if groups.count > 1 {
      let isGrouped =
        groups[0].count <= 3 && groups[0].first != "0" && groups.dropFirst().allSatisfy { $0.count == 3 }
        && Set(whole.filter(isSeparator)).count == 1
      guard isGrouped else { return nil }
    }
    return Double("0\(groups.joined(separator: "")).\(decimals ?? "0")")
  }

  private static func isSeparator(_ character: Character) -> Bool { character == "," || character.isWhitespace }

  private static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
  }
}

extension Reactor where Base.Output: MessageOutput<Action> {
  /// Saves a typed price of a car, or shows a message if the text is not a price.
  func savePrice(_ text: String, of car: Car, in catalog: LiveCatalog) -> Observable<Mutation> {
    guard let price = TypedPrice(text) else { return toast(TypedPrice.advice, kind: .warning) }
    return .run { _ in try await catalog.setPrice(price.dollars, for: car) }
      .catch(alerting("Could not save the price"))
  }
}

extension Window {
  /// Asks for the price of a car. The answer is a ``TypedPrice``.
  func askPrice(of car: Car) async -> String? {
    await prompt(
      "Price in US dollars: \(car.name)", text: car[.price].map { decimal($0, digits: 0) } ?? "",
      placeholder: "28,500, or 0 to remove it", confirm: "Set", validate: TypedPrice.problem)
  }
}
