import Foundation
import ReactorCore
import ReactorTerminal
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog

@MainActor @Suite(.timeLimit(.minutes(20)))
struct UndoTests {
  private struct Failure: Error {}

  @Test func `changes are undone in reverse order, even before they are written`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    let changes = Task {
      try await catalog.setNote("first", for: 1)
      try await catalog.setFavorite(true, for: 1)
      try await catalog.setNote("second", for: 1)
      try await catalog.setPrice(30_000, for: 1)
    }
    try await changes.value
    #expect(catalog.undoStack.next == "price change for BMW 520d 2023")

    for (title, data) in [
      ("price", UserData(isFavorite: true, note: "second")), ("note", UserData(isFavorite: true, note: "first")),
      ("favorite", UserData(note: "first")), ("note", UserData()),
    ] {
      #expect(try await catalog.undoStack.undo() == "\(title) change for BMW 520d 2023")
      #expect(try fixture.store.userData(id: 1) == data)
    }
    #expect(try await catalog.undoStack.undo() == nil)
  }

  @Test func `two quick undos undo two changes of one value, even with effects on other threads`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    for isFavorite in [true, false] { try await catalog.setFavorite(isFavorite, for: 1) }
    let executor = BackgroundExecutor()

    let undos = (0..<2).map { _ in
      Task.immediate(executorPreference: executor) { try await catalog.undoStack.undo() }
    }

    for undo in undos { #expect(try await undo.value == "favorite change for BMW 520d 2023") }
    #expect(try !fixture.store.userData(id: 1).isFavorite)
  }

  @Test func `a change that failed cannot be undone`() async throws {
    let catalog = try (await CatalogFixture()).readOnly()
    await #expect(throws: CatalogError.self) { try await catalog.setFavorite(true, for: 1) }
    #expect(catalog.undoStack.next == nil)
    await #expect(throws: CatalogError.self) { try await catalog.setCosts([.miles: 18_000]) }
    #expect(catalog.undoStack.next == nil)
  }

  @Test func `an undo that fails can be repeated, unless the car is gone`() async throws {
    let stack = UndoStack()
    var failures = 1
    stack.push("a note") {
      failures -= 1
      if failures >= 0 { throw Failure() }
    }
    await #expect(throws: Failure.self) { try await stack.undo() }
    #expect(try await stack.undo() == "a note")

    // A newer change that is made meanwhile stays above it.
    stack.push("an old note") {
      stack.push("a new note") {}
      throw Failure()
    }
    await #expect(throws: Failure.self) { try await stack.undo() }
    #expect(stack.next == "a new note")
    #expect(try await stack.undo() == "a new note")
    #expect(stack.next == "an old note")

    let gone = CatalogError.store(.unknownCar(1), path: "catalog")
    stack.push("a price") { throw gone }
    await #expect(throws: gone) { try await stack.undo() }
    #expect(stack.next == "an old note")
  }

  @Test(arguments: [true, false])
  func `a change is not undone for another car that has received the ID`(isCorrection: Bool) async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    try await catalog.setNote("Quiet", for: 5)
    try await catalog.setNote(nil, for: 5)
    var cars = CatalogFixture.cars
    cars[4].make = isCorrection ? "Kia" : "Ford"
    cars[4].model = isCorrection ? "K5 GT" : "Focus"
    try fixture.publish(cars)
    _ = try await fixture.store.refresh(from: .file(fixture.file))

    let title = try? await catalog.undoStack.undo()

    #expect(title == (isCorrection ? "note change for Kia K5 2018" : nil))
    #expect(try fixture.store.userData(id: 5).note == (isCorrection ? "Quiet" : nil))
    #expect(catalog.undoStack.next == "note change for Kia K5 2018", "only the latest change is dropped")
  }

  @Test func `a value that another program has changed since is kept`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    try await catalog.setNote("ours", for: 1)
    try fixture.store.setNote("theirs", id: 1)

    await #expect(throws: ChangedSinceError.self) { try await catalog.undoStack.undo() }

    #expect(try fixture.store.userData(id: 1).note == "theirs")
    #expect(catalog.undoStack.next == nil)
  }

  @Test func `assumptions that another program has changed since are kept`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    try await catalog.setCosts([.miles: 18_000])
    try fixture.store.setCostAssumptions([.miles: 9_000])
    await catalog.followStored()

    await #expect(throws: ChangedSinceError.self) { try await catalog.undoStack.undo() }

    #expect(try fixture.store.costAssumptions().own == [.miles: 9_000])
    #expect(catalog.undoStack.next == nil)
  }

  @Test func `assumptions that a held key has changed are undone together`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    for miles in [16_000, 17_000, 18_000.0] { try await catalog.setCosts([.miles: miles]) }
    try await catalog.setFavorite(true, for: 1)
    try await catalog.setCosts([:])

    #expect(try await catalog.undoStack.undo() == "change to the cost assumptions")
    #expect(try fixture.store.costAssumptions().own == [.miles: 18_000])
    _ = try await catalog.undoStack.undo()
    #expect(try await catalog.undoStack.undo() == "change to the cost assumptions")
    #expect(try fixture.store.costAssumptions().own.isEmpty && catalog.costs.value.own.isEmpty)
  }

  @Test func `the oldest of many changes are forgotten`() async throws {
    let stack = UndoStack()
    for number in 0..<(UndoStack.limit + 5) { stack.push("\(number)") {} }
    var titles: [String] = []
    while let title = try await stack.undo() { titles.append(title) }
    #expect(titles.count == UndoStack.limit && titles.first == "104" && titles.last == "5")
  }

  @Test func `cars marked after all were unmarked stay marked when that is undone`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    let reactor = CarListReactor(catalog: catalog)
    await reactor.showsWholeCatalog()
    reactor.action.send(.setMarks([1, 3]))
    reactor.action.send(.clearMarks)
    reactor.action.send(.setMarks([3, 4]))

    _ = try await catalog.undoStack.undo()

    #expect(reactor.currentState.marked == [1, 3, 4])
    #expect(catalog.marks.value == [1, 3, 4])
  }

  @Test func `a car that was removed from the shortlist returns to its place`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    let reactor = CarListReactor(catalog: catalog)
    await reactor.showsWholeCatalog()
    reactor.action.send(.setMarks([1, 3, 4]))
    reactor.action.send(.toggleMark(3))
    // A car's screen removes a mark.
    reactor.action.send(.setMarks([4]))

    #expect(try await catalog.undoStack.undo() == "removal of BMW 520d 2023 from the shortlist")
    #expect(reactor.currentState.marked == [1, 4])
    #expect(try await catalog.undoStack.undo() == "removal of Kia EV6 2022 from the shortlist")
    #expect(reactor.currentState.marked == [1, 3, 4])
    #expect(catalog.undoStack.next == nil)
    withExtendedLifetime(fixture) {}
  }

  @Test func `undoing restores views and marks`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    let reactor = CarListReactor(catalog: catalog)
    catalog.start()
    _ = await first(catalog.index.asObservable()) { $0 != nil }
    /// Sends an action whose effect ends with a message.
    func run(_ action: CarListReactor.Action) async {
      let message = Task { await first(reactor.outputs.compactMap(\.message)) { _ in true } }
      await Task.yield()
      reactor.action.send(action)
      _ = await message.value
    }
    reactor.action.send(.setQuery("kia"))
    await run(.saveView("mine"))
    reactor.action.send(.setQuery("bmw"))
    await run(.saveView("mine", replacing: true))
    await run(.deleteView("mine"))
    #expect(try fixture.store.savedViews().isEmpty)
    reactor.action.send(.setMarks([1, 3]))
    reactor.action.send(.clearMarks)
    #expect(reactor.currentState.marked.isEmpty)

    _ = try await catalog.undoStack.undo()
    #expect(reactor.currentState.marked == [1, 3])
    #expect(try await catalog.undoStack.undo() == "deletion of @mine")
    #expect(try fixture.store.savedViews().map(\.query) == ["bmw"])
    _ = try await catalog.undoStack.undo()
    #expect(try fixture.store.savedViews().map(\.query) == ["kia"])
    _ = try await catalog.undoStack.undo()
    #expect(try fixture.store.savedViews().isEmpty)
  }
}
