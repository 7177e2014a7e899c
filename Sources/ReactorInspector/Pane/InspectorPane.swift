import ReactorCore
import ReactorTerminal

/// The pane of an inspector, docked in the window, with pages for epochs, their filter, lanes and effects.
///
/// It is updated at most every 50 milliseconds, and only after a change, so that it does not delay keys.
final class InspectorPane: View {
  /// The delay between a change and the update of the pane.
  static let updateDelay = Duration.milliseconds(50)
  /// The number of columns for the titles of the pages.
  private static let tabsWidth = 36
  /// The time between updates of the ages of running effects.
  static let ageInterval = Duration.seconds(1)

  let log: InspectorLog
  let travel: TimeTravel
  /// The edge of the window where the pane is placed.
  var edge = DockPlacement.Edge.bottom {
    didSet { if edge != oldValue { setNeedsLayout() } }
  }
  var sideChanged: @MainActor () -> Void = {}
  var closed: @MainActor () -> Void = {}
  /// The folder in which files are saved.
  let folder: String

  let epochs: EpochsPage
  let filter: FilterPage
  let lanes: LanesPage
  let effects: EffectsPage
  let tabs = TabView()
  let search = SearchBar(placeholder: "Search epochs and their details")
  private let effectsTab: TabView.Tab
  private let filterTab: TabView.Tab
  private let status = Label(alignment: .trailing)
  private var statusText = ""
  private var positionText = ""
  private let banner = Label(role: .warning)
  private let hints = HintLine()
  private let invitation = Label(role: .hint)
  private var pendingUpdate: (any Disposable)?
  private var pendingAges: (any Disposable)?
  private let disposeBag = DisposeBag()

  init(_ log: InspectorLog, _ travel: TimeTravel, savingIn folder: String) {
    self.log = log
    self.folder = folder
    self.travel = travel
    epochs = EpochsPage(log, travel)
    filter = FilterPage(epochs)
    lanes = LanesPage(log)
    effects = EffectsPage(log)
    tabs.add("Epochs", epochs)
    tabs.add("Lanes", lanes)
    effectsTab = tabs.add("Effects", effects)
    filterTab = tabs.add("Filter", filter)
    super.init()
    for view in [tabs, status, banner, search, hints, invitation] as [View] { addSubview(view) }
    search.isHidden = true
    banner.isHidden = true
    epochs.changed = { [weak self] in self?.showPosition() }
    log.epochsForgotten = { [weak self] in self?.update() }
    log.changes.subscribe { [weak self] in self?.updateLater() }.disposed(by: disposeBag)
    tabs.selectionChanged.subscribe { [weak self] _ in self?.update() }.disposed(by: disposeBag)
    search.field.changed.subscribe { [weak self] in self?.epochs.filter.text = $0 }.disposed(by: disposeBag)
    search.confirmed.subscribe { [weak self] in self?.epochs.table.focus() }.disposed(by: disposeBag)
    search.ended.subscribe { [weak self] in self?.endSearch() }.disposed(by: disposeBag)
    filter.list.selectionChanged.subscribe { [weak self] in self?.epochs.filter.selection = $0 }
      .disposed(by: disposeBag)
    filter.list.applied.subscribe { [weak self] _ in self?.showEpochs() }.disposed(by: disposeBag)
    Self.commands.install(in: self)
  }

  isolated deinit {
    pendingUpdate?.dispose()
    pendingAges?.dispose()
    log.epochsForgotten = {}
  }

  override var preferredFocus: View? { tabs }
  override func charactersChanged() { update() }

  // MARK: Updating

  private func updateLater() {
    guard pendingUpdate == nil, let window else { return }
    pendingUpdate = window.after(Self.updateDelay) { [weak self] in self?.update() }
  }

  func update() {
    pendingUpdate?.dispose()
    pendingUpdate = nil
    pendingAges?.dispose()
    pendingAges = nil
    guard let window else { return }
    let text = EpochText(isASCII: window.isASCII, lanes: log.lanes, replacements: log.replacements)
    epochs.update(text)
    filter.update()
    lanes.update(text)
    effects.update(text)
    effectsTab.badge = log.running.isEmpty ? "" : "\(log.running.count)"
    let toggle = window.keymap.applied(to: Inspector.toggle).keys.first
    invitation.text = toggle.map { "\($0.label(ascii: window.isASCII)) Use the inspector" } ?? ""
    if effects.isOnScreen, !log.running.isEmpty {
      pendingAges = window.after(Self.ageInterval) { [weak self] in self?.update() }
    }
  }

  /// Shows the number of epochs and the position in time.
  func showPosition() {
    let all = EpochText.count(log.epochs.count, "epoch")
    let count = epochs.filter.isEmpty ? all : "\(grouped(epochs.table.rows.count)) of \(all)"
    statusText = log.isPaused ? "Paused, \(count)" : count
    status.role = log.isPaused ? .warning : .secondary
    let checked = epochs.filter.selection.values.values.reduce(0) { $0 + $1.count }
    filterTab.badge = checked == 0 ? "" : "\(checked)"
    let only = travel.onlyLane.flatMap { log.lanes.indices.contains($0) ? " of \(log.lanes[$0].name)" : nil }
    switch travel.position {
    case .present: positionText = only.map { "Steps show the past\($0) only" } ?? ""
    case .past(let epoch):
      positionText = "Past\(only ?? ""): epoch \(epoch) of \(log.epochCount)\(resumeAdvice)"
    case .without(let epoch): positionText = "Computed without epoch \(epoch)\(resumeAdvice)"
    }
    epochs.table.rowOpenTitle = travel.position == .present ? "Details" : "Resume"
    setNeedsLayout()
  }

  /// The hint about the key that returns to the present, if there is one.
  private var resumeAdvice: String {
    guard let window, let binding = command(Self.resume)?.binding,
      let key = window.keymap.applied(to: binding).keys.first
    else { return "" }
    return ". \(key.label(ascii: window.isASCII)) resumes"
  }

  // MARK: Layout

  override func focusMoved(from old: View?, to new: View?) {
    setNeedsLayout()
    setNeedsDisplay()
  }

  override func layoutSubviews() {
    let left = edge == .trailing ? 1 : 0
    let width = max(0, bounds.width - left)
    showStatus(width: width)
    var bottom = bounds.height
    func line(_ view: View) {
      bottom -= view.isHidden ? 0 : 1
      view.frame = Rect(x: left, y: bottom, width: width, height: view.isHidden ? 0 : 1)
    }
    // The focused view may just have been hidden, but the pane keeps the keyboard focus.
    let isFocused = window?.isDockFocused == true
    hints.isHidden = !isFocused
    invitation.isHidden = isFocused
    line(hints)
    line(invitation)
    line(search)
    line(banner)
    tabs.frame = Rect(x: left, y: 0, width: width, height: max(0, bottom))
  }

  /// Shows the status, or as much of it as fits, next to the titles of the pages, and the position in time at the
  /// bottom.
  private func showStatus(width: Int) {
    let statuses = [statusText, log.isPaused ? "Paused" : ""]
    status.text = statuses.first { displayWidth(of: $0) + 3 <= width - Self.tabsWidth } ?? ""
    let length = status.text.isEmpty ? 0 : displayWidth(of: status.text) + 2
    status.frame = Rect(x: bounds.width - length - 1, y: 0, width: length, height: min(1, length))
    banner.text = positionText.isEmpty && status.text.isEmpty && log.isPaused ? "Paused" : positionText
    banner.isHidden = banner.text.isEmpty
  }

  /// Draws the line between the program and the pane, which stands out while the pane has the keyboard focus.
  override func draw(in canvas: Canvas) {
    let style = canvas.theme[window?.isDockFocused == true ? .accent : .border]
    canvas.horizontalLine(at: .zero, length: bounds.width, style: style)
    if edge == .trailing { canvas.verticalLine(at: .zero, length: bounds.height, style: style) }
  }
}
