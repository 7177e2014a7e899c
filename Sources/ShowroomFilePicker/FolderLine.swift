import ReactorTerminal

/// The line with the shown folder and either the operation in progress or the destination.
final class FolderLine: View {
  /// The path of the shown folder.
  var path = "" {
    didSet { if path != oldValue { setNeedsDisplay() } }
  }
  /// The operation in progress, shown after a short delay; `nil` if there is none.
  var waiting: String? {
    didSet { if waiting != oldValue { waitingChanged() } }
  }
  /// The name of the upload destination; empty to show none. It is hidden while an operation is in progress.
  var destination = "" {
    didSet { if destination != oldValue { setNeedsDisplay() } }
  }
  /// The reason why files cannot currently be uploaded to the destination, shown instead of its name; `nil` if there is
  /// none.
  var obstacle: String? {
    didSet { if obstacle != oldValue { setNeedsDisplay() } }
  }
  private let spinner = Spinner()

  override init() {
    super.init()
    addSubview(spinner)
  }

  private func waitingChanged() {
    spinner.isAnimating = waiting != nil
    if let waiting { spinner.text = waiting }
    setNeedsLayout()
    // The operation replaces the destination.
    setNeedsDisplay()
  }

  /// Gives the operation in progress at most the right half of the line.
  override func layoutSubviews() {
    let size = spinner.sizeThatFits(Size(width: bounds.width / 2, height: 1))
    spinner.frame = Rect(x: bounds.width - size.width - 1, y: 0, width: size.width, height: 1)
  }

  /// Draws the destination and the path, both of which are truncated in the middle. The destination gets half of the
  /// line, or more if the path leaves space.
  override func draw(in canvas: Canvas) {
    var room = bounds.width - 2 - (waiting == nil ? 0 : spinner.frame.width + 1)
    if waiting == nil, !destination.isEmpty {
      let glyphs: Theme.Glyphs = window?.capabilities.isASCII == true ? .ascii : .unicode
      let text = truncated(
        obstacle ?? "Upload to \(destination)", to: max(bounds.width / 2, room - displayWidth(of: path) - 1), .middle,
        ellipsis: glyphs.ellipsis)
      let width = displayWidth(of: text)
      canvas.write(
        text, at: Point(x: bounds.width - 1 - width, y: 0), style: canvas.theme[obstacle == nil ? .accent : .warning],
        maxWidth: width)
      room -= width + 1
    }
    canvas.write(
      path, at: Point(x: 1, y: 0), style: canvas.theme[.secondary], maxWidth: room, truncation: .middle)
  }
}
