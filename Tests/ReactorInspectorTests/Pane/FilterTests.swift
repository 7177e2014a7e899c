import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ReactorInspector

extension InspectorTests {
  @MainActor
  @Suite("Filter and search")
  struct FilterTests {
    /// A tally with a key, the two mutations of its effect, and a key with a pulse: epochs 1 to 4.
    private func program() async -> TallyProgram {
      let program = TallyProgram(90, 30)
      program.screen.press(.f12)
      await program.use("l")
      await program.screen.wait(.seconds(3))
      await program.use("s")
      return program
    }

    private func shown(_ program: TallyProgram) -> [Int] {
      guard let table = program.inspector.pane?.epochs.table else { return [] }
      return (0..<table.rows.count).map { table.rows.id(at: $0) }
    }

    @Test(
      arguments: [
        ("tally.later", [1]), ("value: 10", [2]), ("label in tallyview: text", [1, 2, 3]), ("effect 1 finished", [3]),
        ("effect 1 from epoch 1", [2, 3]), ("zeppelin", []),
      ])
    func `a search finds what the details contain`(text: String, epochs: [Int]) async {
      let program = await program()

      program.inspect("/")
      program.screen.type(text)
      await program.screen.wait(.seconds(1))

      #expect(shown(program) == epochs, "\(program.screen.text)")
    }

    @Test func `a search does not find a view because it was not drawn`() async {
      let program = await program()
      #expect(program.shows("Not redrawn"))

      program.inspect("/")
      program.screen.type("not redrawn")

      #expect(shown(program) == [])
    }

    @Test func `a search also finds later epochs`() async {
      let program = await program()
      program.inspect("/")
      program.screen.type("increase")
      program.screen.press(.enter)
      let before = shown(program)

      await program.use("+", "s", "+")

      #expect(shown(program).count == before.count + 2)
    }

    @Test func `checking more values of one facet adds epochs, and checking values of another removes them`() async {
      let program = await program()
      program.inspect("f")
      let list = program.inspector.pane?.filter.list

      program.screen.press(.space)
      #expect(list?.currentValue?.id == "Key")
      #expect(shown(program) == [1, 4] && program.shows("2 of 4 epochs"), "\(program.screen.text)")

      program.screen.press(.down, .space)
      #expect(shown(program) == [1, 2, 3, 4])

      list?.selection.toggle("Effect", in: EpochFacet.content.rawValue)
      list?.selectionChanged.send(list?.selection ?? .init())
      #expect(shown(program) == [1, 2, 3])
    }

    @Test func `the facets count the epochs, and Enter goes to the list`() async throws {
      let program = await program()
      program.inspect("f")

      for text in ["Key", "2", "State change", "4", "Command", "TallyReactor"] { #expect(program.shows(text)) }

      program.screen.press(.enter)
      #expect(program.inspector.pane?.epochs.table.isFocused == true)
    }

    @Test func `steps go through the filtered epochs, and the newest of them is not the present`() async {
      let program = TallyProgram()
      program.screen.press(.f12)
      await program.use("+", "s", "+", "s")
      program.inspect("/")
      program.screen.type("increase")
      program.screen.press(.enter)
      #expect(shown(program) == [1, 3])

      program.screen.press("[")
      #expect(program.shows("Past: epoch 3 of 4") && program.shows("Value 2"))
      program.screen.press("[")
      #expect(program.shows("Past: epoch 1 of 4") && program.shows("Value 1"))
      program.screen.press("]")
      #expect(program.shows("Past: epoch 3 of 4"))
      program.screen.press("]")
      #expect(!program.shows("Past"))
    }
  }
}
