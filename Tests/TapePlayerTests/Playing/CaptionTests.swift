import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import TapePlayer

@MainActor
@Suite(.checksFrames)
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

  @Test(arguments: [
    ("Type \"k\"", " k "), ("Down 3", " ↓ ×3 "), ("Type \"k\"\nEnter", " Enter "), ("Space", " Space "),
  ])
  func `the pressed keys are shown at the right end of the last line`(_ commands: String, _ keys: String) async throws {
    let stage = try await stage("#! keys on\n\(commands)")

    #expect(stage.window.screenText.hasSuffix(keys.dropLast()))
    #expect(stage.window.grid.rows[9].hasPrefix(" d Dot"))
  }

  @Test(arguments: [(false, "kia electric", "kia electric"), (true, "kia", "***")])
  func `what is typed into a field is shown as a word, but not if it is secret`(
    isSecret: Bool, text: String, shown: String
  ) async throws {
    let field = TextField(placeholder: "Search")
    field.isSecret = isSecret
    let stage = try await stage("#! keys on\nType \"\(text)\"") { window in
      window.root.content?.addSubview(field)
      field.frame = Rect(x: 1, y: 5, width: 30, height: 1)
      window.focus(field)
    }

    #expect(stage.window.grid.rows[9].hasSuffix(" " + shown))
  }

  @Test func `the keys stand beside a caption, which they never cover`() async throws {
    let stage = try await stage("#! keys on\n#! caption \"Search for a car of any make\"\nEnter")

    #expect(stage.window.grid.rows[9] == "    Search for a car of any make  Enter")
  }

  @Test func `the keys disappear after a while, and are not shown unless the tape asks for it`() async throws {
    let later = try await stage("#! keys on\nDown\nSleep 2s")
    let without = try await stage("Down")

    #expect(later.window.grid.rows[9] == " d Dot")
    #expect(without.window.grid.rows[9] == " d Dot")
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
