import ReactorTerminal

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
  ///   - head: The lines before everything that is visible.
  ///   - cells: The lines of the cells, whose origin is the upper left corner of the first cell.
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
  /// Returns `text` with markup characters as entities, and with characters that XML does not allow replaced with `�`.
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
