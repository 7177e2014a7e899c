import Catalog
import ReactorTerminal
import ShowroomSettings

/// The contents of the screen of a car, from top to bottom: name, facts, note, attachments, standings and history.
final class CarPageView: View {
  /// The contents to show.
  var page: CarPage? {
    didSet { if page != oldValue { pageChanged() } }
  }
  /// Whether to show a placeholder for the charts.
  var areChartsLoading = false {
    didSet { if areChartsLoading != oldValue { pageChanged() } }
  }
  /// The reason why there are no charts.
  var chartsFailure: String? {
    didSet { if chartsFailure != oldValue { pageChanged() } }
  }
  /// The format of figures.
  var formatting: CarFormatting {
    didSet { if formatting != oldValue { pageChanged() } }
  }

  private let stack = StackView(.vertical, spacing: 1)
  private let heading = Label(wraps: true)
  private let withdrawn = Label(
    "No longer in the source. It is kept because it is a favorite or has a note or files.", role: .warning, wraps: true)
  private let facts = FactsView()
  private let note = Label(wraps: true)
  let attachments = AttachmentsView()
  private let standings = StandingsView()
  /// The placeholder for the charts.
  private let waiting = Label(wraps: true)
  private let history = HistoryView()

  init(formatting: CarFormatting) {
    self.formatting = formatting
    super.init()
    addSubview(stack)
    for view in [heading, withdrawn, facts, note, attachments, standings, waiting, history] { stack.add(view) }
  }

  override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: stack.sizeThatFits(proposal).height)
  }

  override func layoutSubviews() {
    stack.frame = bounds
  }

  private func pageChanged() {
    guard let page else { return }
    let car = page.car
    heading.spans =
      [Span("\(car.make) \(car.model)", .title), Span(" \(car.year)", .accent)]
      + (page.userData.isFavorite ? [Span("  \(formatting.isASCII ? "*" : "★") favorite", .mark)] : [])
    withdrawn.isHidden = !car.isWithdrawn
    facts.facts = CarFact.allCases.map { fact in
      FactsView.Fact(label: fact.label(formatting), value: fact.text(of: car, formatting))
    }
    note.isHidden = page.userData.note == nil
    note.spans = [Span("Note\n", .header), Span(page.userData.note ?? "")]
    attachments.attachments = page.attachments
    attachments.isHidden = page.attachments.isEmpty
    standings.rows = measures(of: page)
    standings.isHidden = standings.rows.isEmpty
    waiting.isHidden = page.charts != nil || !areChartsLoading && chartsFailure == nil
    waiting.role = chartsFailure == nil ? .placeholder : .error
    waiting.text = chartsFailure.map { "Could not compare with other cars. \($0)" } ?? "Comparing with other cars"
    history.isHidden = page.charts?.history == nil
    history.show(page.charts?.history, of: car, formatting)
    setNeedsLayout()
    preferredSizeChanged()
  }

  /// Returns the rows of the standings. All rows are there before their bars, so that nothing moves when these arrive.
  private func measures(of page: CarPage) -> [StandingsView.Row] {
    CarMeasure.allCases.compactMap { measure in
      let fact = measure.fact
      guard fact.number(of: page.car) != nil else { return nil }
      let standing = page.charts?.standings.first { $0.measure == measure }
      return StandingsView.Row(
        title: measure == .consumption ? formatting.name(of: .consumption) : fact.label(formatting),
        value: fact.text(of: page.car, formatting),
        groups: standing?.groups.map { group($0, measure, fuel: page.car.fuel) } ?? [],
        groupCount: standing?.groups.count ?? (page.car.vehicleClass == nil ? 1 : 2))
    }
  }

  private func group(_ group: Standing.Group, _ measure: CarMeasure, fuel: Fuel) -> StandingsView.Group {
    let larger = measure.largerIsBetter
    return StandingsView.Group(
      standing: group, worst: number(larger ? group.minimum : group.maximum, measure, fuel),
      median: number(group.median, measure, fuel), best: number(larger ? group.maximum : group.minimum, measure, fuel))
  }

  private func number(_ value: Double, _ measure: CarMeasure, _ fuel: Fuel) -> String {
    switch measure {
    case .consumption:
      formatting.consumptionValue(value, fuel: fuel).map { decimal($0, digits: formatting.consumptionDigits) }
        ?? formatting.unknown
    case .co2: formatting.co2Value(value).map { decimal($0, digits: 0) } ?? formatting.unknown
    case .cost: formatting.cost(Int(value.rounded()))
    }
  }
}

extension CarMeasure {
  /// The fact that is measured.
  var fact: CarFact {
    switch self {
    case .consumption: .combined
    case .co2: .co2
    case .cost: .cost
    }
  }
}
