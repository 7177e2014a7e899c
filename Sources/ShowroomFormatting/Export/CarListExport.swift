import ShowroomCatalog

/// A format for other programs.
package enum ExportFormat: String, Sendable, Hashable, CaseIterable {
  /// An array of objects (RFC 8259).
  case json
  /// Records with a header (RFC 4180).
  case csv
}

/// The cars of a search in a form for other programs, identical byte for byte to the output of `showroom list
/// --format`.
///
/// ```swift
/// let export = CarListExport(result.ordinals, of: index, in: store, columns: [.make, .model, .year])
/// let code = FileWriting.replace(path, with: try export.text(as: .csv))
/// ```
package struct CarListExport {
  private let ordinals: ArraySlice<Int32>
  private let index: CatalogIndex
  private let store: CatalogStore
  private let columns: [CarField]

  /// Creates the export.
  ///
  /// - Parameters:
  ///   - ordinals: The cars, in order.
  ///   - index: The index to which the ordinals belong.
  ///   - columns: The fields, in order.
  package init(
    _ ordinals: some Collection<Int32>, of index: CatalogIndex, in store: CatalogStore,
    columns: [CarField] = CarField.exported
  ) {
    self.ordinals = ArraySlice(ordinals)
    self.index = index
    self.store = store
    self.columns = columns
  }

  /// Whether the text contains notes, which are private.
  package var containsNotes: Bool { columns.contains(.note) }

  /// Writes the cars one at a time, using constant memory.
  ///
  /// Cars that a concurrent refresh has removed are left out.
  ///
  /// - Parameter write: A closure that writes a part of the text: a whole record, or punctuation between records.
  /// - Throws: `CatalogError`, or the error thrown by `write`.
  package func write(as format: ExportFormat, _ write: (String) throws -> Void) throws {
    switch format {
    case .json:
      try write("[")
      var separator = "\n"
      try forEachCar { car in
        try write("\(separator)  \(car.json)")
        separator = ",\n"
      }
      try write(ordinals.isEmpty ? "]\n" : "\n]\n")
    case .csv:
      try write(CarExport.csvHeader(columns))
      try forEachCar { car in try write(car.csv) }
    }
  }

  /// Returns the whole text.
  ///
  /// - Throws: `CatalogError`.
  package func text(as format: ExportFormat) throws -> String {
    var text = ""
    try write(as: format) { text += $0 }
    return text
  }

  private func forEachCar(_ body: (CarExport) throws -> Void) throws {
    for ordinal in ordinals {
      let row = index.row(at: Int(ordinal))
      guard let car = try store.car(id: row.id) else { continue }
      let user =
        row.hasNote
        ? try store.userData(id: row.id)
        : UserData(isFavorite: row.isFavorite, price: index.ownPrice(of: row.id))
      try body(CarExport(car, user, change: row.change, columns: columns))
    }
  }
}
