import ReactorCore
import ReactorTerminalCore

/// A recorder that turns the frames of a window into an animated picture, using the window's clock.
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

  /// Creates a recorder that begins with the last frame or, if it starts hidden, with the first frame after ``show()``.
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

  /// Adds a caption to the picture's description.
  func add(caption: String) {
    guard !time.isHiding else { return }
    captions.append(caption)
    picture?.add(caption: caption)
  }

  /// Makes the current screen the one shown to viewers who prefer reduced motion.
  func setPoster() {
    if !time.isHiding { picture?.setPoster() }
  }

  /// Leaves out all further frames and their duration.
  func hide() {
    // A screen that was visible for no time must not determine the size or the colors.
    if time.now == .zero { picture = nil }
    time.hide()
  }

  /// Resumes with the last frame.
  func show() {
    if time.show() { addFrame() }
  }

  /// Returns the picture of all frames so far, or an empty picture if all of them were hidden.
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
