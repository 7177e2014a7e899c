extension Theme {
  /// The symbols that views draw, each one column wide except boxes in ASCII.
  public struct Glyphs: Sendable, Hashable {
    /// The parts of a frame and its lines.
    public struct Box: Sendable, Hashable {
      /// A horizontal line.
      public let horizontal: Character
      /// A vertical line.
      public let vertical: Character
      /// The top left corner.
      public let topLeft: Character
      /// The top right corner.
      public let topRight: Character
      /// The bottom left corner.
      public let bottomLeft: Character
      /// The bottom right corner.
      public let bottomRight: Character
      /// The junction of a vertical line with the top edge.
      public let teeDown: Character
      /// The junction of a vertical line with the bottom edge.
      public let teeUp: Character
      /// The junction of a horizontal line with the left edge.
      public let teeRight: Character
      /// The junction of a horizontal line with the right edge.
      public let teeLeft: Character
      /// The crossing of two lines.
      public let cross: Character
    }

    /// The parts of frames.
    public let box: Box
    /// The replacement for truncated text.
    public let ellipsis: Character
    /// The mark of a favorite.
    public let starFilled: Character
    /// The mark of a car or item that is not a favorite.
    public let starEmpty: Character
    /// The mark of the selected row, and of items that can be opened.
    public let pointer: Character
    /// The separator of titles in the title bar.
    public let breadcrumb: Character
    /// The mark of a marked row.
    public let checked: Character
    /// The mark of a row that can be marked.
    public let unchecked: Character
    /// A checked box. Boxes are three columns wide in ASCII.
    public let boxChecked: String
    /// A box that can be checked.
    public let boxUnchecked: String
    /// The mark of a success.
    public let tick: Character
    /// The mark of a failure.
    public let failure: Character
    /// The bullet of a list item.
    public let bullet: Character
    /// An upward arrow, for ascending order or rows above.
    public let up: Character
    /// A downward arrow, for descending order or rows below.
    public let down: Character
    /// A leftward arrow.
    public let left: Character
    /// A rightward arrow.
    public let right: Character
    /// The last cell of a bar, from one eighth to the full block. A single entry means that bars use only full blocks.
    public let barEighths: [Character]
    /// The part of a bar that is in progress, such as bytes that were sent but not confirmed.
    public let barPending: Character
    /// The empty part of a bar.
    public let barEmpty: Character
    /// The columns of a chart, from low to high.
    public let chartLevels: [Character]
    /// The cells of a scatter plot, from few dots to many. If empty, the dots are drawn in braille.
    public let densities: [Character]
    /// The frames of a spinner. A single entry means that the spinner does not move.
    public let spinner: [Character]
    /// The part of a scrollbar that represents the visible rows.
    public let scrollThumb: Character
    /// The rest of a scrollbar.
    public let scrollTrack: Character
    /// The rest of the scrollbar, or the border, of a view with the keyboard focus.
    public let focusTrack: Character
  }

  /// Returns the symbols for a terminal that supports Unicode, or only ASCII.
  public func glyphs(ascii: Bool) -> Glyphs { ascii ? .ascii : .unicode }
}

extension Theme.Glyphs {
  /// The symbols in Unicode: box-drawing characters, blocks and braille.
  package static let unicode = Theme.Glyphs(
    box: Box(
      horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", teeDown: "┬",
      teeUp: "┴", teeRight: "├", teeLeft: "┤", cross: "┼"),
    ellipsis: "…", starFilled: "★", starEmpty: "☆", pointer: "▸", breadcrumb: "›", checked: "●", unchecked: "○",
    boxChecked: "■", boxUnchecked: "□", tick: "✓", failure: "✗", bullet: "•", up: "▲", down: "▼", left: "◀", right: "▶",
    barEighths: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"], barPending: "▓", barEmpty: "░",
    chartLevels: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], densities: [],
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], scrollThumb: "█", scrollTrack: "│", focusTrack: "┃")

  /// The symbols in ASCII. They exist because box-drawing characters and ellipses are two columns wide in some East
  /// Asian settings, and screen readers read them aloud.
  package static let ascii = Theme.Glyphs(
    box: Box(
      horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", teeDown: "+",
      teeUp: "+", teeRight: "+", teeLeft: "+", cross: "+"),
    ellipsis: "~", starFilled: "*", starEmpty: " ", pointer: ">", breadcrumb: ">", checked: "x", unchecked: " ",
    boxChecked: "[x]", boxUnchecked: "[ ]", tick: "+", failure: "x", bullet: "-", up: "^", down: "v", left: "<",
    right: ">", barEighths: ["#"],
    barPending: "=", barEmpty: ".", chartLevels: ["_", ".", "-", "=", "#"],
    densities: [".", ":", "+", "#"], spinner: ["*"], scrollThumb: "#", scrollTrack: "|", focusTrack: ":")
}
