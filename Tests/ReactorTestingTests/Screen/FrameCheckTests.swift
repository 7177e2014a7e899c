import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@testable import ReactorTerminalCore

/// Tests that the check of frames fails where a frame is wrong.
@MainActor
@Suite struct FrameCheckTests {
  /// Rows of text with a selection, whose cursor and drawing can be wrong.
  private final class Rows: View {
    var text = "row"
    var selectedRow = 2
    var cell = Point(x: 0, y: 2)
    var acceptsFocus = true
    var drawing: @MainActor (Canvas) -> Void = { _ in }

    override var canBecomeFocused: Bool { acceptsFocus }
    override var focusCell: Point { cell }

    override func draw(in canvas: Canvas) {
      for row in 0..<bounds.height {
        let style = canvas.theme[row == selectedRow ? .selection : .text]
        canvas.write("\(text) \(row)", at: Point(x: 0, y: row), style: style)
      }
      drawing(canvas)
    }
  }

  private final class Host: View {
    var area = Rect(x: 0, y: 0, width: 20, height: 6)
    var cell = Point.zero

    override var focusCell: Point { cell }

    override func layoutSubviews() { for view in subviews { view.frame = area } }
  }

  @MainActor
  private struct Stage {
    let window: Window
    let rows = Rows()
    let host = Host()
    private let reports = Box<[String]>([])
    private let spoil = Box<@MainActor () -> Void>({})

    init(theme: Theme = .dark, colors: ColorDepth = .palette256) {
      let terminal = HeadlessTerminal(
        size: Size(width: 20, height: 6), capabilities: Capabilities(colors: colors))
      window = Window(size: terminal.size, surface: terminal, theme: theme)
      window.minimumSize = Size(width: 2, height: 2)
      host.addSubview(rows)
      window.root.content = host
      window.rendered.subscribe { [spoil] in spoil.value() }.disposed(by: window.disposeBag)
      FrameCheck.watch(window) { [reports] in reports.value.append($0) }
    }

    /// Draws a frame, and returns what is wrong in it.
    ///
    /// - Parameter spoil: A closure that is called between the frame and its check.
    func problems(_ spoil: @escaping @MainActor () -> Void = {}) -> [String] {
      self.spoil.value = spoil
      window.render()
      return reports.value
    }
  }

  @Test(arguments: Theme.all) func `a frame that is right passes`(theme: Theme) {
    let stage = Stage(theme: theme)
    stage.rows.focus()

    #expect(stage.problems() == [])
  }

  @Test func `a view that is not drawn again after a change is found, once`() {
    let stage = Stage()
    #expect(stage.problems() == [])

    stage.rows.text = "line"
    _ = stage.problems()
    let problems = stage.problems()

    #expect(problems.count == 1)
    let lines = problems.first?.split(separator: "\n").map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    #expect(
      lines?.joined(separator: "\n") == """
        A frame is wrong:
        Row 0 differs from a full drawing in columns 0 to 5:
          shown row 0
          drawn line 0
        """
        + (1..<6).map {
          "\nRow \($0) differs from a full drawing in columns 0 to 5:\n  shown row \($0)\n  drawn line \($0)"
        }.joined())
  }

  @Test func `a style that is not drawn again is found`() {
    let stage = Stage()
    #expect(stage.problems() == [])

    stage.rows.drawing = { $0.fill(Rect(x: 9, y: 5, width: 2, height: 1), style: $0.theme[.alert].bold) }

    #expect(stage.problems().first?.contains("Row 5 differs from a full drawing in columns 9 to 10:") == true)
  }

  @Test(arguments: [ColorDepth.monochrome, .ansi8, .ansi16])
  func `a focus cell that is not on the selection is found on a terminal with few colors`(colors: ColorDepth) {
    let stage = Stage(colors: colors)
    stage.rows.cell = Point(x: 0, y: 3)
    stage.rows.focus()

    #expect(stage.problems().first?.contains("the selection of the focused Rows at") == true)
  }

  // In the mono theme, the selection looks like a message.
  @Test(arguments: Theme.all) func `a focus cell that is not on the selection is found`(theme: Theme) {
    for cell in [Point(x: 0, y: 0), Point(x: 0, y: 3), Point(x: 4, y: 2)] {
      let stage = Stage(theme: theme)
      stage.rows.cell = cell
      stage.rows.focus()

      #expect(
        stage.problems() == [
          "A frame is wrong:\nThe cursor is at \(cell), and the selection of the focused Rows at \(Point(x: 0, y: 2))."
        ])
    }
  }

  @Test func `a cursor beside the focus is found, whether a view has the keyboard focus or not`() {
    for acceptsFocus in [true, false] {
      let stage = Stage()
      stage.rows.acceptsFocus = acceptsFocus
      stage.host.area = Rect(x: 0, y: 0, width: 20, height: 2)
      if acceptsFocus { stage.rows.focus() } else { stage.window.focus(nil) }
      #expect(stage.problems() == [])

      let problems = stage.problems {
        (stage.rows.cell, stage.host.cell) = (Point(x: 1, y: 1), Point(x: 1, y: 1))
      }

      #expect(problems.first?.contains("The cursor is at ") == true, "\(problems) \(acceptsFocus)")
    }
  }

  @Test func `the cursor of a clipped view is the nearest cell that is visible`() {
    // Partly clipped by the host, which ends after two rows, and clipped as a whole.
    for (area, moved) in [
      (Rect(x: -4, y: -2, width: 10, height: 3), Rect(x: 5, y: 2, width: 10, height: 3)),
      (Rect(x: 30, y: 2, width: 9, height: 3), Rect(x: 30, y: 3, width: 9, height: 3)),
      (Rect(x: 3, y: -9, width: 10, height: 3), Rect(x: 2, y: -9, width: 10, height: 3)),
    ] {
      let stage = Stage()
      stage.host.area = area
      stage.rows.focus()
      #expect(stage.problems() == [], "\(area)")

      let problems = stage.problems { stage.host.area = moved }
      #expect(problems.first?.contains("The cursor is at ") == true, "\(area)")
    }
  }

  @Test func `a scalar that a terminal would execute is found, even if it is always drawn`() {
    for scalar: UInt32 in [0x1B, 0x7, 0x9B, 0x202E, 0x200D] {
      let stage = Stage()
      stage.rows.drawing = { $0.grid.put(glyph: scalar, width: 1, row: 1, column: 9, style: .plain) }

      #expect(
        stage.problems() == [
          "A frame is wrong:\nThe screen contains U+\(String(scalar, radix: 16, uppercase: true))."
        ])
    }
  }

  @Test func `a window that is too small has no cursor`() {
    let stage = Stage()
    stage.rows.focus()
    stage.window.resize(to: Size(width: 1, height: 1))

    #expect(stage.problems() == [])
    #expect(stage.problems { stage.window.minimumSize = Size(width: 1, height: 1) } != [])
  }
}
