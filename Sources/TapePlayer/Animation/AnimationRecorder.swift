import ReactorCore
import ReactorTerminal

/// A recorder of the frames of a window as an animated picture, on the clock of the window.
@MainActor
final class AnimationRecorder {
  /// The file to write at the end.
  let file: TapeFile
  private let window: Window
  private let title: String?
  private let frameRate: Int
  /// The picture; `nil` until a frame is shown.
  private var picture: AnimatedPicture?
  private var captions: [String] = []
  private var time: RecordingClock
  private let disposeBag = DisposeBag()

  /// Creates a recorder that begins with the last frame or, if it is hidden, with that after ``show()``.
  init(_ file: TapeFile, of window: Window, title: String?, frameRate: Int, isHidden: Bool) {
    self.file = file
    self.window = window
    self.title = title
    self.frameRate = frameRate
    time = RecordingClock { [weak window] in window?.time ?? .zero }
    if isHidden { time.hide() }
    addFrame()
    window.frameDrawn.bind { [weak self] in self?.addFrame() }.disposed(by: disposeBag)
  }

  /// Adds a caption to the description of the picture.
  func add(caption: String) {
    guard !time.isHiding else { return }
    captions.append(caption)
    picture?.add(caption: caption)
  }

  /// Makes the current screen the one that is shown where motion is not wanted.
  func setPoster() {
    if !time.isHiding { picture?.setPoster() }
  }

  /// Leaves out all further frames, and the time that they take.
  func hide() {
    // What was there for no time determines neither the size nor the colors.
    if time.now == .zero { picture = nil }
    time.hide()
  }

  /// Resumes with the last frame.
  func show() {
    if time.show() { addFrame() }
  }

  /// Returns the picture of all frames until now, or an empty one if all of them were hidden.
  func svg() -> String {
    (picture ?? begun(with: ScreenSnapshot(of: CellGrid(size: window.size)))).svg(endingAt: time.now)
  }

  private func addFrame() {
    guard !time.isHiding else { return }
    let screen = ScreenSnapshot(of: window)
    if picture == nil { picture = begun(with: screen) }
    picture?.show(screen, at: time.now)
  }

  private func begun(with screen: ScreenSnapshot) -> AnimatedPicture {
    var picture = AnimatedPicture(screen, title: title, frameRate: frameRate)
    captions.forEach { picture.add(caption: $0) }
    return picture
  }
}
