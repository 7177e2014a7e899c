import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting
import ShowroomText

/// The contents of a car's screen: name, facts, note, attachments and variants, with the class ranks and the history
/// beside or below them.
final class CarPageView: View {
  /// The contents to show.
  var page: CarPage? {
    didSet { if page != oldValue { pageChanged() } }
  }
  /// Whether the page begins with the name of the car and its signs.
  var showsName = true {
    didSet { if showsName != oldValue { heading.isHidden = !showsName; setNeedsLayout() } }
  }
  /// Whether to show a placeholder for the charts.
  var areChartsLoading = false {
    didSet { if areChartsLoading != oldValue { pageChanged() } }
  }
  /// The reason why there are no charts.
  var chartsFailure: String? {
    didSet { if chartsFailure != oldValue { pageChanged() } }
  }
  /// Whether the car is marked for comparison.
  var isMarked = false {
    didSet { if isMarked != oldValue { pageChanged() } }
  }
  /// Whether the car is ranked only among cars of similar model years, rather than all years.
  var comparesNearYears = false {
    didSet { if comparesNearYears != oldValue { pageChanged() } }
  }
  /// The format of numbers.
  var formatting: CarFormatting {
    didSet { if formatting != oldValue { pageChanged() } }
  }

  /// The height of the part of the window that shows the page. The charts fill it.
  var roomHeight = 0 {
    didSet { if roomHeight != oldValue { setNeedsLayout() } }
  }

  private let stack = StackView(.vertical, spacing: 1)
  /// The columns, side by side in a wide window and otherwise below each other.
  private let columns = StackView(.vertical, spacing: 1)
  private let left = StackView(.vertical, spacing: 1)
  private let right = StackView(.vertical, spacing: 1)
  private let heading = Label(wraps: true)
  private let withdrawn = Label(
    "No longer in the source. It is kept because it is a favorite or has a note, a price or files.", role: .warning,
    wraps: true)
  private let facts = FactsView()
  private let note = Label(wraps: true)
  private let changes = Label(wraps: true)
  let attachments = AttachmentsView()
  let siblings = SiblingsView()
  private let classRanks = ClassRanksView()
  private let history = HistoryView()

  /// The minimum width for two columns, and the space between them.
  private static let twoColumnsFrom = 96
  /// The minimum width at which the history fits in the left column.
  private static let wideColumnsFrom = 160
  private static let gap = 4
  /// The possible heights of a chart's columns.
  private static let chartHeights = 2...12
  /// The size for which the charts were last arranged; `nil` after the contents have changed.
  private var arranged: Size?

  init(formatting: CarFormatting) {
    self.formatting = formatting
    super.init()
    addSubview(stack)
    for view in [heading, withdrawn, columns] { stack.add(view) }
    columns.add(left)
    columns.add(right)
    for view in [facts, note, attachments, siblings, changes] { left.add(view) }
    for view in [classRanks, history] { right.add(view) }
  }

  /// Scrolls to the row with the keyboard focus if there is one, before the next frame.
  func revealFocus() {
    attachments.revealFocus()
    siblings.revealFocus()
  }

  /// The area of the car's name.
  override var headingAreas: [Rect] { [heading.frame] }

  override func sizeThatFits(_ proposal: Size) -> Size {
    arrange(width: proposal.width)
    return Size(width: proposal.width, height: stack.sizeThatFits(proposal).height)
  }

  override func layoutSubviews() {
    arrange(width: bounds.width)
    stack.frame = bounds
  }

  /// Chooses the number of columns, and the largest charts with which the page fits.
  private func arrange(width: Int) {
    let size = Size(width: width, height: roomHeight)
    guard size != arranged else { return }
    arranged = size
    let isWide = width >= Self.twoColumnsFrom
    columns.axis = isWide ? .horizontal : .vertical
    columns.spacing = isWide ? Self.gap : 1
    columns.setSizing(isWide ? .share(2) : .fitting, of: left)
    columns.setSizing(isWide ? .share(3) : .fitting, of: right)
    let column = width >= Self.wideColumnsFrom ? left : right
    if history.superview !== column { column.add(history) }
    let unlimited = Size(width: width, height: .max)
    // Tries heights in ascending order and keeps the last one that fits.
    var chosen = Self.chartHeights.lowerBound
    for height in Self.chartHeights {
      setChartHeight(height)
      guard stack.sizeThatFits(unlimited).height <= roomHeight else { break }
      chosen = height
    }
    setChartHeight(chosen)
  }

  private func setChartHeight(_ height: Int) {
    classRanks.chartHeight = height
    history.chartHeight = height + 2
  }

  private func pageChanged() {
    guard let page else { return }
    let car = page.car
    let glyphs: Theme.Glyphs = formatting.isASCII ? .ascii : .unicode
    heading.spans =
      [Span("\(car.make) \(car.model)", .title), Span(" \(car.year)", .accent)]
      + (page.userData.isFavorite ? [Span("  \(glyphs.starFilled) favorite", .mark)] : [])
      + (isMarked ? [Span("  \(glyphs.checked) marked", .mark)] : [])
    withdrawn.isHidden = !car.isWithdrawn
    facts.facts = formatting.facts(of: page.pricedCar).map { FactsView.Fact(label: $0.label, value: $0.text) }
    note.isHidden = page.userData.note == nil
    note.spans = [Span("Note\n", .header), Span(page.userData.note ?? "")]
    let past = page.charts?.changes ?? []
    changes.isHidden = past.isEmpty
    changes.spans = [Span("Changes", .header)] + past.flatMap { lines(of: $0) }
    attachments.rows = page.attachments
    attachments.isHidden = page.attachments.isEmpty
    showSiblings(of: page)
    classRanks.rows = measures(of: page)
    let isWaiting = page.charts == nil && (areChartsLoading || chartsFailure != nil)
    classRanks.notice.role = chartsFailure == nil ? .placeholder : .error
    classRanks.notice.text =
      !isWaiting
      ? "" : chartsFailure.map { "Could not compare with other cars. \($0)" } ?? "Comparing with other cars"
    classRanks.isHidden = classRanks.rows.isEmpty && !isWaiting
    history.isHidden = page.charts?.history == nil
    history.show(page.charts?.history, of: car, formatting)
    arranged = nil
    setNeedsLayout()
    preferredSizeChanged()
  }

  /// Returns the lines of a change, each with its date.
  private func lines(of past: PastChange) -> [Span] {
    let date = String(attachments.timestamps.minute(past.date.timeIntervalSince1970).prefix(10))
    let fields = formatting.changedFields(of: past.change)
    let texts = fields.isEmpty ? [past.change.kind == .gone ? "gone from the source" : "new in the source"] : fields
    return texts.flatMap { [Span("\n\(date)  ", .secondary), Span($0)] }
  }

  private func showSiblings(of page: CarPage) {
    let cars = page.charts?.siblings ?? []
    siblings.year = page.car.year
    siblings.initialID = page.car.id
    siblings.rows = cars.count > 1 ? Sibling.all(cars, shown: page.car.id, formatting) : []
    siblings.isHidden = siblings.rows.isEmpty
  }

  /// Returns the rows of the class ranks. All rows are present before their charts, so that nothing moves when the
  /// charts arrive.
  private func measures(of page: CarPage) -> [ClassRanksView.Row] {
    CarField.ranked.compactMap { field in
      guard field.comparedNumber(of: page.car) != nil else { return nil }
      let classRank = page.charts?.classRanks.first { $0.field == field }
      return ClassRanksView.Row(
        title: formatting.name(of: field), value: value(of: field, page.car),
        group: classRank.flatMap { group(comparesNearYears ? $0.amongNear : $0, of: page.car) })
    }
  }

  /// Returns the ranked value. For a plug-in hybrid, this is the value for both fuels.
  private func value(of field: CarField, _ car: Car) -> String {
    guard field == .economy, let blended = car[.blendedMPG] else { return formatting.briefFact(field, of: car) }
    return "\(formatting.equivalentConsumption(blended)), blended"
  }

  private func group(_ classRank: ClassRank, of car: Car) -> ClassRanksView.Group? {
    let field = classRank.field
    guard let distribution = classRank.group.distribution.mapped({ displayed($0, field, car) }),
      let value = displayed(classRank.value, field, car)
    else { return nil }
    let years = classRank.group.years
    return ClassRanksView.Group(
      subject: classRank.subject, years: formatting.isASCII ? years.replacing("–", with: "-") : years,
      distribution: distribution, value: value, verdict: classRank.verdict, isGood: classRank.isGood,
      low: text(distribution.minimum, field, car), median: text(distribution.median, field, car),
      high: text(distribution.maximum, field, car))
  }

  /// Returns a number in the displayed unit, which depends on the car's fuel.
  private func displayed(_ value: Double, _ field: CarField, _ car: Car) -> Double? {
    switch field {
    case .economy where car[.blendedMPG] != nil: formatting.equivalentValue(value)
    case .economy: formatting.consumptionValue(value, fuel: car.fuel)
    case .co2: formatting.co2Value(value)
    default: value
    }
  }

  /// Returns a displayed number with its unit.
  private func text(_ value: Double, _ field: CarField, _ car: Car) -> String {
    switch field {
    case .economy:
      let unit = car[.blendedMPG] == nil ? formatting.consumptionUnit(car.fuel) : formatting.equivalentUnit
      return "\(decimal(value, digits: formatting.consumptionDigits)) \(unit)"
    case .cost: return formatting.cost(Int(value.rounded()))
    default: return decimal(value, digits: 0) + (formatting.unit(of: field).map { " \($0)" } ?? "")
    }
  }
}
