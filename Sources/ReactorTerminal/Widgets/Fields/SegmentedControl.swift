import ReactorCore

/// A line of choices, one of which is selected. ← and →, or a click, select another.
///
/// If the choices do not fit, only the selected one is shown, between arrows. For choices with long titles, use
/// ``ChoiceField`` or ``PickerView``.
///
/// ```swift
/// let period = SegmentedControl(["Day", "Week", "Month"], selectedIndex: 1)
/// bind(period, to: \.period) { .showPeriod($0) }
/// ```
public final class SegmentedControl: View {
  /// The titles of the choices. If there are now fewer, the selected index may become the last one.
  public var segments: [String] {
    didSet {
      guard segments != oldValue else { return }
      selectedIndex = clamped(selectedIndex)
      setNeedsDisplay()
      superview?.setNeedsLayout()
    }
  }
  /// The index of the selected choice. Setting it does not trigger ``changed``. An index out of range selects the
  /// nearest choice.
  public var selectedIndex: Int {
    didSet {
      let nearest = clamped(selectedIndex)
      if nearest != selectedIndex { selectedIndex = nearest }
      if selectedIndex != oldValue { setNeedsDisplay() }
    }
  }
  /// A relay that emits the index of the new choice when the user selects another one.
  public let changed = Relay<Int>()

  /// Creates a control with the given choices.
  public init(_ segments: [String], selectedIndex: Int = 0) {
    self.segments = segments
    self.selectedIndex = min(max(0, selectedIndex), max(0, segments.count - 1))
    super.init()
    addCommand(FieldCommands.next).bind { [weak self] in self?.select(by: 1) }
    addCommand(FieldCommands.previous).bind { [weak self] in self?.select(by: -1) }
  }

  public override var canBecomeFocused: Bool { true }
  public override var focusCell: Point {
    isCompact || segments.isEmpty ? .zero : Point(x: columns[selectedIndex].lowerBound, y: 0)
  }

  public override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: min(totalWidth, proposal.width), height: min(1, proposal.height))
  }

  private func clamped(_ index: Int) -> Int { min(max(0, index), max(0, segments.count - 1)) }

  // MARK: Drawing

  /// The columns of the choices, each with a space on both sides. A line separates two choices.
  private var columns: [Range<Int>] {
    var x = 0
    return segments.map { title in
      let width = displayWidth(of: title) + 2
      defer { x += width + 1 }
      return x..<x + width
    }
  }

  private var totalWidth: Int { columns.last?.upperBound ?? 0 }

  private var isCompact: Bool { totalWidth > bounds.width }

  public override func draw(in canvas: Canvas) {
    guard !segments.isEmpty else { return }
    let selection = canvas.theme[isFocused ? .buttonFocused : .selectionInactive]
    if isCompact {
      let width = max(0, bounds.width - 4)
      canvas.fill(Rect(x: 0, y: 0, width: bounds.width, height: 1), style: selection)
      canvas.write(String(canvas.glyphs.left), at: .zero, style: selection)
      canvas.write(
        segments[selectedIndex], at: Point(x: 2, y: 0), style: selection, maxWidth: width, truncation: .ellipsis)
      canvas.write(String(canvas.glyphs.right), at: Point(x: bounds.width - 1, y: 0), style: selection)
      return
    }
    for (index, range) in columns.enumerated() {
      let style = index == selectedIndex ? selection : canvas.theme[.button]
      canvas.write(" \(segments[index]) ", at: Point(x: range.lowerBound, y: 0), style: style)
      guard index > 0 else { continue }
      canvas.write(
        String(canvas.glyphs.box.vertical), at: Point(x: range.lowerBound - 1, y: 0), style: canvas.theme[.border])
    }
  }

  // MARK: Events

  /// Selects the choice that the user clicks. In a narrow control, a click on the left arrow selects the previous
  /// choice, and a click anywhere else selects the next one.
  public override func handle(mouse: MouseEvent) -> Bool {
    guard mouse.kind == .press, mouse.button == .left else { return false }
    if isCompact {
      select(by: mouse.position.x < 2 ? -1 : 1)
    } else if let index = columns.firstIndex(where: { $0.contains(mouse.position.x) }) {
      select(index)
    }
    return true
  }

  private func select(by step: Int) {
    guard !segments.isEmpty else { return }
    select((selectedIndex + step + segments.count) % segments.count)
  }

  private func select(_ index: Int) {
    guard index != selectedIndex else { return }
    selectedIndex = index
    changed.send(index)
  }
}

extension SegmentedControl: ValueControl {
  /// The same as ``selectedIndex``.
  public var controlValue: Int {
    get { selectedIndex }
    set { selectedIndex = newValue }
  }
}
