/// The dimensions of a picture, in pixels.
enum SVGMetrics {
  /// The width of a cell; odd, so that a line through its center is sharp.
  static let width = 9
  /// The height of a cell.
  static let height = 19
  static let fontSize = 15
  /// The distance from the top of a cell to the baseline of its text.
  static let baseline = 14
  /// The distance from the top of a cell to an underline.
  static let underline = 16
  /// The margin around the cells.
  static let margin = 12
  /// The height of the title bar.
  static let bar = 30

  /// Returns a number of thousandths as a decimal, without trailing zeros.
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
