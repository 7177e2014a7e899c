import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting
import ShowroomText

/// The values of the fields with their counts, below the list. Each change of the selection sets a filter in the text
/// of the search.
final class FacetPane: View {
  /// A relay that emits the selections made by the user.
  let selected = Relay<(FieldSelection, CarField)>()
  /// A relay that emits when the user has finished.
  let finished = Relay<Void>()
  /// The format of names.
  var formatting = CarFormatting() {
    didSet { if formatting != oldValue, let facets { show(facets) } }
  }

  let list = FacetList()
  private var facets: Facets?
  /// The selection that was last shown or sent.
  private var known = FacetSelection()
  private let disposeBag = DisposeBag()

  /// The maximum number of columns in a histogram.
  private static let buckets = 24
  private static let (yes, no) = ("yes", "no")

  override init() {
    super.init()
    addSubview(list)
    disposeBag.collect {
      list.selectionChanged.bind(with: self) { $0.selectionChanged($1) }
      list.applied.bind(with: self) { pane, _ in pane.apply() }
    }
  }

  override var preferredFocus: View? { list }

  override func layoutSubviews() { list.frame = bounds }

  /// Shows counts. The selection is taken from the query to which they belong. Facets without values are left out.
  func show(_ facets: Facets) {
    self.facets = facets
    list.facets = CarField.facets.filter { Self.isShown($0, facets) }.map { facet(of: $0, in: facets) }
      .filter { !$0.isEmpty }
    known = selection(in: facets)
    list.selection = known
  }

  /// Returns whether a facet is shown. Those of refreshes are shown only if the catalog has such cars.
  private static func isShown(_ field: CarField, _ facets: Facets) -> Bool {
    guard CarField.changes.contains(field) || field == .withdrawn else { return true }
    return !facets.unusedFlags.contains(field) || facets.selection(of: field) != .everything
  }

  private func facet(of field: CarField, in facets: Facets) -> Facet {
    let title = title(of: field)
    if CarField.flags.contains(field) {
      let flag = facets.flag(field)
      return Facet(
        id: field.id, title: title,
        .values([
          Facet.Value(id: Self.yes, label: "Yes", count: flag.yes),
          Facet.Value(id: Self.no, label: "No", count: flag.no),
        ]))
    }
    if CarField.measured.contains(field) {
      let buckets = facets.histogram(of: field, buckets: Self.buckets).buckets
      return Facet(
        id: field.id, title: title,
        .range(
          buckets.map { Facet.Bucket(bound($0.first, field), to: bound($0.last, field), count: $0.count) }))
    }
    let values = facets.values(of: field).map {
      Facet.Value(id: $0.text, label: CarFormatting.compact($0.text), count: $0.count)
    }
    return Facet(id: field.id, title: title, .values(values))
  }

  /// Returns the short name of a field with the unit used in filters, which does not depend on the displayed units.
  private func title(of field: CarField) -> String {
    let formatting = formatting.inUSUnits
    let isMine = !formatting.costs.areAnnualCostsOfSource
    let name =
      field == .cost
      ? isMine ? "My annual cost" : "Annual cost"
      : field.isFlag ? formatting.name(of: field) : formatting.heading(of: field)
    return name + (formatting.unit(of: field).map { " (\($0))" } ?? "")
  }

  private func bound(_ value: Double, _ field: CarField) -> String {
    if field == .year { return String(Int(value)) }
    return decimal(value, digits: field == .displacement || value.rounded() != value ? 1 : 0)
  }

  private func selection(in facets: Facets) -> FacetSelection {
    var selection = FacetSelection()
    for field in CarField.facets {
      switch facets.selection(of: field) {
      case .everything: continue
      case .values(let values): for value in values { selection.toggle(value, in: field.id) }
      case .flag(let flag): selection.toggle(flag ? Self.yes : Self.no, in: field.id)
      case .bounds(let bounds):
        let chosen = facets.histogram(of: field, buckets: Self.buckets).buckets.enumerated()
          .filter { $0.element.upper > bounds.lower && $0.element.lower < bounds.upper }.map(\.offset)
        if let first = chosen.first, let last = chosen.last { selection.select(first...last, in: field.id) }
      }
    }
    return selection
  }

  private func selectionChanged(_ selection: FacetSelection) {
    guard let facets else { return }
    let old = known
    known = selection
    for field in CarField.facets {
      let id = field.id
      guard selection.values[id] != old.values[id] || selection.ranges[id] != old.ranges[id] else { continue }
      selected.send((fieldSelection(selection, of: field, in: facets), field))
    }
  }

  private func fieldSelection(
    _ selection: FacetSelection, of field: CarField, in facets: Facets
  ) -> FieldSelection {
    let values = selection.values[field.id] ?? []
    if CarField.flags.contains(field) {
      // Selecting both values selects every car.
      return values.count == 1 ? .flag(values.contains(Self.yes)) : .everything
    }
    if let range = selection.ranges[field.id] {
      let buckets = facets.histogram(of: field, buckets: Self.buckets).buckets
      guard buckets.indices.contains(range.lowerBound), buckets.indices.contains(range.upperBound) else {
        return .everything
      }
      let (lower, upper) = (buckets[range.lowerBound].lower, buckets[range.upperBound].upper)
      return .bounds(
        NumberBounds(
          lower: range.lowerBound == 0 ? -.infinity : lower,
          upper: range.upperBound == buckets.count - 1 ? .infinity : upper, includesUpper: false))
    }
    return values.isEmpty ? .everything : .values(values)
  }

  /// Selects the value at the cursor, unless the user has already selected values of its field, and finishes.
  private func apply() {
    if let facet = list.currentFacet, let value = list.currentValue, list.selection.values[facet.id] == nil {
      list.selection.toggle(value.id, in: facet.id)
      selectionChanged(list.selection)
    }
    finished.send(())
  }
}

extension Facet {
  /// Whether there is nothing to select.
  fileprivate var isEmpty: Bool {
    switch content {
    case .values(let values): values.isEmpty
    case .range(let buckets): buckets.isEmpty
    }
  }
}

/// The values of the listed cars' fields, with their counts. Facets with the same stamp are equal, so that comparing
/// them takes constant time.
package struct CarFacets: Sendable, Equatable {
  package let facets: Facets
  /// The text of the query whose cars were counted.
  let query: String
  /// The number that distinguishes these counts from earlier ones.
  let stamp: Int

  init(_ facets: Facets, of query: String, stamp: Int) {
    self.facets = facets
    self.query = query
    self.stamp = stamp
  }

  package static func == (left: CarFacets, right: CarFacets) -> Bool { left.stamp == right.stamp }
}
