import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import TapePlayer

@MainActor
struct CaptionTests {
  /// A stage whose screen is full of dots, so that one sees what a caption covers.
  private func stage(_ tape: String, options: Player.Options = Player.Options(), prepare: (Window) -> Void = { _ in })
    async throws -> HeadlessStage
  {
    let stage = HeadlessStage(size: Size(width: 40, height: 10), outside: .none)
    try await stage.perform {
      let screen = DottedScreen()
      stage.window.root.content = NavigationStack(root: screen)
      prepare(stage.window)
      _ = try await Player(Tape(parsing: tape), on: stage, options: options).play()
    }
    return stage
  }

  @Test func aCaptionStandsAboveTheHints() async throws {
    let stage = try await stage("#! caption \"Here is the list\"")
    expectScreen(
      stage.window.grid,
      equals: """
         Dots
        ........................................
        ........................................
        ........................................
        ........................................
        ........................................
        ........................................
        ........................................
        ..........  Here is the list  ..........
         d Dot
        """)
  }

  @Test func anEmptyOneTakesItAway() async throws {
    let stage = try await stage("#! caption \"Here\"\n#! caption \"\"")
    #expect(!stage.window.screenText.contains("Here"))
    #expect(stage.window.grid.rows[8] == String(repeating: ".", count: 40))
  }

  @Test func aLongOneEndsInAnEllipsis() async throws {
    let stage = try await stage("#! caption \"" + String(repeating: "word ", count: 20) + "\"")
    #expect(stage.window.grid.rows[8] == "  word word word word word word word …")
  }

  @Test func messagesStayReadable() async throws {
    let stage = try await stage("#! caption \"Here is the list\"") { $0.toast("Saved", kind: .success) }
    #expect(stage.window.grid.rows[8].contains("Saved"))
    #expect(stage.window.grid.rows[7].contains("Here is the list"))
  }

  @Test func whatIsTypedStaysReadable() async throws {
    let field = TextField(placeholder: "Search")
    let stage = try await stage("#! caption \"Here\"\nType \"d\"") { window in
      window.root.content?.addSubview(field)
      field.frame = Rect(x: 1, y: 8, width: 30, height: 1)
      window.focus(field)
    }
    #expect(stage.window.grid.rows[8].hasPrefix(".d"))
    #expect(stage.window.grid.rows[7].contains("  Here  "))
  }

  @Test func itGivesWayToAFieldThatComesLater() async throws {
    let stage = try await stage("#! caption \"Here\"\nType \"/\"\nType \"kia\"") { window in
      window.root.keys("/", id: "search", title: "Search").bind { [weak window] in
        let field = TextField(placeholder: "Search")
        window?.root.content?.addSubview(field)
        field.frame = Rect(x: 1, y: 8, width: 30, height: 1)
        window?.focus(field)
      }
    }
    #expect(stage.window.grid.rows[8].hasPrefix(".kia"))
    #expect(stage.window.grid.rows[7].contains("  Here  "))
  }

  @Test func itIsReadOverADialog() async throws {
    let stage = try await stage("#! caption \"The help\"\nType \"?\"") { window in
      window.installStandardCommands {}
    }
    #expect(stage.window.modals.count == 1)
    #expect(stage.window.screenText.contains("  The help  "))
  }

  @Test func withoutCaptionsTheScreenIsAsItIs() async throws {
    let stage = try await stage("#! caption \"Here\"", options: Player.Options(showsCaptions: false))
    #expect(!stage.window.screenText.contains("Here"))
  }

  private final class DottedScreen: Screen {
    override init() {
      super.init()
      title = "Dots"
      keys("d", id: "dot", title: "Dot")
    }

    override func draw(in canvas: Canvas) { canvas.fill(bounds, character: ".") }
  }
}
