import CNcurses
import CReactorTerminal

/// A translation of styles into ncurses attributes and color pairs. Pairs are allocated when they are first needed.
@MainActor
struct StylePairs {
  /// A style in the form that ncurses stores in a cell.
  struct Rendition {
    var attributes: attr_t
    var pair: Int32
  }

  /// The number of colors of the terminal.
  let depth: ColorDepth
  private let pairLimit: Int
  private let isDirect: Bool
  private var renditions: [Style: Rendition] = [:]
  private var pairs: [Style: Int32] = [:]
  private var last: (style: Style, rendition: Rendition)

  /// The maximum number of stored renditions, after which the table is cleared. A theme needs a few dozen.
  private static let renditionLimit = 4_096

  /// Enables colors on the current screen of ncurses.
  init() {
    let hasColors = start_color() != ERR && ct_colors() > 0
    if hasColors { use_default_colors() }
    let colors = hasColors ? Int(ct_colors()) : 0
    isDirect = colors > 256
    depth =
      switch colors {
      case ..<8: .monochrome
      case ..<16: .ansi8
      case ..<256: .ansi16
      case 256: .palette256
      default: .trueColor
      }
    pairLimit = min(Int(ct_color_pairs()), Int(Int16.max))
    last = (.plain, Rendition(attributes: 0, pair: 0))
  }

  mutating func rendition(of style: Style) -> Rendition {
    if style == last.style { return last.rendition }
    let rendition = renditions[style] ?? make(style)
    last = (style, rendition)
    return rendition
  }

  private mutating func make(_ wanted: Style) -> Rendition {
    if renditions.count >= Self.renditionLimit { renditions.removeAll(keepingCapacity: true) }
    let isFilled = wanted.background != .default
    let style = wanted.degraded(to: depth)
    var attributes: attr_t = 0
    if style.attributes.contains(.bold) { attributes |= ct_bold() }
    if style.attributes.contains(.dim) { attributes |= ct_dim() }
    if style.attributes.contains(.italic) { attributes |= ct_italic() }
    if style.attributes.contains(.underline) { attributes |= ct_underline() }
    var isReversed = style.attributes.contains(.reverse)
    let colors = Style(foreground: style.foreground, background: style.background)
    let pair = pair(of: colors)
    // If the terminal lacks the background color, reverse video replaces it, because the background marks the
    // selection.
    if isFilled, pair == nil || colors.background == .default { isReversed = true }
    if isReversed { attributes |= ct_reverse() }
    let rendition = Rendition(attributes: attributes, pair: pair ?? 0)
    renditions[wanted] = rendition
    return rendition
  }

  /// Returns the pair of two colors, or `nil` if the terminal has no more pairs.
  private mutating func pair(of colors: Style) -> Int32? {
    if colors == .plain { return 0 }
    if let known = pairs[colors] { return known }
    let number = Int32(pairs.count + 1)
    guard number < pairLimit else { return nil }
    guard init_extended_pair(number, index(colors.foreground), index(colors.background)) != ERR else { return nil }
    pairs[colors] = number
    return number
  }

  /// Returns the ncurses number of a color. On a terminal with direct colors it consists of red, green and blue, except
  /// that numbers below eight are the ANSI colors.
  private func index(_ color: Color) -> Int32 {
    switch color.kind {
    case .default: return -1
    case .indexed(let index):
      guard isDirect, index >= 8 else { return Int32(index) }
      let (red, green, blue) = Color.components(of: index)
      return direct(red, green, blue)
    case .rgb(let red, let green, let blue): return direct(red, green, blue)
    }
  }

  private func direct(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int32 {
    max(8, Int32(red) << 16 | Int32(green) << 8 | Int32(blue))
  }
}
