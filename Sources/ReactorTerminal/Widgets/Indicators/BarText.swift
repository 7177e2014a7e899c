/// Returns the filled part of a bar as text, for lines that combine bars with words, such as table cells.
///
/// The last character has a resolution of an eighth of a cell if the glyphs support it. The text is empty only for 0
/// and takes all columns only for 1, no matter how close the fraction is. If there is only one column, it is never
/// empty for values in between.
///
/// ```swift
/// let bar = barText(0.6, width: 8, glyphs: canvas.glyphs)  // ████▊
/// ```
///
/// - Parameters:
///   - fraction: The filled fraction. Values outside 0...1 are clamped; non-finite values count as 0.
///   - width: The number of columns of a full bar.
///   - glyphs: The theme's glyphs in the form that the terminal supports.
public func barText(_ fraction: Double, width: Int, glyphs: Theme.Glyphs) -> String {
  let fill = BarFill(fraction, width: width, steps: glyphs.barEighths.count)
  guard let full = glyphs.barEighths.last else { return "" }
  var text = String(repeating: full, count: fill.whole)
  if fill.rest > 0 { text.append(glyphs.barEighths[fill.rest - 1]) }
  return text
}

/// The filled cells of a bar.
struct BarFill: Equatable {
  /// The number of full cells.
  let whole: Int
  /// The number of filled steps in the next cell; 0 if that cell is empty.
  let rest: Int

  /// Computes the filled cells of a bar.
  ///
  /// - Parameters:
  ///   - fraction: The filled fraction. Values outside 0...1 are clamped; non-finite values count as 0.
  ///   - width: The number of cells.
  ///   - steps: The number of steps in a cell.
  init(_ fraction: Double, width: Int, steps: Int) {
    guard width > 0, steps > 0 else {
      (whole, rest) = (0, 0)
      return
    }
    let total = Sizing.cells(width) * steps
    let share = fraction.isFinite ? min(max(0, fraction), 1) : 0
    var filled = Int((share * Double(total)).rounded())
    if share > 0 { filled = max(1, filled) }
    if share < 1 { filled = min(max(total - 1, 1), filled) }
    whole = filled / steps
    rest = filled % steps
  }

  /// The number of completely or partly filled cells.
  var cells: Int { whole + (rest > 0 ? 1 : 0) }
}
