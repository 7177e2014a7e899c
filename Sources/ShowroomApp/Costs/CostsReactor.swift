import ReactorCore
import ShowroomCatalog
import ShowroomText

/// The dialog for the cost assumptions. All screens follow changes immediately.
package final class CostsReactor: Reactor {
  /// The user actions on the assumptions.
  package enum Action: Sendable, Hashable {
    /// Changes a value by a number of steps.
    case change(CostFactor, by: Int)
    /// Sets a value that was typed.
    case set(CostFactor, String)
    /// Uses the EPA's value.
    case reset(CostFactor)
    /// Restores all of the EPA's values.
    case resetAll
  }

  /// The changes of the state.
  package enum Mutation: Sendable, Hashable {
    case setAssumptions(CostAssumptions)
  }

  /// The messages of the dialog.
  package typealias Output = Message<Action>

  /// The contents of the dialog.
  package struct State: Sendable, Hashable {
    package internal(set) var assumptions: CostAssumptions
  }

  package let store: Store<CostsReactor>
  private let catalog: LiveCatalog

  /// Creates a reactor for a catalog's assumptions.
  package init(_ catalog: LiveCatalog) {
    self.catalog = catalog
    store = Store(State(assumptions: catalog.wantedCosts))
  }

  /// Merges changes of the assumptions made by another program. Ignores assumptions that the user has replaced in the
  /// meantime, because they are published late.
  package func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
    mutation.merge(
      with: catalog.costs.filter { [weak self, catalog] in
        $0 == catalog.wantedCosts && $0 != self?.currentState.assumptions
      }.map { .setAssumptions($0) })
  }

  package func mutate(action: Action) -> Observable<Mutation> {
    var assumptions = currentState.assumptions
    switch action {
    case .change(let factor, let steps): assumptions[factor] += Double(steps) * factor.step
    case .set(let factor, let text):
      guard let value = factor.value(of: text) else { return toast(factor.advice, kind: .warning) }
      assumptions[factor] = value
    case .reset(let factor): assumptions[factor] = assumptions.standard(factor)
    case .resetAll: assumptions.reset()
    }
    guard assumptions != currentState.assumptions else { return .empty }
    let own = assumptions.own
    return .concat(
      .just(.setAssumptions(assumptions)),
      .run { [catalog] _ in try await catalog.setCosts(own) }
        .catch { [weak self] error in
          let text = "\(error.alertText) The values stay in effect until the cars are read again."
          return self?.alert("Could not save the cost assumptions", text) ?? .empty
        })
  }

  package func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setAssumptions(let assumptions): state.assumptions = assumptions
    }
  }
}

extension CostFactor {
  /// Parses text such as `12,000`, `$3.50/gal` or `80%`. Returns `nil` if it is not a number in ``range``, or if the
  /// number has another unit.
  fileprivate func value(of text: String) -> Double? {
    var number = TypedPrice.trimmed(text.lowercased()[...])
    if case .price = self, number.first == "$" { number.removeFirst() }
    if let unit = units.first(where: { number.hasSuffix($0.lowercased()) }) { number.removeLast(unit.count) }
    return TypedNumber.value(of: TypedPrice.trimmed(number)).flatMap { range.contains($0) ? $0 : nil }
  }

  /// The units with which a value can be typed, in any case.
  private var units: [String] {
    switch self {
    case .miles: ["mi", "miles", "mi/year"]
    case .city: ["%"]
    case .years: ["years", "year"]
    case .price(let energy): ["/\(energy.unit)"]
    }
  }

  /// Returns a message if the text is not a value of the factor.
  func problem(of text: String) -> String? { value(of: text) == nil ? advice : nil }

  /// The message shown if the text is not a value of the factor.
  fileprivate var advice: String {
    "Type a number from \(decimal(range.lowerBound, digits: 0)) to \(decimal(range.upperBound, digits: 0))"
      + (units.first.map { ", optionally with \($0)" } ?? "")
  }
}
