import ReactorFiles
import ReactorSpelling
import ShowroomCatalog
import ShowroomFiles
import ShowroomFormatting
import ShowroomSettings
import ShowroomText

/// The command `showroom costs`, which sets and writes the assumptions from which costs are computed.
package struct CostsCommand: Sendable {
  /// An invalid argument.
  package enum UsageError: InvalidArgumentError, Sendable, Hashable {
    /// The argument has no equals sign.
    case noValue(String)
    /// There is no such factor.
    case factor(String)
    /// The value is not a number within the factor's range.
    case value(String, CostFactor)

    /// A message with the valid values.
    package var description: String {
      switch self {
      case .noValue(let text): return "\"\(text)\" is not valid. Write NAME=VALUE, as in miles=12000 or regular=3.50."
      case .factor(let name):
        let names = CostFactor.all.map(\.id)
        guard let nearest = NearestName.of(name, among: names) else {
          return "There is no \"\(name)\" to set. Use \(SettingsError.list(names))."
        }
        return "There is no \"\(name)\" to set. Did you mean \"\(nearest)\"?"
      case .value(let text, let factor):
        let range =
          "from \(decimal(factor.range.lowerBound, digits: 0)) to \(decimal(factor.range.upperBound, digits: 0))"
        return "\(factor.id) cannot be \"\(text)\". Use a number \(range), or epa for the EPA's value."
      }
    }
  }

  /// The values to set; `nil` to restore the EPA's value.
  private let values: [(factor: CostFactor, value: Double?)]
  private let resets: Bool
  private let format: SheetFormat

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - settings: Strings such as `miles=12000`, with the names of ``CostFactor``. The value `epa` restores the EPA's
  ///     value.
  ///   - resets: Whether all other values are reset to the EPA's.
  /// - Throws: ``UsageError``.
  package init(_ settings: [String] = [], resets: Bool = false, format: SheetFormat = .text) throws {
    values = try settings.map { text in
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw UsageError.noValue(text.shortened(to: 40)) }
      guard let factor = CostFactor(id: parts[0].lowercased()) else {
        throw UsageError.factor(parts[0].shortened(to: 40))
      }
      if parts[1].lowercased() == "epa" { return (factor, nil) }
      guard let value = Double(parts[1]), factor.range.contains(value) else {
        throw UsageError.value(parts[1].shortened(to: 40), factor)
      }
      return (factor, value)
    }
    self.resets = resets
    self.format = format
  }

  /// Sets the values, if there are any, and writes all values.
  ///
  /// - Throws: `CatalogError` or ``OutputError``.
  package func write(_ store: CatalogStore, to output: TextOutput, formatting: CarFormatting) throws {
    if resets || !values.isEmpty {
      try store.changeCostAssumptions { assumptions in
        if resets { assumptions.reset() }
        for (factor, value) in values { assumptions[factor] = value ?? assumptions.standard(factor) }
      }
    }
    let formatting = try formatting.with(costsOf: store)
    let assumptions = formatting.costs
    switch format {
    case .text:
      let typed = formatting.inUSUnits
      let lines = CostFactor.all.map { factor in
        (factor.id, typed.value(of: factor) + (assumptions.own[factor] == nil ? " (EPA)" : ""))
      }
      try output.write(LabeledText(lines).text)
    case .json:
      var object = JSONText()
      for factor in CostFactor.all { object.add(factor.id, assumptions[factor]) }
      object.add(
        "own",
        raw: "[\(CostFactor.all.filter { assumptions.own[$0] != nil }.map { "\"\($0.id)\"" }.joined(separator: ", "))]")
      try output.write(object.closed() + "\n")
    }
  }
}
