import ReactorCore

/// Every command by name: type to find it, Enter runs it.
public final class CommandPalette: PanelView {
  struct Entry: Identifiable, Sendable {
    let id: String
    let title: String
    let keys: String
    let isEnabled: Bool
  }

  /// What stands in its frame.
  public override var title: String { "Commands" }

  private static let longestQuery = 200

  private let candidates: [Command]
  private let field = TextField(placeholder: "Type to find", prefix: "> ")
  private let table: TableView<Entry>
  private var entries: [Entry] = []
  private let disposeBag = DisposeBag()

  /// A palette of `commands`: those with hints first, those that cannot be asked for now last and faintly.
  public init(_ commands: [Command]) {
    let available = commands.filter(\.isEnabled)
    candidates =
      available.filter { !$0.binding.isHidden } + available.filter(\.binding.isHidden)
      + commands.filter { !$0.isEnabled }
    table = TableView(columns: [
      TableColumn(id: "title", title: "", width: .flexible(min: 10, ideal: 24)) {
        TableCell($0.title, role: $0.isEnabled ? nil : .placeholder)
      },
      TableColumn(id: "keys", title: "", width: .fixed(14), alignment: .trailing, priority: -1) {
        TableCell($0.keys, role: $0.isEnabled ? .hintKey : .placeholder)
      },
    ])
    super.init()
    field.maxLength = Self.longestQuery
    table.showsHeader = false
    table.acceptsKeyboard = false
    table.ground = .alert
    let nothing = EmptyState(EmptyState.Content(.noMatch, title: "No such command"))
    nothing.ground = .alert
    table.placeholder = nothing
    addSubview(field)
    addSubview(table)
    field.changed.subscribe { [weak self] _ in self?.filter() }.disposed(by: disposeBag)
    table.itemSelected.subscribe { [weak self] in self?.run($0) }.disposed(by: disposeBag)
    keys(.escape, id: "palette.close", title: "Close", section: title).bind { [weak self] in self?.dismiss() }
    let moves: [(String, String, [Key], @MainActor (TableView<Entry>) -> Void)] = [
      ("palette.run", "Run", [.enter], { $0.open() }),
      ("palette.up", "Up", [.up, .control("p")], { $0.moveUp() }),
      ("palette.down", "Down", [.down, .control("n")], { $0.moveDown() }),
      ("palette.pageUp", "Page up", [.pageUp], { $0.page(by: -1) }),
      ("palette.pageDown", "Page down", [.pageDown], { $0.page(by: 1) }),
    ]
    for (id, title, keys, move) in moves {
      command(KeyBinding(id: id, keys: keys, title: title, section: self.title, isHidden: true)).bind {
        [weak self] in
        if let self { move(table) }
      }
    }
  }

  /// What is typed goes to the filter.
  public override var preferredFocus: View? { field }

  /// Keys are written as the user has mapped them and as this terminal can show them.
  public override func windowChanged() {
    guard let window else { return }
    let ascii = window.capabilities.isASCII
    entries = candidates.map { command in
      let binding = window.keymap.applied(to: command.binding)
      return Entry(
        id: binding.id, title: binding.title,
        keys: binding.keys.prefix(2).map { $0.label(ascii: ascii) }.joined(separator: " "),
        isEnabled: binding.isEnabled)
    }.filter { !$0.title.isEmpty }
    filter()
  }

  /// The nearest to what was typed first; what cannot be asked for now stays last.
  private func filter() {
    let query = field.text
    let found = entries.enumerated().compactMap { index, entry in
      FuzzyMatch.distance(of: "\(entry.title) \(entry.id)", to: query).map {
        (entry: entry, order: (entry.isEnabled ? 0 : 1, $0, index))
      }
    }
    table.rows = TableRows(found.sorted { $0.order < $1.order }.map(\.entry))
    table.selectedIndex = 0
  }

  private func run(_ id: String) {
    guard let command = candidates.first(where: { $0.binding.id == id }), command.isEnabled else { return }
    dismiss { command.trigger() }
  }

  // MARK: Layout

  /// Always the same size, so that nothing jumps while typing.
  public override func contentSize(_ proposal: Size) -> Size {
    Size(width: min(56, proposal.width), height: min(max(4, entries.count + 1), 16, proposal.height))
  }

  /// The field over the list.
  public override func layoutSubviews() {
    let inside = contentRect
    field.frame = Rect(x: inside.x, y: inside.y, width: inside.width, height: 1)
    table.frame = inside.inset(top: 1)
  }
}
