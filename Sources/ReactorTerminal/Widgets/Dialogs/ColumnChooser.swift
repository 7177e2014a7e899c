import ReactorCore

/// A dialog in which the user shows, hides, reorders and resizes the columns of a table. Enter confirms, Esc cancels.
///
/// ```swift
/// let chooser = ColumnChooser(
///   columns: allColumns.map { ColumnChooser.Column(id: $0.id, title: $0.title, width: table.width(ofColumn: $0.id)) },
///   settings: state.columnSettings, standard: Self.standardSettings)
/// if let settings = await window?.answer(of: chooser, chooser.chosen) {
///   reactor?.action.send(.arrangeColumns(settings))
/// }
/// ```
///
/// ``changed`` emits after each change, so that the table behind the dialog can follow.
public final class ColumnChooser: PanelView {
  /// A column to choose.
  public struct Column: Sendable, Hashable, Identifiable {
    /// The column's ID, as used in code.
    public var id: String
    /// The title.
    public var title: String
    /// The column's own width, at which resizing begins; `nil` if the column is not shown.
    public var width: Int?
    /// Whether the column cannot be hidden.
    public var isRequired: Bool

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - id: The column's ID, as used in code.
    ///   - title: The title.
    ///   - width: The column's own width; `nil` if the column is not shown.
    ///   - isRequired: Whether the column cannot be hidden.
    public init(id: String, title: String, width: Int? = nil, isRequired: Bool = false) {
      self.id = id
      self.title = title
      self.width = width
      self.isRequired = isRequired
    }
  }

  /// The commands of the dialog besides those of its list. In the help sheet, the dialog's title is their heading.
  nonisolated public static let commands = Commands<ColumnChooser>("Columns") {
    Command(
      "columns.moveUp", "K", Key(.up, .shift), title: "Move up",
      help: "Moves the column up, which is further left in the table."
    ) { $0.view.move(by: -1) }
    Command(
      "columns.moveDown", "J", Key(.down, .shift), title: "Move down",
      help: "Moves the column down, which is further right in the table."
    ) { $0.view.move(by: 1) }
    Command("columns.narrower", "-", .left, title: "Narrower", help: "Makes the column narrower.") {
      $0.view.resize(by: -1)
    }
    Command("columns.wider", "+", "=", .right, title: "Wider", help: "Makes the column wider.") {
      $0.view.resize(by: 1)
    }
    Command("columns.reset", "r", title: "Reset", help: "Restores the default columns.") {
      $0.view.reset()
    }
    Command(
      "columns.close", .escape, "q", title: "Cancel", help: "Closes the dialog and restores the previous columns."
    ) { $0.view.dismiss() }
  }

  public override var title: String { heading }
  /// A relay that emits the settings after each change.
  public let changed = Relay<[TableColumnSetting]>()
  /// A relay that emits the settings that the user confirmed, after the dialog is dismissed.
  public let chosen = Relay<[TableColumnSetting]>()
  /// The current settings, in the order of the columns.
  public private(set) var settings: [TableColumnSetting]

  /// The maximum width that the user can give to a column.
  nonisolated public static let maxWidth = 200

  private let heading: String
  private let columns: [Column]
  private let standard: [TableColumnSetting]
  private let table: TableView<TableColumnSetting>
  private let disposeBag = DisposeBag()

  /// Creates a dialog.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - columns: The columns, in their standard order.
  ///   - settings: The initial settings. Columns without a setting are added at the end.
  ///   - standard: The settings that a reset restores; `nil` for all columns in their standard order and with their own
  ///     widths.
  public init(
    title: String = "Columns", columns: [Column], settings: [TableColumnSetting],
    standard: [TableColumnSetting]? = nil
  ) {
    heading = title
    self.columns = columns
    self.standard = Self.completed(standard ?? [], columns)
    self.settings = Self.completed(settings, columns)
    table = TableView(columns: [])
    super.init()
    table.showsHeader = false
    table.background = .alert
    table.columns = [
      TableColumn(id: "title", title: "", width: .flexible(min: 8, ideal: 16)) { [weak self] in
        TableCell("[\($0.isShown ? "x" : " ")] \(self?.column($0)?.title ?? "")", role: $0.isShown ? nil : .secondary)
      },
      TableColumn(id: "width", title: "", width: .fixed(4), alignment: .trailing) {
        TableCell($0.width.map(String.init) ?? "auto", role: .secondary)
      },
    ]
    addSubview(table)
    table.command(ListCommands.mark)?.isEnabled = true
    table.command(ListCommands.mark)?.binding.isHidden = false
    table.marking = { [weak self] row in
      row.map { setting in
        RowCommand(
          setting.isShown ? "Hide" : "Show",
          help: setting.isShown ? "Hides the selected column." : "Shows the selected column.",
          isEnabled: self?.column(setting)?.isRequired == false)
      }
    }
    table.rename(.open, "Apply", help: "Closes the dialog and applies the columns.")
    table.markToggled.subscribe { [weak self] in self?.toggle($0) }.disposed(by: disposeBag)
    table.rowOpened.subscribe { [weak self] _ in self?.confirm() }.disposed(by: disposeBag)
    Self.commands.install(in: self, section: title)
    showSettings()
  }

  /// Returns one setting for each column.
  private static func completed(_ settings: [TableColumnSetting], _ columns: [Column]) -> [TableColumnSetting] {
    var known: Set<String> = []
    var result = settings.filter { setting in
      columns.contains { $0.id == setting.id } && known.insert(setting.id).inserted
    }
    result += columns.filter { !known.contains($0.id) }.map { TableColumnSetting($0.id) }
    for index in result.indices where columns.contains(where: { $0.id == result[index].id && $0.isRequired }) {
      result[index].isShown = true
    }
    return result
  }

  private func column(_ setting: TableColumnSetting) -> Column? { columns.first { $0.id == setting.id } }

  private func showSettings(selecting selection: TableSelection<TableColumnSetting.ID> = .same) {
    table.show(TableRows(settings), selecting: selection)
  }

  // MARK: Changes

  private func reset() { change { $0 = standard } }

  private func change(
    selecting selection: TableSelection<TableColumnSetting.ID> = .same, _ body: (inout [TableColumnSetting]) -> Void
  ) {
    let old = settings
    body(&settings)
    guard settings != old else { return }
    showSettings(selecting: selection)
    changed.send(settings)
  }

  private func toggle(_ id: String) {
    change { settings in
      for index in settings.indices where settings[index].id == id && column(settings[index])?.isRequired != true {
        settings[index].isShown.toggle()
      }
    }
  }

  private func move(by step: Int) {
    guard let index = table.selectedIndex, settings.indices.contains(index + step), var anchor = table.anchor else {
      return
    }
    // Keeps the scroll position, even if the column is the first visible one.
    anchor.line += step
    change(selecting: .restored(anchor)) { $0.swapAt(index, index + step) }
  }

  /// Changes the width of the selected column, starting from its own width.
  private func resize(by step: Int) {
    guard let index = table.selectedIndex else { return }
    let width = settings[index].width ?? column(settings[index])?.width ?? 12
    change { $0[index].width = min(max(1, Sizing.cells(width) + step), Self.maxWidth) }
  }

  private func confirm() {
    dismiss { chosen.send(settings) }
  }

  // MARK: Layout

  public override var preferredFocus: View? { table }

  public override func contentSize(_ proposal: Size) -> Size {
    let titles = columns.map { displayWidth(of: $0.title) }.max() ?? 0
    return Size(width: min(max(24, titles + 16), proposal.width), height: min(max(1, columns.count), proposal.height))
  }

  public override func layoutSubviews() { table.frame = contentRect }
}
