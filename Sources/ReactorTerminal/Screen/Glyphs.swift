extension Theme {
  /// The signs that views draw of their own accord, each one column wide.
  public struct Glyphs: Sendable, Hashable {
    /// The parts of a frame.
    public struct Box: Sendable, Hashable {
      /// A level line.
      public let horizontal: Character
      /// An upright line.
      public let vertical: Character
      /// A corner.
      public let topLeft: Character
      /// A corner.
      public let topRight: Character
      /// A corner.
      public let bottomLeft: Character
      /// A corner.
      public let bottomRight: Character
      /// Where an upright line meets the upper side.
      public let teeDown: Character
      /// Where an upright line meets the lower side.
      public let teeUp: Character
      /// Where a level line meets the left side.
      public let teeRight: Character
      /// Where a level line meets the right side.
      public let teeLeft: Character
      /// Where two lines cross.
      public let cross: Character
    }

    /// Frames.
    public let box: Box
    /// Stands for what was cut off.
    public let ellipsis: Character
    /// A favourite.
    public let starFilled: Character
    /// Not a favourite.
    public let starEmpty: Character
    /// Marks the selected row, or what can be opened.
    public let pointer: Character
    /// Between the names of a breadcrumb.
    public let breadcrumb: Character
    /// A ticked row.
    public let checked: Character
    /// A row that could be ticked.
    public let unchecked: Character
    /// Done well.
    public let tick: Character
    /// Failed.
    public let failure: Character
    /// Before a list entry.
    public let bullet: Character
    /// Up: sorted ascending, or more above.
    public let up: Character
    /// Down: sorted descending, or more below.
    public let down: Character
    /// Left.
    public let left: Character
    /// Right.
    public let right: Character
    /// Parts of a bar's last cell, from an eighth up to the full block; one entry only where there are no parts.
    public let barEighths: [Character]
    /// The rest of a bar.
    public let barEmpty: Character
    /// Columns of a chart, from low to high.
    public let chartLevels: [Character]
    /// What turns while something is busy; one entry only where nothing may move.
    public let spinner: [Character]
    /// The part of a scrollbar that is in view.
    public let scrollThumb: Character
    /// The rest of a scrollbar.
    public let scrollTrack: Character
  }

  /// The signs for a terminal that shows all of Unicode, or only ASCII.
  public func glyphs(ascii: Bool) -> Glyphs { ascii ? .ascii : .unicode }
}

extension Theme.Glyphs {
  /// With lines, blocks and braille.
  public static let unicode = Theme.Glyphs(
    box: Box(
      horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", teeDown: "┬",
      teeUp: "┴", teeRight: "├", teeLeft: "┤", cross: "┼"),
    ellipsis: "…", starFilled: "★", starEmpty: "☆", pointer: "▸", breadcrumb: "›", checked: "●", unchecked: "○",
    tick: "✓", failure: "✗", bullet: "•", up: "▲", down: "▼", left: "◀", right: "▶",
    barEighths: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"], barEmpty: "░",
    chartLevels: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], scrollThumb: "█", scrollTrack: "│")

  /// ASCII only: box signs and ellipses are two columns wide in some Korean settings, and screen readers read them out.
  public static let ascii = Theme.Glyphs(
    box: Box(
      horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", teeDown: "+",
      teeUp: "+", teeRight: "+", teeLeft: "+", cross: "+"),
    ellipsis: "~", starFilled: "*", starEmpty: " ", pointer: ">", breadcrumb: ">", checked: "x", unchecked: " ",
    tick: "+", failure: "x", bullet: "-", up: "^", down: "v", left: "<", right: ">", barEighths: ["#"], barEmpty: ".",
    chartLevels: ["_", ".", "-", "=", "#"], spinner: ["*"], scrollThumb: "#", scrollTrack: "|")
}
