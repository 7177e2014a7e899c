/// The meaning of a part of the screen. A ``Theme`` assigns a style to each role; views never refer to colors.
///
/// A program adds roles of its own with ``custom(_:fallback:)``.
public enum Role: Sendable, Hashable {
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
  /// Text that stands out from everything else, such as a caption.
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
  /// A search match inside text, merged over the style of that text. In a selected row it is only bold and
  /// underlined, so that the selection stands out more.
  case match
  /// A role defined by the program. Create it with ``custom(_:fallback:)``.
  case custom(CustomRole)
}

extension Role: CaseIterable {
  /// The roles that every theme defines: all but the custom ones.
  public static let allCases: [Role] = [
    .text, .secondary, .accent, .title, .selection, .selectionInactive, .highlight, .border, .header, .hint, .hintKey,
    .error, .warning, .success, .info, .toast, .alert, .button, .buttonFocused, .field, .fieldFocused, .placeholder,
    .barFilled, .barEmpty, .scrollbar, .mark, .good, .bad, .different, .match,
  ]

  /// The position in ``allCases``, or the fallback's position for a custom role.
  var index: Int {
    switch self {
    case .text: 0
    case .secondary: 1
    case .accent: 2
    case .title: 3
    case .selection: 4
    case .selectionInactive: 5
    case .highlight: 6
    case .border: 7
    case .header: 8
    case .hint: 9
    case .hintKey: 10
    case .error: 11
    case .warning: 12
    case .success: 13
    case .info: 14
    case .toast: 15
    case .alert: 16
    case .button: 17
    case .buttonFocused: 18
    case .field: 19
    case .fieldFocused: 20
    case .placeholder: 21
    case .barFilled: 22
    case .barEmpty: 23
    case .scrollbar: 24
    case .mark: 25
    case .good: 26
    case .bad: 27
    case .different: 28
    case .match: 29
    case .custom(let role): role.fallbackIndex
    }
  }
}
