import ReactorCore
import ReactorTerminalCore

/// A player of a tape on a stage. It sends decoded events, so that a tape has the same effect on every terminal.
@MainActor
public final class Player {
  /// The options of a performance.
  public struct Options: Sendable, Hashable {
    /// The factor by which all pauses are divided, in addition to the tape's playback speed.
    public var speed: Double
    /// Whether captions are shown on the screen. A recording always contains them as markers.
    public var showsCaptions: Bool
    /// The folder in which the tape writes screenshots and outputs; `nil` means the current folder.
    public var folder: String?
    /// The text of the title bar in pictures; `nil` means no title bar.
    public var pictureTitle: String?

    /// Creates options.
    public init(
      speed: Double = 1, showsCaptions: Bool = true, folder: String? = nil, pictureTitle: String? = nil
    ) {
      self.speed = speed
      self.showsCaptions = showsCaptions
      self.folder = folder
      self.pictureTitle = pictureTitle
    }
  }

  /// The way in which a performance ended.
  public enum Ending: Sendable, Hashable {
    /// All commands were played.
    case finished
    /// The user took control.
    case takenOver
    /// The program was terminated.
    case terminated
  }

  let tape: Tape
  let stage: any Stage
  let options: Options
  private let captions: CaptionView
  private var typingSpeed: Duration
  private var clipboard = ""
  /// The keys to show; `nil` if the tape does not show keys.
  private var pressedKeys: PressedKeys?
  /// Whether recordings and animated pictures currently leave out what happens.
  private(set) var isHiding = false
  private var keysTimer: (any Disposable)?
  /// The animated pictures of the whole tape.
  var animations: [AnimationRecorder] = []
  /// The animated picture of the last `animate`.
  var partAnimation: AnimationRecorder?
  /// The size set by the last `resize`.
  private var requiredSize: Size?

  /// The time without changes after which a `Wait` without a pattern ends.
  private static let quietPeriod: Duration = .milliseconds(300)
  /// The time for which the last key is shown.
  private static let keyDuration: Duration = .milliseconds(1_500)
  /// The range of the total speed. Within it, every pause is a valid duration.
  private static let speedRange = 1e-6...1e6

  /// Creates a performance of `tape` on a stage in memory. A ``LiveStage`` itself plays its tape.
  public convenience init(_ tape: Tape, on stage: HeadlessStage, options: Options = Options()) {
    self.init(tape, on: stage as any Stage, options: options)
  }

  /// Creates a performance of `tape` on `stage`.
  package init(_ tape: Tape, on stage: any Stage, options: Options = Options()) {
    self.tape = tape
    self.stage = stage
    self.options = options
    typingSpeed = tape.settings.typingSpeed
    captions = CaptionView.shown(in: stage.window)
  }

  /// Plays the tape, then writes its outputs. Before the first key, checks that all files can be written and that the
  /// required programs are installed.
  ///
  /// - Throws: ``TapeFailure`` for the first command that fails.
  public func play() async throws(TapeFailure) -> Ending {
    try tape.checkRequirements()
    try tape.checkFiles(in: options.folder)
    let start = tape.commands.first?.position ?? TapePosition(file: tape.file, line: 1, column: 1)
    do {
      try await perform(at: start) { try await stage.advance(by: .zero) }
      if !tape.patterns.contains(where: \.namesTooSmallMessage) { try checkSize(start) }
      animations = tape.outputs.filter { $0.kind == .picture }.map(animation)
      for command in tape.commands {
        try await perform(at: command.position) { try await play(command) }
        keepCaptionClear()
      }
      for output in tape.outputs where output.kind == .text { try write(output) }
      for animation in animations { try write(animation.file, animation.svg()) }
      try endPart()
    } catch let failure as TapeFailure {
      throw failure
    } catch StageError.terminated {
      return .terminated
    } catch {
      return .takenOver
    }
    return .finished
  }

  /// Runs `body`. If external work times out, throws a failure at `position`.
  private func perform(at position: TapePosition, _ body: () async throws -> Void) async throws {
    do { try await body() } catch StageError.externalWorkTimedOut(let seconds) {
      throw TapeFailure(
        position: position, reason: .externalWorkTimedOut(seconds: seconds), screen: stage.window.grid.rows)
    }
  }

  private func play(_ command: TapeCommand) async throws {
    if stage.hasEnded, command.action.needsProgram { throw failure(.programEnded, command.position) }
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
      requiredSize = size
      try await stage.resize(to: size)
    case .hide:
      isHiding = true
      stage.recorder?.hide()
      runningAnimations.forEach { $0.hide() }
    case .show: show()
    case .animate(let file):
      try endPart()
      partAnimation = file.map(animation)
    case .poster: runningAnimations.forEach { $0.setPoster() }
    case .caption(let text): show(caption: text)
    case .showKeys(let areShown):
      pressedKeys = areShown ? PressedKeys() : nil
      show(keys: "")
    case .wait(let wait): try await self.wait(wait, command.position)
    case .expect(let pattern):
      try checkSize(for: pattern, command.position)
      guard try finds(pattern, .screen, command.position) else { throw failure(.missing(pattern), command.position) }
    case .refute(let pattern):
      try checkSize(for: pattern, command.position)
      if try finds(pattern, .screen, command.position) { throw failure(.present(pattern), command.position) }
    case .screenshot(let file): try write(file)
    }
  }

  private func press(_ event: Event, _ interval: Duration?) async throws {
    let isSecret = stage.window.isTypingSecret
    stage.recorder?.input(event, isSecret: isSecret)
    if case .key(let key) = event { showKey(key, isSecret: isSecret) }
    try await stage.deliver(event)
    keepCaptionClear()
    try await pass(interval ?? typingSpeed)
  }

  private func pass(_ duration: Duration) async throws {
    let speed = options.speed * tape.settings.playbackSpeed
    try await stage.advance(by: duration / min(max(speed, Self.speedRange.lowerBound), Self.speedRange.upperBound))
  }

  private func keepCaptionClear() {
    if captions.keepClear() { stage.draw() }
  }

  private func show() {
    isHiding = false
    runningAnimations.forEach { $0.show() }
    guard let recorder = stage.recorder, recorder.isHiding else { return }
    recorder.show()
    stage.window.redraw()
    stage.draw()
  }

  private func show(caption text: String) {
    stage.recorder?.mark(text)
    runningAnimations.forEach { $0.add(caption: text) }
    guard options.showsCaptions else { return }
    captions.text = text
    captions.keepClear()
    stage.draw()
  }

  private func showKey(_ key: Key, isSecret: Bool) {
    guard options.showsCaptions, pressedKeys != nil else { return }
    let isASCII = stage.window.capabilities.isASCII
    pressedKeys?.press(
      key, isText: stage.window.caretRow != nil, isSecret: isSecret, isASCII: isASCII)
    show(keys: pressedKeys?.text(isASCII: isASCII) ?? "")
    keysTimer = stage.window.after(Self.keyDuration) { [weak self] in
      self?.pressedKeys = PressedKeys()
      self?.show(keys: "")
    }
  }

  private func show(keys: String) {
    keysTimer?.dispose()
    captions.keys = keys
    captions.keepClear()
  }

  // MARK: Waiting

  private func wait(_ wait: TapeWait, _ position: TapePosition) async throws {
    let timeout = wait.timeout ?? tape.settings.waitTimeout
    let pattern = wait.pattern ?? tape.settings.waitPattern
    let window = stage.window
    try checkSize(for: pattern, position)
    let isMet: Bool
    if let pattern {
      isMet = try await stage.wait(
        until: { try finds(pattern, wait.scope, position) }, timeout: timeout)
    } else {
      var shown = window.grid.rows
      var since = window.time
      isMet = try await stage.wait(
        until: {
          if shown != window.grid.rows { (shown, since) = (window.grid.rows, window.time) }
          return window.time - since >= Self.quietPeriod
        }, timeout: timeout)
    }
    guard isMet else {
      throw failure(.timedOut(waitingFor: pattern, scope: wait.scope, seconds: timeout / .seconds(1)), position)
    }
  }

  /// Fails if the window is so small that it shows only a message, unless the pattern names that message.
  ///
  /// Without this check, a pattern that matches the message would succeed, and any other pattern would appear to be
  /// missing.
  private func checkSize(for pattern: TapePattern? = nil, _ position: TapePosition) throws(TapeFailure) {
    if stage.window.isTooSmall, pattern?.namesTooSmallMessage != true {
      throw failure(.windowTooSmall(required: stage.window.minimumSize), position)
    }
  }

  private func finds(
    _ pattern: TapePattern, _ scope: TapeWait.Scope, _ position: TapePosition
  ) throws(TapeFailure) -> Bool {
    let text = scope == .line ? stage.window.lineText : stage.window.screenText
    guard let isMatch = pattern.matches(text) else { throw failure(.tooSlow(pattern), position) }
    return isMatch
  }

  private func failure(_ reason: TapeFailure.Reason, _ position: TapePosition) -> TapeFailure {
    let size = stage.window.size
    let required = requiredSize ?? tape.settings.size(fallback: size)
    let isTooSmall = required.width > size.width || required.height > size.height
    return TapeFailure(
      position: position, reason: reason, screen: stage.window.grid.rows,
      sizeMismatch: isTooSmall ? TapeFailure.SizeMismatch(required: required, actual: size) : nil)
  }
}

extension Tape {
  /// The patterns that the tape waits for and expects.
  fileprivate var patterns: [TapePattern] {
    commands.compactMap { command in
      switch command.action {
      case .wait(let wait): wait.pattern ?? settings.waitPattern
      case .expect(let pattern), .refute(let pattern): pattern
      default: nil
      }
    }
  }
}

extension TapePattern {
  /// Whether the pattern expects the message shown by a window that is too small.
  fileprivate var namesTooSmallMessage: Bool { source.contains(Window.tooSmallMessage) }
}

extension TapeCommand.Action {
  /// Whether the command fails after the program has ended.
  fileprivate var needsProgram: Bool {
    switch self {
    case .press, .scroll, .type, .paste, .click, .wait, .expect, .refute, .resize: true
    default: false
    }
  }
}
