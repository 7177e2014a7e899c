import Foundation
import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog
@testable import ShowroomFormatting
@testable import ShowroomSettings

/// Saved views, completions, and exports of the list.
@MainActor @Suite(.timeLimit(.minutes(20)))
struct CarListViewsTests {
  let fixture: CatalogFixture
  let reactor: CarListReactor
  let outputs: Recorder<CarListReactor.Output>

  init() async throws {
    fixture = try await CatalogFixture()
    let destinations = Destinations(
      configured: ScriptedUploads.folder, localFolder: ScriptedUploads.folder, home: fixture.folder.path,
      base: fixture.folder.path)
    let uploads = LiveUploads(service: UploadScript().service, destinations: destinations, clock: VirtualClock())
    reactor = CarListReactor(catalog: fixture.live(), uploads: uploads)
    outputs = Recorder(reactor.outputs)
    await reactor.showsWholeCatalog()
  }

  private func toast(_ text: String, times: Int = 1) async {
    await eventually {
      outputs.elements.count { if case .toast(text, _, _) = $0.message { true } else { false } } >= times
    }
  }

  /// Returns the text of the next alert.
  private func alert() async -> String? {
    func text(_ output: CarListReactor.Output) -> String? {
      if case .alert(_, let text, _, _) = output.message { text } else { nil }
    }
    await eventually { outputs.elements.contains { text($0) != nil } }
    return outputs.elements.compactMap(text).last
  }

  private func question() async -> Message<CarListReactor.Action>? {
    func question(_ output: CarListReactor.Output) -> Message<CarListReactor.Action>? {
      if case .question = output.message { output.message } else { nil }
    }
    await eventually { outputs.elements.contains { question($0) != nil } }
    return outputs.elements.compactMap(question).last
  }

  @Test func `a saved view brings back the search, the order and the columns`() async throws {
    reactor.action.send(.setQuery("kia"))
    reactor.action.send(.sort(.year))
    reactor.action.send(.setColumns([ListColumn(.model), ListColumn(.year)]))
    reactor.action.send(.saveView("kias"))
    await toast("Saved as @kias")
    reactor.action.send(.setQuery(""))
    reactor.action.send(.sort(.make))
    reactor.action.send(.setColumns(nil))

    reactor.action.send(.confirmQuery("@Kias 2022"))

    await reactor.shows(["EV6"])
    #expect(reactor.currentState.query.text == "kia 2022")
    #expect(reactor.currentState.sort.field == .year)
    #expect(reactor.currentState.columns == [ListColumn(.model), ListColumn(.year)])
    #expect(reactor.currentState.history == ["@Kias 2022"])
  }

  @Test func `a view folds models as they were when it was saved, unless it is older than that`() async throws {
    reactor.action.send(.setQuery("bmw"))
    reactor.action.send(.saveView("cars"))
    await toast("Saved as @cars")
    reactor.action.send(.setQuery("kia"))
    reactor.action.send(.toggleFolding)
    reactor.action.send(.saveView("models"))
    await toast("Saved as @models")
    try fixture.store.save(SavedView(name: "older", query: "year>2000", foldsModels: nil))
    reactor.action.send(.setQuery(""))
    await eventually { reactor.currentState.listing.query.text.isEmpty }

    let expected = [("models", true), ("older", true), ("cars", false), ("older", false), ("models", true)]
    for (view, isFolded) in expected {
      let query = try fixture.store.savedView(named: view).query
      reactor.action.send(.openView(view))
      await eventually { reactor.currentState.listing.query.text == query }

      #expect(reactor.currentState.listing.isFolded == isFolded, "\(view)")
    }
  }

  @Test func `a view is replaced only after confirmation`() async throws {
    reactor.action.send(.saveView("mine"))
    await toast("Saved as @mine")
    reactor.action.send(.setQuery("kia"))

    reactor.action.send(.saveView("mine"))
    let question = await question()
    #expect(
      question
        == .confirmation(
          "Replace the view?", text: "There is already a view @mine.", confirm: "Replace",
          action: .saveView("mine", replacing: true)))
    #expect(try fixture.store.savedView(named: "mine").query.isEmpty)

    reactor.action.send(.saveView("mine", replacing: true))
    await eventually { (try? fixture.store.savedView(named: "mine").query) == "kia" }
  }

  @Test func `views that are saved at once are all stored`() async throws {
    reactor.action.send(.saveView("one"))
    reactor.action.send(.saveView("two"))

    await toast("Saved as @one")
    await toast("Saved as @two")
    #expect(Set(try fixture.store.savedViews().map(\.name)) == ["one", "two"])
  }

  @Test func `files that are exported at once are all written`() async throws {
    reactor.action.send(.export(to: "one.csv"))
    reactor.action.send(.export(to: "two.csv"))

    await toast("Exported 8 cars as CSV to ~/one.csv")
    await toast("Exported 8 cars as CSV to ~/two.csv")
  }

  @Test(arguments: ["no name", "", "-x", String(repeating: "a", count: 33)])
  func `a name that cannot be typed after the @ sign is rejected`(name: String) async throws {
    reactor.action.send(.saveView(name))

    guard case .alert("Could not save the view", _, _, _) = outputs.elements.last?.message else {
      Issue.record("\(outputs.elements)")
      return
    }
  }

  @Test func `a name can be typed with the @ sign and with spaces around it`() async {
    reactor.action.send(.saveView(" @mine "))

    await toast("Saved as @mine")
  }

  @Test func `an unknown view is reported with the nearest name, and the list stays`() async throws {
    reactor.action.send(.saveView("kias"))
    await toast("Saved as @kias")

    reactor.action.send(.confirmQuery("@kais"))

    #expect(await alert() == "There is no view \"kais\". Did you mean \"kias\"?")
    #expect(reactor.currentState.listing.count == 8)
  }

  @Test func `the name of a view is not searched for while it is typed`() async throws {
    reactor.action.send(.setQuery("@ki"))

    #expect(reactor.currentState.query.text == "@ki")
    #expect(reactor.currentState.listing.count == 8)
  }

  @Test func `the name of a view is neither saved nor restored as a search while it is typed`() async throws {
    reactor.action.send(.setQuery("kia"))
    await eventually { reactor.currentState.listing.query.text == "kia" }
    reactor.action.send(.setQuery("@ki"))

    reactor.action.send(.saveView("two"))
    await toast("Saved as @two")
    var session = SessionState()
    reactor.currentState.save(to: &session)

    #expect(try fixture.store.savedView(named: "two").query == "kia")
    #expect(session.query == "kia")
  }

  @Test func `a saved view that another program has replaced is kept when saving is undone`() async throws {
    reactor.action.send(.saveView("mine"))
    await toast("Saved as @mine")
    try fixture.store.save(SavedView(name: "mine", query: "bmw"), replacing: true)

    await #expect(throws: ChangedSinceError.self) { try await reactor.catalog.undoStack.undo() }

    #expect(try fixture.store.savedView(named: "mine").query == "bmw")
  }

  @Test func `views are offered, and deleted ones are gone`() async throws {
    reactor.action.send(.offerViews(.open))
    let open = await first(reactor.outputs) { $0.message != nil }?.message
    #expect(
      open
        == .choice(
          "Views", answers: [.init("@marked", detail: "marked:yes", sends: .openView("marked"))], actionTitle: "Show"))
    reactor.action.send(.offerViews(.delete))
    await toast("No saved views yet. A view is a search with its order and columns, saved under a name.")
    reactor.action.send(.saveView("a"))
    await toast("Saved as @a")

    reactor.action.send(.offerViews(.delete))
    let offer = await first(reactor.outputs) { $0.message != nil }?.message
    #expect(
      offer
        == .choice(
          "Delete a view", answers: [.init("@a", detail: "all cars", sends: .deleteView("a"))], actionTitle: "Delete"))
    reactor.action.send(.deleteView("a"))

    await toast("Deleted @a")
    #expect(try fixture.store.savedViews().isEmpty)
  }

  @Test(arguments: [("ki", ["kia "]), ("make:k", ["make:kia "]), ("mak", ["make:"]), ("zzz", nil), ("", nil)])
  func `the word at the caret is completed`(query: String, candidates: [String]?) async throws {
    reactor.action.send(.typeQuery("x", caret: 1))
    reactor.action.send(.typeQuery(query, caret: query.count))

    let completions = await first(reactor.state(\.completions)) { $0?.query == query || candidates == nil }
    #expect((completions ?? nil)?.candidates.map(\.text) == candidates)
  }

  @Test func `completions come after the cars and the facets of their query`() async throws {
    reactor.action.send(.setFacetsShown(true))
    reactor.action.send(.typeQuery("ki", caret: 2))

    let state = await first(reactor.state) { $0.completions?.query == "ki" }
    #expect(state?.listing.query.text == "ki")
    #expect(state?.facets?.query == "ki")
  }

  @Test func `after the @ sign, the names of views are completed`() async throws {
    reactor.action.send(.saveView("kias"))
    await toast("Saved as @kias")

    reactor.action.send(.typeQuery("@K", caret: 2))

    let completions = await first(reactor.state(\.completions)) { $0 != nil }
    #expect(completions??.candidates.map(\.text) == ["@kias"])
  }

  @Test(arguments: ["csv", "json"])
  func `an export has the bytes that the command prints`(ending: String) async throws {
    reactor.action.send(.setQuery("kia"))
    await reactor.shows(["EV6", "K5", "K5"])
    let index = try #require(reactor.catalog.index.value)
    let result = try #require(index.search(.parse("kia")))
    let printed = try CarListExport(result.ordinals, of: index, in: fixture.store)
      .text(as: try #require(ExportFormat(rawValue: ending)))

    reactor.action.send(.export(to: "kias.\(ending)"))

    await toast("Exported 3 cars as \(ending.uppercased()) to ~/kias.\(ending)")
    let file = fixture.folder.appendingPathComponent("kias.\(ending)")
    #expect(try String(contentsOf: file, encoding: .utf8) == printed)
  }

  @Test func `an export of the marked cars has them in their order, regardless of what is listed`() async throws {
    for id in [8, 3] as [Car.ID] { reactor.action.send(.toggleMark(id)) }
    reactor.action.send(.setQuery("kia"))
    await reactor.shows(["EV6", "K5", "K5"])
    reactor.action.send(.setColumns([ListColumn(.make), ListColumn(.model)]))

    reactor.action.send(.export(to: "short.csv", cars: .marked))

    await toast("Exported 2 cars as CSV to ~/short.csv")
    let file = fixture.folder.appendingPathComponent("short.csv")
    #expect(try String(contentsOf: file, encoding: .utf8) == "make,model\r\n현대,그랜저\r\nKia,EV6\r\n")
  }

  @Test func `an export with notes is readable by its owner only`() async throws {
    let file = fixture.folder.appendingPathComponent("cars.csv")
    func permissions() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }
    reactor.action.send(.export(to: "cars.csv"))
    await toast("Exported 8 cars as CSV to ~/cars.csv")
    #expect(try permissions() == 0o600)

    // Wider permissions of an earlier file are not kept, but those of a file without notes are.
    for (times, columns, expected) in [(2, [CarField.make, .note], 0o600), (3, [.make, .model], 0o640)] {
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
      reactor.action.send(.setColumns(columns.map { ListColumn($0) }))
      reactor.action.send(.export(to: "cars.csv", replacing: true))
      await toast("Exported 8 cars as CSV to ~/cars.csv", times: times)
      #expect(try permissions() == expected)
    }
  }

  @Test func `an export replaces a file only after confirmation`() async throws {
    let file = fixture.folder.appendingPathComponent("cars.csv")
    try Data("mine".utf8).write(to: file)

    reactor.action.send(.export(to: "cars.csv"))
    let question = await question()
    #expect(
      question
        == .confirmation(
          "Replace the file?", text: "cars.csv already exists. Its contents will be replaced.", confirm: "Replace",
          action: .export(to: "cars.csv", replacing: true)))
    #expect(try String(contentsOf: file, encoding: .utf8) == "mine")

    reactor.action.send(.export(to: "cars.csv", replacing: true))
    await toast("Exported 8 cars as CSV to ~/cars.csv")
  }

  @Test(arguments: [("cars", "\"cars\" has no known extension"), ("cars.txt", "\"cars.txt\" has no known extension")])
  func `an export without a known extension is rejected`(path: String, reason: String) async throws {
    reactor.action.send(.export(to: path))

    #expect(await alert()?.hasPrefix(reason) == true)
  }

  @Test func `choosing another field keeps the former order as the second level`() {
    let byYear = Sort.natural(.year)

    let byEconomy = byYear.choosing(.economy)

    #expect(byEconomy == Sort(.economy, ascending: false).then(byYear.primary))
    #expect(byEconomy.choosing(.economy).secondary == byYear.primary)
    #expect(byEconomy.choosing(nil) == .standard)
  }
}
