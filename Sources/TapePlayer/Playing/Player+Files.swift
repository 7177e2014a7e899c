import ReactorTerminal
import Writing

/// The files that a tape writes.
extension Player {
  /// Returns the path to write; `nil` for a recording, which the creator of the stage writes.
  private func path(of file: TapeFile) -> String? {
    file.kind == .recording ? nil : options.path(of: file)
  }

  /// Fails if a file cannot be written, as far as that is known before.
  func check(_ file: TapeFile) throws(TapeFailure) {
    guard let path = path(of: file) else { return }
    let code = FileWriting.obstacle(to: path)
    if code != 0 { throw unwritable(file, path, code) }
  }

  private func unwritable(_ file: TapeFile, _ path: String, _ code: Int32) -> TapeFailure {
    TapeFailure(position: file.position, reason: .unwritable(path: path, reason: systemReason(code)), screen: [])
  }

  /// Writes the current screen.
  func write(_ file: TapeFile) throws(TapeFailure) {
    let screen = ScreenSnapshot(of: stage.window)
    try write(file, file.kind == .picture ? screen.svg(title: options.pictureTitle) : screen.text)
  }

  /// Writes a file as a whole.
  func write(_ file: TapeFile, _ text: String) throws(TapeFailure) {
    guard let path = path(of: file) else { return }
    let code = FileWriting.replace(path, with: text)
    if code != 0 { throw unwritable(file, path, code) }
  }

  // MARK: Animated pictures

  /// All animated pictures that have begun.
  var runningAnimations: [AnimationRecorder] { animations + (partAnimation.map { [$0] } ?? []) }

  /// Begins an animated picture.
  func animation(_ file: TapeFile) -> AnimationRecorder {
    AnimationRecorder(
      file, of: stage.window, title: options.pictureTitle, frameRate: tape.settings.frameRate, isHidden: isHiding)
  }

  /// Ends the animated picture of the last `animate`.
  func endPart() throws(TapeFailure) {
    guard let animation = partAnimation else { return }
    partAnimation = nil
    try write(animation.file, animation.svg())
  }
}

extension Tape {
  /// All files that the tape writes.
  var files: [TapeFile] {
    outputs
      + commands.compactMap {
        switch $0.action {
        case .screenshot(let file): file
        case .animate(let file): file
        default: nil
        }
      }
  }
}
