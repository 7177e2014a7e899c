import ReactorTerminal

extension ScreenSnapshot {
  /// Returns the screen as a picture (SVG 1.1) that looks the same in every browser: runs of text have a fixed position
  /// and length, frames and bars are drawn, and wide glyphs are centered in their two cells.
  ///
  /// The same screen produces the same bytes.
  ///
  /// - Parameters:
  ///   - title: The text of the title bar; `nil` means no title bar.
  ///   - colors: The default colors; `nil` means those of a dark or light theme, as in the snapshot.
  public func svg(title: String? = nil, colors: ScreenColors? = nil) -> String {
    let colors = colors ?? (isLight ? .light : .dark)
    let top = SVGMetrics.margin + (title == nil ? 0 : SVGMetrics.bar)
    let width = size.width * SVGMetrics.width + 2 * SVGMetrics.margin
    let height = size.height * SVGMetrics.height + SVGMetrics.margin + top
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
        + "viewBox=\"0 0 \(width) \(height)\" role=\"img\">",
      "<rect width=\"\(width)\" height=\"\(height)\" rx=\"8\" fill=\"\(colors.background)\"/>",
    ]
    if let title { lines += Self.bar(title, width: width, colors) }
    lines.append(
      "<g transform=\"translate(\(SVGMetrics.margin) \(top))\" font-family=\"\(Self.fonts)\" "
        + "font-size=\"\(SVGMetrics.fontSize)\" xml:space=\"preserve\">")
    for part in BackgroundRects(self, colors).parts {
      lines.append(Self.rect(part.rect, fill: part.color))
    }
    for y in 0..<size.height {
      lines += SVGShapes(row(y), y, colors).elements
      lines += TextRun.runs(of: row(y), colors).map { Self.element($0, row: y) }
    }
    if let caret {
      lines.append(
        Self.rect(Rect(origin: caret, size: Size(width: 1, height: 1)), fill: colors.foreground, opacity: ".5"))
    }
    return (lines + ["</g>", "</svg>"]).joined(separator: "\n") + "\n"
  }

  private static let fonts = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',monospace"

  private static func bar(_ title: String, width: Int, _ colors: ScreenColors) -> [String] {
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

  private static func rect(_ rect: Rect, fill: String, opacity: String? = nil) -> String {
    "<rect x=\"\(rect.x * SVGMetrics.width)\" y=\"\(rect.y * SVGMetrics.height)\" "
      + "width=\"\(rect.width * SVGMetrics.width)\" height=\"\(rect.height * SVGMetrics.height)\" fill=\"\(fill)\""
      + (opacity.map { " fill-opacity=\"\($0)\"" } ?? "") + "/>"
  }

  private static func element(_ run: TextRun, row: Int) -> String {
    let width = run.width * SVGMetrics.width
    let left = run.column * SVGMetrics.width
    var attributes = ""
    if run.isCentered {
      attributes += " x=\"\(SVGMetrics.text(left * 1_000 + width * 500))\" text-anchor=\"middle\""
    } else {
      attributes += " x=\"\(left)\" textLength=\"\(width)\""
      // For a single glyph, browsers adjust the spacing only, which has no effect.
      if run.width == 1 { attributes += " lengthAdjust=\"spacingAndGlyphs\"" }
    }
    attributes += " y=\"\(row * SVGMetrics.height + SVGMetrics.baseline)\" fill=\"\(run.look.color)\""
    if run.look.attributes.contains(.bold) { attributes += " font-weight=\"bold\"" }
    if run.look.attributes.contains(.italic) { attributes += " font-style=\"italic\"" }
    if run.look.attributes.contains(.dim) { attributes += " fill-opacity=\".6\"" }
    return "<text\(attributes)>\(XMLText.escaped(run.text))</text>"
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
