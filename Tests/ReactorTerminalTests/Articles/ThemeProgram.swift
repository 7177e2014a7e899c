import ReactorTerminal

// The code of the article "Themes".

extension Theme {
  static let sea = Theme(name: "sea") { role in
    switch role {
    case .title, .accent: Style(foreground: .hex(0x5fd7d7)).bold
    case .selection: Style(foreground: .indexed(15), background: .hex(0x005f5f))
    default: Theme.dark[role]
    }
  }
}

extension Role {
  static let meeting = Role.custom("event.meeting", fallback: .accent)
}

extension Theme {
  static let planner = Theme.dark.styling([.meeting: Style(foreground: .hex(0xffaf5f)).bold])
}

/// One line with a score, such as `3 of 10`.
final class ScoreView: View {
  var score = 0 {
    didSet { if score != oldValue { setNeedsDisplay() } }
  }
  var best = 10 {
    didSet { if best != oldValue { setNeedsDisplay() } }
  }

  override func draw(in canvas: Canvas) {
    let used = canvas.write("\(score)", at: .zero, style: canvas.theme[.accent])
    canvas.write(" of \(best)", at: Point(x: used, y: 0), style: canvas.theme[.secondary])
  }
}

/// The same line, made of spans.
@MainActor
func scoreLabel(score: Int, best: Int) -> Label {
  Label([Span("\(score)", .accent), Span(" of \(best)", .secondary)])
}

/// Separates two parts of a screen.
final class Divider: View {
  override func draw(in canvas: Canvas) {
    canvas.horizontalLine(at: .zero, length: bounds.width, style: canvas.theme[.border])
    canvas.write(String(canvas.glyphs.pointer), at: .zero, style: canvas.theme[.accent])
  }
}
