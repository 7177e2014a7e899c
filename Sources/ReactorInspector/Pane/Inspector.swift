import Glibc
import ReactorCore
import ReactorFiles
import ReactorTerminal

/// A debugger inside a terminal program. F12 opens a pane beside or below the screen, which shows incoming events, what
/// the program did, how states changed, and what was drawn.
///
/// ```swift
/// TerminalApplication.main(view) { Inspector.install(in: $0) }
/// ```
///
/// A closed inspector does not listen to events, so it can stay in a released program.
@MainActor
public final class Inspector {
  /// The command that opens the pane, moves the keyboard focus to it, or closes it.
  nonisolated public static let toggle = KeyBinding(
    id: "inspector.toggle", keys: [Key(.function(12))], title: "Inspector", help: "Shows or hides the inspector.",
    section: "Inspector", isHidden: true)

  /// All commands with their default keys, including those of the pane, for programs with configurable keys.
  nonisolated public static let bindings: [KeyBinding] =
    [toggle] + EpochsPage.commands.bindings + EffectsPage.commands.bindings + InspectorPane.commands.bindings

  /// The recording, while the pane is open or if a trace is to be written; `nil` otherwise.
  private(set) var log: InspectorLog?
  /// The pane, while it is open.
  private(set) var pane: InspectorPane?
  private weak var window: Window?
  private let options: Options
  /// The edge that the user has chosen.
  private var edge: DockPlacement.Edge?

  private init(_ window: Window, _ options: Options) {
    self.window = window
    self.options = options
  }

  /// Installs an inspector in a window, which retains it.
  ///
  /// - Parameters:
  ///   - window: The window of the program.
  ///   - options: Whether the pane is open from the start, and what else is recorded.
  @discardableResult
  public static func install(in window: Window, options: Options = Options()) -> Inspector {
    let inspector = Inspector(window, options)
    window.root.addCommand(toggle).bind { [weak inspector] in inspector?.toggle() }
    window.root.commandsUnderDialogs.insert(toggle.id)
    window.disposeBag.insert(ActionDisposable { _ = inspector })
    if let trace = options.trace {
      inspector.startLog()
      window.ended.subscribe { [weak inspector] in inspector?.writeTrace(to: trace) }.disposed(by: window.disposeBag)
    }
    if options.isOpen { inspector.open() }
    return inspector
  }

  /// Whether the pane is open.
  public var isOpen: Bool { pane != nil }

  /// Opens the pane. The keyboard focus does not move.
  public func open() {
    guard pane == nil, let window else { return }
    let log = log ?? startLog()
    let pane = InspectorPane(log, TimeTravel(log), savingIn: options.folder)
    self.pane = pane
    pane.sideChanged = { [weak self] in self?.changeSide() }
    pane.closed = { [weak self] in self?.close() }
    // The recording cannot be cleared, because a trace contains the whole session.
    pane.command(InspectorPane.clear)?.isEnabled = options.trace == nil
    placeDock(in: window)
  }

  /// Closes the pane, shows the present again, and discards the recording unless a trace is to be written.
  public func close() {
    guard let pane else { return }
    pane.travel.resume()
    self.pane = nil
    window?.root.setDock(nil)
    log?.isPaused = false
    guard options.trace == nil else { return }
    log?.stop()
    log = nil
  }

  private func toggle() {
    if let pane {
      if window?.isDockFocused == true { close() } else { pane.focus() }
    } else {
      open()
      pane?.focus()
    }
  }

  @discardableResult
  private func startLog() -> InspectorLog {
    guard let window else { preconditionFailure("The window retains its inspector.") }
    // The number of epochs in a trace must not vary between runs, so it must not depend on memory.
    let memoryLimit = options.trace == nil ? InspectorLog.standardMemoryLimit : nil
    let log = InspectorLog(window, memoryLimit: memoryLimit) { [weak self] source in
      guard let pane = self?.pane, let view = source.object as? View else { return false }
      return view.isDescendant(of: pane)
    }
    log.ignoresInput = { [weak self] in self?.ignores($0) ?? false }
    log.replacements = options.replacements
    self.log = log
    log.start()
    return log
  }

  /// Returns whether input is meant for the inspector: the key that opens it, and input for the pane.
  private func ignores(_ input: Event) -> Bool {
    guard let window else { return false }
    switch input {
    case .key(let key):
      return window.keymap.applied(to: Self.toggle).keys.contains(key) || pane != nil && window.isDockFocused
    case .paste: return pane != nil && window.isDockFocused
    case .mouse(let mouse): return pane?.frame.contains(mouse.position) == true
    case .resize, .focusGained, .focusLost, .resumed, .terminate: return false
    }
  }

  /// Writes the recording. A failure is reported on standard error, because the screen has been closed.
  private func writeTrace(to path: String) {
    guard let log, let format = TraceFormat(path: path) else { return }
    // Checked again, because the program may have run for hours since the first check.
    guard TraceFormat.mayReplace(path) else { return report(.exists(path)) }
    let code = FileWriting.replace(path, with: Array(log.trace(format).utf8), permissions: 0o600)
    if code != 0 { report(.cannotWrite(path: path, errno: code)) }
  }

  private func report(_ error: InspectorError) {
    _ = FileWriting.write(Array("\(error)\n".utf8), to: STDERR_FILENO)
  }

  // MARK: The place

  private func placeDock(in window: Window) {
    window.root.setDock(pane) { [weak self] size in
      let edge = self?.edge(in: size) ?? .bottom
      self?.pane?.edge = edge
      let length = edge == .bottom ? max(5, size.height / 2) : max(40, size.width * 45 / 100)
      return DockPlacement(edge: edge, length: length)
    }
  }

  private func edge(in size: Size) -> DockPlacement.Edge {
    edge ?? (size.width >= 120 ? .trailing : .bottom)
  }

  private func changeSide() {
    guard let window else { return }
    edge = edge(in: window.size) == .bottom ? .trailing : .bottom
    placeDock(in: window)
  }
}
