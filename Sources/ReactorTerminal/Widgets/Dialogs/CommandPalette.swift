import ReactorCore

/// A searchable list of all commands by section. Enter runs the selected command.
///
/// The commands of the screen come first and those of the program last. A query matches a title that contains its
/// letters in the same order, and the matching letters are emphasized: `ff` finds "Favorites first". The best match is
/// selected, even if its command is disabled; Enter then shows the reason. A command that changes a setting shows its
/// current ``/ReactorTerminalCore/ViewCommand/value``.
public final class CommandPalette: PanelView {
  /// The commands of the palette itself.
  nonisolated public static let commands = Commands<CommandPalette>("Commands") {
    Command(run, .enter, title: "Run", help: "Runs the selected command.") { $0.view.table.open() }
      .enabled { $0.view.table.selectedRow?.isEnabled == true }
    Command("palette.close", .escape, title: "Close", help: "Closes the list of commands.") { $0.view.dismiss() }
    Command("palette.up", .up, .control("p"), title: "Up", help: "Selects the command above.", isHidden: true) {
      $0.view.table.moveUp()
    }
    Command("palette.down", .down, .control("n"), title: "Down", help: "Selects the command below.", isHidden: true) {
      $0.view.table.moveDown()
    }
    Command("palette.pageUp", .pageUp, title: "Page up", help: "Moves up by a page.", isHidden: true) {
      $0.view.table.page(by: -1)
    }
    Command("palette.pageDown", .pageDown, title: "Page down", help: "Moves down by a page.", isHidden: true) {
      $0.view.table.page(by: 1)
    }
  }

  nonisolated private static let run: CommandID = "palette.run"

  struct Entry: Identifiable, Sendable {
    let id: CommandID
    let section: String
    let title: String
    /// The current value of a setting; empty for other commands.
    let value: String
    /// The labels of the keys. The palette shows at most two.
    let keys: [String]
    let isEnabled: Bool
    /// The letters of the title that match the query.
    var highlights: [Range<Int>] = []

    /// Returns the value and at most `limit` keys.
    func label(_ limit: Int) -> String {
      let keys = keys.prefix(limit).joined(separator: " ")
      return value.isEmpty ? keys : keys.isEmpty ? value : "\(value)  \(keys)"
    }
  }

  public override var title: String { "Commands" }

  private static let maxQueryLength = 200

  private static let minTitleWidth = 10
  private static let maxHeight = 18
  /// The columns of a table that contain no text: the pointer, the space between two columns, and the scrollbar.
  private static let tableMargin = 5

  /// The commands, from the view with the keyboard focus outward.
  private let ordered: [ViewCommand]
  private let candidates: [ViewCommand]
  /// The sections, from the first.
  private let sections: [String]
  private let field = TextField(placeholder: "Search commands", prefix: "> ")
  private let table: TableView<Entry>
  /// The reason why the selected command cannot be run, after the user has tried to run it.
  private let note = Label(role: .warning, wraps: true)
  private var entries: [Entry] = []
  /// The entries that match the query.
  private var shown: [Entry] = []
  private let disposeBag = DisposeBag()

  /// Creates a palette. In each section, commands with hints come first, and disabled commands come last and are
  /// dimmed.
  public init(_ commands: [ViewCommand]) {
    ordered = commands
    sections = Self.sections(of: commands)
    let available = commands.filter(\.isEnabled)
    candidates =
      available.filter { !$0.binding.isHidden } + available.filter(\.binding.isHidden)
      + commands.filter { !$0.isEnabled }
    table = TableView(columns: [])
    super.init()
    field.maxLength = Self.maxQueryLength
    table.showsHeader = false
    table.acceptsFocus = false
    table.background = .alert
    let noMatches = EmptyState(EmptyState.Content(.noMatches, "No matching commands"))
    noMatches.background = .alert
    table.placeholder = noMatches
    addSubview(field)
    addSubview(table)
    addSubview(note)
    note.isHidden = true
    field.changed.subscribe { [weak self] _ in self?.filter() }.disposed(by: disposeBag)
    table.rowOpened.subscribe { [weak self] in self?.run($0) }.disposed(by: disposeBag)
    table.selectionChanged.subscribe { [weak self] _ in self?.showNote("") }.disposed(by: disposeBag)
    Self.commands.install(in: self)
  }

  /// Returns the sections in order: those of the screen, those of the views inside it, and the others.
  private static func sections(of commands: [ViewCommand]) -> [String] {
    func rank(_ command: ViewCommand) -> Int {
      switch command.owner {
      case is Screen: 0
      case is WindowRoot, is NavigationStack, is OverlayView: 2
      default: 1
      }
    }
    var names: [String] = []
    for wanted in 0...2 {
      for command in commands where rank(command) == wanted && !names.contains(section(of: command)) {
        names.append(section(of: command))
      }
    }
    return names
  }

  private static func section(of command: ViewCommand) -> String { command.binding.section ?? HelpSheet.otherSection }

  public override var preferredFocus: View? { field }

  /// Updates the keys, which depend on the user's mapping and on the available characters.
  public override func charactersChanged() {
    guard let window else { return }
    let ascii = window.capabilities.isASCII
    var keys: [CommandID: [Key]] = [:]
    var taken: Set<Key> = []
    for command in ordered where command.isEnabled {
      let binding = window.keymap.applied(to: command.binding)
      let own = binding.keys.filter { !taken.contains($0) }
      // A command that has lost its keys to a command further in does not currently work.
      if own.isEmpty, !binding.keys.isEmpty, window.root.command(binding.id) == nil { continue }
      keys[binding.id] = own
      taken.formUnion(own)
    }
    entries = candidates.compactMap { command in
      let binding = window.keymap.applied(to: command.binding)
      guard !binding.title.isEmpty, let keys = command.isEnabled ? keys[binding.id] : binding.keys else { return nil }
      return Entry(
        id: binding.id, section: Self.section(of: command), title: binding.title, value: binding.value,
        keys: keys.map { $0.label(ascii: ascii) }, isEnabled: command.isEnabled)
    }
    filter()
  }

  /// Shows the commands that match the query, by section. Sections are ordered by their best matches, and the best
  /// match is first within each section. Of equally good matches, disabled commands are last.
  private func filter() {
    showNote("")
    let query = field.text
    var found: [String: [(entry: Entry, order: (FuzzyMatch.Quality, Int, Int, Int))]] = [:]
    for (index, entry) in entries.enumerated() {
      guard let match = FuzzyMatch(of: query, in: entry.title, orIn: [entry.section, entry.id.rawValue]) else {
        continue
      }
      var entry = entry
      entry.highlights = match.ranges
      found[entry.section, default: []].append((entry, (match.quality, entry.isEnabled ? 0 : 1, -match.score, index)))
    }
    let groups = sections.compactMap { found[$0]?.sorted { $0.order < $1.order } }
    // Equally good matches keep the order of their sections.
    let ranked = groups.enumerated().sorted { left, right in
      let (first, second) = (left.element[0].order, right.element[0].order)
      return (first.0, first.1, first.2, left.offset) < (second.0, second.1, second.2, right.offset)
    }
    shown = ranked.flatMap(\.element).map(\.entry)
    table.columns = columns(for: shown)
    table.rows = TableRows(shown, heading: \.section)
    table.selectedIndex = 0
  }

  /// Returns columns in which keys and values take no more space than they need. If a title would be truncated, only
  /// the first key of each command is shown.
  private func columns(for shown: [Entry]) -> [TableColumn<Entry>] {
    func widest(_ text: (Entry) -> String) -> Int { shown.map { displayWidth(of: text($0)) }.max() ?? 0 }
    let titles = max(Self.minTitleWidth, widest(\.title))
    let room = contentRect.width - Self.tableMargin
    let limit = titles + widest { $0.label(2) } <= room ? 2 : 1
    return [
      TableColumn(id: "title", title: "", width: .flexible(min: Self.minTitleWidth, ideal: titles)) {
        TableCell($0.title, role: $0.isEnabled ? nil : .placeholder, highlights: $0.highlights)
      },
      TableColumn(
        id: "keys", title: "", width: .fixed(widest { $0.label(limit) }), alignment: .trailing, priority: -1
      ) {
        TableCell($0.label(limit), role: !$0.isEnabled ? .placeholder : $0.value.isEmpty ? .hintKey : .accent)
      },
    ]
  }

  private func run(_ id: CommandID) {
    guard let command = candidates.first(where: { $0.binding.id == id }) else { return }
    guard command.isEnabled else {
      return showNote(command.reason ?? "\"\(command.title)\" is not available here.")
    }
    dismiss { command.trigger() }
  }

  /// Shows the reason why the selected command cannot be run if the user tries to run it.
  public override func handle(key: Key) -> Bool {
    guard let window, let running = command(Self.run), table.selectedRow?.isEnabled == false,
      window.keymap.applied(to: running.binding).keys.contains(key)
    else { return false }
    table.open()
    return true
  }

  private func showNote(_ text: String) {
    guard text != note.text else { return }
    note.text = text
    setNeedsLayout()
  }

  // MARK: Layout

  /// Returns a size that does not depend on the query, so that the palette does not change size while the user types.
  public override func contentSize(_ proposal: Size) -> Size {
    let rows = entries.count + Set(entries.map(\.section)).count
    return Size(width: min(56, proposal.width), height: min(max(4, rows + 1), Self.maxHeight, proposal.height))
  }

  public override func layoutSubviews() {
    let content = contentRect
    field.frame = Rect(x: content.x, y: content.y, width: content.width, height: 1)
    let rest = content.inset(top: 1)
    let noteHeight = note.text.isEmpty ? 0 : min(note.sizeThatFits(rest.size).height, max(0, rest.height - 2))
    note.frame = Rect(x: rest.x, y: rest.maxY - noteHeight, width: rest.width, height: noteHeight)
    note.isHidden = noteHeight == 0
    table.frame = rest.inset(bottom: noteHeight)
    table.columns = columns(for: shown)
  }
}
