import ReactorCore

/// One of a few choices in a line; ← and → change it.
public final class ChoiceField: View {
  /// What there is to choose from.
  public let choices: [String]
  /// Which one is chosen. Setting it tells nobody.
  public var selectedIndex: Int {
    didSet { if selectedIndex != oldValue { setNeedsDisplay() } }
  }
  /// Told of the place of the choice that a person made.
  public let changed = Relay<Int>()

  /// A field of `choices`.
  public init(_ choices: [String], selectedIndex: Int = 0) {
    self.choices = choices
    self.selectedIndex = selectedIndex
    super.init()
  }
}

/// Something that is on or off; Space or Enter changes it.
public final class ToggleField: View {
  /// What it says beside its box.
  public let title: String
  /// Whether it is on. Setting it tells nobody.
  public var isOn: Bool {
    didSet { if isOn != oldValue { setNeedsDisplay() } }
  }
  /// Told of what a person set it to.
  public let changed = Relay<Bool>()

  /// A field called `title`.
  public init(_ title: String, isOn: Bool = false) {
    self.title = title
    self.isOn = isOn
    super.init()
  }
}
