import ReactorTerminalCore

/// The parts around the cells of a picture: its size, its background, and its title bar.
struct SVGFrame {
  /// The number of columns and rows.
  let size: Size
  /// The text of the title bar; `nil` means no title bar.
  let title: String?
  let colors: ScreenColors

  private static let fonts = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',monospace"

  /// Returns a picture.
  ///
  /// - Parameters:
  ///   - head: The lines that precede all visible elements.
  ///   - cells: The lines of the cells. Their origin is the upper left corner of the first cell.
  func picture(head: [String] = [], cells: [String]) -> String {
    let top = SVGMetrics.margin + (title == nil ? 0 : SVGMetrics.bar)
    let width = size.width * SVGMetrics.width + 2 * SVGMetrics.margin
    let height = size.height * SVGMetrics.height + SVGMetrics.margin + top
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
        + "viewBox=\"0 0 \(width) \(height)\" role=\"img\">"
    ]
    lines += head
    lines.append("<rect width=\"\(width)\" height=\"\(height)\" rx=\"8\" fill=\"\(colors.background)\"/>")
    if let title { lines += bar(title, width: width) }
    lines.append(
      "<g transform=\"translate(\(SVGMetrics.margin) \(top))\" font-family=\"\(Self.fonts)\" "
        + "font-size=\"\(SVGMetrics.fontSize)\" xml:space=\"preserve\">")
    return (lines + cells + ["</g>", "</svg>"]).joined(separator: "\n") + "\n"
  }

  private func bar(_ title: String, width: Int) -> [String] {
    let middle = SVGMetrics.bar / 2
    let buttons = ["#ff5f57", "#febc2e", "#28c840"].enumerated().map { index, color in
      "<circle cx=\"\(18 + index * 20)\" cy=\"\(middle)\" r=\"6\" fill=\"\(color)\"/>"
    }
    return [
      "<path d=\"M0 8a8 8 0 0 1 8-8H\(width - 8)a8 8 0 0 1 8 8V\(SVGMetrics.bar)H0z\" fill=\"\(colors.bar)\"/>"
    ] + buttons + [
      "<text x=\"\(width / 2)\" y=\"\(middle + 5)\" text-anchor=\"middle\" font-family=\"system-ui,sans-serif\" "
        + "font-size=\"13\" fill=\"\(colors.foreground)\">\(XMLText.escaped(title))</text>"
    ]
  }
}

/// Text in an XML element.
enum XMLText {
  /// Returns `text` with markup characters as entities. Characters that XML does not allow are replaced with `�`.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The dimensions of a picture in pixels.
enum SVGMetrics {
  /// The width of a cell. It is odd, so that a line through its center is sharp.
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

extension ScreenSnapshot {
  /// Returns the screen as a picture (SVG 1.1) that looks the same in every browser: runs of text have a fixed position
  /// and length, frames and bars are drawn as shapes, and wide glyphs are centered in their two cells.
  ///
  /// The same screen produces the same bytes.
  ///
  /// - Parameters:
  ///   - title: The text of the title bar; `nil` means no title bar.
  ///   - colors: The default colors; `nil` for those of a dark or light theme, depending on the snapshot.
  public func svg(title: String? = nil, colors: ScreenColors? = nil) -> String {
    let colors = colors ?? defaultColors
    var cells = SVGCells(colors, styles: SVGStyles(asClasses: false))
    return SVGFrame(size: size, title: title, colors: colors)
      .picture(cells: cells.elements((0..<size.height).map(row), caret: caret))
  }

  /// The default colors of the theme.
  var defaultColors: ScreenColors { isLight ? .light : .dark }
}

/// The styles of the elements in a picture.
///
/// A picture of one screen has the styles as attributes of each element, because some programs do not support style
/// sheets. A picture of many screens has each style once, as a class.
struct SVGStyles {
  private let areClasses: Bool
  /// The declarations of the classes, in the order of their numbers.
  private var declarations: [String] = []
  private var numbers: [String: Int] = [:]

  /// Creates styles, which are written either as classes or as attributes.
  init(asClasses areClasses: Bool) { self.areClasses = areClasses }

  /// Returns the attributes of an element with `properties`. The text begins with a space.
  mutating func attributes(_ properties: KeyValuePairs<String, String?>) -> String {
    let set = properties.compactMap { name, value in value.map { (name, $0) } }
    guard areClasses else { return set.map { " \($0)=\"\($1)\"" }.joined() }
    let declaration = set.map { "\($0):\($1)" }.joined(separator: ";")
    let number = numbers[declaration] ?? declarations.count
    if number == declarations.count {
      declarations.append(declaration)
      numbers[declaration] = number
    }
    return " class=\"c\(number)\""
  }

  /// The rules of the classes.
  var rules: [String] { declarations.enumerated().map { ".c\($0){\($1)}" } }
}
