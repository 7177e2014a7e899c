import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import Testing

@testable import ReactorGallery

/// The gallery around the widgets.
@MainActor
struct GalleryTests {
  private func open(_ width: Int = 80, _ height: Int = 24) -> TestScreen {
    let screen = TestScreen(width, height)
    screen.window.installStandardCommands {}
    Gallery.open(in: screen.window)
    screen.window.render()
    return screen
  }

  private func reactor(_ actions: GalleryReactor.Action...) -> GalleryReactor {
    let reactor = GalleryReactor(stateCounts: [2, 1, 3])
    for action in actions { reactor.action.send(action) }
    return reactor
  }

  @Test func `the screens of its tape look as recorded`() async throws {
    let screens = try await GalleryTape("gallery").screens(size: Size(width: 80, height: 24), theme: .dark)

    try RecordedScreens("gallery").expect(screens)
  }

  @Test func `the state after the last one is the first of the next widget`() {
    let forward = reactor(.moveState(forward: true), .moveState(forward: true))
    let backward = reactor(.moveState(forward: false))

    #expect(forward.currentState.position == GalleryReactor.Position(entry: 1, state: 0))
    #expect(backward.currentState.position == GalleryReactor.Position(entry: 2, state: 2))
  }

  @Test func `showing the same widget again keeps its state`() {
    let same = reactor(.moveState(forward: true), .show(entry: 0))
    let other = reactor(.moveState(forward: true), .show(entry: 2))

    #expect(same.currentState.position == GalleryReactor.Position(entry: 0, state: 1))
    #expect(other.currentState.position == GalleryReactor.Position(entry: 2, state: 0))
  }

  @Test func `moving past the last widget or the first one wraps around`() {
    #expect(reactor(.moveEntry(forward: false)).currentState.position.entry == 2)
    #expect(reactor(.show(entry: 2), .moveEntry(forward: true)).currentState.position.entry == 0)
  }

  @Test func `the themes follow each other`() {
    let screen = open()

    let names = (0..<4).map { _ in
      screen.press("t")
      return screen.window.theme.name
    }

    #expect(names == ["light", "mono", "dark", "light"])
  }

  @Test func `Esc returns from a widget to the list`() {
    let screen = open()
    screen.press(.enter)
    screen.press(.escape)
    screen.press(.down)
    #expect(screen.text.contains("▸ ScrollText"))

    screen.press(.f4)
    #expect(!screen.text.contains("▸ ScrollText"))
    screen.press(.escape)
    #expect(screen.text.contains("▸ ScrollText"))
  }

  @Test func `function keys work in a text field`() {
    let screen = open()
    for _ in 0..<4 { screen.press(.f10) }

    screen.type("]tw")
    #expect(screen.text.contains("Kia Niro EV]tw"))

    screen.press(Key(.function(8)))
    #expect(screen.text.contains("Unfocused  2/6"))
  }

  /// Base classes have no state of their own, and rows and columns are stacks.
  @Test func `every widget of the library has an entry`() throws {
    let folders = ["ReactorTerminal/Widgets", "ReactorTerminalCore/Layout"]
    let sources = try folders.flatMap { try Checkout.sources(in: $0) }
    let widgets = sources.flatMap { source in
      source.text.matches(of: /(?m)^(?:public|open) (?:final )?class (\w+)/).map { String($0.1) }
    }

    let missing = Set(widgets).subtracting(GalleryEntry.all.map(\.title))

    #expect(missing == ["TextInputView", "FieldBar", "PanelView", "Rows", "Columns"])
  }

  @Test func `every entry has the code of its states`() {
    for entry in GalleryEntry.all {
      for state in entry.states {
        let source = SourceText(entry, state)
        let first = source.lines[source.range.lowerBound]
        #expect(first.contains("GalleryState(\"\(state.name)\""), "\(entry.title): \(state.name)")
      }
    }
  }

  @Test func `a missing file is explained`() {
    let entry = GalleryEntry(.content, "Lost", "A widget.", file: "/nonexistent.swift", states: [])

    let source = SourceText(entry, GalleryState("Any") { Label() })

    #expect(source.lines == ["The source is not available:", "this program runs outside of its checkout."])
  }
}
