import ReactorCore

/// A one-line field that shows which of several choices are checked. Space or a click opens a dialog with all choices.
///
/// ```swift
/// let fuels = form.add("Fuels", MultiChoiceField(title: "Fuels", choices: fuels, placeholder: "Any"))
/// bind(fuels, to: \.fuels) { .setFuels($0) }
/// ```
public final class MultiChoiceField: View {
  /// The choices, from top to bottom.
  public let choices: [PickerView.Choice]
  /// The IDs of the checked choices. Setting it does not trigger ``changed``.
  public var checkedIDs: Set<String> {
    didSet { if checkedIDs != oldValue { setNeedsDisplay() } }
  }
  /// The text shown while no choice is checked.
  public var placeholder: String {
    didSet { if placeholder != oldValue { setNeedsDisplay() } }
  }
  /// A relay that emits the IDs of the checked choices when the user changes them.
  public let changed = Relay<Set<String>>()

  private let title: String
  private let disposeBag = DisposeBag()

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - title: The title of the dialog.
  ///   - choices: The choices, from top to bottom.
  ///   - checked: The IDs of the choices that are checked at first.
  ///   - placeholder: The text shown while no choice is checked.
  public init(title: String, choices: [PickerView.Choice], checked: Set<String> = [], placeholder: String = "None") {
    self.title = title
    self.choices = choices
    self.placeholder = placeholder
    checkedIDs = checked
    super.init()
    addCommand(FieldCommands.choose).bind { [weak self] in self?.choose() }
  }

  public override var canBecomeFocused: Bool { true }

  public override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: min(1, proposal.height))
  }

  /// The titles of the checked choices, or their number if the titles do not fit.
  private func text(width: Int) -> String {
    let titles = choices.filter { checkedIDs.contains($0.id) }.map(\.title)
    let list = titles.joined(separator: ", ")
    return titles.count < 2 || displayWidth(of: list) <= width ? list : "\(titles.count) of \(choices.count)"
  }

  public override func draw(in canvas: Canvas) {
    let style = canvas.theme[isFocused ? .buttonFocused : .field]
    let width = max(0, bounds.width - 2)
    let text = text(width: width)
    canvas.fill(Rect(x: 0, y: 0, width: bounds.width, height: 1), style: style)
    canvas.write(
      text.isEmpty ? placeholder : text, at: .zero,
      style: text.isEmpty && !isFocused ? canvas.theme[.placeholder].merging(over: style) : style, maxWidth: width,
      truncation: .ellipsis)
    canvas.write(String(canvas.glyphs.down), at: Point(x: bounds.width - 1, y: 0), style: style)
  }

  public override func handle(mouse: MouseEvent) -> Bool {
    guard mouse.kind == .press, mouse.button == .left else { return false }
    choose()
    return true
  }

  private func choose() {
    let picker = MultiPickerView(title: title, choices: choices, checked: checkedIDs)
    picker.chosen.subscribe { [weak self] ids in
      guard let self, ids != checkedIDs else { return }
      checkedIDs = ids
      changed.send(ids)
    }.disposed(by: disposeBag)
    window?.present(picker)
  }
}

extension MultiChoiceField: FormField {
  /// A stream that emits after the user has confirmed a different set of choices.
  public var edits: Observable<Void> { changed.asObservable().map { _ in } }
}

extension MultiChoiceField: ValueControl {
  /// The same as ``checkedIDs``.
  public var controlValue: Set<String> {
    get { checkedIDs }
    set { checkedIDs = newValue }
  }
}
