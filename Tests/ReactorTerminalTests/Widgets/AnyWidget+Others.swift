import ReactorTerminal
import ShowroomTestSupport

extension AnyWidget {
  static func display(_ kind: Kind, _ chance: inout SeededChance) -> AnyWidget {
    switch kind {
    case .refresh:
      let control = RefreshControl()
      return AnyWidget(control) { [unowned control] chance in
        if Bool.random(using: &chance) { control.isRefreshing.toggle() } else { control.pull() }
      }
    case .titleBar:
      let bar = TitleBar()
      return AnyWidget(bar) { [unowned bar] chance in
        bar.titles = (0..<number(0..<5, &chance)).map { _ in text(&chance) }
        bar.status = text(&chance)
        bar.accessory = text(&chance)
        bar.shortAccessory = text(&chance)
      }
    case .hints:
      let hints = HintLine()
      return AnyWidget(hints) { [unowned hints] chance in
        // The hints are those of the views around the keyboard focus.
        let key: Key? = [.f2, .f3, .alt("x"), nil].randomElement(using: &chance) ?? nil
        hints.superview?.addCommand(
          KeyBinding(
            id: CommandID("hint.\(number(0..<1_000_000, &chance))"), keys: key.map { [$0] } ?? [], title: text(&chance))
        )
        hints.superview?.commands.randomElement(using: &chance)?.isEnabled.toggle()
        hints.superview?.commands.randomElement(using: &chance)?.title = text(&chance)
      }
    case .bar:
      let bar = BarView()
      return AnyWidget(bar) { [unowned bar] in (bar.fraction, bar.marker) = (value(&$0), value(&$0)) }
    case .progress:
      let bar = ProgressBar()
      return AnyWidget(bar) { [unowned bar] chance in
        (bar.value, bar.pendingValue, bar.text) = (value(&chance), value(&chance), text(&chance))
        bar.showsPercentage.toggle()
      }
    case .sparkline:
      let line = Sparkline()
      return AnyWidget(line) { [unowned line] chance in
        line.values = (0..<number(0..<40, &chance)).map { _ in value(&chance) }
      }
    case .spinner:
      let spinner = Spinner(text(&chance), delay: .zero)
      return AnyWidget(spinner) { [unowned spinner] chance in
        spinner.isAnimating.toggle()
        spinner.text = text(&chance)
      }
    case .columnChart:
      let chart = ColumnChart()
      return AnyWidget(chart) { [unowned chart] chance in
        chart.values = (0..<number(0..<9, &chance)).map { _ in
          let number = [nil, 0, 0.4, 7, 1e9].randomElement(using: &chance) ?? nil
          return ChartValue(text(&chance), number)
        }
      }
    case .histogram:
      let view = HistogramView()
      return AnyWidget(view) { [unowned view] chance in
        let counts = (0..<number(0..<30, &chance)).map { _ in number(-1..<100, &chance) }
        let start = number(0..<9, &chance)
        view.histogram = Histogram(
          counts, low: text(&chance), high: text(&chance), marked: number(-1..<30, &chance),
          selection: Bool.random(using: &chance) ? start...(start + 3) : nil)
      }
    case .emptyState:
      let state = EmptyState()
      return AnyWidget(state) { [unowned state] chance in
        let hints = (0..<number(0..<4, &chance)).map { _ in EmptyState.Hint("r", text(&chance)) }
        state.content = EmptyState.Content(.failed, title: text(&chance), explanation: text(&chance), hints: hints)
      }
    case .button:
      let stack = StackView(.horizontal)
      func change(_ chance: inout SeededChance) {
        let isFocused = stack.subviews.contains { $0.isFocused }
        for button in stack.subviews { stack.remove(button) }
        let button = ButtonView(text(&chance), key: Bool.random(using: &chance) ? "k" : nil)
        stack.add(button, .share(1))
        if isFocused { button.focus() }
      }
      change(&chance)
      return AnyWidget(stack, change)
    default:
      let label = Label(text(&chance), wraps: true)
      return AnyWidget(label) { [unowned label] chance in
        if Bool.random(using: &chance) { label.text = text(&chance) } else { label.spans = spans(&chance) }
        label.wraps.toggle()
        label.alignment = [.leading, .trailing, .center].randomElement(using: &chance) ?? .leading
      }
    }
  }

  static func text(_ kind: Kind, _ chance: inout SeededChance) -> AnyWidget {
    switch kind {
    case .query:
      let query = QueryField(text(&chance), placeholder: text(&chance), prefix: "/")
      return AnyWidget(query) { [unowned query] chance in
        switch number(0..<5, &chance) {
        case 0: query.history = (0..<number(0..<4, &chance)).map { _ in text(&chance) }
        case 1: query.message = spans(&chance)
        case 2: query.keysChooseCompletions.toggle()
        case 3: query.field.text = text(&chance)
        default:
          let candidates = (0..<number(0..<12, &chance)).map { QueryCompletion("\($0)", detail: text(&chance)) }
          let start = number(-2..<9, &chance)
          query.completions = QueryCompletions(
            for: query.field.text, replacing: start..<start + number(0..<9, &chance), candidates: candidates)
        }
      }
    case .search:
      let bar = SearchBar(placeholder: text(&chance))
      return AnyWidget(bar) { [unowned bar] in bar.problems = [text(&$0)] }
    case .fieldBar:
      let bar = FieldBar(TextField(text(&chance)))
      return AnyWidget(bar) { [unowned bar] in bar.setMessage(text(&$0), wraps: Bool.random(using: &$0)) }
    case .textField:
      let field = TextField(text(&chance), placeholder: text(&chance), prefix: text(&chance))
      return AnyWidget(field) { [unowned field] chance in
        switch number(0..<4, &chance) {
        case 0: field.isSecret.toggle()
        case 1: field.prefix = text(&chance)
        case 2:
          let start = number(-3..<9, &chance)
          field.marks = [TextMark(start..<start + 3, role: .warning)]
        default: field.text = text(&chance)
        }
      }
    case .textArea:
      let area = TextArea(text(&chance), placeholder: text(&chance))
      return AnyWidget(area) { [unowned area] in area.text = text(&$0) }
    default:
      let view = ScrollText((0..<number(0..<20, &chance)).map { _ in spans(&chance) })
      return AnyWidget(view) { [unowned view] chance in
        view.lines = (0..<number(0..<20, &chance)).map { _ in spans(&chance) }
      }
    }
  }

  static func choice(_ kind: Kind, _ chance: inout SeededChance) -> AnyWidget {
    switch kind {
    case .calendar:
      let calendar = CalendarView(date: day(&chance), today: day(&chance), firstWeekday: .sunday)
      return AnyWidget(calendar) { [unowned calendar] chance in
        let (one, two) = (day(&chance), day(&chance))
        switch number(0..<4, &chance) {
        case 0: calendar.range = min(one, two)...max(one, two)
        case 1: calendar.today = Bool.random(using: &chance) ? one : nil
        case 2: calendar.firstWeekday = Weekday.allCases.randomElement(using: &chance) ?? .monday
        default: calendar.date = one
        }
      }
    case .date:
      let field = DateField(title: text(&chance), today: day(&chance))
      return AnyWidget(field) { [unowned field] in field.date = Bool.random(using: &$0) ? day(&$0) : nil }
    case .checkList:
      let list = CheckList(choices(&chance))
      return AnyWidget(list) { [unowned list] in list.checkedIDs = ["\(number(0..<12, &$0))"] }
    case .choice:
      let field = ChoiceField((0..<number(0..<4, &chance)).map { _ in text(&chance) })
      return AnyWidget(field) { [unowned field] in field.selectedIndex = number(-2..<9, &$0) }
    case .multiChoice:
      let field = MultiChoiceField(title: text(&chance), choices: choices(&chance))
      return AnyWidget(field) { [unowned field] in field.checkedIDs = ["\(number(0..<12, &$0))"] }
    case .segments:
      let control = SegmentedControl((0..<number(0..<4, &chance)).map { _ in text(&chance) })
      return AnyWidget(control) { [unowned control] chance in
        control.segments = (0..<number(0..<5, &chance)).map { _ in text(&chance) }
        control.selectedIndex = number(-2..<9, &chance)
      }
    default:
      let field = ToggleField(text(&chance))
      return AnyWidget(field) { [unowned field] _ in field.isOn.toggle() }
    }
  }

  static func container(_ kind: Kind, _ chance: inout SeededChance) -> AnyWidget {
    func child(_ chance: inout SeededChance) -> AnyWidget {
      AnyWidget(
        [.table, .textField, .log, .toggle, .label, .facets, .tree].randomElement(using: &chance) ?? .label, &chance)
    }
    let (one, two) = (child(&chance), child(&chance))
    func changing(_ view: View, _ change: @escaping @MainActor (inout SeededChance) -> Void = { _ in }) -> AnyWidget {
      AnyWidget(view) { chance in
        switch number(0..<4, &chance) {
        case 0: one.change(&chance)
        case 1: two.change(&chance)
        case 2: (Bool.random(using: &chance) ? one : two).view.isHidden.toggle()
        default: change(&chance)
        }
      }
    }
    switch kind {
    case .box:
      let box = BoxView(text(&chance), one.view, padding: Insets(integerLiteral: number(0..<3, &chance)))
      return changing(box) { [unowned box] in box.title = text(&$0) }
    case .grid:
      let grid = GridView(columns: [.fitting, .share(minimum: 4)], padding: 1)
      grid.addRow(one.view, two.view)
      return changing(grid) { [unowned grid] chance in
        grid.columnSpacing = number(-1..<9, &chance)
        grid.setSizing(.percent(number(-9..<200, &chance), minimum: number(-1..<9, &chance)), ofColumn: 1)
      }
    case .stack:
      let stack = StackView(.horizontal, spacing: 1, padding: 1, alignment: .center)
      stack.add(one.view, .percent(number(0..<150, &chance), minimum: 2))
      stack.add(two.view)
      return changing(stack) { [unowned stack] chance in
        stack.axis = Bool.random(using: &chance) ? .horizontal : .vertical
        stack.spacing = number(-1..<9, &chance)
      }
    case .split:
      let axis: Axis = Bool.random(using: &chance) ? .horizontal : .vertical
      let split = SplitView(axis, one.view, two.view, collapseBelow: number(0..<40, &chance))
      return changing(split) { [unowned split] chance in
        split.fraction = value(&chance) ?? 0.5
        split.hiddenPane = [nil, .first, .second].randomElement(using: &chance) ?? nil
      }
    case .tabs:
      let tabs = TabView()
      tabs.add(text(&chance), one.view)
      tabs.add(text(&chance), two.view)
      return changing(tabs) { [unowned tabs] chance in
        switch number(0..<4, &chance) {
        case 0: if let tab = tabs.tabs.randomElement(using: &chance) { tabs.remove(tab) }
        case 1: tabs.add(text(&chance), Label("more"))
        case 2: tabs.tabs.first?.badge = text(&chance)
        default: tabs.selectedIndex = number(-2..<5, &chance)
        }
      }
    case .scroll: return changing(ScrollView(one.view))
    default:
      let form = FormView(submit: "Save")
      form.addHeading(text(&chance))
      form.add(text(&chance), one.view, height: number(-1..<5, &chance), help: text(&chance)) {
        one.view.isFocused ? "Wrong." : nil
      }
      form.add(text(&chance), two.view, height: number(0..<4, &chance))
      return changing(Bool.random(using: &chance) ? ScrollView(form) : form) { [weak form] chance in
        form?.setError(Bool.random(using: &chance) ? text(&chance) : nil, for: one.view)
      }
    }
  }

  static func dialog(_ kind: Kind, _ chance: inout SeededChance) -> AnyWidget {
    let owner = View()
    let calendar = CalendarView(date: day(&chance))
    let dialog = dialog(kind, owner, calendar, &chance)
    return AnyWidget(dialog) { [unowned dialog] chance in
      switch number(0..<4, &chance) {
      case 0: dialog.setNeedsLayout()
      case 1: calendar.date = day(&chance)
      case 2: owner.commands.randomElement(using: &chance)?.title = text(&chance)
      default: owner.commands.randomElement(using: &chance)?.isEnabled.toggle()
      }
    }
  }

  private static func dialog(
    _ kind: Kind, _ owner: View, _ calendar: CalendarView, _ chance: inout SeededChance
  ) -> ModalView {
    switch kind {
    case .calendarPicker: return CalendarPicker(title: text(&chance), calendar: calendar)
    case .columnChooser:
      let columns = (0..<number(0..<9, &chance)).map {
        ColumnChooser.Column(id: "\($0)", title: text(&chance), width: number(-2..<300, &chance))
      }
      return ColumnChooser(title: text(&chance), columns: columns, settings: [])
    case .help:
      return HelpSheet(
        (0..<number(0..<30, &chance)).map {
          KeyBinding(id: CommandID("x.\($0)"), keys: ["x", .pageDown], title: text(&chance), section: text(&chance))
        })
    case .multiPicker: return MultiPickerView(title: text(&chance), choices: choices(&chance))
    case .palette:
      for index in 0..<number(0..<20, &chance) {
        owner.addCommand(KeyBinding(id: CommandID("x.\(index)"), keys: ["x"], title: text(&chance), section: "S"))
      }
      return CommandPalette(owner.commands)
    case .picker: return PickerView(title: text(&chance), choices: choices(&chance))
    case .prompt: return PromptView(title: text(&chance), text: text(&chance), confirm: text(&chance))
    default:
      return AlertView(
        title: text(&chance), message: text(&chance),
        buttons: (0..<number(0..<4, &chance)).map { _ in AlertButton(text(&chance), key: "k") })
    }
  }
}
