import ReactorCore

/// A field for a query, with completion of the word at the caret, a history, marked words, and a line for a message.
///
/// The owner responds to ``completionRequested`` by setting ``completions``, immediately or later. Tab accepts a
/// completion, the arrow keys choose one, and Esc first closes the list, then clears the query, then ends the search.
/// While the list is closed, the arrow keys recall earlier queries.
///
/// ```swift
/// let query = QueryField(placeholder: "Search cars", prefix: "/")
/// send(query.field.changed) { .search($0) }
/// send(query.completionRequested) { .complete($0) }
/// show(\.completions, in: query, \.completions)
/// show(\.history, in: query, \.history)
/// show(\.problem, in: query, \.message)
/// ```
///
/// Place it with the height that `sizeThatFits` returns: a line for the field, plus the lines of a message if there is
/// one. Completions cover the views around the field but not its message, so that nothing moves while the user types.
public final class QueryField: View {
  /// The commands of a query field.
  nonisolated public static let commands = Commands<QueryField>("Query") {
    Command("query.complete", .tab, title: "Complete", help: "Completes the word, or lists its completions.") {
      $0.view.accept($0.view.list.selected ?? 0)
    }
    .enabled { $0.view.isListOpen }
    Command(
      nextCandidate, .down, .control("n"), title: "Next completion", help: "Selects the next completion.",
      isHidden: true
    ) { $0.view.list.moveSelection(by: 1) }
    .enabled { $0.view.isChoosing }
    Command(
      previousCandidate, .up, title: "Previous completion", help: "Selects the previous completion.",
      isHidden: true
    ) { $0.view.list.moveSelection(by: -1) }
    .enabled { $0.view.isChoosing }
    Command(
      "query.closeList", .escape, title: "Close list", help: "Closes the list of completions; the text stays."
    ) { $0.view.closeList() }
    .shown { $0.view.isListOpen }
    Command(older, .up, title: "Previous query", help: "Recalls the previous query.", isHidden: true) {
      $0.view.recall(by: -1)
    }
    .enabled { !$0.view.isChoosing && !$0.view.history.isEmpty && $0.view.recallsOlder() }
    Command("query.newer", .down, title: "Next query", help: "Returns to the next query.", isHidden: true) {
      $0.view.recall(by: 1)
    }
    .enabled { !$0.view.isChoosing && $0.view.recalled != nil }
    Command("query.confirm", .enter, title: "Done", help: "Leaves the field and keeps the search.") {
      $0.view.confirm()
    }
    Command(clear, .escape, title: "Clear", help: "Removes the search, or leaves the field if it is empty.") {
      $0.view.clear()
    }
    .titled { $0.view.field.clearTitle }
    .enabled { !$0.view.isListOpen }
  }
  /// The command that selects the next completion. Applies only if ``keysChooseCompletions`` is `true`.
  nonisolated package static let nextCandidate: CommandID = "query.nextCandidate"
  /// The command that selects the previous completion. Applies only if ``keysChooseCompletions`` is `true`.
  nonisolated package static let previousCandidate: CommandID = "query.previousCandidate"
  /// The command that recalls the previous query.
  nonisolated public static let older: CommandID = "query.older"
  /// The command that clears the query or, if it is empty, ends the search.
  nonisolated public static let clear: CommandID = "query.clear"

  /// The text field.
  public let field: TextField
  /// The completions for the current word; `nil` for none. They are shown if they belong to the current query.
  public var completions: QueryCompletions? {
    didSet { if completions != oldValue { updateList() } }
  }
  /// The earlier queries, oldest first.
  public var history: [String] = [] {
    didSet { if history != oldValue { recalled = nil } }
  }
  /// A message below the field, such as an error or "Did you mean …?"; empty for none.
  public var message: [Span] = [] {
    didSet { if message != oldValue { messageChanged() } }
  }

  /// Whether the arrow keys choose a completion. Otherwise, they keep their usual meaning, and Tab accepts the first
  /// completion.
  public var keysChooseCompletions = true

  /// A closure that returns whether the up arrow recalls earlier queries. Otherwise, it has the same meaning as outside
  /// the field. It is called before each key and each frame while the user types.
  public var recallsOlder: @MainActor () -> Bool = { true }

  /// A relay that emits the text and the caret position when the user has edited the text, so that the owner can set
  /// ``completions``.
  public let completionRequested = Relay<QueryCompletionRequest>()
  /// A relay that emits the query when the user confirms it.
  public let confirmed = Relay<String>()
  /// A relay that emits after Esc has cleared the query and the field has emitted the empty text.
  public let cleared = Relay<Void>()
  /// A relay that emits when the user presses Esc while the query is empty.
  public let ended = Relay<Void>()

  private let label = Label(wraps: true)
  private let list = CompletionList()
  /// The query for which the user has closed the list.
  private var closedQuery: String?
  /// The earlier query that is shown, and the text typed before it was recalled.
  private var recalled: (index: Int, draft: String)?
  private let disposeBag = DisposeBag()

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - text: The initial query.
  ///   - placeholder: The text shown while the field is empty.
  ///   - prefix: A label in front of the text, such as `/`.
  public init(_ text: String = "", placeholder: String = "", prefix: String = "") {
    field = TextField(text, placeholder: placeholder, prefix: prefix)
    super.init()
    addSubview(field)
    addSubview(label)
    label.isHidden = true
    Self.commands.install(in: self)
    list.picked = { [weak self] in self?.accept($0) }
    field.changed.subscribe { [weak self] in self?.textChanged($0) }.disposed(by: disposeBag)
    // Completions belong to a particular text, no matter who replaces it.
    field.textReplaced = { [weak self] in self?.textReplaced() }
    // The list is placed below a character, whose cell depends on how far the field has scrolled.
    field.caretMoved = { [weak self] in if self?.isListOpen == true { self?.setNeedsLayout() } }
  }

  /// Whether the list of completions is shown.
  public var isListOpen: Bool { list.superview != nil }

  public override var preferredFocus: View? { field }

  private var isChoosing: Bool { isListOpen && keysChooseCompletions }

  private func clear() {
    // The empty query has completions again when the user types.
    closedQuery = ""
    if field.clear() { cleared.send(()) } else { ended.send(()) }
  }

  private func confirm() {
    if let selected = list.selected, isListOpen { return accept(selected) }
    closeList()
    confirmed.send(field.text)
  }

  // MARK: Completion

  private func textChanged(_ text: String) {
    if let recalled, !history.indices.contains(recalled.index) || history[recalled.index] != text {
      self.recalled = nil
    }
    updateList()
    guard text != closedQuery else { return }
    completionRequested.send(QueryCompletionRequest(query: text, caret: field.caretOffset))
  }

  /// Forgets that the list was closed for another text, so that the same text can be completed when it is typed again.
  private func textReplaced() {
    if field.text != closedQuery { closedQuery = nil }
    updateList()
  }

  private func accept(_ index: Int) {
    guard let completions, completions.query == field.text, completions.candidates.indices.contains(index) else {
      return closeList()
    }
    field.replaceText(in: completions.range, with: completions.candidates[index].text)
  }

  private func closeList() {
    closedQuery = field.text
    updateList()
  }

  /// Shows the completions if they belong to the current query and the user has not closed the list.
  private func updateList() {
    let query = field.text
    var candidates: [QueryCompletion] = []
    if let completions, completions.query == query, query != closedQuery, field.isFocused {
      candidates = completions.candidates
      // A complete word needs no completion.
      let word = query.utf8.dropFirst(max(0, completions.range.lowerBound)).prefix(completions.range.count)
      if candidates.count == 1, word.elementsEqual(candidates[0].text.utf8) { candidates = [] }
    }
    list.candidates = candidates
    if candidates.isEmpty {
      list.removeFromSuperview()
    } else {
      placeList()
      if !isListOpen { window?.root.addOverlay(list) }
    }
  }

  private func placeList() {
    guard let completions else { return }
    list.anchor = field.convertToWindow(field.cell(ofOffset: completions.range.lowerBound))
    list.messageHeight = label.isHidden ? 0 : label.sizeThatFits(label.frame.size).height
    window?.root.setNeedsLayout()
  }

  // MARK: History

  private func recall(by step: Int) {
    let current = recalled ?? (index: history.count, draft: field.text)
    let next = current.index + step
    guard next >= 0, next <= history.count, next != history.count || recalled != nil else { return }
    recalled = next == history.count ? nil : (next, current.draft)
    let text = next == history.count ? current.draft : history[next]
    // The list stays closed, so that the arrow keys continue to recall queries.
    closedQuery = text
    field.replaceText(in: 0..<field.text.utf8.count, with: text)
  }

  // MARK: Focus, layout and drawing

  public override func focusMoved(from old: View?, to new: View?) { updateList() }

  public override func didDisappear() { list.removeFromSuperview() }

  public override func windowChanged() {
    if window == nil { list.removeFromSuperview() }
  }

  private func messageChanged() {
    label.spans = message
    setNeedsLayout()
    preferredSizeChanged()
  }

  /// Returns a size with the height of the field and the message. A long message leaves four lines of the proposed
  /// height to other views, unless it would then have no line itself.
  public override func sizeThatFits(_ proposal: Size) -> Size {
    let room = Size(width: max(0, proposal.width - 2), height: max(0, proposal.height - 1))
    let height = 1 + (message.isEmpty ? 0 : label.sizeThatFits(room).height)
    return Size(width: proposal.width, height: min(height, max(2, proposal.height - 4), proposal.height))
  }

  public override func layoutSubviews() {
    field.frame = Rect(x: 0, y: 0, width: bounds.width, height: min(1, bounds.height))
    label.frame = Rect(x: 1, y: 1, width: max(0, bounds.width - 2), height: max(0, bounds.height - 1))
    label.isHidden = message.isEmpty || label.frame.height == 0
    guard isListOpen else { return }
    // The field may have to scroll at its new width.
    field.layoutIfNeeded()
    placeList()
  }
}
