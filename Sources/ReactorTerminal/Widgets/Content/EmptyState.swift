import ReactorCore

/// A placeholder for missing content: the reason, and the suggested keys.
///
/// Empty, not found, failed and loading are distinct situations with their own texts and styles. Loading appears only
/// after ``Spinner/standardDelay``, so that the screen does not flicker when content loads quickly.
///
/// ```swift
/// table.placeholder = EmptyState(
///   EmptyState.Content(
///     .noMatches, title: "No cars match “\(query)”",
///     hints: [EmptyState.Hint(command: SearchBar.clear)]))
/// ```
public final class EmptyState: View {
  /// The reason why there is nothing to show.
  public enum Kind: Sendable, Hashable {
    /// There is no content yet.
    case empty
    /// Nothing matches the search.
    case noMatches
    /// The content could not be loaded.
    case failed
    /// The content is being loaded.
    case loading
  }

  /// The text; `nil` shows nothing.
  public var content: Content? {
    didSet { if content != oldValue { contentChanged(from: oldValue) } }
  }

  /// The role of the background: `.alert` in a dialog.
  public var background: Role = .text {
    didSet { if background != oldValue { setNeedsDisplay() } }
  }

  private let spinner = Spinner()
  private var isDue = false
  private var timer: (any Disposable)?
  private var chrome: (any Disposable)?

  /// Creates a placeholder.
  public init(_ content: Content? = nil) {
    self.content = content
    super.init()
    addSubview(spinner)
  }

  private var isLoading: Bool { content?.kind == .loading }

  private func contentChanged(from old: Content?) {
    if old?.kind != content?.kind { startDelay() }
    setNeedsLayout()
    setNeedsDisplay()
  }

  private func startDelay() {
    timer?.dispose()
    isDue = !isLoading
    spinner.isAnimating = isLoading
    guard isLoading else { return }
    timer = window?.after(spinner.delay) { [weak self] in
      self?.isDue = true
      self?.setNeedsDisplay()
    }
  }

  public override func windowChanged() {
    startDelay()
    chrome?.dispose()
    // The hints of commands depend on the user's keys and on which commands are enabled.
    chrome = window?.chrome.subscribe { [weak self] in
      guard let self, content?.hints.isEmpty == false else { return }
      setNeedsLayout()
      setNeedsDisplay()
    }
  }

  // MARK: Layout and drawing

  public override func layoutSubviews() {
    let lines = lines(ascii: window?.capabilities.isASCII ?? false)
    let titleWidth = lines.first?.displayWidth ?? 0
    spinner.frame = Rect(
      x: (bounds.width - titleWidth) / 2 - 2, y: top(of: lines), width: isLoading ? 1 : 0, height: 1)
  }

  /// Draws the text slightly above the center.
  public override func draw(in canvas: Canvas) {
    guard isDue else { return }
    let lines = lines(ascii: canvas.capabilities.isASCII)
    for (index, line) in lines.enumerated() {
      var x = max(0, (bounds.width - line.displayWidth) / 2)
      for span in line {
        x += canvas.write(
          span.text, at: Point(x: x, y: top(of: lines) + index),
          style: canvas.theme[span.role ?? .text].merging(over: canvas.theme[background]),
          truncation: .ellipsis)
      }
    }
  }

  private func top(of lines: [[Span]]) -> Int { max(0, (bounds.height - lines.count) * 2 / 5) }

  private func lines(ascii: Bool) -> [[Span]] {
    guard let content else { return [] }
    let glyphs = Theme.dark.glyphs(ascii: ascii)
    let title = [Span(content.titleText(glyphs), content.kind.role)]
    let hints = content.hints.compactMap { $0.spans(in: window, ascii: ascii) }
    let limit = bounds.height - 1 - hints.count
    let explanation = explanation(of: content, limit: limit, ellipsis: glyphs.ellipsis).map { [Span($0, .secondary)] }
    let gap: [[Span]] = hints.isEmpty || explanation.count >= limit ? [] : [[]]
    return [title] + explanation + gap + padded(hints)
  }

  /// Returns the lines of the explanation, shortened to `limit` lines, so that the hints stay visible.
  private func explanation(of content: Content, limit: Int, ellipsis: Character) -> [String] {
    guard !content.explanation.isEmpty else { return [] }
    let width = min(60, bounds.width - 2)
    let lines = wrapped(content.explanation, width: width)
    guard lines.count > limit else { return lines }
    guard limit > 0 else { return [] }
    let rest = lines[(limit - 1)...].joined(separator: " ")
    return lines[..<(limit - 1)] + [truncated(rest, to: width, ellipsis: ellipsis)]
  }

  /// Pads the hints to the same width, so that they start in the same column when centered.
  private func padded(_ hints: [[Span]]) -> [[Span]] {
    let widest = hints.map(\.displayWidth).max() ?? 0
    return hints.map { $0 + [Span(String(repeating: " ", count: widest - $0.displayWidth))] }
  }
}

extension EmptyState.Kind {
  fileprivate var role: Role {
    switch self {
    case .empty: .title
    case .noMatches: .warning
    case .failed: .error
    case .loading: .secondary
    }
  }
}

extension EmptyState.Content {
  /// The title, with a sign that identifies a failure even without color.
  fileprivate func titleText(_ glyphs: Theme.Glyphs) -> String {
    kind == .failed ? "\(glyphs.failure) \(title)" : title
  }
}
