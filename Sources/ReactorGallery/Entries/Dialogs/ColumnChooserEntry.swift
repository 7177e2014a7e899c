import ReactorTerminal

extension GalleryEntry {
  static let columnChooser = GalleryEntry(
    .dialogs, "ColumnChooser", "The columns of a table, to show, order and resize.",
    states: [
      GalleryState("Columns", isFocused: true) {
        ColumnChooser(
          columns: [
            ColumnChooser.Column(id: "make", title: "Make", width: 10, isRequired: true),
            ColumnChooser.Column(id: "model", title: "모델", width: 24),
            ColumnChooser.Column(id: "year", title: "Year", width: 6),
            ColumnChooser.Column(id: "co2", title: "CO₂ emissions"),
          ],
          settings: [
            TableColumnSetting("make"), TableColumnSetting("year"), TableColumnSetting("model", width: 30),
            TableColumnSetting("co2", isShown: false),
          ])
      }
    ])
}
