/// A button of an alert.
public struct AlertButton {
  /// What a button means.
  public enum Role: Sendable, Hashable {
    /// It does what it says.
    case normal
    /// It does what cannot be undone.
    case destructive
    /// It does nothing; Esc presses it.
    case cancel
  }

  /// What it says.
  public var title: String
  /// The key that presses it, beside Enter on it.
  public var key: Key?
  /// What it means.
  public var role: Role
  /// What it does; the alert is gone by then.
  public var action: @MainActor () -> Void

  /// A button.
  public init(_ title: String, key: Key? = nil, role: Role = .normal, action: @escaping @MainActor () -> Void = {}) {
    self.title = title
    self.key = key
    self.role = role
    self.action = action
  }

  /// "OK", which only closes.
  @MainActor public static let ok = AlertButton("OK", role: .cancel)
}
