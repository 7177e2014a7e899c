import ReactorTerminal

/// The line that says which folder is shown, and which one is waited for.
final class FolderLine: View {
  /// The folder that is shown.
  var path = "" {
    didSet { if path != oldValue { setNeedsDisplay() } }
  }
  /// What is being waited for; nil when nothing is. It shows once it has lasted a while.
  var waiting: String? {
    didSet { if waiting != oldValue { waitingChanged() } }
  }
  /// Where the chosen files go; empty where nobody said. It is the first to go when there is too little room.
  var destination = "" {
    didSet { if destination != oldValue { setNeedsDisplay() } }
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
  }

  /// What is waited for has the right half at most.
  override func layoutSubviews() {
    let size = spinner.sizeThatFits(Size(width: bounds.width / 2, height: 1))
    spinner.frame = Rect(x: bounds.width - size.width - 1, y: 0, width: size.width, height: 1)
  }

  /// Of a long path the beginning and the end are shown.
  override func draw(in canvas: Canvas) {
    var room = bounds.width - 2 - (waiting == nil ? 0 : spinner.frame.width + 1)
    if waiting == nil, !destination.isEmpty {
      let glyphs: Theme.Glyphs = window?.capabilities.isASCII == true ? .ascii : .unicode
      let text = truncated("Upload to \(destination)", to: bounds.width / 2, .middle, ellipsis: glyphs.ellipsis)
      let width = displayWidth(of: text)
      canvas.write(text, at: Point(x: bounds.width - 1 - width, y: 0), style: canvas.theme[.accent], maxWidth: width)
      room -= width + 1
    }
    canvas.write(
      path, at: Point(x: 1, y: 0), style: canvas.theme[.secondary], maxWidth: room, truncation: .middle)
  }
}
