import ReactorCore

/// The messages that are on the screen, the newest lowest. Nothing moves for them: they lie over what is there.
final class ToastStack: OverlayView {
  private struct Entry {
    let id: Int
    let toast: Toast
    let timer: (any Disposable)?
  }

  /// Messages at most.
  static let capacity = 3
  private static let widest = 60
  private static let mostLines = 3

  private var entries: [Entry] = []
  private var nextID = 0

  override init() {
    super.init()
    isHidden = true
    keys(.escape, id: "toast.dismiss", title: "Dismiss", section: "General", isHidden: true).bind { [weak self] in
      self?.dismissNewest()
    }
    keys(id: "toast.action", title: "", section: "General").bind { [weak self] in self?.performAction() }
    entriesChanged()
  }

  var toasts: [Toast] { entries.map(\.toast) }

  override var takesKeys: Bool { !entries.isEmpty }

  func show(_ toast: Toast) {
    var ended: [Toast] = []
    if let old = entries.firstIndex(where: { toast.replaces($0.toast) }) { ended.append(take(at: old)) }
    nextID += 1
    let id = nextID
    let timer = window?.after(toast.duration) { [weak self] in self?.remove(id) }
    entries.append(Entry(id: id, toast: toast, timer: timer))
    while entries.count > Self.capacity { ended.append(take(at: 0)) }
    entriesChanged()
    for toast in ended { toast.expired?() }
  }

  func dismissNewest() {
    if let newest = entries.last { remove(newest.id) }
  }

  private func performAction() {
    guard let entry = entries.last(where: { $0.toast.action != nil }) else { return }
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
    let action = entries.last { $0.toast.action != nil }?.toast.action
    let binding = KeyBinding(
      id: "toast.action", keys: action.map { [$0.key] } ?? [], title: action?.title ?? "", section: "General",
      isEnabled: action != nil)
    command(binding)
    command("toast.dismiss")?.isEnabled = !entries.isEmpty
    isHidden = entries.isEmpty
    setNeedsDisplay()
    window?.root.setNeedsLayout()
    window?.chromeChanged()
  }

  // MARK: Layout and drawing

  /// Above the last line, at the right edge; where somebody types there, above or below that.
  override func frame(in bounds: Rect) -> Rect {
    let room = min(Self.widest, bounds.width - 2)
    let blocks = entries.map { lines(of: $0.toast, width: room) }
    let width = blocks.joined().map { Self.width(of: $0) }.max() ?? 0
    let wanted = min(blocks.reduce(0) { $0 + $1.count }, max(0, bounds.height - 2))
    let place = rows(for: wanted, in: bounds)
    let height = min(wanted, place.count)
    return Rect(x: bounds.maxX - width - 1, y: place.upperBound - height, width: width, height: height)
  }

  /// Where `height` lines may stand without covering an input: the lowest place with room for them, or the larger one.
  private func rows(for height: Int, in bounds: Rect) -> Range<Int> {
    let all = bounds.y + min(1, bounds.height)..<max(bounds.y + min(1, bounds.height), bounds.maxY - 1)
    guard let input = inputRows, input.overlaps(all) else { return all }
    let below = min(input.upperBound, all.upperBound)..<all.upperBound
    let above = all.lowerBound..<max(all.lowerBound, input.lowerBound)
    if below.count >= height { return below }
    return above.count >= min(height, below.count + 1) ? above : below
  }

  /// The lines of the window in which somebody types: the field with what stands beside it, of a larger one that of the
  /// caret.
  private var inputRows: Range<Int>? {
    guard let field = window?.focusedView, field.takesTyping else { return nil }
    var input = field
    while let around = input.superview, around.frame.height <= Self.mostLines { input = around }
    let origin = input.convertToWindow(.zero)
    if input.frame.height <= Self.mostLines { return origin.y..<origin.y + input.frame.height }
    return field.caret.map { origin.y + $0.y..<origin.y + $0.y + 1 }
  }

  override func draw(in canvas: Canvas) {
    let base = canvas.theme[.toast]
    var y = 0
    canvas.fill(bounds, style: base)
    for entry in entries {
      for line in lines(of: entry.toast, width: bounds.width) {
        var x = 0
        for span in line {
          // The toast's own colours are what its text is read on.
          let style = span.role.map { Style(attributes: canvas.theme[$0].attributes).merging(over: base) } ?? base
          x += canvas.write(span.text, at: Point(x: x, y: y), style: style)
        }
        y += 1
      }
    }
  }

  override func handle(mouse: MouseEvent) -> Bool {
    if mouse.kind == .press { dismissNewest() }
    return true
  }

  private func lines(of toast: Toast, width: Int) -> [[Span]] {
    let ascii = window?.capabilities.isASCII ?? false
    let sign = " \(toast.kind.sign(theme: Theme.dark.glyphs(ascii: ascii))) "
    var action: [Span] = []
    if let offered = toast.action {
      let key =
        window?.keymap.applied(to: command("toast.action")?.binding ?? KeyBinding(id: "", keys: [], title: ""))
        .keys.first ?? offered.key
      action = [Span("  "), Span(key.label(ascii: ascii), .hintKey), Span(" \(offered.title)")]
    }
    let room = width - displayWidth(of: sign) - Self.width(of: action) - 1
    var texts = wrapped(toast.text, width: max(1, room))
    if texts.count > Self.mostLines {
      texts = Array(texts.prefix(Self.mostLines))
      texts[Self.mostLines - 1] = truncated(
        texts[Self.mostLines - 1] + "\u{2026}\u{2026}", to: max(1, room), ellipsis: ascii ? "~" : "\u{2026}")
    }
    return texts.enumerated().map { index, text in
      let lead = index == 0 ? Span(sign, toast.kind == .info ? nil : .title) : Span("   ")
      return [lead, Span(text)] + (index == texts.count - 1 ? action : []) + [Span(" ")]
    }
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
