import ReactorCore

/// A list of choices that can each be checked with Space or a click on the box. The form around it handles Enter.
///
/// To choose in a dialog, use ``MultiPickerView`` or the one-line ``MultiChoiceField``.
///
/// ```swift
/// let days = CheckList([PickerView.Choice(id: "mon", title: "Monday"), PickerView.Choice(id: "tue", title:
/// "Tuesday")]) bind(days, to: \.days) { .setDays($0) }
/// ```
public final class CheckList: View {
  /// The commands that this list adds to those of all lists.
  nonisolated public static let commands = Commands<CheckList>("Check list") {
    Command("checklist.all", "a", title: "Check all", help: "Checks all choices.", isHidden: true) {
      $0.view.check(Set($0.view.choices.map(\.id)))
    }
    Command("checklist.none", "A", title: "Uncheck all", help: "Unchecks all choices.", isHidden: true) {
      $0.view.check([])
    }
  }

  /// The choices, from top to bottom.
  public let choices: [PickerView.Choice]
  /// The IDs of the checked choices. Setting it does not trigger ``changed``.
  public var checkedIDs: Set<String> {
    didSet { if checkedIDs != oldValue { table.setNeedsDisplay() } }
  }
  /// A relay that emits the IDs of the checked choices when the user changes them.
  public let changed = Relay<Set<String>>()

  /// The table of the choices.
  let table: ChoiceTable
  /// A closure that is called when the user presses Enter. If `nil`, the views around the list handle Enter.
  var confirmed: (@MainActor () -> Void)? {
    didSet { table.allowsOpening = confirmed != nil }
  }
  private let disposeBag = DisposeBag()
  private static let boxWidth = 4

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - choices: The choices, from top to bottom.
  ///   - checked: The IDs of the choices that are checked at first.
  public init(_ choices: [PickerView.Choice], checked: Set<String> = []) {
    self.choices = choices
    checkedIDs = checked
    table = ChoiceTable(choices)
    super.init()
    addSubview(table)
    table.columns[0].cell = { [weak self] choice in
      TableCell("[\(self?.checkedIDs.contains(choice.id) == true ? "x" : " ")] \(choice.title)")
    }
    table.rowPressed = { [weak self] id, x in
      guard let self, x >= table.gutterWidth, x < table.gutterWidth + Self.boxWidth - 1 else { return }
      toggle(id)
    }
    table.command(ListCommands.mark)?.isEnabled = true
    table.command(ListCommands.mark)?.binding.isHidden = false
    table.rename(.mark, "Check", help: "Checks the selected choice, or unchecks it.")
    table.allowsOpening = false
    table.markToggled.subscribe { [weak self] in self?.toggle($0) }.disposed(by: disposeBag)
    // Triggered by Enter or a double click.
    table.rowOpened.subscribe { [weak self] id in
      guard let self else { return }
      if let confirmed { confirmed() } else { toggle(id) }
    }.disposed(by: disposeBag)
    Self.commands.install(in: self)
  }

  /// The checked choices, in their order.
  public var checkedChoices: [PickerView.Choice] { choices.filter { checkedIDs.contains($0.id) } }

  private func toggle(_ id: String) { check(checkedIDs.symmetricDifference([id])) }

  private func check(_ ids: Set<String>) {
    guard ids != checkedIDs else { return }
    checkedIDs = ids
    changed.send(ids)
  }

  public override func sizeThatFits(_ proposal: Size) -> Size {
    ChoiceTable.size(proposal, for: choices, prefix: Self.boxWidth)
  }

  public override func layoutSubviews() { table.frame = bounds }
}

extension CheckList: FormField {
  /// A stream that emits after the user has checked or unchecked a choice.
  public var edits: Observable<Void> { changed.asObservable().map { _ in } }
}

extension CheckList: ValueControl {
  /// The same as ``checkedIDs``.
  public var controlValue: Set<String> {
    get { checkedIDs }
    set { checkedIDs = newValue }
  }
}
