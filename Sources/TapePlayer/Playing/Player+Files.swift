import Glibc
import ReactorTerminalCore

/// The files that a tape writes.
extension Player {
  /// Writes the current screen.
  func write(_ file: TapeFile) throws(TapeFailure) {
    let screen = ScreenSnapshot(of: stage.window)
    try write(file, file.kind == .picture ? screen.svg(title: options.pictureTitle) : screen.text)
  }

  /// Writes a file as a whole.
  func write(_ file: TapeFile, _ text: String) throws(TapeFailure) {
    let outputs = tape.outputs(in: options.folder)
    do { try outputs.write(text, to: file) } catch { throw outputs.failure(file, error) }
  }

  // MARK: Animated pictures

  /// All animated pictures that have started.
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
  private var files: [TapeFile] {
    outputs
      + commands.compactMap {
        switch $0.action {
        case .screenshot(let file): file
        case .animate(let file): file
        default: nil
        }
      }
  }

  func outputs(in folder: String?) -> TapeOutputs { TapeOutputs(of: self, in: folder) }

  /// Fails if a file of the tape cannot be written, as far as this can be determined in advance.
  ///
  /// - Parameter folder: The folder that contains the files; `nil` means the current folder.
  package func checkFiles(in folder: String?) throws(TapeFailure) {
    let outputs = outputs(in: folder)
    for file in files {
      do { try outputs.check(file) } catch { throw outputs.failure(file, error) }
    }
  }

  /// Creates the recordings that the tape writes.
  ///
  /// - Parameter folder: The folder that contains the files; `nil` means the current folder.
  @MainActor
  package func recordingFiles(in folder: String?) throws(TapeFailure) -> [RecordingFile] {
    let all = outputs(in: folder)
    var files: [RecordingFile] = []
    for file in outputs where file.kind == .recording {
      do { files.append(try all.recording(file)) } catch { throw all.failure(file, error) }
    }
    return files
  }
}

extension TapeOutputs {
  /// Returns the failure for a tape's file that cannot be written.
  fileprivate func failure(_ file: TapeFile, _ error: TapeOutputError) -> TapeFailure {
    TapeFailure(position: file.position, reason: .unwritable(path: path(of: file), reason: "\(error)"), screen: [])
  }
}

extension Tape {
  /// Checks that all required programs are installed, as ``Player/play()`` does, before anything else is created.
  ///
  /// - Throws: ``TapeFailure`` for the first missing program.
  package func checkRequirements() throws(TapeFailure) {
    for requirement in requirements where !InstalledPrograms.contains(requirement.program) {
      throw TapeFailure(position: requirement.position, reason: .notInstalled(requirement.program), screen: [])
    }
  }
}

/// Lookups of programs in the same way as a shell.
enum InstalledPrograms {
  /// Returns whether `name` is an executable program: the file at that path if it contains a slash, otherwise a file in
  /// a folder of the `PATH`.
  static func contains(_ name: String) -> Bool {
    if name.contains("/") { return access(name, X_OK) == 0 }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }
}
