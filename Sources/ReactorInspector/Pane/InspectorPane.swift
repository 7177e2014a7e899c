import ReactorCore
import ReactorTerminal

/// The pane of an inspector, in the dock of the window: pages with epochs, lanes and effects.
///
/// It is updated at most every 50 milliseconds, and only after a change, so that no key waits for it.
final class InspectorPane: View {
  enum Commands: String, CommandSet, Sendable {
    case search = "inspector.search"
    case pause = "inspector.pause"
    case clear = "inspector.clear"
    case side = "inspector.side"
    case leave = "inspector.leave"
    case close = "inspector.close"

    static let section: String? = "Inspector"

    var binding: KeyBinding {
      switch self {
      case .search: keys("/", title: "Search")
      case .pause: keys("p", title: "Pause")
      case .clear: keys("c", title: "Clear")
      case .side: keys("w", title: "Move pane")
      case .leave: keys(.escape, .tab, .backTab, title: "Program")
      case .close: keys("q", title: "Close")
      }
    }
  }

  /// The delay between a change and the update of the pane.
  static let updateDelay = Duration.milliseconds(50)
  /// The time between updates of the ages of running effects.
  static let ageInterval = Duration.seconds(1)

  let log: InspectorLog
  let travel: TimeTravel
  /// The edge of the window at which the pane is.
  var edge = DockPlacement.Edge.bottom {
    didSet { if edge != oldValue { setNeedsLayout() } }
  }
  var sideChanged: @MainActor () -> Void = {}
  var closed: @MainActor () -> Void = {}
  /// The folder in which files are saved; `nil` for the current one.
  var saveFolder: String?

  let epochs: EpochsPage
  let lanes: LanesPage
  let effects: EffectsPage
  private let tabs = TabView()
  private let effectsTab: TabView.Tab
  private let status = Label(alignment: .trailing)
  private let banner = Label(role: .warning)
  private let search = SearchBar(placeholder: "Search epochs")
  private let hints = HintLine()
  private let invitation = Label(role: .hint)
  private var pendingUpdate: (any Disposable)?
  private let disposeBag = DisposeBag()

  init(_ log: InspectorLog, _ travel: TimeTravel) {
    self.log = log
    self.travel = travel
    epochs = EpochsPage(log, travel)
    lanes = LanesPage(log)
    effects = EffectsPage(log)
    tabs.add("Epochs", epochs)
    tabs.add("Lanes", lanes)
    effectsTab = tabs.add("Effects", effects)
    super.init()
    for view in [tabs, status, banner, search, hints, invitation] as [View] { addSubview(view) }
    search.isHidden = true
    banner.isHidden = true
    epochs.traveled = { [weak self] in self?.showPosition() }
    log.changes.subscribe { [weak self] in self?.updateLater() }.disposed(by: disposeBag)
    tabs.selectionChanged.subscribe { [weak self] _ in self?.update() }.disposed(by: disposeBag)
    search.field.changed.subscribe { [weak self] in self?.epochs.filter = $0 }.disposed(by: disposeBag)
    search.confirmed.subscribe { [weak self] in self?.epochs.table.focus() }.disposed(by: disposeBag)
    search.cleared.subscribe { [weak self] in self?.endSearch() }.disposed(by: disposeBag)
    for command in Commands.allCases {
      addCommand(command).bind { [weak self] in self?.perform(command) }.disposed(by: disposeBag)
    }
    for command in SavingCommands.allCases {
      addCommand(command).bind { [weak self] in self?.save(command) }.disposed(by: disposeBag)
    }
  }

  isolated deinit { pendingUpdate?.dispose() }

  override var preferredFocus: View? { tabs }
  override func charactersChanged() { update() }

  // MARK: Updating

  private func updateLater(_ delay: Duration = updateDelay) {
    guard pendingUpdate == nil, let window else { return }
    pendingUpdate = window.after(delay) { [weak self] in self?.update() }
  }

  private func update() {
    pendingUpdate?.dispose()
    pendingUpdate = nil
    guard let window else { return }
    let text = EpochText(isASCII: window.isASCII, lanes: log.lanes)
    epochs.update(text)
    lanes.update(text)
    effects.update(text)
    effectsTab.badge = log.running.isEmpty ? "" : "\(log.running.count)"
    let toggle = window.keymap.applied(to: Inspector.Commands.toggle.binding).keys.first
    invitation.text = toggle.map { "\($0.label(ascii: window.isASCII)) Use the inspector" } ?? ""
    showPosition()
    if effects.isOnScreen, !log.running.isEmpty { updateLater(Self.ageInterval) }
  }

  private func showPosition() {
    let count = EpochText.count(log.epochs.count, "epoch")
    status.text = log.isPaused ? "Paused, \(count)" : count
    status.role = log.isPaused ? .warning : .secondary
    let lane = travel.onlyLane.flatMap { log.lanes.indices.contains($0) ? log.lanes[$0] : nil }
    let only = lane.map { " of \($0.name)" } ?? ""
    switch travel.position {
    case .present: banner.text = travel.onlyLane == nil ? "" : "Steps show the past\(only)"
    case .past(let epoch): banner.text = "Past\(only): epoch \(epoch) of \(log.epochCount). Enter resumes"
    case .without(let epoch): banner.text = "Without epoch \(epoch), computed again. Enter resumes"
    }
    banner.isHidden = banner.text.isEmpty
    epochs.table.rowOpenTitle = travel.position == .present ? "Details" : "Resume"
    command(Commands.pause)?.title = log.isPaused ? "Record" : "Pause"
    setNeedsLayout()
  }

  // MARK: Commands

  private func perform(_ command: Commands) {
    switch command {
    case .search:
      tabs.selectedIndex = 0
      search.isHidden = false
      setNeedsLayout()
      search.field.focus()
    case .pause:
      log.isPaused.toggle()
      showPosition()
    case .clear: clear()
    case .side: sideChanged()
    case .leave: window?.leaveDock()
    case .close: closed()
    }
  }

  private func clear() {
    epochs.resume()
    epochs.table.marked = []
    travel.forgetReactor()
    log.clear()
    update()
  }

  private func endSearch() {
    if search.field.text.isEmpty {
      search.isHidden = true
      setNeedsLayout()
      epochs.table.focus()
    } else {
      search.field.text = ""
      epochs.filter = ""
    }
  }

  // MARK: Layout

  override func focusMoved(from old: View?, to new: View?) {
    setNeedsLayout()
    setNeedsDisplay()
  }

  override func layoutSubviews() {
    let left = edge == .trailing ? 1 : 0
    let width = max(0, bounds.width - left)
    var bottom = bounds.height
    func line(_ view: View) {
      bottom -= view.isHidden ? 0 : 1
      view.frame = Rect(x: left, y: bottom, width: width, height: view.isHidden ? 0 : 1)
    }
    // The view with the focus may just have been hidden, but the pane keeps the keys.
    let isFocused = window?.isDockFocused == true
    hints.isHidden = !isFocused
    invitation.isHidden = isFocused
    line(hints)
    line(invitation)
    line(search)
    line(banner)
    let statusWidth = min(displayWidth(of: status.text) + 2, max(0, width - 30))
    status.frame = Rect(x: bounds.width - statusWidth - 1, y: 0, width: statusWidth, height: statusWidth > 2 ? 1 : 0)
    tabs.frame = Rect(x: left, y: 0, width: width, height: max(0, bottom))
  }

  /// Draws the line between the program and the pane, which stands out while the pane has the keyboard focus.
  override func draw(in canvas: Canvas) {
    let style = canvas.theme[window?.isDockFocused == true ? .accent : .border]
    canvas.horizontalLine(at: .zero, length: bounds.width, style: style)
    if edge == .trailing { canvas.verticalLine(at: .zero, length: bounds.height, style: style) }
  }
}
