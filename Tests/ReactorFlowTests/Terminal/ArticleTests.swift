import Foundation
import ReactorCore
import ReactorFlow
import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("The article's program")
struct ArticleTests {
  let terminal = HeadlessTerminal(size: Size(width: 40, height: 12))
  let window: Window
  let kitchen = Kitchen()
  let coordinator = FlowCoordinator()

  init() {
    let window = Window(size: terminal.size, surface: terminal, clock: VirtualClock())
    terminal.attach(handle: { window.handle($0) }, afterBatch: { window.render() })
    self.window = window
    let flow = DinerFlow(window: window, kitchen: kitchen)
    Flows.use(flow, when: .created) { stack in window.root.content = stack }
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: DinerStep.opened))
    window.render()
  }

  /// What a person reads, without trailing spaces and empty lines.
  private var screen: [String] {
    window.render()
    return terminal.rows.filter { !$0.isEmpty }
  }

  @Test("leads from one screen to a modal flow and back, by keys alone")
  func fromScreenToModalFlow() {
    #expect(screen.first == " Menu")
    terminal.type("b")
    #expect(screen.first == " Menu › Bibimbap")
    terminal.type("o")
    #expect(
      screen == [
        " Menu › Bibimbap",
        "        ╭─ How many? ──────────╮",
        "        │ ▸ One                │",
        "        │   Two                │",
        "        ╰──────────────────────╯",
        " Enter Choose  Esc Cancel",
      ])
    terminal.feed([.key(.down), .key(.enter)])
    #expect(window.modals.isEmpty)
    #expect(screen.contains { $0.contains("Ordered: 2 × Bibimbap") })
  }

  @Test("a step is on the screen before the key has been dealt with, also where effects have threads of their own")
  func synchronousBesideThreads() {
    EffectExecutor.$current.withValue(BackgroundExecutor()) { terminal.type("bo") }
    #expect(screen.first == " Menu › Bibimbap")
    #expect(window.modals.count == 1)
  }

  @Test("Esc leaves the dialog and ends its flow; it can be opened again")
  func leavingTheDialog() {
    terminal.type("bo")
    terminal.feed([.key(.escape)])
    #expect(window.modals.isEmpty)
    #expect(screen.first == " Menu › Bibimbap")
    terminal.type("o")
    #expect(window.modals.count == 1)
  }

  @Test("a closed kitchen turns the order into a word about it, before the key has been dealt with")
  func closedKitchen() {
    kitchen.isOpen = false
    terminal.type("bo")
    #expect(window.modals.isEmpty)
    #expect(screen.contains { $0.contains("The kitchen is closed") })
  }

  @Test("a link opens the dialog over the screen that it belongs to, and a back stack below")
  func link() {
    coordinator.navigate(to: [DinerStep.dishPicked("Japchae"), DinerStep.orderRequested("Japchae")])
    #expect(screen.first == " Menu › Japchae")
    #expect(window.modals.count == 1)
  }

  @Test("every line of code in the article stands in this program")
  func articleIsTrue() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let article = try String(
      contentsOf: folder.appending(path: "../../../Sources/ReactorFlow/Documentation.docc/Flows.md"), encoding: .utf8)
    var known = Set<String>()
    for file in ["DinerFlows.swift", "ArticleTests.swift"] {
      let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      known.formUnion(source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    }
    let blocks = article.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    #expect(blocks.count == 10)
    for block in blocks {
      for line in block.split(separator: "\n").dropFirst().map({ $0.trimmingCharacters(in: .whitespaces) })
      where line != "…" {
        #expect(known.contains(line), "\(line)")
      }
    }
  }
}
