import ReactorCore

/// The state of a window's terminal besides the screen, and the requests that wait for the end of the frame.
struct TerminalLink {
  var host: (any TerminalHost)?
  var isFocused = true
  var appearance: Appearance?
  var adaptiveTheme: AdaptiveTheme?
  var title: @MainActor (String) -> String = { $0 }
  var progress = TaskProgress.none
  var hasMouse = true

  var asksForAppearance = false
  var appearanceTimer: (any Disposable)?
  var shownTitle = ""
  var shownProgress = TaskProgress.none
  var reportsMouse = true
  var notifications: [TerminalRequest] = []
  /// The text that is copied before the next frame.
  var copied: (text: String, ended: @MainActor (CopyOutcome) -> Void)?
}

extension Window {
  // MARK: The background

  /// The brightness of the terminal's background; `nil` if the terminal has not answered.
  ///
  /// If there is an ``adaptiveTheme``, the terminal is queried after the first frame, and it reports changes.
  public var appearance: Appearance? { terminal.appearance }

  /// The themes that adapt to the terminal's background; `nil` if ``theme`` is fixed.
  ///
  /// ``theme`` stays unchanged until the terminal has answered. To return to a fixed theme, set this property to `nil`
  /// before setting ``theme``:
  ///
  /// ```swift
  /// window.adaptiveTheme = nil
  /// window.theme = .light
  /// ```
  public var adaptiveTheme: AdaptiveTheme? {
    get { terminal.adaptiveTheme }
    set {
      terminal.adaptiveTheme = newValue
      guard let newValue else { return }
      if let appearance { theme = newValue.theme(for: appearance) } else { terminal.asksForAppearance = true }
    }
  }

  /// Records the brightness of the terminal's background.
  package func appearanceFound(_ appearance: Appearance) {
    terminal.appearance = appearance
    if let adaptiveTheme { theme = adaptiveTheme.theme(for: appearance) }
  }

  /// Chooses a theme that suits any background, because the terminal has not answered.
  private func appearanceMissed() {
    if appearance == nil, let unknown = adaptiveTheme?.unknown { theme = unknown }
  }

  private static var appearanceDelay: Duration { .seconds(1) }

  // MARK: The mouse

  /// Whether mouse input is enabled. Without it, the terminal's own selection works. The initial value is that of the
  /// terminal; it can be changed while the program runs.
  public var hasMouse: Bool {
    get { terminal.hasMouse }
    set {
      guard newValue != terminal.hasMouse else { return }
      terminal.hasMouse = newValue
      settingsChanged.send(())
    }
  }

  // MARK: The terminal's window

  /// Whether the terminal's window has the keyboard focus. `true` if the terminal does not report focus.
  public internal(set) var isFocused: Bool {
    get { terminal.isFocused }
    set { terminal.isFocused = newValue }
  }

  /// The title of the terminal's window, which is restored when the program ends; empty if it is unchanged.
  public var title: String { terminal.shownTitle }

  /// A closure that returns the title of the terminal's window for the title of the current screen, which is empty if
  /// there is none. An empty result leaves the window's title unchanged.
  ///
  /// By default, the window's title is that of the screen. To add the name of the program:
  ///
  /// ```swift
  /// window.titleFormat = { $0.isEmpty ? "Showroom" : "\($0) – Showroom" }
  /// ```
  public var titleFormat: @MainActor (_ screen: String) -> String {
    get { terminal.title }
    set { terminal.title = newValue }
  }

  /// The progress shown in the taskbar or the terminal's tab. It disappears when the program ends.
  ///
  /// ```swift
  /// window.progress = .value(0.4)
  /// ```
  public var progress: TaskProgress {
    get { terminal.progress }
    set { terminal.progress = newValue }
  }

  /// Shows a desktop notification, unless the terminal's window has the keyboard focus.
  ///
  /// A terminal that cannot show the text rings its bell, which marks the window. Untrusted text is safe.
  ///
  /// - Parameters:
  ///   - title: What has happened, such as "Uploaded 3 files".
  ///   - body: The details; can be empty.
  public func notify(title: String, body: String = "") {
    guard !isFocused, terminal.notifications.count < Self.notificationLimit else { return }
    terminal.notifications.append(.notification(title: title, body: body))
  }

  /// Text that the user has copied.
  public struct CopiedText: Sendable, Hashable {
    /// The text.
    public var text: String
    /// The outcome of copying it.
    public var outcome: CopyOutcome
  }

  /// Copies `text` to the clipboard of the user's computer.
  ///
  /// If this computer has a display, and `wl-copy`, `xclip` or `xsel` is installed, that program copies the text.
  /// Otherwise, and on a remote computer, the text is sent to the terminal (OSC 52), which may ignore it. Inside tmux,
  /// its option `set-clipboard` must be `on`. Control characters other than tabs and line breaks are removed.
  ///
  /// - Parameters:
  ///   - text: The text to copy.
  ///   - ended: A closure that receives the outcome, to report it to the user. It is called as soon as the desktop's
  ///     program has ended, or before the next frame when the text is sent to the terminal. It is not called if another
  ///     text is copied before that frame.
  public func copy(_ text: String, ended: @escaping @MainActor (CopyOutcome) -> Void = { _ in }) {
    let clean = String(String.UnicodeScalarView(text.unicodeScalars.filter(Self.isCopied)))
    if clean.isEmpty { return ended(.empty) }
    if clean.utf8.count > Self.copyLimit { return ended(.tooLong) }
    terminal.copied = (clean, ended)
  }

  /// The maximum number of bytes to copy. All terminals with a clipboard accept at least that many.
  public static var copyLimit: Int { 74_994 }

  private static var notificationLimit: Int { 4 }

  private static func isCopied(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\t" || scalar == "\n" || scalar.properties.generalCategory != .control
  }

  // MARK: Requests

  /// Passes the requests since the last frame to the terminal, so that none of them delays a frame.
  func performRequests() {
    let title = titleFormat(titleOfScreen)
    if !title.isEmpty, title != terminal.shownTitle {
      terminal.shownTitle = title
      terminal.host?.perform(.title(title))
    }
    let progress = terminal.progress.rounded
    if progress != terminal.shownProgress {
      terminal.shownProgress = progress
      terminal.host?.perform(.progress(progress))
    }
    if terminal.hasMouse != terminal.reportsMouse {
      terminal.reportsMouse = terminal.hasMouse
      terminal.host?.perform(.mouse(terminal.hasMouse))
    }
    if terminal.asksForAppearance {
      terminal.asksForAppearance = false
      terminal.host?.perform(.appearance)
      terminal.appearanceTimer = after(Self.appearanceDelay) { [weak self] in self?.appearanceMissed() }
    }
    if !terminal.notifications.isEmpty {
      let requests = terminal.notifications
      terminal.notifications = []
      for request in requests { terminal.host?.perform(request) }
    }
  }

  /// Passes the last copied text on before the frame, so that the frame shows the outcome if it is already known.
  /// Without a terminal, the text counts as copied.
  func performCopy() {
    guard let (text, ended) = terminal.copied else { return }
    terminal.copied = nil
    if let host = terminal.host { host.copy(text, ended: ended) } else { ended(.copied) }
  }

  /// Repeats the requests that the terminal has forgotten while the program was suspended.
  func screenReturned() {
    terminal.shownTitle = ""
    terminal.shownProgress = .none
    terminal.isFocused = true
    terminal.asksForAppearance = adaptiveTheme != nil
  }

  /// The title of the screen that contains the keyboard focus, even if it is under dialogs.
  private var titleOfScreen: String {
    let focused = modals.isEmpty ? focusedView : focusBeforeModal.first?.value
    guard let start = focused ?? root.content?.keyTarget else { return "" }
    return sequence(first: start) { $0.superview }.lazy.map(\.titleOfWindow).first { !$0.isEmpty } ?? ""
  }
}
