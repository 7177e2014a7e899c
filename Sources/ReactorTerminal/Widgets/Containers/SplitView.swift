import ReactorCore

/// Two panes with a divider that can be moved with keys and the mouse. A split view that is too narrow for both panes
/// shows only one.
///
/// ```swift
/// let split = SplitView(.horizontal, list, detail, fraction: settings.listWidth, minimums: (20, 30))
/// send(split.dividerMoved) { .setListWidth($0) }
/// ```
///
/// Tab moves the keyboard focus through both panes. F6 moves it to the other pane, showing that pane if only one is
/// shown. `<` and `>` move the divider. Next to a ``BoxView``, the side of the box serves as the divider, and two boxes
/// share one side.
public final class SplitView: ContainerView {
  /// One of the panes.
  public enum Pane: Sendable, Hashable {
    /// The left or the upper pane.
    case first
    /// The right or the lower pane.
    case second

    /// The other pane.
    public var other: Pane { self == .first ? .second : .first }
  }

  /// The commands of a split view.
  nonisolated public static let commands = Commands<SplitView>("Panes") {
    Command("split.shrink", "<", title: "Smaller first pane", help: "Makes the first pane smaller.", isHidden: true) {
      $0.view.moveDivider(by: -1)
    }
    .enabled { !$0.view.isCollapsed }
    Command("split.grow", ">", title: "Larger first pane", help: "Makes the first pane larger.", isHidden: true) {
      $0.view.moveDivider(by: 1)
    }
    .enabled { !$0.view.isCollapsed }
    Command(
      "split.other", Key(.function(6)), title: "Other pane",
      help: "Moves to the other pane, and shows it if it is hidden."
    ) { $0.view.activePane = $0.view.activePane.other }
    .shown { $0.view.hiddenPane == nil }
  }

  /// The direction in which the panes are arranged.
  public let axis: Axis
  /// The left or the upper pane.
  public let first: View
  /// The right or the lower pane.
  public let second: View
  /// The fraction of the available space given to the first pane, from 0 to 1, within the minimums. Setting it does not
  /// trigger ``dividerMoved``.
  public var fraction: Double {
    didSet {
      fraction = Self.valid(fraction)
      if fraction != oldValue { dividerChanged() }
    }
  }
  /// The minimum lengths of the panes when the divider is moved, at least 1.
  public let minimums: (first: Int, second: Int)
  /// The length below which only one pane is shown.
  public let collapseLength: Int
  /// The pane that is shown if there is space for only one. Unless set, it is the pane that last had the keyboard
  /// focus.
  ///
  /// Setting it also moves the keyboard focus to that pane, if the focus is in the other one.
  public var activePane: Pane = .first {
    didSet { if activePane != oldValue { activePaneChanged() } }
  }
  /// The pane that is hidden regardless of the available space, such as a preview that the user has closed; `nil` for
  /// none.
  ///
  /// If the focused pane is hidden, the keyboard focus moves to the other one. The hidden pane keeps its state, and the
  /// divider keeps its position.
  ///
  /// ```swift
  /// keys("v", id: .preview, title: "Preview").map { .togglePreview }.bind(to: reactor.action)
  /// reactor.state(\.hasPreview).map { $0 ? nil : .second }.bind(to: split, \.hiddenPane)
  /// ```
  public var hiddenPane: Pane? {
    didSet { if hiddenPane != oldValue { hiddenPaneChanged() } }
  }
  /// Whether only one pane is shown, because there is no space for both or because one is hidden.
  public private(set) var isCollapsed = false
  /// A relay that emits the new ``fraction`` after the user has moved the divider, for example to save it.
  public let dividerMoved = Relay<Double>()

  private let line: PaneDivider

  /// Creates a split view.
  ///
  /// - Parameters:
  ///   - axis: The direction in which the panes are arranged.
  ///   - first: The left or the upper pane.
  ///   - second: The right or the lower pane.
  ///   - fraction: The fraction of the available space given to the first pane, from 0 to 1.
  ///   - minimums: The minimum lengths of the panes when the divider is moved.
  ///   - collapseLength: The length of the split view below which only one pane is shown; `nil` for the length at which
  ///     both panes have their minimums, which is also the lower limit.
  public init(
    _ axis: Axis, _ first: View, _ second: View, fraction: Double = 0.5, minimums: (first: Int, second: Int) = (1, 1),
    collapseBelow collapseLength: Int? = nil
  ) {
    self.axis = axis
    self.first = first
    self.second = second
    self.fraction = Self.valid(fraction)
    self.minimums = (max(1, Sizing.cells(minimums.first)), max(1, Sizing.cells(minimums.second)))
    self.collapseLength = max(collapseLength ?? 0, self.minimums.first + self.minimums.second + 1)
    line = PaneDivider(axis)
    super.init()
    showChild(first)
    showChild(second)
    addSubview(line)
    Self.commands.install(in: self)
  }

  private static func valid(_ fraction: Double) -> Double { fraction.isFinite ? min(max(0, fraction), 1) : 0.5 }

  /// The pane in use.
  public override var activeChild: View? { view(of: activePane) }

  private func view(of pane: Pane) -> View { pane == .first ? first : second }

  /// Makes the pane that has gained the keyboard focus the active one.
  public override func focusMoved(from old: View?, to new: View?) {
    line.setNeedsDisplay()
    if let new, let pane = [Pane.first, .second].first(where: { new.isDescendant(of: view(of: $0)) }) {
      activePane = pane
    }
  }

  private func activePaneChanged() {
    if activePane == hiddenPane { return activePane = activePane.other }
    let hadFocus = containsFocus
    if isCollapsed {
      hideChild(view(of: activePane.other))
      showChild(view(of: activePane))
    }
    if hadFocus, activeChild?.containsFocus != true { focus() }
  }

  private func hiddenPaneChanged() {
    if let hiddenPane {
      if activePane == hiddenPane { activePane = hiddenPane.other }
    }
    setNeedsLayout()
    setNeedsDisplay()
  }

  private func moveDivider(by step: Int) {
    let before = fraction
    moveDivider(to: divider + step)
    if fraction != before { dividerMoved.send(fraction) }
  }

  // MARK: Layout and drawing

  /// The space available to both panes.
  private var room: Int { room(in: axis.along(bounds.size)) }

  private func room(in length: Int) -> Int { max(0, length - 1) }

  /// The length of the first pane, which is followed by the divider.
  private var divider: Int { divider(in: axis.along(bounds.size)) }

  private func divider(in length: Int) -> Int {
    limited(Int((fraction * Double(room(in: length))).rounded()), in: length)
  }

  private func limited(_ position: Int, in length: Int) -> Int {
    max(minimums.first, min(position, room(in: length) - minimums.second))
  }

  private func moveDivider(to length: Int) {
    if room > 0 { fraction = Double(limited(length, in: axis.along(bounds.size))) / Double(room) }
  }

  private func dividerChanged() {
    setNeedsLayout()
    setNeedsDisplay()
  }

  public override func layoutSubviews() {
    setCollapsed(hiddenPane != nil || axis.along(bounds.size) < collapseLength)
    line.isHidden = isCollapsed
    guard !isCollapsed else { return view(of: activePane).frame = bounds }
    let breadth = axis.across(bounds.size)
    let place = divider
    // A framed pane also covers the divider.
    let firstSize = axis.size(along: place + 1, across: breadth)
    let secondSize = axis.size(along: room - place + 1, across: breadth)
    let hasFirst = first.hasFrame(across: axis, isLast: true, size: firstSize)
    let hasSecond = second.hasFrame(across: axis, isLast: false, size: secondSize)
    first.frame = axis.rect(along: 0, across: 0, length: place + (hasFirst ? 1 : 0), breadth: breadth)
    second.frame = axis.rect(
      along: place + (hasSecond ? 0 : 1), across: 0, length: room - place + (hasSecond ? 1 : 0), breadth: breadth)
    line.frame = axis.rect(along: place, across: 0, length: 1, breadth: breadth)
    line.part = hasFirst && hasSecond ? .junctions : hasFirst || hasSecond ? .none : .line
    bringToFront(line)
  }

  /// Returns whether the panes at an edge of the split view have a frame there.
  func panesHaveFrame(across edgeAxis: Axis, isLast: Bool, size: Size) -> Bool {
    let length = axis.along(size)
    let breadth = axis.across(size)
    let shown = hiddenPane != nil || length < collapseLength ? [view(of: activePane)] : [first, second]
    let edge = edgeAxis != axis || shown.count == 1 ? shown : [isLast ? second : first]
    return edge.allSatisfy { pane in
      // As in `layoutSubviews()`, a framed pane also covers the divider.
      let place = divider(in: length)
      let part = shown.count == 1 ? length : pane === first ? place + 1 : length - place
      return pane.hasFrame(across: edgeAxis, isLast: isLast, size: axis.size(along: part, across: breadth))
    }
  }

  private func setCollapsed(_ collapsed: Bool) {
    guard collapsed != isCollapsed else { return }
    isCollapsed = collapsed
    line.isDragging = false
    let other = view(of: activePane.other)
    if collapsed { hideChild(other) } else { showChild(other) }
  }

  // MARK: The mouse

  /// Moves the divider when the user drags it.
  public override func handle(mouse: MouseEvent) -> Bool {
    switch mouse.kind {
    case .press:
      guard mouse.button == .left, !isCollapsed, axis.along(mouse.position) == divider else { return false }
      line.isDragging = true
    case .drag where line.isDragging: moveDivider(to: axis.along(mouse.position))
    case .release where line.isDragging:
      line.isDragging = false
      dividerMoved.send(fraction)
    default: return false
    }
    return true
  }
}
