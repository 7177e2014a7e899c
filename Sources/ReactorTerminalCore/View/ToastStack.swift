import ReactorCore

/// The messages on screen, the newest at the bottom. They cover the views below them instead of moving them.
final class ToastStack: OverlayView {
  /// The commands of the messages on screen.
  nonisolated static let commands = Commands<ToastStack>("General") {
    Command(dismiss, .escape, title: "Dismiss", help: "Removes the message.", isHidden: true) {
      $0.view.dismissNewestError()
    }
    .enabled { $0.view.entries.contains { $0.toast.duration == nil } }
    // Each message supplies the key and title of its own action.
    Command(action, title: "Run the message's action", help: "Performs the message's action.") {
      $0.view.performAction()
    }
    .titled { $0.view.offered?.title ?? "" }
    .enabled { $0.view.offered != nil }
  }
  private nonisolated static let dismiss: CommandID = "toast.dismiss"
  private nonisolated static let action: CommandID = "toast.action"

  private struct Entry {
    let id: Int
    let toast: Toast
    /// The number of equal messages that this entry represents.
    let count: Int
    let timer: (any Disposable)?
  }

  /// The maximum number of messages.
  static let capacity = 3
  /// The maximum width, unless a message would lose its end.
  private static let widest = 60
  /// The number of columns by which messages become wider until they are shown to their end.
  private static let widthStep = 10
  private static let mostLines = 3

  private var entries: [Entry] = []
  private var nextID = 0
  /// The lines on screen. The frame is as wide as they require.
  private var shown: [[Span]] = []
  /// The current rows. The messages stay there as long as they cover nothing important.
  private var place = 0..<0

  override init() {
    super.init()
    isHidden = true
    Self.commands.install(in: self)
  }

  var toasts: [Toast] { entries.map(\.toast) }

  /// The newest message that has an action.
  private var offering: Entry? { entries.last { $0.toast.action != nil } }

  /// The action that has a key.
  var offered: Toast.Action? { offering?.toast.action }

  override var takesKeys: Bool { !entries.isEmpty }

  func show(_ toast: Toast) {
    if entries.contains(where: { toast.isCovered(by: $0.toast) }) {
      toast.expired?()
      return
    }
    var ended: [Toast] = []
    var count = 1
    if let old = entries.firstIndex(where: { toast.replaces($0.toast) }) {
      if toast.repeats(entries[old].toast) { count += entries[old].count }
      ended.append(take(at: old))
    }
    nextID += 1
    let id = nextID
    let timer = toast.duration.flatMap { duration in window?.after(duration) { [weak self] in self?.remove(id) } }
    entries.append(Entry(id: id, toast: toast, count: count, timer: timer))
    while entries.count > Self.capacity {
      // Removes the oldest message that would disappear automatically, or else the oldest message.
      ended.append(take(at: entries.dropLast().firstIndex { $0.toast.duration != nil } ?? 0))
    }
    entriesChanged()
    for toast in ended { toast.expired?() }
  }

  /// Dismisses the message with a topic.
  func dismiss(topic: String) {
    if let entry = entries.first(where: { $0.toast.topic == topic }) { remove(entry.id) }
  }

  /// Dismisses the newest message that stays until it is dismissed. Others disappear automatically and respond to no
  /// key.
  private func dismissNewestError() {
    if let newest = entries.last(where: { $0.toast.duration == nil }) { remove(newest.id) }
  }

  private func performAction() {
    guard let entry = offering else { return }
    remove(entry.id, isExpired: false)
    entry.toast.action?.perform()
  }

  private func remove(_ id: Int, isExpired: Bool = true) {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
    let toast = take(at: index)
    entriesChanged()
    if isExpired { toast.expired?() }
  }

  private func take(at index: Int) -> Toast {
    let entry = entries.remove(at: index)
    entry.timer?.dispose()
    return entry.toast
  }

  private func entriesChanged() {
    command(Self.action)?.binding.keys = offered.map { [$0.key] } ?? []
    isHidden = entries.isEmpty
    setNeedsDisplay()
    window?.root.setNeedsLayout()
    window?.chromeChanged()
  }

  // MARK: Layout and drawing

  /// Returns a frame below the first line, at the right edge, which covers neither the keyboard focus nor headings. If
  /// there is too little space, only the newest messages remain.
  override func frame(in bounds: Rect) -> Rect {
    let room = room(in: bounds)
    let wanted = entries.reduce(0) { $0 + lines(of: $1, width: room).lines.count }
    place = rows(for: min(wanted, max(0, bounds.height - 2)), in: bounds)
    shown = shownLines(width: room, height: place.count)
    let width = shown.map { Self.width(of: $0) }.max() ?? 0
    return Rect(x: bounds.maxX - width - 1, y: place.lowerBound, width: width, height: shown.count)
  }

  /// Returns the width for the messages: the usual one or, if a message would lose its end, as much more as is needed.
  private func room(in bounds: Rect) -> Int {
    let widest = bounds.width - 2
    let widths = stride(from: min(Self.widest, widest), to: widest, by: Self.widthStep)
    return widths.first { width in !entries.contains { lines(of: $0, width: width).isCut } } ?? widest
  }

  /// Returns rows that cover neither headings nor the focused view: the current rows or else the uppermost `height`
  /// free rows. If there are none, only text fields are kept free, and the largest gap is used.
  ///
  /// The title bar is covered only if a text field leaves no other row. A text field that fills the window is covered,
  /// except for the line of the caret.
  private func rows(for height: Int, in bounds: Rect) -> Range<Int> {
    let body = bounds.y + min(1, bounds.height)..<max(bounds.y + min(1, bounds.height), bounds.maxY - 1)
    let fields = inputFields
    let inputs = fields.map { Self.rows(of: $0) }
    let best = Self.gaps(in: body, without: inputs + subjects)
    if place.count == height,
      best.contains(where: { $0.contains(place.lowerBound) && place.upperBound <= $0.upperBound })
    {
      return place
    }
    if let place = best.first(where: { $0.count >= height }) { return place.lowerBound..<place.lowerBound + height }
    let free = Self.gaps(in: body, without: inputs)
    if let place = free.first(where: { $0.count >= height }) { return place }
    let rest = free + Self.gaps(in: bounds.y..<body.lowerBound, without: inputs)
    if let largest = rest.max(by: { $0.count < $1.count }) { return largest }
    let carets = fields.compactMap { field in
      field.caret.map { field.convertToWindow($0).y }.map { $0..<$0 + 1 }
    }
    let around = Self.gaps(in: body, without: carets)
    return around.first { $0.count >= height } ?? around.max { $0.count < $1.count } ?? body
  }

  /// The rows that identify what the screen is about: headings, and the selected or focused rows, even under a dialog.
  private var subjects: [Range<Int>] {
    guard let window, let content = window.root.content else { return [] }
    let focused = (window.focusBeforeModal.map(\.value) + [window.focusedView]).compactMap(\.self)
    let cells = focused.map { $0.convertToWindow($0.focusCell).y }.map { $0..<$0 + 1 }
    return cells + Self.headings(in: content)
  }

  private static func headings(in view: View) -> [Range<Int>] {
    guard !view.isHidden else { return [] }
    let origin = view.convertToWindow(.zero)
    let own = view.headingAreas.filter { !$0.isEmpty }.map { $0.offset(by: origin).rows }
    return view.subviews.reduce(into: own) { $0 += headings(in: $1) }
  }

  /// The text fields in use: the one with the keyboard focus, and those under dialogs.
  private var inputFields: [View] {
    guard let window else { return [] }
    return (window.focusBeforeModal.map(\.value) + [window.focusedView]).compactMap { view in
      view?.takesTyping == true ? view : nil
    }
  }

  /// Returns the rows of a text field and of the views next to it.
  private static func rows(of field: View) -> Range<Int> {
    var input = field
    while let around = input.superview, around.frame.height <= Self.mostLines { input = around }
    let origin = input.convertToWindow(.zero)
    return origin.y..<origin.y + input.frame.height
  }

  /// Returns the parts of `rows` outside `inputs`, from top to bottom.
  private static func gaps(in rows: Range<Int>, without inputs: [Range<Int>]) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var start = rows.lowerBound
    for input in inputs.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if input.lowerBound > start { gaps.append(start..<min(input.lowerBound, rows.upperBound)) }
      start = min(max(start, input.upperBound), rows.upperBound)
    }
    return (gaps + [start..<rows.upperBound]).filter { !$0.isEmpty }
  }

  override func draw(in canvas: Canvas) {
    let base = canvas.theme[.toast]
    canvas.fill(bounds, style: base)
    for (y, line) in shown.enumerated() {
      var x = 0
      for span in line {
        // Only the attributes of a role are used, because its colors may not suit the background of the message.
        let style = span.role.map { Style(attributes: canvas.theme[$0].attributes).merging(over: base) } ?? base
        x += canvas.write(span.text, at: Point(x: x, y: y), style: style)
      }
    }
  }

  override func handle(mouse: MouseEvent) -> Bool {
    if mouse.kind == .press, let newest = entries.last { remove(newest.id) }
    return true
  }

  /// Returns the lines of the newest messages that fit. A single message that is too long is truncated.
  private func shownLines(width: Int, height: Int) -> [[Span]] {
    var shown: [[Span]] = []
    for entry in entries.reversed() {
      let lines = lines(of: entry, width: width, limit: max(1, min(Self.mostLines, height))).lines
      if shown.count + lines.count > height { break }
      shown = lines + shown
    }
    return shown
  }

  /// Returns the lines of a message, and whether its end is missing. The keys that the user can press follow the text,
  /// or are placed below it if they do not fit.
  private func lines(of entry: Entry, width: Int, limit: Int = mostLines) -> (lines: [[Span]], isCut: Bool) {
    let glyphs = Theme.dark.glyphs(ascii: isASCII)
    let sign = " \(entry.toast.kind.sign(theme: glyphs)) "
    let indent = String(repeating: " ", count: displayWidth(of: sign))
    let room = max(1, width - indent.count - 1)
    let tail = tail(of: entry)
    // Below the text, no space is needed before it.
    let lower = Array(tail.drop { $0.text.allSatisfy { $0 == " " } })
    let tailWidth = Self.width(of: tail)
    // Only the beginning of a text that needs more than `limit` lines is shown, and wrapping all of a long text would
    // delay every frame. The rest matters if the beginning contains runs of spaces, which lines omit.
    let start = entry.toast.text.prefix((limit + 1) * (room + 1))
    var texts = wrapped(String(start), width: room)
    if texts.count <= limit, start.endIndex < entry.toast.text.endIndex {
      texts = wrapped(entry.toast.text, width: room)
    }
    let fits = texts.last.map { displayWidth(of: $0) + tailWidth <= room } ?? true
    if !fits, texts.count < limit, Self.width(of: lower) <= room { texts.append("") }
    let isCut = texts.count > limit || !fits && texts.last?.isEmpty == false
    if isCut {
      let isLong = texts.count > limit
      texts = Array(texts.prefix(limit))
      texts[texts.count - 1] = truncated(
        texts[texts.count - 1] + (isLong ? String(glyphs.ellipsis) : ""), to: max(1, room - tailWidth),
        ellipsis: glyphs.ellipsis)
    }
    let lines: [[Span]] = texts.enumerated().map { index, text in
      let lead = index == 0 ? Span(sign, entry.toast.kind == .info ? nil : .title) : Span(indent)
      let end = index < texts.count - 1 ? [] : text.isEmpty ? lower : tail
      return [lead, Span(text)] + end + [Span(" ")]
    }
    return (lines, isCut)
  }

  private var isASCII: Bool { window?.isASCII ?? false }

  /// Returns the part that follows the text: the number of equal messages, and the keys for the action and for
  /// dismissal.
  private func tail(of entry: Entry) -> [Span] {
    var tail: [Span] = []
    if entry.count > 1 { tail += [Span(" \(isASCII ? "x" : "×")\(entry.count)", .title)] }
    if let offered = entry.toast.action, entry.id == offering?.id {
      tail += hint(key(of: Self.action) ?? offered.key, offered.title)
    }
    if entry.toast.duration == nil, let key = key(of: Self.dismiss) {
      tail += hint(key, command(Self.dismiss)?.title ?? "")
    }
    return tail
  }

  private func hint(_ key: Key, _ title: String) -> [Span] {
    [Span("  "), Span(key.label(ascii: isASCII), .hintKey), Span(" \(title)")]
  }

  private static func width(of line: [Span]) -> Int { line.reduce(0) { $0 + displayWidth(of: $1.text) } }
}

extension Toast.Kind {
  fileprivate func sign(theme glyphs: Theme.Glyphs) -> Character {
    switch self {
    case .info: glyphs.bullet
    case .success: glyphs.tick
    case .warning: "!"
    case .error: glyphs.failure
    }
  }
}
