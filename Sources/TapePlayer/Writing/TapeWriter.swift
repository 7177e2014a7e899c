import ReactorTerminalCore

/// A writer that turns a user's input into a tape. Playing the tape leads to the same screen.
///
/// Consecutive characters become one `Type`, equal keys become one command with a count, and long pauses become a
/// `Sleep`, whose duration accounts for the time that the tape spends on its keys. A count or a pause above the limit
/// of the language becomes several commands. Text typed into a secret field is replaced. Wheel turns become `ScrollUp`
/// and `ScrollDown`, presses of the left button become `#! click`, and all other mouse input becomes a comment that
/// names what is omitted.
public final class TapeWriter {
  /// The minimum pause that is written. Shorter pauses are considered part of typing.
  package static let shortestPause: Duration = .milliseconds(300)
  /// The default title of a session's tape.
  package static let title = "A session"
  /// The text at the beginning of every session's tape, by which it is recognized.
  static let beginning = "# A session"
  /// The text that replaces text typed into a secret field.
  private static let replacement = "secret"

  private var lines: [String]
  private var run: Run?
  private var lastEvent: Duration
  /// The time at which the tape so far would end if it were played.
  private var playedTime: Duration
  private var isDragging = false

  private enum Run {
    case text(String)
    case secret
    case key(String, count: Int)
  }

  /// Creates a writer for a screen of `size`.
  ///
  /// - Parameters:
  ///   - size: The size of the screen.
  ///   - title: The comment on the first line.
  ///   - environment: The variables that the tape sets.
  ///   - time: The start time, on the clock of all events.
  public init(
    size: Size, title: String, environment: [TapeSettings.EnvironmentVariable] = [], at time: Duration = .zero
  ) {
    let fitting = TapeText.fitting(size)
    lines = [TapeText.comment(title)] + (fitting == size ? [] : [TapeText.tooLarge(size)])
    lines += ["Set Width \(fitting.width)", "Set Height \(fitting.height)"]
    lines += environment.map(TapeText.setting) + [""]
    lastEvent = time
    playedTime = time
  }

  /// Records an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - time: The time of the event, on the same clock as the start time.
  ///   - isSecret: Whether the event goes to a secret field.
  package func record(_ event: Event, at time: Duration, isSecret: Bool = false) {
    switch event {
    case .key, .paste, .mouse, .resize: pause(until: time)
    case .focusGained, .focusLost, .resumed, .terminate: return
    }
    switch event {
    case .key(let key): record(key, isSecret: isSecret)
    case .paste(let paste): record(paste, isSecret: isSecret)
    case .mouse(let mouse): record(mouse)
    case .resize(let size):
      let fitting = TapeText.fitting(size)
      if fitting != size { append(TapeText.tooLarge(size)) }
      append("#! resize \(fitting.width)x\(fitting.height)")
    case .focusGained, .focusLost, .resumed, .terminate: break
    }
  }

  /// Returns the complete tape.
  ///
  /// - Parameter time: The end of the session. It is passed separately, because the screen may change after the last
  ///   key.
  public func tape(endingAt time: Duration) -> String {
    pause(until: time)
    endRun()
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Events

  private func pause(until time: Duration) {
    let pause = time - lastEvent
    lastEvent = time
    guard pause >= Self.shortestPause else { return }
    var milliseconds = Int((time - playedTime) / .milliseconds(10)) * 10
    while milliseconds > 0 {
      let sleep = min(milliseconds, Int(TapeParser.maximumMilliseconds))
      append("Sleep \(sleep)ms")
      playedTime += .milliseconds(sleep)
      milliseconds -= sleep
    }
  }

  /// Adds the pauses that follow keys when the tape is played.
  private func advance(keys: Int = 1) { playedTime += TapeSettings().typingSpeed * keys }

  private func record(_ key: Key, isSecret: Bool) {
    if let character = key.typedCharacter {
      if isSecret { return recordSecret() }
      advance()
      if case .text(let text) = run {
        run = .text(text + String(character))
      } else {
        start(.text(String(character)))
      }
      return
    }
    guard let command = TapeText.command(for: key) else {
      return append(TapeText.omitted("the key \(key), which has no name in a tape"))
    }
    advance()
    if case .key(command, let count) = run, key.hasCount, count < TapeParser.maximumCount {
      run = .key(command, count: count + 1)
    } else {
      start(.key(command, count: 1))
    }
  }

  private func recordSecret() {
    if case .secret = run { return }
    advance(keys: Self.replacement.count)
    start(.secret)
  }

  private func record(_ paste: Paste, isSecret: Bool) {
    guard !isSecret else { return recordSecret() }
    endRun()
    let pieces = paste.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let quoted = pieces.compactMap(TapeText.quoted)
    guard quoted.count == pieces.count else {
      return append(TapeText.omitted("pasted text with all three kinds of quotes on one line"))
    }
    advance()
    if quoted.count == 1 {
      append("Copy \(quoted[0])")
      append("Paste")
    } else {
      append("#! paste \(quoted.joined(separator: " "))")
    }
  }

  private func record(_ mouse: MouseEvent) {
    switch (mouse.kind, mouse.button) {
    case (.wheelUp, _): recordWheel("ScrollUp", mouse.steps)
    case (.wheelDown, _): recordWheel("ScrollDown", mouse.steps)
    case (.press, .left):
      isDragging = false
      guard TapeText.largestScreen.contains(mouse.position) else {
        return append(TapeText.omitted("a click outside the largest screen that a tape supports"))
      }
      advance()
      let count = mouse.clickCount > 1 ? " \(mouse.clickCount)" : ""
      append("#! click \(mouse.position.x),\(mouse.position.y)\(count)")
    case (.press, _): append(TapeText.omitted("a click with a button other than the left"))
    case (.drag, _):
      if !isDragging { append(TapeText.omitted("dragging the mouse")) }
      isDragging = true
    case (.release, _): break
    }
  }

  private func recordWheel(_ command: String, _ steps: Int) {
    advance(keys: steps)
    append(steps == 1 ? command : "\(command) \(steps)")
  }

  // MARK: Lines

  private func start(_ next: Run) {
    endRun()
    run = next
  }

  private func append(_ line: String) {
    endRun()
    lines.append(line)
  }

  private func endRun() {
    switch run {
    case .text(let text): lines += TapeText.typing(text)
    case .secret:
      lines.append("# Text typed into a secret field has been replaced.")
      lines.append("Type \"\(Self.replacement)\"")
    case .key(let command, let count): lines.append(count == 1 ? command : "\(command) \(count)")
    case nil: break
    }
    run = nil
  }
}

extension Key {
  /// Whether repetitions are written as a count. Key combinations are not.
  fileprivate var hasCount: Bool { modifiers.isEmpty }
}
