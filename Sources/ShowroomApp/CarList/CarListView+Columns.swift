import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomSettings

extension CarListView {
  /// Lets the user choose, order and resize the columns. The list follows each change, and restores its columns if the
  /// user cancels. If the user chooses the default columns, the list again shows those that fit the width.
  func chooseColumns(_ state: CarListReactor.State) async -> CarListReactor.Action? {
    let standard = settings(of: nil)
    let chooser = ColumnChooser(
      columns: CarCells.choices.map { column in
        ColumnChooser.Column(
          id: column.id, title: formatting.name(of: column), width: table.width(ofColumn: column.id),
          isRequired: column == .model)
      },
      settings: settings(of: state.columns), standard: standard)
    return await window?.answer(of: chooser, chooser.chosen)
      .map { .setColumns($0 == standard ? nil : Self.columns(of: $0)) }
  }

  /// Returns a setting for each column, starting with the shown ones.
  private func settings(of chosen: [ListColumn]?) -> [TableColumnSetting] {
    let shown =
      chosen
      ?? CarCells.choices.filter { table.width(ofColumn: $0.id) != nil }.map { ListColumn($0) }
    return shown.map { TableColumnSetting($0.column.id, width: $0.width) }
      + CarCells.choices.filter { column in !shown.contains { $0.column == column } }
      .map { TableColumnSetting($0.id, isShown: false) }
  }

  private static func columns(of settings: [TableColumnSetting]) -> [ListColumn] {
    settings.filter(\.isShown).compactMap { setting in
      CarField(columnNamed: setting.id).map { ListColumn($0, width: setting.width) }
    }
  }
}
