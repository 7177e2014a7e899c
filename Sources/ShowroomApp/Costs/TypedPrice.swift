import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomText

/// A car's price as typed by the user: `28,500`, `$28500` or `28.5k`. Zero stands for no price.
struct TypedPrice: Sendable, Hashable {
  /// The price in US dollars; `nil` for none.
  let dollars: Int?

  /// Creates a price from a text, or returns `nil` if the text is not a price.
  init?(_ text: String) {
    var number = text.lowercased().filter { !$0.isWhitespace && $0 != "$" && $0 != "," }
    let scale = number.hasSuffix("k") ? 1_000.0 : 1
    if scale > 1 { number.removeLast() }
    guard number.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let value = Double(number) else {
      return nil
    }
    let price = (value * scale).rounded()
    guard price == 0 || price <= Double(Car.prices.upperBound) else { return nil }
    dollars = price < 1 ? nil : Int(price)
  }

  /// Returns a message if a text is not a price.
  static func problem(of text: String) -> String? { TypedPrice(text) == nil ? advice : nil }

  /// The message shown if a text is not a price.
  static let advice = "Type a price in US dollars, such as 28,500, or 0 to remove it"
}

extension Reactor where Base.Output: MessageOutput<Action> {
  /// Saves a typed price of a car, or shows a message if the text is not a price.
  func savePrice(_ text: String, of id: Car.ID, in catalog: LiveCatalog) -> Observable<Mutation> {
    guard let price = TypedPrice(text) else { return toast(TypedPrice.advice, kind: .warning) }
    return .run { _ in try await catalog.setPrice(price.dollars, for: id) }
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
