/// The measures of a picture, in its units, which a browser takes for pixels.
enum SVGMetrics {
  /// Of a cell. Odd, so that a line through its middle is as sharp as the screen can show it.
  static let width = 9
  /// Of a cell.
  static let height = 19
  static let fontSize = 15
  /// From the top of a cell to the line that letters stand on.
  static let baseline = 14
  /// From the top of a cell to the line under a letter.
  static let underline = 16
  /// Around the cells.
  static let margin = 12
  /// Of the bar with the title.
  static let bar = 30

  /// A number of thousandths as a decimal, without zeros that say nothing.
  static func text(_ thousandths: Int) -> String {
    let rest = abs(thousandths % 1_000)
    let whole = (thousandths < 0 ? "-" : "") + String(abs(thousandths / 1_000))
    guard rest > 0 else { return whole }
    var digits = String(rest)
    digits = String(repeating: "0", count: 3 - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}
