/// A mouse event.
public struct MouseEvent: Sendable, Hashable {
  /// The kinds of mouse events.
  public enum Kind: Sendable, Hashable {
    /// A button was pressed.
    case press
    /// A button was released.
    case release
    /// The mouse moved while a button was down. A batch of events contains only the last position.
    case drag
    /// The wheel was turned away from the user, by ``MouseEvent/steps`` notches.
    case wheelUp
    /// The wheel was turned toward the user, by ``MouseEvent/steps`` notches.
    case wheelDown
  }

  /// A mouse button.
  public enum Button: Sendable, Hashable {
    /// The left button.
    case left
    /// The middle button.
    case middle
    /// The right button.
    case right
    /// No button: the wheel was turned.
    case none
  }

  /// The kind of the event.
  public var kind: Kind
  /// The button.
  public var button: Button
  /// The cell, in the coordinates of the view that receives the event.
  public var position: Point
  /// The modifier keys held.
  public var modifiers: Key.Modifiers
  /// The number of consecutive presses in the same position: 1 for a single click, 2 for a double click. 0 for other
  /// events.
  public var clickCount: Int
  /// The number of notches by which the wheel was turned in one batch of events. 1 for other events.
  public var steps: Int

  /// Creates an event of `kind` at `position`.
  public init(
    _ kind: Kind, button: Button = .left, at position: Point, modifiers: Key.Modifiers = [], clickCount: Int? = nil,
    steps: Int = 1
  ) {
    self.kind = kind
    self.button = kind == .wheelUp || kind == .wheelDown ? .none : button
    self.position = position
    self.modifiers = modifiers
    self.clickCount = clickCount ?? (kind == .press ? 1 : 0)
    self.steps = steps
  }
}
