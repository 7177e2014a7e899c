import ReactorCore
import ReactorTerminal
import ReactorTesting
import TapePlayer
import Testing

@testable import ReactorGallery

/// The widgets in all of their states, as text.
@MainActor
struct WidgetScreensTests {
  /// A terminal that the tapes are played on.
  struct Terminal: CustomTestStringConvertible, Sendable {
    let size: Size
    var isASCII = false

    static let all = [
      Terminal(size: Size(width: 80, height: 24)), Terminal(size: Size(width: 40, height: 12)),
      Terminal(size: Size(width: 80, height: 24), isASCII: true),
    ]

    var testDescription: String { "\(size.width)x\(size.height)\(isASCII ? " ascii" : "")" }
  }

  /// The text has to be the same with and without colors, which are part of the pictures of the documentation.
  @Test(arguments: GallerySection.allCases, Terminal.all)
  func `the widgets look as recorded`(section: GallerySection, terminal: Terminal) async throws {
    let tape = try GalleryTape("\(section)")

    let dark = try await tape.screens(size: terminal.size, theme: .dark, isASCII: terminal.isASCII)
    let mono = try await tape.screens(size: terminal.size, theme: .mono, isASCII: terminal.isASCII)

    try RecordedScreens("\(section) \(terminal.testDescription)").expect(dark)
    #expect(dark == mono)
  }

  @Test(arguments: GallerySection.allCases)
  func `a tape shows every state of its section`(section: GallerySection) throws {
    let states = GalleryEntry.all.filter { $0.section == section }.flatMap { entry in
      entry.states.indices.map { "\(entry.title) \($0 + 1).txt" }
    }

    #expect(!states.isEmpty)
    #expect(try GalleryTape("\(section)").files == states)
  }

  /// Shows a state in a window and returns its screen.
  private func screen(
    _ state: GalleryState, _ size: Size, theme: Theme = .dark, isFocused: Bool
  ) -> ScreenSnapshot {
    let window = Window(size: size, surface: HeadlessTerminal(size: size), theme: theme, clock: VirtualClock())
    window.minimumSize = Size(width: 1, height: 1)
    let stage = StageView()
    stage.sample = state.makeView()
    window.root.content = stage
    if isFocused { stage.focus() } else { window.focus(stage) }
    // A program does not give the keyboard focus to a view around the widget.
    if isFocused { FrameCheck.watch(window) }
    window.render()
    return ScreenSnapshot(of: window)
  }

  @Test func `the keyboard focus is visible without color`() {
    let unmarked = GalleryEntry.all.filter { entry in
      guard let state = entry.states.first(where: \.isFocused) else { return false }
      let size = Size(width: 60, height: 16)
      return screen(state, size, theme: .mono, isFocused: true) == screen(state, size, theme: .mono, isFocused: false)
    }

    #expect(unmarked.map(\.title) == [])
  }

  /// A trap in a layout or in a drawing would end the process.
  @Test func `no size is too small for a widget`() {
    for state in GalleryEntry.all.flatMap(\.states) {
      for size in [Size(width: 1, height: 1), Size(width: 3, height: 2), Size(width: 10, height: 1)] {
        #expect(screen(state, size, isFocused: true).size == size)
      }
    }
  }
}
