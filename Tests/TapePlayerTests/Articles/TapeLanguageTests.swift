import ReactorTerminal
import ShowroomTestSupport
import Testing

@testable import ReactorCounter
@testable import TapePlayer

/// The article "The tape language": its example is played, its commands are parsed, and none is missing.
@MainActor
@Suite("Article: The tape language", .checksFrames)
struct TapeLanguageTests {
  private let example = """
    # A counter whose every step takes half a second.
    Set Width 40
    Set Height 10

    #! caption "One step at a time"
    Up
    Wait /1/
    Type@100ms "+"
    Sleep 1s
    #! expect /2/
    #! refute /3/
    Screenshot counter.svg
    """

  private let article = Article.all.first { $0.path.hasSuffix("/TheTapeLanguage.md") }

  @Test func `the example counts to two`() async throws {
    let folder = try TemporaryFolder()

    let screen = try await Tape(parsing: example)
      .play(externalWork: .none, options: Player.Options(folder: folder.path)) { window in
        let view = CounterView()
        view.reactor = CounterReactor(clock: window.clock)
        window.root.content = NavigationStack(root: view)
      }

    #expect(screen.text.contains("One step at a time"))
    #expect(folder.text("counter.svg")?.contains(">2<") == true)
  }

  @Test func `every command, directive, and setting is in a table`() throws {
    let code = try #require(article).firstColumns
    let names =
      CommandName.allCases.map(\.rawValue) + TapeParser.directives.map { "#! \($0)" }
      + ["Width", "Height", "TypingSpeed", "PlaybackSpeed", "WaitTimeout", "WaitPattern", "Theme"].map { "Set \($0)" }

    let missing = names.filter { name in
      !code.contains { $0.hasPrefix(name) && $0.dropFirst(name.count).first?.isLetter != true }
    }

    #expect(missing == [])
  }

  @Test func `every setting of vhs is named`() throws {
    let text = try #require(article).text

    #expect(TapeParser.settingNames.filter { !text.contains("`\($0)`") && !text.contains("`Set \($0) ") } == [])
  }

  @Test func `every command in a table can be parsed`() throws {
    let code = try #require(article).firstColumns

    let rejected = code.filter { command in
      do throws(TapeError) {
        let tape = try Tape(parsing: command, file: "tape") { (_: String) throws(TapeReadError) -> [UInt8] in [] }
        return !tape.warnings.isEmpty
      } catch {
        return true
      }
    }

    #expect(code.count > 60)
    #expect(rejected == [])
  }
}
