import ReactorCore
import ReactorTerminalCore
import Testing

/// A window on a terminal in memory, for testing a view, a screen, or a whole program.
///
/// ```swift
/// @Test func `the plus key counts up`() async {
///   let screen = TestScreen(30, 5) { CounterView(reactor: CounterReactor(clock: $0)) }
///
///   screen.press("+")
///   await screen.wait(.seconds(1))
///
///   screen.expect("""
///      Counter
///
///                  1
///
///      + Increase    q Quit    ? Help
///     """)
/// }
/// ```
///
/// Time stands still until ``wait(_:)`` advances the ``clock``. A frame follows every key, click, and paste. Every
/// frame is checked: it has to look as if the whole screen had been redrawn, and the hardware cursor has to be in the
/// focused view. If a check fails, a view has not called ``/ReactorTerminalCore/View/setNeedsDisplay(_:because:)`` or
/// ``/ReactorTerminalCore/View/setNeedsLayout()`` after a change, or its ``/ReactorTerminalCore/View/focusCell`` is
/// wrong.
@MainActor
public final class TestScreen {
  /// The window's clock, to be passed to reactors.
  public let clock: VirtualClock
  /// The terminal in memory.
  package let terminal: HeadlessTerminal
  /// The window.
  public let window: Window
  /// Whether the user has quit, with `q` or Ctrl-C.
  public private(set) var hasQuit = false

  /// Creates an empty screen without commands, for testing a view that is shown later (``show(_:)``) or a whole program
  /// that fills the window (``start(_:)``).
  ///
  /// - Parameters:
  ///   - width: The number of columns.
  ///   - height: The number of rows.
  ///   - ascii: Whether views draw only ASCII characters.
  ///   - theme: The theme of the window.
  public init(_ width: Int = 80, _ height: Int = 24, ascii: Bool = false, theme: Theme = .dark) {
    let size = Size(width: width, height: height)
    clock = VirtualClock()
    terminal = HeadlessTerminal(size: size, capabilities: Capabilities(isASCII: ascii))
    window = Window(size: size, surface: terminal, theme: theme, clock: clock)
    window.minimumSize = Size(width: 1, height: 1)
    // The references are weak, because the window retains the terminal.
    terminal.attach(handle: { [weak window] in window?.handle($0) }, afterBatch: { [weak window] in window?.render() })
    FrameCheck.watch(window)
  }

  /// Creates a screen that shows a view as `TerminalApplication.main` does: with the standard commands (help, palette,
  /// quit) and a hint line, and a `Screen` in a navigation stack with a title bar.
  ///
  /// - Parameters:
  ///   - width: The number of columns.
  ///   - height: The number of rows.
  ///   - ascii: Whether views draw only ASCII characters.
  ///   - theme: The theme of the window.
  ///   - makeView: A closure that returns the view, created with the window's clock.
  public convenience init(
    _ width: Int = 80, _ height: Int = 24, ascii: Bool = false, theme: Theme = .dark,
    _ makeView: (VirtualClock) -> View
  ) {
    self.init(width, height, ascii: ascii, theme: theme)
    window.installStandardCommands { [weak self] in self?.hasQuit = true }
    window.root.showProgram(makeView(clock))
    window.render()
  }

  /// Dismisses the dialogs, so that no command still waits for an answer.
  isolated deinit { window.close() }

  // MARK: Contents

  /// Fills the window with `view` and draws a frame.
  @discardableResult
  public func show<V: View>(_ view: V) -> V {
    window.root.content = view
    window.render()
    return view
  }

  /// Starts a program that fills the window itself, as `TerminalApplication.main` does, with the standard commands, and
  /// draws a frame.
  ///
  /// ```swift
  /// let screen = TestScreen(60, 20)
  /// let coordinator = screen.start { window in startProgram(in: window) }
  /// ```
  ///
  /// - Parameter start: A closure that fills the window. The program uses the clock of the window.
  /// - Returns: The result of `start`, such as a coordinator. The test retains it.
  @discardableResult
  public func start<Program>(_ start: (Window) throws -> Program) rethrows -> Program {
    window.installStandardCommands { [weak self] in self?.hasQuit = true }
    let program = try start(window)
    window.render()
    return program
  }

  /// The text of the screen, without trailing spaces and empty rows at the end.
  public var text: String {
    window.render()
    return ScreenPicture.trimmed(terminal.rows, of: " ").joined(separator: "\n")
  }

  /// The text of each row, without trailing spaces.
  public var rows: [String] {
    window.render()
    return terminal.rows
  }

  /// Returns the first position of `text` on the screen, or `nil` if it is not shown.
  public func position(of text: String) -> Point? {
    for (y, row) in rows.enumerated() {
      if let range = row.firstRange(of: text) {
        return Point(x: displayWidth(of: row[..<range.lowerBound]), y: y)
      }
    }
    return nil
  }

  /// The position of the caret on the screen, or `nil` if it is not shown.
  public var caret: Point? {
    window.render()
    return terminal.caret
  }

  /// The cell of the hardware cursor, which screen readers and braille displays follow even while it is invisible;
  /// `nil` if the window is too small.
  public var cursor: Point? {
    window.render()
    return terminal.cursor?.position
  }

  // MARK: Input

  /// Presses each key and draws a frame after it.
  public func press(_ keys: Key...) {
    for key in keys { terminal.feed([.key(key)]) }
  }

  /// Types each character of `text`, and draws a frame after each.
  public func type(_ text: String) { terminal.type(text) }

  /// Pastes `text`.
  public func paste(_ text: String) { terminal.feed([.paste(Paste(text))]) }

  /// Presses and releases the left button at a cell.
  public func click(_ x: Int, _ y: Int) {
    mouse(.press, x, y)
    mouse(.release, x, y)
  }

  /// Clicks on the first cell of `text`. Fails if the text is not on screen.
  public func click(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    if let position = position(of: text) { return click(position.x, position.y) }
    recordIssue(
      "There is no \(String(reflecting: text)) to click on. The screen shows:\n\(self.text)", at: sourceLocation)
  }

  /// Sends a mouse event and draws a frame.
  ///
  /// - Parameters:
  ///   - kind: The kind of event.
  ///   - x: The column.
  ///   - y: The row.
  ///   - button: The button.
  ///   - clicks: The number of clicks in a row, or `nil` for the default of the kind.
  ///   - steps: The number of steps of the wheel.
  public func mouse(
    _ kind: MouseEvent.Kind, _ x: Int, _ y: Int, button: MouseEvent.Button = .left, clicks: Int? = nil, steps: Int = 1
  ) {
    terminal.feed([
      .mouse(MouseEvent(kind, button: button, at: Point(x: x, y: y), clickCount: clicks, steps: steps))
    ])
  }

  /// Changes the size and draws a frame.
  public func resize(_ width: Int, _ height: Int) { terminal.resize(to: Size(width: width, height: height)) }

  /// Advances the clock and draws a frame.
  public func wait(_ duration: Duration) async {
    await clock.advance(by: duration)
    window.render()
  }

  // MARK: Expecting

  /// Expects the screen to show the given text and styles, row by row.
  ///
  /// - Parameters:
  ///   - text: The rows, without trailing spaces and without empty rows at the end.
  ///   - styles: One letter per column, as explained by the legend of a failure. If `nil`, styles are not compared.
  ///   - sourceLocation: The location of failures.
  ///   - report: A closure that receives a failure; by default, it records an issue in the running test.
  public func expect(
    _ text: String, styles: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    report: FailureReport = { recordIssue($0, at: $1) }
  ) {
    window.render()
    expectScreen(
      terminal, equals: text, styles: styles, theme: window.suitedTheme, sourceLocation: sourceLocation, report: report)
  }
}
