/// What a piece of the screen means. A theme says how each looks; views never name a colour.
public enum Role: Int, Sendable, Hashable, CaseIterable {
  /// Ordinary text.
  case text
  /// Text that matters less.
  case secondary
  /// Text that stands out without meaning good or bad.
  case accent
  /// The name of a screen, a sheet, a dialog.
  case title
  /// The selected row of what has the keyboard.
  case selection
  /// The selected row of what does not have it.
  case selectionInactive
  /// The part of a text that was searched for. To be laid over other styles.
  case highlight
  /// Frames and rules.
  case border
  /// Column headings.
  case header
  /// A word of the hint line.
  case hint
  /// A key of the hint line.
  case hintKey
  /// Something failed.
  case error
  /// Something may fail.
  case warning
  /// Something went well.
  case success
  /// Something to know.
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
  /// The text field that has the keyboard.
  case fieldFocused
  /// What stands in an empty text field or screen.
  case placeholder
  /// The done part of a bar.
  case barFilled
  /// The rest of a bar.
  case barEmpty
  /// A scrollbar.
  case scrollbar
  /// A favourite, a marked row.
  case mark
  /// The better of two values.
  case good
  /// The worse of two values.
  case bad
  /// Two values that differ.
  case different
}
