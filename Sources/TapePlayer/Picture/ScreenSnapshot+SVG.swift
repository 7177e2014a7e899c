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
    let colors = colors ?? defaultColors
    var cells = SVGCells(colors, styles: SVGStyles(asClasses: false))
    return SVGFrame(size: size, title: title, colors: colors)
      .picture(cells: cells.elements((0..<size.height).map(row), caret: caret))
  }

  /// The default colors of the theme.
  var defaultColors: ScreenColors { isLight ? .light : .dark }
}
