import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import TapePlayer

@MainActor
struct CaptionTests {
  /// Plays `tape` on a screen full of dots, which show what a caption covers.
  private func stage(_ tape: String, options: Player.Options = Player.Options(), prepare: (Window) -> Void = { _ in })
    async throws -> HeadlessStage
  {
    let stage = HeadlessStage(size: Size(width: 40, height: 10), externalWork: .none)
    try await stage.perform {
      let screen = DottedScreen()
      stage.window.root.content = NavigationStack(root: screen)
      prepare(stage.window)
      _ = try await Player(Tape(parsing: tape), on: stage, options: options).play()
    }
    return stage
  }

  @Test func `a caption replaces the key hints and covers nothing else`() async throws {
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
        ........................................
                    Here is the list
        """)
  }

  @Test func `an empty caption shows the key hints again`() async throws {
    let stage = try await stage("#! caption \"Here\"\n#! caption \"\"")

    #expect(stage.window.grid.rows[9] == " d Dot")
  }

  @Test func `a long caption ends in an ellipsis`() async throws {
    let stage = try await stage("#! caption \"" + String(repeating: "word ", count: 20) + "\"")

    #expect(stage.window.grid.rows[9] == " word word word word word word word wo…")
  }

  @Test func `a toast does not cover a caption`() async throws {
    let stage = try await stage("#! caption \"Here is the list\"") { $0.toast("Saved", kind: .success) }

    #expect(stage.window.grid.rows[1].contains("Saved"))
    #expect(stage.window.grid.rows[9].contains("Here is the list"))
  }

  @Test func `a caption leaves the line of the caret free`() async throws {
    let field = TextField(placeholder: "Search")
    let stage = try await stage("#! caption \"Here\"\nType \"d\"") { window in
      window.root.content?.addSubview(field)
      field.frame = Rect(x: 1, y: 9, width: 30, height: 1)
      window.focus(field)
    }

    #expect(stage.window.grid.rows[9].hasPrefix(" d"))
    #expect(stage.window.grid.rows[8].contains("  Here"))
  }

  @Test func `a caption moves when a field appears on its line`() async throws {
    let stage = try await stage("#! caption \"Here\"\nType \"/\"\nType \"kia\"") { window in
      window.root.keys("/", id: CommandID("search"), title: "Search").bind { [weak window] in
        let field = TextField(placeholder: "Search")
        window?.root.content?.addSubview(field)
        field.frame = Rect(x: 1, y: 9, width: 30, height: 1)
        window?.focus(field)
      }
    }

    #expect(stage.window.grid.rows[9].hasPrefix(" kia"))
    #expect(stage.window.grid.rows[8].contains("  Here"))
  }

  @Test func `a caption stays visible in front of a dialog`() async throws {
    let stage = try await stage("#! caption \"The help\"\nType \"?\"") { window in
      window.installStandardCommands {}
    }

    #expect(stage.window.modals.count == 1)
    #expect(stage.window.screenText.contains("  The help"))
  }

  @Test func `the player can leave captions out`() async throws {
    let stage = try await stage("#! caption \"Here\"", options: Player.Options(showsCaptions: false))

    #expect(!stage.window.screenText.contains("Here"))
  }

  private final class DottedScreen: Screen {
    override init() {
      super.init()
      title = "Dots"
      keys("d", id: CommandID("dot"), title: "Dot")
    }

    override func draw(in canvas: Canvas) { canvas.fill(bounds, character: ".") }
  }
}
