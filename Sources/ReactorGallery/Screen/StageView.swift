import ReactorTerminal

/// The area in which a widget is shown, with a given width and the widget's preferred height. A dialog is placed as in
/// a window.
///
/// The stage itself can have the keyboard focus, so that a state without focus can be shown.
final class StageView: View {
  /// The widget.
  var sample: View? {
    didSet {
      oldValue?.removeFromSuperview()
      if let sample { addSubview(sample) }
      setNeedsLayout()
    }
  }
  /// The number of columns of the widget; `nil` for all available columns.
  var columns: Int? {
    didSet { if columns != oldValue { setNeedsLayout(); setNeedsDisplay() } }
  }

  override var canBecomeFocused: Bool { true }
  override var preferredFocus: View? { sample }

  private var area: Size { Size(width: min(columns ?? .max, bounds.width), height: bounds.height) }

  override func layoutSubviews() {
    if let dialog = sample as? ModalView {
      dialog.frame = dialog.frame(in: Rect(origin: .zero, size: area))
    } else if let sample {
      let height = min(sample.sizeThatFits(area).height, area.height)
      sample.frame = Rect(x: 0, y: 0, width: area.width, height: height)
    }
  }

  /// Draws a line to the right of the widget if the stage is wider.
  override func draw(in canvas: Canvas) {
    guard area.width < bounds.width else { return }
    canvas.verticalLine(
      at: Point(x: area.width, y: 0), length: bounds.height, style: canvas.theme[.border])
  }
}
