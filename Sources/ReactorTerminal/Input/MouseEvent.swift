/// Something done with the mouse.
public struct MouseEvent: Sendable, Hashable {
  /// What was done.
  public enum Kind: Sendable, Hashable {
    /// A button went down.
    case press
    /// A button came up.
    case release
    /// The mouse moved with a button down; only the last position of a batch is told.
    case drag
    /// The wheel was turned away from the user, `steps` notches in one batch.
    case wheelUp
    /// The wheel was turned towards the user, `steps` notches in one batch.
    case wheelDown
  }

  /// A mouse button.
  public enum Button: Sendable, Hashable {
    /// The left one.
    case left
    /// The middle one.
    case middle
    /// The right one.
    case right
    /// None: the wheel was turned.
    case none
  }

  /// What was done.
  public var kind: Kind
  /// With which button.
  public var button: Button
  /// In which cell of the screen.
  public var position: Point
  /// Keys held meanwhile.
  public var modifiers: Key.Modifiers
  /// 1 for the first press in a place, 2 for the second of a double click, and so on. 0 for what is not a press.
  public var clickCount: Int
  /// Notches of the wheel, turned at one place before anyone looked. 1 for everything else.
  public var steps: Int

  /// An event of `kind` at `position`.
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
