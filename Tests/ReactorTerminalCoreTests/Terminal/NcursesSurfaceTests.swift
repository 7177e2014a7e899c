import Foundation
import ReactorTesting
import ShowroomTestSupport
import Testing

@testable import ReactorTerminalCore

@MainActor
@Suite struct NcursesSurfaceTests {
  private let device: HeadlessTerminal
  private let grid: CellGrid

  init() {
    device = HeadlessTerminal(size: Size(width: 60, height: 12))
    grid = CellGrid(size: device.size)
  }

  private func surface(_ term: String = "xterm-256color", synchronized: Bool = false) throws -> NcursesSurface {
    try NcursesSurface(device: device, term: term, isSynchronized: synchronized)
  }

  private func list(from first: Int, selected: Int = -1) {
    let canvas = Canvas(grid, theme: .dark)
    canvas.fill(canvas.bounds)
    for row in 0..<grid.height {
      let style = row == selected ? Style.plain.reverse : .plain
      let shift = (first + row) % 26
      let letters = "abcdefghijklmnopqrstuvwxyz"
      canvas.write(
        "row \(first + row) of a list \(letters.dropFirst(shift))\(letters.prefix(shift))", at: Point(x: 0, y: row),
        style: style)
    }
  }

  private var text: String { String(decoding: device.bytes, as: UTF8.self) }

  @Test func `nothing is written before the first frame or for an equal one`() throws {
    let surface = try surface()
    defer { surface.close() }
    #expect(device.bytes.isEmpty)
    list(from: 0)
    surface.present(grid, cursor: nil)
    #expect(device.writeCount == 1)
    #expect(text.contains("row 11 of a list lmno"))
    device.clearBytes()
    list(from: 0)
    surface.present(grid, cursor: nil)
    #expect(device.writeCount == 0)
  }

  @Test func `moving the selection writes two rows at once`() throws {
    let surface = try surface()
    defer { surface.close() }
    list(from: 0, selected: 3)
    surface.present(grid, cursor: nil)
    device.clearBytes()
    list(from: 0, selected: 4)
    surface.present(grid, cursor: nil)
    #expect(device.writeCount == 1)
    #expect(device.bytes.count < 160)
    #expect(!text.contains("row 5 "))
  }

  @Test func `the terminal scrolls a list that moves by one row`() throws {
    let surface = try surface()
    defer { surface.close() }
    list(from: 0)
    surface.present(grid, cursor: nil)
    device.clearBytes()
    list(from: 1)
    surface.present(grid, cursor: nil)
    #expect(device.writeCount == 1)
    #expect(device.bytes.count < 100)
    #expect(text.contains("row 12 ") && !text.contains("row 5 "))
  }

  @Test func `the marks of a synchronized update enclose a frame`() throws {
    let surface = try surface(synchronized: true)
    defer { surface.close() }
    list(from: 0)
    surface.present(grid, cursor: nil)
    #expect(text.hasPrefix("\u{1B}[?2026h") && text.hasSuffix("\u{1B}[?2026l"))
    device.clearBytes()
    surface.present(grid, cursor: nil)
    #expect(device.bytes.isEmpty)
  }

  @Test func `the device, not the surface, enters the screen`() throws {
    let surface = try surface()
    defer { surface.close() }
    list(from: 0)
    surface.present(grid, cursor: nil)
    #expect(!text.contains("?1049") && !text.contains("?1h") && !text.contains("?1000"))
  }

  @Test func `redrawing and resizing draw every row`() throws {
    let surface = try surface()
    defer { surface.close() }
    list(from: 0)
    surface.present(grid, cursor: nil)
    device.clearBytes()
    surface.invalidate()
    surface.present(grid, cursor: nil)
    #expect(text.contains("row 0 of") && text.contains("row 11 of"))
    // Another program may have shown the cursor.
    #expect(text.contains("\u{1B}[?25l"))
    device.clearBytes()
    surface.resize(to: Size(width: 30, height: 4))
    grid.resize(to: Size(width: 30, height: 4))
    list(from: 70)
    surface.present(grid, cursor: nil)
    #expect(text.contains("row 70 of") && text.contains("row 73 of") && !text.contains("row 11 "))
  }

  /// The permitted control characters: those that move the cursor, and Escape.
  private static let allowed: Set<UInt8> = [0x08, 0x0A, 0x0D, 0x1B, 0x0E, 0x0F]

  @Test(arguments: ["tmux-256color", "xterm-256color", "screen"])
  func `a terminal of one column receives no stray byte`(term: String) throws {
    let surface = try surface(term)
    defer { surface.close() }
    var chance = SeededChance(seed: 7)
    for _ in 0..<400 {
      let size = Size(
        width: [1, 1, 2, 3, 80].randomElement(using: &chance) ?? 1, height: .random(in: 1...30, using: &chance))
      surface.resize(to: size)
      grid.resize(to: size)
      for _ in 0..<3 {
        list(from: .random(in: 0..<50, using: &chance), selected: .random(in: -1..<5, using: &chance))
        let position = Point(x: 0, y: Int.random(in: 0..<grid.height, using: &chance))
        let isVisible = Bool.random(using: &chance)
        surface.present(grid, cursor: Bool.random(using: &chance) ? Cursor(position, isVisible: isVisible) : nil)
      }
    }

    #expect(device.bytes.filter { $0 < 0x20 && !Self.allowed.contains($0) } == [])
  }

  @Test func `a grid larger than the terminal is clipped`() throws {
    let surface = try surface()
    defer { surface.close() }
    grid.resize(to: Size(width: 200, height: 80))
    list(from: 0)
    surface.present(grid, cursor: Cursor(Point(x: 150, y: 70), isVisible: true))
    #expect(text.contains("row 11 of") && !text.contains("row 12 of"))
  }

  @Test func `wide glyphs and marks are written completely`() throws {
    let surface = try surface()
    defer { surface.close() }
    let canvas = Canvas(grid, theme: .dark)
    canvas.write("현대 아반떼 q\u{301}x \u{1F468}\u{200D}\u{1F469} \u{1F1F0}\u{1F1F7}", at: .zero)
    surface.present(grid, cursor: nil)
    #expect(text.contains("현대 아반떼 q\u{301}x \u{1F468} \u{1F1F0}\u{1F1F7}"))
    device.clearBytes()
    canvas.write("|", at: Point(x: 1, y: 0))
    surface.present(grid, cursor: nil)
    #expect(text.contains(" |") && !text.contains("아"))
  }

  @Test func `the cursor is at the caret, or hidden without one`() throws {
    let surface = try surface()
    defer { surface.close() }
    list(from: 0)
    surface.present(grid, cursor: Cursor(Point(x: 7, y: 4), isVisible: true))
    #expect(text.contains("\u{1B}[?12l\u{1B}[?25h") || text.contains("\u{1B}[?25h"))
    #expect(text.hasSuffix("\u{1B}[5;8H"))
    device.clearBytes()
    surface.present(grid, cursor: Cursor(Point(x: 8, y: 4), isVisible: true))
    #expect(!text.contains("?25") && device.bytes.count <= 8 && !device.bytes.isEmpty)
    device.clearBytes()
    surface.present(grid, cursor: nil)
    #expect(text.contains("\u{1B}[?25l"))
  }

  @Test func `an unknown terminal type is treated as xterm`() throws {
    let surface = try surface("xterm-nobody-ever-heard-of")
    defer { surface.close() }
    #expect(surface.capabilities.colors == .palette256)
  }

  @Test func `a terminal type whose description has no size is used as described`() throws {
    let surface = try surface("linux")
    defer { surface.close() }
    #expect(surface.capabilities.colors == .ansi8)
    list(from: 0)
    surface.present(grid, cursor: nil)
    device.clearBytes()

    list(from: 3)
    surface.present(grid, cursor: nil)

    #expect(text.contains("row 14 of") && !text.contains("row 11 of"))
    // The Linux console does not know this way to scroll.
    #expect(!text.contains(/\x1B\[\d*S/))
  }

  @Test(arguments: ["dumb", "", "unknown"])
  func `a terminal without cursor addressing is an error`(term: String) {
    let error = #expect(throws: TerminalError.self) { try surface(term) }
    #expect(error == .cannotAddressCursor(term: term))
    #expect(error?.description.contains("command without a screen") == true)
  }

  @Test func `without free color pairs the background becomes reverse video`() throws {
    let surface = try surface("xterm")
    defer { surface.close() }
    #expect(surface.capabilities.colors == .ansi8)
    let canvas = Canvas(grid, theme: .dark)
    for index in UInt8(0)..<90 {
      let style = Style(foreground: .indexed(index % 9), background: .indexed(index / 9))
      canvas.write("x", at: Point(x: Int(index % 60), y: Int(index / 60)), style: style)
    }
    surface.present(grid, cursor: nil)
    #expect(text.contains("7mx"))
  }

  @Test func `the selection is visible without colors`() throws {
    let surface = try surface("vt100")
    defer { surface.close() }
    #expect(surface.capabilities.colors == .monochrome)
    Canvas(grid, theme: .dark).write("chosen", at: .zero, style: Theme.dark[.selection])
    surface.present(grid, cursor: nil)
    #expect(text.contains("7m"))
    #expect(!text.contains("\u{1B}[3") && !text.contains("\u{1B}[4"))
  }

  @Test func `palette colors are sent unchanged`() throws {
    let surface = try surface()
    defer { surface.close() }
    Canvas(grid, theme: .dark).write(
      "x", at: .zero, style: Style(foreground: .indexed(210), background: .hex(0x005f87)))
    surface.present(grid, cursor: nil)
    #expect(text.contains("38;5;210") && text.contains("48;5;24"))
  }

  @Test func `the described keys include modified arrows`() throws {
    let surface = try surface()
    defer { surface.close() }
    #expect(surface.describedKeys[Array("\u{1B}[1;5A".utf8)] == Key(.up, .control))
    #expect(surface.describedKeys[Array("\u{1B}OA".utf8)] == .up)
  }

  @Test func `a surface can be opened after another one was closed`() throws {
    for term in ["xterm-256color", "vt100", "xterm-256color"] {
      let surface = try surface(term)
      device.clearBytes()
      list(from: 0)
      surface.present(grid, cursor: nil)
      #expect(text.contains("row 11 of"))
      surface.close()
      surface.close()
      surface.present(grid, cursor: nil)
    }
  }

  @Test(arguments: [(3, 4), (4, 3), (7, 2)])
  func `the row that the selection leaves is drawn before the one it enters, and the cursor is placed last`(
    left: Int, entered: Int
  ) throws {
    let surface = try surface()
    defer { surface.close() }
    list(from: 0, selected: left)
    surface.present(grid, cursor: Cursor(Point(x: 0, y: left), isVisible: false))
    device.clearBytes()

    list(from: 0, selected: entered)
    surface.present(grid, cursor: Cursor(Point(x: 0, y: entered), isVisible: false))

    let leaves = try #require(text.range(of: "row \(left) of"))
    let enters = try #require(text.range(of: "row \(entered) of"))
    #expect(leaves.upperBound <= enters.lowerBound)
    #expect(device.writeCount == 1)
    // After the text, the cursor returns to the first column.
    let end = text[enters.upperBound...]
    #expect(end.contains(/(?:\r|\x1B\[\d+(?:;1)?H)(?:\x1B\(B|\x1B\[[\d;]*m)*$/))
    #expect(!text.contains("?25h"))
  }

  @Test func `a cursor that only moves is a frame of a few bytes`() throws {
    let surface = try surface()
    defer { surface.close() }
    list(from: 0)
    surface.present(grid, cursor: Cursor(.zero, isVisible: false))
    device.clearBytes()

    surface.present(grid, cursor: Cursor(Point(x: 4, y: 7), isVisible: false))

    #expect(device.writeCount == 1 && device.bytes.count < 10)
  }

  @Test func `a terminal that turns out to have more colors is drawn again with them`() throws {
    let surface = try surface("xterm")
    defer { surface.close() }
    let style = Style(foreground: .indexed(210), background: .hex(0x005f87))
    Canvas(grid, theme: .dark).write("x", at: .zero, style: style)
    surface.present(grid, cursor: nil)
    #expect(surface.capabilities.colors == .ansi8 && !text.contains("38;5;"))
    device.clearBytes()

    #expect(surface.adopt(term: "xterm-256color"))
    surface.present(grid, cursor: nil)

    #expect(surface.capabilities.colors == .palette256)
    #expect(text.contains("38;5;210") && text.contains("48;5;24") && FrameBytes.offences(in: device.bytes).isEmpty)
    #expect(!surface.adopt(term: "xterm-256color"))
  }
}
