import Catalogue
import ReactorTerminal

/// The content of the detail screen: the name, the facts, the note, the bars and the chart, one below the other.
final class CarPageView: View {
  /// What to show.
  var page: CarPage? {
    didSet { if page != oldValue { pageChanged() } }
  }
  /// Whether to say that the pictures are still being made.
  var arePicturesLate = false {
    didSet { if arePicturesLate != oldValue { pageChanged() } }
  }
  /// How figures are written.
  var formatting: CarFormatting {
    didSet { if formatting != oldValue { pageChanged() } }
  }

  private let stack = StackView(.vertical, spacing: 1)
  private let heading = Label(wraps: true)
  private let withdrawn = Label(
    "No longer in its source. It is kept because you follow it or wrote a note on it.", role: .warning, wraps: true)
  private let facts = FactsView()
  private let note = Label(wraps: true)
  let attachments = AttachmentsView()
  private let standings = StandingsView()
  private let waiting = Label("Comparing with the other cars", role: .placeholder)
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

  /// The row of this view that a line of the attachments is at.
  func row(ofAttachmentLine line: Int) -> Int { stack.frame.y + attachments.frame.y + line }

  private func pageChanged() {
    guard let page else { return }
    let car = page.car
    heading.spans =
      [Span("\(car.make) \(car.model)", .title), Span(" \(car.year)", .accent)]
      + (page.userData.isFavourite ? [Span("  \(formatting.isASCII ? "*" : "★") followed", .mark)] : [])
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
    waiting.isHidden = page.pictures != nil || !arePicturesLate
    history.isHidden = page.pictures?.history == nil
    history.show(page.pictures?.history, of: car, formatting)
    setNeedsLayout()
    superview?.setNeedsLayout()
  }

  /// The rows are there before their bars, as many as there will be: nothing moves when these arrive.
  private func measures(of page: CarPage) -> [StandingsView.Row] {
    CarMeasure.allCases.compactMap { measure in
      let fact = measure.fact
      guard fact.number(of: page.car) != nil else { return nil }
      let standing = page.pictures?.standings.first { $0.measure == measure }
      return StandingsView.Row(
        title: measure == .consumption ? "Consumption" : fact.label(formatting),
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
  /// The fact that it measures.
  var fact: CarFact {
    switch self {
    case .consumption: .combined
    case .co2: .co2
    case .cost: .cost
    }
  }
}
