import ReactorCore
import ReactorTerminal

// The code of the article "Writing a widget".

/// A row of five stars. ← and → and the digits change it, and so does a click.
final class RatingField: View {
  static let best = 5

  /// The number of filled stars. Setting it does not trigger ``changed``.
  var rating = 0 {
    didSet {
      rating = min(max(0, rating), Self.best)
      if rating != oldValue { setNeedsDisplay() }
    }
  }
  /// Emits the rating when the user changes it.
  let changed = Relay<Int>()

  override var canBecomeFocused: Bool { true }

  override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: min(2 * Self.best + 1, proposal.width), height: min(1, proposal.height))
  }

  override func draw(in canvas: Canvas) {
    let style = canvas.theme[isFocused ? .buttonFocused : .mark]
    let stars = (1...Self.best).map { $0 <= rating ? canvas.glyphs.starFilled : canvas.glyphs.starEmpty }
    let text = stars.map { " \($0)" }.joined() + " "
    canvas.write(text, at: .zero, style: style)
  }

  override func handle(key: Key) -> Bool {
    switch key {
    case .left: rate(rating - 1)
    case .right: rate(rating + 1)
    default:
      guard let digit = key.typedCharacter?.wholeNumberValue, digit <= Self.best else { return false }
      rate(digit)
    }
    return true
  }

  override func handle(mouse: MouseEvent) -> Bool {
    guard mouse.kind == .press, mouse.button == .left else { return false }
    rate((mouse.position.x + 1) / 2)
    return true
  }

  private func rate(_ newRating: Int) {
    let oldRating = rating
    rating = newRating
    if rating != oldRating { changed.send(rating) }
  }
}

/// A dot that blinks while it is on the screen.
final class Blinker: View {
  private var isLit = true

  override func windowChanged() {
    window?.ticker.add(self) { [weak self] in self?.blink() }
  }

  override func draw(in canvas: Canvas) {
    let dot = isLit ? canvas.glyphs.checked : canvas.glyphs.unchecked
    canvas.write(String(dot), at: .zero, style: canvas.theme[.accent])
  }

  private func blink() {
    isLit.toggle()
    setNeedsDisplay()
  }
}
