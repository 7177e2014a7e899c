import ReactorTerminal

/// Writes down what a person does as a tape that, played again, leads to the same screen.
///
/// Letters typed one after the other become one `Type`, equal keys one command with a count, long pauses a `Sleep`,
/// which brings the tape, whose keys take time of their own, to where the person was. What is typed into a secret field
/// is replaced. The mouse has no commands in the language: turns of the wheel are written as
/// `ScrollUp` and `ScrollDown`, presses of the left button as `#! click`, anything else as a comment that says that it
/// is missing.
public final class TapeWriter {
  /// Pauses shorter than this are not written: they are how a person types.
  static let shortestPause: Duration = .milliseconds(300)
  /// What is typed into a secret field, in a tape.
  private static let replacement = "secret"

  private var lines: [String]
  private var run: Run?
  private var lastEvent: Duration
  /// When the tape comes to its end so far, played from the beginning on; on the clock of `init`.
  private var played: Duration
  private var isDragging = false

  private enum Run {
    case text(String)
    case secret
    case key(String, count: Int)
  }

  /// A tape for a screen of `size`, begun at `time` of the clock that events are timed with.
  ///
  /// - Parameters:
  ///   - title: what the first line says.
  ///   - environment: what the tape sets of the environment, which says how the program begins.
  public init(
    size: Size, title: String, environment: [TapeSettings.EnvironmentVariable] = [], at time: Duration = .zero
  ) {
    let fitting = TapeText.fitting(size)
    lines = [TapeText.comment(title)] + (fitting == size ? [] : [TapeText.tooLarge(size)])
    lines += ["Set Width \(fitting.width)", "Set Height \(fitting.height)"]
    lines += environment.map(TapeText.setting) + [""]
    lastEvent = time
    played = time
  }

  /// Notes an event.
  /// - Parameters:
  ///   - time: on the clock of `init`.
  ///   - isSecret: whether what is typed goes to a field that does not show it.
  public func note(_ event: Event, at time: Duration, isSecret: Bool = false) {
    switch event {
    case .key, .paste, .mouse, .resize: pause(until: time)
    case .focusGained, .focusLost, .resumed, .terminate: return
    }
    switch event {
    case .key(let key): note(key, isSecret: isSecret)
    case .paste(let paste): note(paste, isSecret: isSecret)
    case .mouse(let mouse): note(mouse)
    case .resize(let size):
      let fitting = TapeText.fitting(size)
      if fitting != size { append(TapeText.tooLarge(size)) }
      append("#! resize \(fitting.width)x\(fitting.height)")
    case .focusGained, .focusLost, .resumed, .terminate: break
    }
  }

  /// The tape so far, whole.
  /// - Parameter time: the end of the session: the screen may go on changing after the last key.
  public func tape(at time: Duration) -> String {
    pause(until: time)
    endRun()
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Events

  private func pause(until time: Duration) {
    let pause = time - lastEvent
    lastEvent = time
    guard pause >= Self.shortestPause else { return }
    let milliseconds = Int((time - played) / .milliseconds(10)) * 10
    guard milliseconds > 0 else { return }
    append("Sleep \(milliseconds)ms")
    played += .milliseconds(milliseconds)
  }

  /// Each key that is played is followed by a pause.
  private func passed(keys: Int = 1) { played += TapeSettings().typingSpeed * keys }

  private func note(_ key: Key, isSecret: Bool) {
    if let character = key.typedCharacter {
      if isSecret { return noteSecret() }
      passed()
      if case .text(let text) = run {
        run = .text(text + String(character))
      } else {
        start(.text(String(character)))
      }
      return
    }
    guard let command = TapeText.command(for: key) else {
      return append(TapeText.comment("The key \(key) has no name in this language and is missing here."))
    }
    passed()
    if case .key(command, let count) = run, key.hasCount {
      run = .key(command, count: count + 1)
    } else {
      start(.key(command, count: 1))
    }
  }

  private func noteSecret() {
    if case .secret = run { return }
    passed(keys: Self.replacement.count)
    start(.secret)
  }

  private func note(_ paste: Paste, isSecret: Bool) {
    guard !isSecret else { return noteSecret() }
    endRun()
    let pieces = paste.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let quoted = pieces.compactMap(TapeText.quoted)
    guard quoted.count == pieces.count else {
      return append("# A paste with all three kinds of quotes in one line is missing here.")
    }
    passed()
    if quoted.count == 1 {
      append("Copy \(quoted[0])")
      append("Paste")
    } else {
      append("#! paste \(quoted.joined(separator: " "))")
    }
  }

  private func note(_ mouse: MouseEvent) {
    switch (mouse.kind, mouse.button) {
    case (.wheelUp, _): noteWheel("ScrollUp", mouse.steps)
    case (.wheelDown, _): noteWheel("ScrollDown", mouse.steps)
    case (.press, .left):
      isDragging = false
      guard TapeText.largestScreen.contains(mouse.position) else {
        return append("# A press beyond the largest screen of a tape is missing here.")
      }
      passed()
      let count = mouse.clickCount > 1 ? " \(mouse.clickCount)" : ""
      append("#! click \(mouse.position.x),\(mouse.position.y)\(count)")
    case (.press, _): append("# A press of another button than the left one is missing here.")
    case (.drag, _):
      if !isDragging { append("# Dragging the mouse is missing here.") }
      isDragging = true
    case (.release, _): break
    }
  }

  private func noteWheel(_ command: String, _ steps: Int) {
    passed(keys: steps)
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
      lines.append("# What was typed into a secret field is replaced.")
      lines.append("Type \"\(Self.replacement)\"")
    case .key(let command, let count): lines.append(count == 1 ? command : "\(command) \(count)")
    case nil: break
    }
    run = nil
  }
}

extension Key {
  /// Chords are written one by one.
  fileprivate var hasCount: Bool { modifiers.isEmpty }
}
