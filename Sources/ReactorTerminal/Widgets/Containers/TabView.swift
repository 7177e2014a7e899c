import ReactorCore

/// Views that are shown one at a time, under a line with their titles.
///
/// A tab can be any view, even the root of a flow, such as a ``/ReactorTerminalCore/NavigationStack``. The screens of
/// the selected tab are visible. Those of the other tabs have disappeared; they get their keyboard focus back when they
/// reappear.
///
/// Digits, with or without Alt, select a tab. So do a click, Ctrl-Page Down and Ctrl-Page Up, and Alt-→ and Alt-←.
///
/// ```swift
/// let tabs = TabView()
/// let inbox = tabs.add("Inbox", inboxFlow.root)
/// tabs.add("Settings") { SettingsView() }  // made when it is first selected
/// reactor.state(\.unread).map { $0 > 0 ? "\($0)" : "" }.bind(to: inbox, \.badge)
/// ```
public final class TabView: ContainerView {
  /// One of the views, with its title.
  @MainActor
  public final class Tab {
    /// The title.
    public var title: String {
      didSet { if title != oldValue { owner?.tabsChanged() } }
    }
    /// A short text after the title, such as the number of unread messages; empty for none.
    public var badge = "" {
      didSet { if badge != oldValue { owner?.tabsChanged() } }
    }
    /// The view; `nil` until it is created.
    public fileprivate(set) var content: View?
    fileprivate var make: (@MainActor () -> View)?
    fileprivate weak var owner: TabView?

    fileprivate init(_ title: String, owner: TabView, make: @escaping @MainActor () -> View) {
      self.title = title
      self.owner = owner
      self.make = make
    }
  }

  /// The commands of a tab view. The digits select the first nine tabs.
  nonisolated public static let commands = Commands<TabView>("Tabs") {
    Command(
      "tabs.next", Key(.pageDown, .control), Key(.right, .alt), title: "Next tab",
      help: "Shows the next tab; the first one follows the last."
    ) { $0.view.choose(by: 1) }
    .shown { $0.view.tabs.count > 1 }
    Command(
      "tabs.previous", Key(.pageUp, .control), Key(.left, .alt), title: "Previous tab",
      help: "Shows the previous tab; the last one precedes the first.", isHidden: true
    ) {
      $0.view.choose(by: -1)
    }
    .enabled { $0.view.tabs.count > 1 }
    for (index, digit) in "123456789".enumerated() {
      Command(
        CommandID("tabs.\(digit)"), Key(.character(digit)), .alt(digit), title: "Tab \(digit)",
        help: "Shows the tab at this position.", isHidden: true
      ) { $0.view.choose(index) }
      .titled { $0.view.tabs.indices.contains(index) ? $0.view.tabs[index].title : "Tab \(digit)" }
      .enabled { $0.view.tabs.indices.contains(index) }
    }
  }

  /// The tabs, from left to right.
  public private(set) var tabs: [Tab] = []
  /// A relay that emits the index of the new tab when the user selects one.
  public let selectionChanged = Relay<Int>()
  private let bar = TabBar()
  private var selected = 0

  /// Creates a tab view without tabs.
  public override init() {
    super.init()
    addSubview(bar)
    bar.pressed = { [weak self] in self?.choose($0) }
    Self.commands.install(in: self)
    tabsChanged()
  }

  // MARK: Tabs

  /// Adds a tab after the others. The first tab added is selected.
  @discardableResult
  public func add(_ title: String, _ content: View) -> Tab {
    let tab = add(title) { content }
    tab.content = content
    tab.make = nil
    addChild(content)
    return tab
  }

  /// Adds a tab whose view is created when it is first selected. The first tab added is selected.
  @discardableResult
  public func add(_ title: String, _ make: @escaping @MainActor () -> View) -> Tab {
    let tab = Tab(title, owner: self, make: make)
    tabs.append(tab)
    tabsChanged()
    if tabs.count == 1 { showSelected() }
    return tab
  }

  /// Permanently removes a tab and dismisses the screens inside it. If it was selected, the next tab is selected.
  public func remove(_ tab: Tab) {
    guard let index = tabs.firstIndex(where: { $0 === tab }) else { return }
    tabs.remove(at: index)
    tab.owner = nil
    if index < selected || selected == tabs.count { selected = max(0, selected - 1) }
    tabsChanged()
    showSelected()
    if let content = tab.content { removeChild(content) }
  }

  /// The index of the selected tab, or 0 if there are no tabs. Setting it does not trigger ``selectionChanged``. An
  /// index without a tab is ignored.
  public var selectedIndex: Int {
    get { selected }
    set {
      guard tabs.indices.contains(newValue), newValue != selected else { return }
      selected = newValue
      tabsChanged()
      showSelected()
    }
  }

  /// The selected tab.
  public var selectedTab: Tab? { tabs.indices.contains(selected) ? tabs[selected] : nil }

  /// The view of the selected tab.
  public override var activeChild: View? { selectedTab?.content }

  private func showSelected() {
    let tab = selectedTab
    for child in children where child !== tab?.content { hideChild(child) }
    guard let tab else { return }
    if let make = tab.make {
      tab.make = nil
      tab.content = make()
    }
    if let content = tab.content { showChild(content) }
    setNeedsLayout()
  }

  private func tabsChanged() {
    bar.items = tabs.map { TabBar.Item(title: $0.title, badge: $0.badge) }
    bar.selected = selected
  }

  /// Selects another tab, wrapping around at the ends.
  private func choose(by step: Int) { choose((selected + tabs.count + step) % max(1, tabs.count)) }

  private func choose(_ index: Int) {
    guard index != selected, tabs.indices.contains(index) else { return }
    selectedIndex = index
    selectionChanged.send(index)
  }

  // MARK: Layout

  /// The area of the titles.
  public override var headingAreas: [Rect] { [bar.frame] }

  /// Gives the titles one row and the rest to the selected tab. If there is only one row, the tab gets it.
  public override func layoutSubviews() {
    let height = bounds.height > 1 ? 1 : 0
    bar.frame = Rect(x: 0, y: 0, width: bounds.width, height: height)
    activeChild?.frame = bounds.inset(top: height)
  }
}
