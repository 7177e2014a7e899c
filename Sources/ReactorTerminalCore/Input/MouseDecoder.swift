/// A decoder that turns mouse reports into events and counts clicks.
struct MouseDecoder: Sendable {
  /// A mouse report of a terminal.
  struct Report: Sendable, Hashable {
    /// The button, the modifiers and the kind, in the bits that xterm defines.
    var code: Int
    /// The column, counted from 1.
    var column: Int
    /// The row, counted from 1.
    var row: Int
    /// Whether a button was released.
    var isRelease: Bool
  }

  /// The maximum time between the presses of a double click.
  static let doubleClick: Duration = .milliseconds(400)

  private var lastPress: (button: MouseEvent.Button, position: Point, time: ContinuousClock.Instant, count: Int)?

  /// Returns the event of a report, or `nil` for unsupported buttons and movements.
  mutating func event(for report: Report, at now: ContinuousClock.Instant) -> MouseEvent? {
    guard report.column > 0, report.row > 0, report.code >= 0, report.code < 128 else { return nil }
    let position = Point(x: report.column - 1, y: report.row - 1)
    let modifiers = modifiers(in: report.code)
    if report.code & 64 != 0 {
      guard report.code & 3 < 2 else { return nil }
      return MouseEvent(report.code & 1 == 0 ? .wheelUp : .wheelDown, at: position, modifiers: modifiers)
    }
    let isMotion = report.code & 32 != 0
    // Older encodings do not name the released button.
    if report.code & 3 == 3 { return isMotion ? nil : MouseEvent(.release, at: position, modifiers: modifiers) }
    let button: MouseEvent.Button = [.left, .middle, .right][report.code & 3]
    if report.isRelease { return MouseEvent(.release, button: button, at: position, modifiers: modifiers) }
    if isMotion { return MouseEvent(.drag, button: button, at: position, modifiers: modifiers) }
    let count = clickCount(button, position, now)
    return MouseEvent(.press, button: button, at: position, modifiers: modifiers, clickCount: count)
  }

  private func modifiers(in code: Int) -> Key.Modifiers {
    var modifiers: Key.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  private mutating func clickCount(
    _ button: MouseEvent.Button, _ position: Point, _ now: ContinuousClock.Instant
  ) -> Int {
    var count = 1
    if let last = lastPress, last.button == button, last.position == position, now - last.time < Self.doubleClick {
      count = last.count + 1
    }
    lastPress = (button, position, now, count)
    return count
  }
}
