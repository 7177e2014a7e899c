import ReactorCore
import ReactorTerminal

/// A recorder of the frames of a window as an animated picture, on the clock of the window.
@MainActor
final class AnimationRecorder {
  /// The file to write at the end.
  let file: TapeFile
  private let window: Window
  private var picture: AnimatedPicture
  private var time: RecordingClock
  private let disposeBag = DisposeBag()

  /// Creates a recorder that begins with the last frame.
  init(_ file: TapeFile, of window: Window, title: String?, frameRate: Int) {
    self.file = file
    self.window = window
    picture = AnimatedPicture(ScreenSnapshot(of: window), title: title, frameRate: frameRate)
    time = RecordingClock { [weak window] in window?.time ?? .zero }
    window.frameDrawn.bind { [weak self] in self?.addFrame() }.disposed(by: disposeBag)
  }

  /// Adds a caption to the description of the picture.
  func add(caption: String) {
    if !time.isHiding { picture.add(caption: caption) }
  }

  /// Makes the current screen the one that is shown where motion is not wanted.
  func setPoster() {
    if !time.isHiding { picture.setPoster() }
  }

  /// Leaves out all further frames, and the time that they take.
  func hide() { time.hide() }

  /// Resumes with the last frame.
  func show() {
    if time.show() { addFrame() }
  }

  /// Returns the picture of all frames until now.
  func svg() -> String { picture.svg(endingAt: time.now) }

  private func addFrame() {
    if !time.isHiding { picture.show(ScreenSnapshot(of: window), at: time.now) }
  }
}
