import ReactorCore

/// What stands where there is nothing to show: why, and which key helps.
///
/// Empty, nothing found and failed are three different situations, and loading is a fourth, which shows only once it
/// has lasted for 150 ms: what loads at once does not blink.
public final class EmptyState: View {
  /// Why there is nothing.
  public enum Kind: Sendable, Hashable {
    /// There is nothing yet.
    case empty
    /// Nothing matches what was searched for.
    case noMatch
    /// It could not be had.
    case failed
    /// It is being had.
    case loading
  }

  /// What it says; nil: nothing.
  public var content: Content? {
    didSet { if content != oldValue { contentChanged(from: oldValue) } }
  }

  /// What lies behind it, where that is not the bare screen: in a dialog, `.alert`.
  public var ground: Role = .text {
    didSet { if ground != oldValue { setNeedsDisplay() } }
  }

  /// How long loading lasts before it shows.
  public static let delay: Duration = .milliseconds(150)

  private let spinner = Spinner(delay: EmptyState.delay)
  private var isDue = false
  private var timer: (any Disposable)?
  private var chrome: (any Disposable)?

  /// A placeholder that says `content`.
  public init(_ content: Content? = nil) {
    self.content = content
    super.init()
    addSubview(spinner)
  }

  private var isLoading: Bool { content?.kind == .loading }

  private func contentChanged(from old: Content?) {
    if old?.kind != content?.kind { wait() }
    setNeedsLayout()
    setNeedsDisplay()
  }

  private func wait() {
    timer?.dispose()
    isDue = !isLoading
    spinner.isAnimating = isLoading
    guard isLoading else { return }
    timer = window?.after(Self.delay) { [weak self] in
      self?.isDue = true
      self?.setNeedsDisplay()
    }
  }

  /// Waits from when it is in a window, and follows the keys of the commands that it names.
  public override func windowChanged() {
    wait()
    chrome?.dispose()
    chrome = window?.chrome.subscribe { [weak self] in
      guard let self, content?.hints.isEmpty == false else { return }
      setNeedsDisplay()
    }
  }

  // MARK: Layout and drawing

  /// The spinner stands before the title.
  public override func layoutSubviews() {
    let lines = lines(ascii: window?.capabilities.isASCII ?? false)
    let titleWidth = lines.first.map { width(of: $0) } ?? 0
    spinner.frame = Rect(
      x: (bounds.width - titleWidth) / 2 - 2, y: top(of: lines), width: isLoading ? 1 : 0, height: 1)
  }

  /// In the middle, a little above it.
  public override func draw(in canvas: Canvas) {
    guard isDue else { return }
    let lines = lines(ascii: canvas.capabilities.isASCII)
    for (index, line) in lines.enumerated() {
      var x = max(0, (bounds.width - width(of: line)) / 2)
      for span in line {
        x += canvas.write(
          span.text, at: Point(x: x, y: top(of: lines) + index),
          style: canvas.theme[span.role ?? .text].merging(over: canvas.theme[ground]),
          truncation: .ellipsis)
      }
    }
  }

  private func top(of lines: [[Span]]) -> Int { max(0, (bounds.height - lines.count) * 2 / 5) }

  private func width(of line: [Span]) -> Int { line.reduce(0) { $0 + displayWidth(of: $1.text) } }

  private func lines(ascii: Bool) -> [[Span]] {
    guard let content else { return [] }
    var lines = [[Span(content.titleText(Theme.dark.glyphs(ascii: ascii)), content.kind.role)]]
    if !content.explanation.isEmpty {
      lines += wrapped(content.explanation, width: min(60, bounds.width - 2)).map { [Span($0, .secondary)] }
    }
    let hints = content.hints.compactMap { $0.spans(in: window, ascii: ascii) }
    return hints.isEmpty ? lines : lines + [[]] + aligned(hints)
  }

  /// Hints begin in the same column.
  private func aligned(_ hints: [[Span]]) -> [[Span]] {
    let widest = hints.map { width(of: $0) }.max() ?? 0
    return hints.map { $0 + [Span(String(repeating: " ", count: widest - width(of: $0)))] }
  }
}

extension EmptyState.Kind {
  fileprivate var role: Role {
    switch self {
    case .empty: .title
    case .noMatch: .warning
    case .failed: .error
    case .loading: .secondary
    }
  }
}

extension EmptyState.Content {
  /// A failure is told without colour too.
  fileprivate func titleText(_ glyphs: Theme.Glyphs) -> String {
    kind == .failed ? "\(glyphs.failure) \(title)" : title
  }
}
