import ReactorCore

/// A log, to which lines can be appended while the user reads it.
///
/// The view shows the newest lines until the user scrolls up. Then it keeps its position, and a sign counts the lines
/// that have arrived since; End or a click on the sign returns to the newest lines. Appending a line takes constant
/// time, and the number and length of the lines are limited.
///
/// ```swift
/// let log = LogView(capacity: 5_000)
/// server.messages.bind { log.append([Span($0.time, .secondary), Span(" \($0.text)", $0.isError ? .error : nil)]) }
/// ```
public final class LogView: View, CountedList {
  /// The commands that a log adds to those of scrolling text.
  nonisolated public static let commands = Commands<LogView>("Log") {
    Command("log.left", .left, "h", title: "Scroll left", help: "Shows the beginning of long lines.", isHidden: true) {
      $0.view.scroll(byColumns: -columnsOfStep)
    }
    Command("log.right", .right, "l", title: "Scroll right", help: "Shows the rest of long lines.", isHidden: true) {
      $0.view.scroll(byColumns: columnsOfStep)
    }
    Command("log.nextMatch", "n", title: "Next match", help: "Goes to the next line that matches.") {
      $0.view.goToMatch(forward: true)
    }
    .shown { !$0.view.search.isEmpty }
    Command(
      "log.previousMatch", "N", title: "Previous match", help: "Goes to the previous line that matches.", isHidden: true
    ) { $0.view.goToMatch(forward: false) }
    .enabled { !$0.view.search.isEmpty }
  }

  /// The default maximum number of lines.
  public static let defaultCapacity = 10_000
  /// The maximum length of a line in bytes. The end of a longer line is dropped.
  package static let maxLineLength = 4_096

  /// The text to highlight; empty for none. The letters A to Z match regardless of case.
  public var searchText = "" {
    didSet { if searchText != oldValue { searchChanged() } }
  }
  /// The view shown in place of the lines if there are none; usually an ``EmptyState``.
  public var placeholder: View? {
    didSet { if placeholder !== oldValue { placeholderChanged(from: oldValue) } }
  }
  /// Whether the newest lines are shown as they arrive.
  public private(set) var isFollowing = true

  private var lines: LogLines
  private var search = LogSearch("")
  /// The number of the first visible line.
  private var top = 0
  /// The number that follows that of the newest line that was visible.
  private var seenEnd = 0
  /// The number of columns to the left of the visible ones.
  private var left = 0
  /// The line that was last reached with the commands for matches.
  private var match: Int?
  private var isDraggingScrollbar = false
  private static let columnsOfStep = 8

  /// Creates an empty log.
  ///
  /// - Parameter capacity: The maximum number of lines. When it is exceeded, the oldest lines are dropped.
  public init(capacity: Int = LogView.defaultCapacity) {
    lines = LogLines(capacity: capacity)
    super.init()
    hasFocusMark = true
    for command in ListCommands.scrolling {
      addCommand(command.scrollingBinding).bind { [weak self] in self?.perform(command) }
    }
    Self.commands.install(in: self)
  }

  public override var canBecomeFocused: Bool { true }
  public override var focusCell: Point {
    Point(x: 0, y: match.map { min(max(0, $0 - top), max(0, bounds.height - 1)) } ?? 0)
  }

  /// The number of lines.
  public var lineCount: Int { lines.end - lines.start }

  /// The number of lines that have arrived below the visible ones since the user scrolled up.
  public var unseenCount: Int { isFollowing ? 0 : lines.end - max(seenEnd, lines.start) }

  // MARK: Appending

  /// Appends a line, or several if the text contains line breaks.
  ///
  /// - Parameters:
  ///   - text: The text. A line break at its end is ignored.
  ///   - role: The role of the text; `nil` for ordinary text.
  public func append(_ text: String, role: Role? = nil) { append([Span(text, role)]) }

  /// Appends a line with several styles, or several lines if the spans contain line breaks.
  public func append(_ spans: [Span]) {
    var parts = SpanLines.split(spans)
    if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    let wasEmpty = lineCount == 0
    for line in parts.isEmpty ? [[]] : parts { lines.append(Self.limited(line)) }
    placeholder?.isHidden = true
    if isFollowing { follow() } else { keepPlace() }
    if wasEmpty { setNeedsLayout() }
    setNeedsDisplay()
  }

  /// Removes all lines.
  public func clear() {
    lines.removeAll()
    match = nil
    placeholder?.isHidden = false
    left = 0
    follow()
    setNeedsDisplay()
  }

  /// Returns the spans of a line, shortened to the maximum length.
  private static func limited(_ line: [Span]) -> [Span] {
    var rest = maxLineLength
    var result: [Span] = []
    for span in line where rest > 0 {
      guard span.text.utf8.count > rest else {
        result.append(span)
        rest -= span.text.utf8.count
        continue
      }
      // Copied, so that the line does not retain the whole text.
      let bytes = Array(span.text.utf8.prefix(rest + 1))
      while rest > 0, bytes[rest] & 0xC0 == 0x80 { rest -= 1 }
      result.append(Span(String(decoding: bytes[..<rest], as: UTF8.self), span.role))
      rest = 0
    }
    return result
  }

  // MARK: Scrolling

  private var lastTop: Int { max(lines.start, lines.end - bounds.height) }

  /// Shows the newest lines and follows new ones.
  public func follow() {
    isFollowing = true
    top = lastTop
    seenEnd = lines.end
    setNeedsDisplay()
  }

  /// Keeps showing the same lines, unless they were dropped or the newest lines are visible.
  private func keepPlace() {
    top = max(top, lines.start)
    if top >= lastTop { follow() } else { seenEnd = max(seenEnd, top + bounds.height) }
  }

  private func scroll(to line: Int) {
    let next = min(max(line, lines.start), lastTop)
    if next == lastTop { return follow() }
    if isFollowing { seenEnd = lines.end }
    isFollowing = false
    top = next
    seenEnd = max(seenEnd, top + bounds.height)
    setNeedsDisplay()
  }

  private func scroll(byColumns columns: Int) {
    let widest = (top..<min(lines.end, top + bounds.height)).map { lines[$0].displayWidth }.max() ?? 0
    let next = max(0, min(left + columns, widest - textWidth))
    guard next != left else { return }
    left = next
    setNeedsDisplay()
  }

  private func perform(_ command: ListCommands) {
    let position = top - lines.start
    guard let target = command.target(from: position, page: bounds.height, count: lineCount) else { return }
    scroll(to: lines.start + target)
  }

  package func perform(_ command: ListCommands, count: Int) -> Bool {
    let target = command.target(from: top - lines.start, page: bounds.height, count: lineCount, repeated: count)
    if let target { scroll(to: lines.start + target) }
    return target != nil
  }

  // MARK: Searching

  private func searchChanged() {
    search = LogSearch(searchText)
    match = nil
    setNeedsDisplay()
  }

  /// Goes to the next matching line, wrapping around at the ends.
  private func goToMatch(forward: Bool) {
    let count = lineCount
    let current = match.map { max($0, lines.start) } ?? (forward ? top - 1 : top + bounds.height)
    for step in 1..<max(1, count + 1) {
      let offset = (current - lines.start + (forward ? step : -step)) % count
      let number = lines.start + (offset < 0 ? offset + count : offset)
      guard !search.ranges(in: lines[number].map(\.text).joined()).isEmpty else { continue }
      match = number
      if number < top { scroll(to: number) }
      if number >= top + bounds.height { scroll(to: number - bounds.height + 1) }
      return setNeedsDisplay()
    }
  }

  // MARK: Layout and drawing

  /// The width without the scrollbar.
  private var textWidth: Int { max(0, bounds.width - 1) }

  public override func layoutSubviews() {
    placeholder?.frame = bounds
    if isFollowing { follow() } else { keepPlace() }
  }

  private func placeholderChanged(from old: View?) {
    old?.removeFromSuperview()
    guard let placeholder else { return }
    placeholder.isHidden = lineCount > 0
    addSubview(placeholder)
    setNeedsLayout()
  }

  public override func draw(in canvas: Canvas) {
    for y in canvas.clip.intersection(bounds).rows where top + y < lines.end { draw(line: top + y, y: y, in: canvas) }
    canvas.scrollbar(
      in: Rect(x: bounds.width - 1, y: 0, width: 1, height: bounds.height), count: lineCount,
      visible: bounds.height, top: top - lines.start, isFocused: marksFocus)
    if unseenCount > 0 {
      let text = signText(canvas.glyphs)
      canvas.write(text, at: signRect(text).origin, style: canvas.theme[.toast], maxWidth: textWidth)
    }
  }

  private func draw(line number: Int, y: Int, in canvas: Canvas) {
    let line = lines[number]
    var x = -left
    for span in line where x < textWidth {
      let style = number == match ? canvas.theme[.selection] : canvas.theme[span.role ?? .text]
      x += canvas.write(
        span.text, at: Point(x: x, y: y), style: style, maxWidth: textWidth - x, truncation: .ellipsis)
    }
    guard !search.isEmpty else { return }
    let text = line.map(\.text).joined()
    for range in search.ranges(in: text) {
      let start = displayWidth(of: text[..<range.lowerBound]) - left
      let end = min(start + displayWidth(of: text[range]), min(x, textWidth))
      let style = canvas.matchStyle(isSelected: number == match)
      canvas.setStyle(style, in: Rect(x: start, y: y, width: end - start, height: 1))
    }
  }

  /// Returns the text of the sign that counts the unseen lines.
  private func signText(_ glyphs: Theme.Glyphs) -> String {
    " \(glyphs.down) \(grouped(unseenCount)) new line\(unseenCount == 1 ? "" : "s") "
  }

  private func signRect(_ text: String) -> Rect {
    let width = min(displayWidth(of: text), textWidth)
    return Rect(x: textWidth - width, y: bounds.height - 1, width: width, height: 1)
  }

  // MARK: The mouse

  /// The area of the lines, without the scrollbar.
  public override var selectableArea: Rect? {
    Rect(x: 0, y: 0, width: bounds.width - (lineCount > bounds.height ? 1 : 0), height: bounds.height)
  }

  /// Scrolls by three lines for each notch of the wheel, drags the scrollbar, and follows the log again when the user
  /// clicks the sign that counts unseen lines.
  public override func handle(mouse: MouseEvent) -> Bool {
    switch mouse.kind {
    case .wheelUp: scroll(to: top - 3 * mouse.steps)
    case .wheelDown: scroll(to: top + 3 * mouse.steps)
    case .press: return press(mouse)
    case .drag:
      guard isDraggingScrollbar else { return false }
      dragScrollbar(to: mouse.position.y)
    case .release: isDraggingScrollbar = false
    }
    return true
  }

  private func press(_ mouse: MouseEvent) -> Bool {
    guard mouse.button == .left else { return false }
    if mouse.position.x == bounds.width - 1, lineCount > bounds.height {
      isDraggingScrollbar = true
      dragScrollbar(to: mouse.position.y)
    } else if unseenCount > 0, signRect(signText(Theme.dark.glyphs(ascii: false))).contains(mouse.position) {
      follow()
    } else {
      return false
    }
    return true
  }

  private func dragScrollbar(to row: Int) {
    scroll(
      to: lines.start
        + ScrollThumb.top(at: row, count: lineCount, visible: bounds.height, track: bounds.height))
  }
}
