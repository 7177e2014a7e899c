import ReactorTerminal

/// A row for the tables of these tests.
struct CarRow: Identifiable, Sendable {
  let id: Int
  let make: String
  let model: String
  let year: Int

  static let few = [
    CarRow(id: 1, make: "BMW", model: "520d", year: 2021),
    CarRow(id: 2, make: "현대", model: "아반떼 N", year: 2024),
    CarRow(id: 3, make: "Kia", model: "K5 🚗", year: 2023),
    CarRow(id: 4, make: "Mercedes-Benz", model: "E-Class All-Terrain", year: 2022),
  ]

  /// Rows numbered from `range`, called by their number.
  static func numbered(_ range: Range<Int>) -> [CarRow] {
    range.map { CarRow(id: $0, make: "make \($0)", model: "model \($0)", year: 2000 + $0 % 25) }
  }
}

extension TableView where Row == CarRow {
  /// Make, model and year; the model goes first when it is narrow.
  static func cars(_ rows: [CarRow]) -> TableView<CarRow> {
    TableView(
      columns: [
        TableColumn(id: "make", title: "Make", width: .flexible(min: 6, ideal: 10), priority: 2, isSortable: true) {
          TableCell($0.make)
        },
        TableColumn(id: "model", title: "Model", width: .flexible(min: 8, ideal: 12, weight: 2)) {
          TableCell($0.model)
        },
        TableColumn(id: "year", title: "Year", width: .fixed(6), alignment: .trailing, priority: 1, isSortable: true) {
          TableCell("\($0.year)", role: .secondary)
        },
      ], rows: TableRows(rows))
  }
}
