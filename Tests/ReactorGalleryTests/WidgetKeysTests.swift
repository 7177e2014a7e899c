import ReactorCore
import ReactorTerminal
import ShowroomTestSupport
import Testing

/// The tables of keys in the article `Widgets.md`.
@MainActor
struct WidgetKeysTests {
  private let article = Article.all.first { $0.path.hasSuffix("/Widgets.md") }

  /// The commands of the widgets.
  private static let commands: [KeyBinding] =
    AlertView.commands.bindings + CalendarView.commands.bindings + CheckList.commands.bindings
    + ColumnChooser.commands.bindings + CommandPalette.commands.bindings + FacetList.commands.bindings
    + FieldCommands.bindings + FormView.commands.bindings
    + HelpSheet.commands.bindings + ListCommands.bindings + LogView.commands.bindings + PickerView.commands.bindings
    + PromptView.commands.bindings + QueryField.commands.bindings + SearchBar.commands.bindings
    + ScatterPlot.commands.bindings + SplitView.commands.bindings
    + TabView.commands.bindings + TreeCommands.bindings

  /// The widgets that handle keys without commands.
  private nonisolated static let widgets: [String: @MainActor () -> View] = [
    "ButtonView": { ButtonView("Reply") },
    "ChoiceField": { ChoiceField(["Gasoline", "Electricity"]) },
    // It handles the keys of its command `palette.run` while the command is disabled.
    "CommandPalette": { CommandPalette([]) },
    "DateField": {
      let field = DateField(title: "Due", today: .min)
      _ = field.handle(key: "2")
      return field
    },
    "FormView": { FormView() },
    "TextArea": { TextArea() },
    "TextField": {
      let field = TextField()
      field.submitted.bind { _ in }.disposed(by: bag)
      field.canceled.bind {}.disposed(by: bag)
      return field
    },
    "ToggleField": { ToggleField("Electric") },
  ]
  private static let bag = DisposeBag()

  /// The keys of a keyboard but the characters, which text fields insert.
  private static let keys: Set<Key> = {
    let codes: [Key.Code] =
      [
        .enter, .tab, .escape, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
        .function(1), .character(" "),
      ] + "abcdefghijklmnopqrstuvwxyz[]".map { .character($0) }
    let keys = [[], .control, .alt, .shift].flatMap { modifiers in codes.map { Key($0, modifiers) } }
    return Set(keys.filter { $0.typedCharacter == nil || $0 == .space })
  }()

  @Test func `the tables have every command of the widgets with its keys`() throws {
    let rows = try #require(article).rows

    let missing = Self.commands.filter { binding in
      !rows.contains { $0.keys == binding.keys.map(\.configurationName) && $0.command == binding.id.rawValue }
    }

    #expect(missing.map { "\($0.id): \($0.keys.map(\.configurationName))" } == [])
  }

  @Test func `each command in the tables has its own keys`() throws {
    let rows = try #require(article).rows.filter { !$0.command.isEmpty }
    let bindings = Dictionary((KeyBinding.builtIn + Self.commands).map { ($0.id.rawValue, $0) }) { first, _ in first }

    let wrong = rows.filter { row in bindings[row.command]?.keys.map(\.configurationName) != row.keys }

    #expect(wrong.map(\.command) == [])
  }

  @Test(arguments: widgets.keys.sorted())
  func `the table of a widget has the keys that it handles without a command`(widget: String) throws {
    let makeView = try #require(Self.widgets[widget])
    // The article refers to the keys of a text field instead of repeating them.
    let inherited = widget == "TextArea" ? Self.keys.filter { TextField().handle(key: $0) } : []

    let handled = Self.keys.filter { makeView().handle(key: $0) && !inherited.contains($0) }
    let listed = try #require(article).rows.filter { $0.widget == widget && $0.command.isEmpty }.flatMap(\.keys)

    #expect(handled.map(\.configurationName).sorted() == listed.sorted())
  }

  @Test func `every widget that handles keys is checked here`() throws {
    let sources = try Checkout.sources(in: "ReactorTerminal/Widgets")
    let sets = sources.filter {
      $0.text.contains(/enum \w+Commands \{|public static let commands = Commands</)
    }.map(\.name)
    let handling = sources.filter { $0.text.contains(/override func handle\(key: Key\)/) }.map(\.name)

    #expect(
      sets.sorted() == [
        "AlertView", "CalendarView", "CheckList", "ColumnChooser", "CommandPalette", "FacetList", "FormField",
        "FormView", "HelpSheet", "LogView", "PickerView", "PromptView", "QueryField", "ScatterPlot", "SearchBar",
        "SplitView", "TabView", "TreeView",
      ])
    #expect(handling.sorted() == (Self.widgets.keys + ["TextInputView"]).sorted())
  }
}

extension Article {
  /// A row of a table of keys.
  fileprivate struct KeyRow {
    let widget: String
    let keys: [String]
    let command: String
  }

  /// The rows of the tables of keys.
  fileprivate var rows: [KeyRow] {
    get throws {
      var widget = ""
      var rows: [KeyRow] = []
      for line in try text.split(separator: "\n") {
        if line.hasPrefix("### ") { widget = String(line.dropFirst(4)) }
        let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { cell in
          cell.matches(of: /`([^`]+)`/).map { String($0.1) }
        }
        guard line.hasPrefix("| `"), cells.count == 5 else { continue }
        rows.append(KeyRow(widget: widget, keys: cells[1], command: cells[3].first ?? ""))
      }
      return rows
    }
  }
}
