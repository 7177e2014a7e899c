/// The meaning of a part of the screen. A ``Theme`` assigns a style to each role; views never refer to colors.
public enum Role: Int, Sendable, Hashable, CaseIterable {
  /// Ordinary text.
  case text
  /// Less important text.
  case secondary
  /// Emphasized text that is neither good nor bad.
  case accent
  /// The title of a screen, sheet or dialog.
  case title
  /// The selected row of a view with keyboard focus.
  case selection
  /// The selected row of a view without keyboard focus.
  case selectionInactive
  /// A match of a search inside a text, merged over the style of that text.
  case highlight
  /// Frames and lines.
  case border
  /// Column headings.
  case header
  /// A title in the hint line.
  case hint
  /// A key in the hint line.
  case hintKey
  /// A failure.
  case error
  /// A possible failure.
  case warning
  /// A success.
  case success
  /// An informational message.
  case info
  /// A short message over the screen.
  case toast
  /// A dialog over the screen.
  case alert
  /// A button of a dialog.
  case button
  /// The button that Enter presses.
  case buttonFocused
  /// A text field.
  case field
  /// The text field with keyboard focus.
  case fieldFocused
  /// The placeholder of an empty text field or screen.
  case placeholder
  /// The filled part of a bar.
  case barFilled
  /// The rest of a bar.
  case barEmpty
  /// A scrollbar.
  case scrollbar
  /// A favorite or a marked row.
  case mark
  /// The better of two values.
  case good
  /// The worse of two values.
  case bad
  /// Two values that differ.
  case different
}
