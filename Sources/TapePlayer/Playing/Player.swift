import ReactorTerminal

/// Plays a tape on a stage, by events that are decoded already: what a person's terminal would do to them is no part of
/// it, so that a tape means the same everywhere.
@MainActor
public final class Player {
  /// What may differ from one performance to the next.
  public struct Options: Sendable, Hashable {
    /// How much faster than the tape says: 2 halves every pause.
    public var speed: Double
    /// Whether captions are shown on the screen. A recording has them as marks in any case.
    public var showsCaptions: Bool
    /// Where screenshots and outputs with relative names go; nil: the process's own folder.
    public var folder: String?
    /// What the bar above a picture says; nil: there is none.
    public var pictureTitle: String?

    /// As the tape says, with captions.
    public init(
      speed: Double = 1, showsCaptions: Bool = true, folder: String? = nil, pictureTitle: String? = nil
    ) {
      self.speed = speed
      self.showsCaptions = showsCaptions
      self.folder = folder
      self.pictureTitle = pictureTitle
    }
  }

  /// How a performance ended.
  public enum Ending: Sendable, Hashable {
    /// With the tape's last command.
    case finished
    /// With a person who took over.
    case takenOver
    /// With the program, which had to end.
    case terminated
  }

  private let tape: Tape
  private let stage: any Stage
  private let options: Options
  private let captions: CaptionView
  private var typingSpeed: Duration
  private var clipboard = ""
  /// The size that the tape asked for last.
  private var wantedSize: Size?

  /// How long the screen has to be the same for a `Wait` without a pattern.
  private static let stillness: Duration = .milliseconds(300)
  /// Faster and slower than this, pauses are no lengths of time any more.
  private static let speeds = 1e-6...1e6

  /// A performance of `tape`.
  public init(_ tape: Tape, on stage: any Stage, options: Options = Options()) {
    self.tape = tape
    self.stage = stage
    self.options = options
    typingSpeed = tape.settings.typingSpeed
    captions = CaptionView.shown(in: stage.window)
  }

  /// Plays from the beginning to the end, then writes the texts and pictures that the tape asks for. That they can be
  /// written is seen to before the first key.
  /// - Throws: ``TapeFailure`` for the first command that fails.
  public func play() async throws(TapeFailure) -> Ending {
    try tape.checkRequirements()
    for file in tape.files { try check(file) }
    let start = tape.commands.first?.position ?? TapePosition(file: tape.file, line: 1, column: 1)
    do {
      try await perform(at: start) { try await stage.pass(.zero) }
      for command in tape.commands {
        try await perform(at: command.position) { try await play(command) }
        keepCaptionClear()
      }
      for output in tape.outputs { try write(output) }
    } catch let failure as TapeFailure {
      throw failure
    } catch TapeInterruption.terminated {
      return .terminated
    } catch {
      return .takenOver
    }
    return .finished
  }

  /// Gives an interruption that is a failure the place where it came.
  private func perform(at position: TapePosition, _ body: () async throws -> Void) async throws {
    do { try await body() } catch TapeInterruption.stuck(let seconds) {
      throw TapeFailure(position: position, reason: .stuck(seconds: seconds), screen: stage.window.grid.rows)
    }
  }

  private func play(_ command: TapeCommand) async throws {
    if stage.isOver, command.action.needsProgram { throw failure(.programEnded, command.position) }
    switch command.action {
    case .press(let key, let count, let interval):
      for _ in 0..<count { try await press(.key(key), interval) }
    case .scroll(let notches, let interval):
      let kind: MouseEvent.Kind = notches > 0 ? .wheelUp : .wheelDown
      let size = stage.window.size
      let middle = Point(x: size.width / 2, y: size.height / 2)
      for _ in 0..<abs(notches) { try await press(.mouse(MouseEvent(kind, at: middle)), interval) }
    case .type(let text, let interval):
      for character in text { try await press(.key(Key(.character(character))), interval) }
    case .click(let point, let count):
      try await stage.deliver(.mouse(MouseEvent(.press, at: point, clickCount: count)))
      try await press(.mouse(MouseEvent(.release, at: point)), nil)
    case .copy(let text): clipboard = text
    case .paste: try await press(.paste(Paste(clipboard)), nil)
    case .sleep(let duration): try await pass(duration)
    case .typingSpeed(let speed): typingSpeed = speed
    case .resize(let size):
      wantedSize = size
      try await stage.resize(to: size)
    case .hide: stage.recorder?.hide()
    case .show: show()
    case .caption(let text): show(caption: text)
    case .wait(let wait): try await self.wait(wait, command.position)
    case .expect(let pattern):
      guard try finds(pattern, .screen, command.position) else { throw failure(.missing(pattern), command.position) }
    case .refute(let pattern):
      if try finds(pattern, .screen, command.position) { throw failure(.present(pattern), command.position) }
    case .screenshot(let file): try write(file)
    }
  }

  private func press(_ event: Event, _ interval: Duration?) async throws {
    stage.recorder?.input(event, isSecret: stage.window.isTypingSecret)
    try await stage.deliver(event)
    keepCaptionClear()
    try await pass(interval ?? typingSpeed)
  }

  private func pass(_ duration: Duration) async throws {
    let speed = options.speed * tape.settings.playbackSpeed
    try await stage.pass(duration / min(max(speed, Self.speeds.lowerBound), Self.speeds.upperBound))
  }

  private func keepCaptionClear() {
    if captions.keepClear() { stage.draw() }
  }

  private func show() {
    guard let recorder = stage.recorder, recorder.isHiding else { return }
    recorder.show()
    stage.window.redraw()
    stage.draw()
  }

  private func show(caption text: String) {
    stage.recorder?.mark(text)
    guard options.showsCaptions else { return }
    captions.text = text
    captions.keepClear()
    stage.draw()
  }

  // MARK: Waiting

  private func wait(_ wait: TapeWait, _ position: TapePosition) async throws {
    let timeout = wait.timeout ?? tape.settings.waitTimeout
    let pattern = wait.pattern ?? tape.settings.waitPattern
    let window = stage.window
    let isThere: Bool
    if let pattern {
      isThere = try await stage.wait(
        until: { try finds(pattern, wait.scope, position) }, timeout: timeout)
    } else {
      var shown = window.grid.rows
      var since = window.time
      isThere = try await stage.wait(
        until: {
          if shown != window.grid.rows { (shown, since) = (window.grid.rows, window.time) }
          return window.time - since >= Self.stillness
        }, timeout: timeout)
    }
    if !isThere { throw failure(.waited(for: pattern, scope: wait.scope, seconds: timeout / .seconds(1)), position) }
  }

  private func finds(
    _ pattern: TapePattern, _ scope: TapeWait.Scope, _ position: TapePosition
  ) throws(TapeFailure) -> Bool {
    let text = scope == .line ? stage.window.lineText : stage.window.screenText
    guard let isThere = pattern.matches(text) else { throw failure(.tooSlow(pattern), position) }
    return isThere
  }

  private func failure(_ reason: TapeFailure.Reason, _ position: TapePosition) -> TapeFailure {
    let size = stage.window.size
    let wanted = wantedSize ?? tape.settings.size(fallback: size)
    let lacksRoom = wanted.width > size.width || wanted.height > size.height
    return TapeFailure(
      position: position, reason: reason, screen: stage.window.grid.rows,
      shortage: lacksRoom ? TapeFailure.Shortage(wanted: wanted, actual: size) : nil)
  }

  // MARK: Files

  /// The path of what the tape names, and of what is written while it is played, by whoever made the stage, nil.
  private func path(of file: TapeFile) -> String? {
    guard file.kind != .recording else { return nil }
    return options.folder.map { file.path.hasPrefix("/") ? file.path : "\($0)/\(file.path)" } ?? file.path
  }

  private func check(_ file: TapeFile) throws(TapeFailure) {
    guard let path = path(of: file) else { return }
    let code = FileWriting.obstacle(to: path)
    if code != 0 { throw unwritable(file, path, code) }
  }

  private func unwritable(_ file: TapeFile, _ path: String, _ code: Int32) -> TapeFailure {
    TapeFailure(position: file.position, reason: .unwritable(path: path, reason: systemReason(code)), screen: [])
  }

  private func write(_ file: TapeFile) throws(TapeFailure) {
    guard let path = path(of: file) else { return }
    let screen = ScreenSnapshot(of: stage.window)
    let code = FileWriting.replace(
      path, with: file.kind == .picture ? screen.svg(title: options.pictureTitle) : screen.text)
    if code != 0 { throw unwritable(file, path, code) }
  }
}

extension Tape {
  /// All that is written, in the order of the tape.
  fileprivate var files: [TapeFile] {
    outputs + commands.compactMap { if case .screenshot(let file) = $0.action { file } else { nil } }
  }
}

extension TapeCommand.Action {
  /// Whether it means nothing when there is no program any more.
  fileprivate var needsProgram: Bool {
    switch self {
    case .press, .scroll, .type, .paste, .click, .wait, .expect, .refute, .resize: true
    default: false
    }
  }
}
