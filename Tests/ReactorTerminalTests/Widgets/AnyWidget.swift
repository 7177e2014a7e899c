import ReactorTerminal
import ShowroomTestSupport

/// A widget with random contents, which can change.
@MainActor
struct AnyWidget {
  /// The names of the public widgets.
  enum Kind: String, CaseIterable {
    case alert = "AlertView"
    case bar = "BarView"
    case box = "BoxView"
    case button = "ButtonView"
    case calendar = "CalendarView"
    case calendarPicker = "CalendarPicker"
    case checkList = "CheckList"
    case choice = "ChoiceField"
    case columnChart = "ColumnChart"
    case columnChooser = "ColumnChooser"
    case date = "DateField"
    case emptyState = "EmptyState"
    case facets = "FacetList"
    case fieldBar = "FieldBar"
    case form = "FormView"
    case grid = "GridView"
    case help = "HelpSheet"
    case hints = "HintLine"
    case histogram = "HistogramView"
    case label = "Label"
    case log = "LogView"
    case multiChoice = "MultiChoiceField"
    case multiPicker = "MultiPickerView"
    case palette = "CommandPalette"
    case picker = "PickerView"
    case progress = "ProgressBar"
    case prompt = "PromptView"
    case query = "QueryField"
    case refresh = "RefreshControl"
    case scatter = "ScatterPlot"
    case scroll = "ScrollView"
    case scrollText = "ScrollText"
    case search = "SearchBar"
    case segments = "SegmentedControl"
    case sparkline = "Sparkline"
    case spinner = "Spinner"
    case split = "SplitView"
    case stack = "StackView"
    case table = "TableView"
    case tabs = "TabView"
    case textArea = "TextArea"
    case textField = "TextField"
    case titleBar = "TitleBar"
    case toggle = "ToggleField"
    case tree = "TreeView"
  }

  let view: View
  /// Changes the contents or a setting.
  var change: @MainActor (inout SeededChance) -> Void = { _ in }

  init(_ view: View, _ change: @escaping @MainActor (inout SeededChance) -> Void = { _ in }) {
    self.view = view
    self.change = change
  }

  /// Creates a widget of a kind.
  init(_ kind: Kind, _ chance: inout SeededChance) {
    switch kind {
    case .table: self = Self.table(&chance)
    case .tree: self = Self.tree()
    case .log: self = Self.log()
    case .facets: self = Self.facets(&chance)
    case .refresh, .titleBar, .hints, .label, .bar, .progress, .sparkline, .spinner, .columnChart, .histogram,
      .emptyState, .button:
      self = Self.display(kind, &chance)
    case .box, .grid, .stack, .split, .tabs, .scroll, .form: self = Self.container(kind, &chance)
    case .alert, .calendarPicker, .columnChooser, .help, .multiPicker, .palette, .picker, .prompt:
      self = Self.dialog(kind, &chance)
    case .query, .search, .fieldBar, .textField, .textArea, .scrollText: self = Self.text(kind, &chance)
    case .calendar, .date, .checkList, .choice, .multiChoice, .segments, .toggle: self = Self.choice(kind, &chance)
    case .scatter: self = Self.scatter(&chance)
    }
  }

  // MARK: Contents

  static func text(_ chance: inout SeededChance) -> String {
    let pieces = [
      "a", "Kia K5", "한글", "e\u{301}", "\u{1B}[31m", "\n", "🚗", "\u{200D}", "\u{301}", " ", "word word", "\u{202E}",
      "9",
      String(repeating: "long ", count: 40), "👨‍👩‍👧‍👦", "\t",
    ]
    return (0..<Int.random(in: 0..<6, using: &chance)).map { _ in pieces.randomElement(using: &chance) ?? "" }.joined()
  }

  static func spans(_ chance: inout SeededChance) -> [Span] {
    (0..<Int.random(in: 0..<4, using: &chance)).map { _ in
      Span(text(&chance), [Role.accent, .error, .secondary, nil].randomElement(using: &chance) ?? nil)
    }
  }

  static func number(_ range: Range<Int>, _ chance: inout SeededChance) -> Int { .random(in: range, using: &chance) }

  static func value(_ chance: inout SeededChance) -> Double? {
    [nil, 0, -1, 0.4, 1, 7, 1e300, .infinity, -.infinity, .nan].randomElement(using: &chance) ?? nil
  }

  static func choices(_ chance: inout SeededChance) -> [PickerView.Choice] {
    (0..<number(0..<12, &chance)).map { PickerView.Choice(id: "\($0)", title: text(&chance), detail: text(&chance)) }
  }

  static func day(_ chance: inout SeededChance) -> CalendarDate {
    [CalendarDate.min, .max].randomElement(using: &chance).flatMap { number(0..<3, &chance) == 0 ? $0 : nil }
      ?? CalendarDate.min.adding(days: number(0..<3_000_000, &chance))
  }
}
