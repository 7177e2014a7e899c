import ReactorTerminal
import ShowroomCatalog

/// The cars used to measure the widths of columns.
package struct WidthSample: Sendable {
  /// The part of the list that the sample represents.
  enum Extent: Sendable {
    /// All cars in the list.
    case whole
    /// Some of the cars in a list that is too long. They are evenly distributed over the catalog, so that they do not
    /// depend on the order.
    case part
    /// The first cars, because only they are known.
    case beginning
  }

  /// A column in its long or short form.
  struct Form: Hashable {
    let column: CarField
    let isShort: Bool
  }

  let rows: [ListRow]
  let extent: Extent
  /// Whether the rows are models, whose numbers are ranges.
  var isFolded = false

  /// The maximum number of cars in a sample.
  package static let size = 512
}

extension CarCells {
  /// The fraction of cars whose make and model are shown completely. The longest few would leave no space for the other
  /// columns.
  private static let share = 0.98

  /// Returns the width that the contents of a column require.
  func contentWidth(of column: CarField, isShort: Bool = false) -> Int { widths(of: column, isShort: isShort).usual }

  /// Returns whether some contents of a column are wider than its content width.
  func hasWiderContents(_ column: CarField) -> Bool {
    let widths = widths(of: column, isShort: false)
    return widths.longest > widths.usual
  }

  private func widths(of column: CarField, isShort: Bool) -> (usual: Int, longest: Int) {
    let form = WidthSample.Form(column: column, isShort: isShort)
    if let known = contentWidths[form] { return known }
    let widths = sample.rows.map { row in
      let cell = cell(column, row, isShort: isShort)
      let indentation = cell.prefix.reduce(0) { $0 + displayWidth(of: $1.text) }
      let signs = cell.suffix.reduce(0) { $0 + displayWidth(of: $1.text) }
      return indentation + displayWidth(of: cell.text) + (signs > 0 ? signs + 1 : 0)
    }.sorted()
    let share = column == .make || column == .model ? Self.share : 1
    var usual = widths.isEmpty ? 0 : widths[Int((share * Double(widths.count - 1)).rounded(.up))]
    if sample.extent == .beginning || sample.extent == .part && column.isNumeric {
      usual = max(usual, sample.isFolded ? usualWidthOfRange(in: form) : usualWidth(of: form))
    }
    let measured = (usual, widths.last ?? 0)
    contentWidths[form] = measured
    return measured
  }

  /// Returns whether any car has, or may have, a value in a column.
  func hasValues(ofColumn id: String) -> Bool {
    guard sample.extent == .whole, let column = CarField(columnNamed: id) else { return true }
    return sample.rows.contains { cell(column, $0).text != formatting.unknown }
  }

  /// Returns the width that a column usually has if its numbers are ranges.
  private func usualWidthOfRange(in form: WidthSample.Form) -> Int {
    switch form.column {
    case .year: usualWidth(of: form)
    case .economy: formatting.units == .us ? 7 : form.isShort ? 13 : 20
    default: 2 * usualWidth(of: form) + 1
    }
  }

  /// Returns the width that a column usually has in a catalog.
  private func usualWidth(of form: WidthSample.Form) -> Int {
    switch form.column {
    case .make: 13
    case .model: 29
    case .fuel: 14
    case .vehicleClass: form.isShort ? 10 : 20
    case .transmission: form.isShort ? 5 : 17
    case .economy: formatting.units == .us ? 6 : form.isShort ? 8 : 15
    case .co2: 5
    case .cost: 7
    case .year: 4
    case .displacement, .range: 3
    default: 0
    }
  }
}
