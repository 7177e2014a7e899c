import Foundation
import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomSettings
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog
@testable import ShowroomCommands

@MainActor @Suite(.timeLimit(.minutes(20)))
struct RefreshNotificationsTests {
  private let fixture: CatalogFixture
  private let catalog: LiveCatalog
  private let stage = Stage(80, 14)
  private let notifications: RefreshNotifications

  init() async throws {
    fixture = try await CatalogFixture()
    catalog = fixture.live()
    notifications = RefreshNotifications(
      window: stage.window, catalog: catalog,
      refreshingBy: CarListView.commands.bindings.first { $0.id == CarListView.refresh },
      showingChangesBy: CarListView.commands.bindings.first { $0.id == CarListView.changes })
    let screen = Screen()
    screen.title = "Cars"
    stage.navigation.push(screen)
    try fixture.store.setFavorite(true, id: 7)
    try fixture.publish(Array(CatalogFixture.cars.prefix(5)))
  }

  private func refresh() async -> Recorder<RefreshEvent> {
    let events = Recorder(catalog.refresh())
    _ = await first(catalog.refreshQuestion.asObservable()) { $0 != nil }
    // The user has not typed for a while, and has read the question.
    await stage.clock.advance(by: .seconds(2))
    return events
  }

  private func finish() async {
    _ = await first(catalog.refreshProgress.asObservable()) { $0 == nil }
  }

  @Test func `a refresh that would remove many cars asks first, and keeps them by default`() async throws {
    let events = await refresh()

    // Another one is a favorite.
    #expect(stage.text.contains("Remove 2 of 8 cars?"), "\(stage.text)")
    // The line breaks depend on the length of the path of the temporary folder.
    let words = stage.text.split { " \n│".contains($0) }.joined(separator: " ")
    #expect(
      words.contains(
        "no longer lists them. It also lacks a car that is a favorite or has a note, a price or files, which would be "
          + "kept and marked as withdrawn."
      ),
      "\(stage.text)")
    #expect(try fixture.store.count() == 8)

    stage.terminal.press(.enter)
    await finish()

    #expect(events.elements.last == .finished(.declined(RefreshLoss(cars: 8, removed: 3, kept: 1))))
    #expect(try fixture.store.count() == 8)
    #expect(!stage.text.contains("Undo"))
  }

  @Test func `a refresh that removes only cars with user data asks whether to withdraw them`() async throws {
    for id: Car.ID in [6, 8] { try fixture.store.setFavorite(true, id: id) }

    let events = await refresh()

    #expect(stage.text.contains("Withdraw 3 of 8 cars?"), "\(stage.text)")
    let words = stage.text.split { " \n│".contains($0) }.joined(separator: " ")
    #expect(
      words.contains(
        "They are favorites or have notes, prices or files, so they would be kept and marked as withdrawn."))
    #expect(words.contains("y Withdraw"))
    stage.terminal.press("y")
    await finish()
    #expect(events.elements.last == .finished(.applied(RefreshCounts(removed: 3, unchanged: 5, withdrawn: 3))))
    #expect(try fixture.store.count() == 8)
  }

  @Test func `z undoes an approved refresh while its toast is shown`() async throws {
    let events = await refresh()
    stage.terminal.press("y")
    await finish()
    #expect(events.elements.last == .finished(.applied(RefreshCounts(removed: 3, unchanged: 5, withdrawn: 1))))
    #expect(stage.text.contains("✓ 3 gone (1 withdrawn)  z Undo"), "\(stage.text)")
    #expect(try fixture.store.count() == 6)

    stage.terminal.press("z")

    await eventually { stage.text.contains("Restored the previous cars") }
    #expect(try fixture.store.count() == 8)
    #expect(try fixture.store.car(id: 7)?.isWithdrawn == false)
  }

  @Test func `a refresh can no longer be undone after its toast has expired`() async throws {
    let events = await refresh()
    stage.terminal.press("y")
    await finish()
    #expect(events.elements.last == .finished(.applied(RefreshCounts(removed: 3, unchanged: 5, withdrawn: 1))))

    await stage.clock.advance(by: .seconds(5))

    #expect(!stage.text.contains("Undo"))
    stage.terminal.press("z")
    #expect(try await catalog.undoRefresh() == false)
    #expect(try fixture.store.count() == 6)
  }

  @Test func `a second confirmation needs its own answer`() async throws {
    let events = await refresh()
    try fixture.publish(Array(CatalogFixture.cars.prefix(2)))
    stage.terminal.press("y")
    _ = await first(catalog.refreshQuestion.asObservable()) { $0?.loss.removed == 6 }
    await stage.clock.advance(by: .seconds(2))

    stage.terminal.press("n")
    await finish()

    #expect(events.elements.last == .finished(.declined(RefreshLoss(cars: 8, removed: 6, kept: 1))))
    #expect(try fixture.store.count() == 8)
  }

  @Test func `the second of two approved refreshes can be undone`() async throws {
    let events = await refresh()
    stage.terminal.press("y")
    await finish()
    try fixture.publish(Array(CatalogFixture.cars.prefix(3)))
    let later = await refresh()
    stage.terminal.press("y")
    await finish()
    #expect(try fixture.store.count() == 4)

    stage.terminal.press("z")

    await eventually { stage.text.contains("Restored the previous cars") }
    #expect(try fixture.store.count() == 6)
    withExtendedLifetime((events, later)) {}
  }

  @Test func `a changed source does not replace the offer to undo`() async throws {
    let events = await refresh()
    stage.terminal.press("y")
    await finish()

    catalog.changedSource.accept(ChangedSource(name: "cars.csv", digest: 1))
    #expect(stage.text.contains("cars.csv has changed since it was read"), "\(stage.text)")
    #expect(stage.text.contains("z Undo") && !stage.text.contains("r Refresh"), "\(stage.text)")
    stage.terminal.press("z")

    await eventually { stage.text.contains("Restored the previous cars") }
    #expect(try fixture.store.count() == 8)
    withExtendedLifetime(events) {}
  }

  @Test func `canceling the refresh dismisses its confirmation and changes nothing`() async throws {
    let events = await refresh()

    events.dispose()

    #expect(!stage.text.contains("Remove"))
    #expect(catalog.refreshQuestion.value == nil)
    #expect(try fixture.store.count() == 8)
  }

  @Test func `a changed source is reported once for each change, with the key of the command that refreshes`() {
    catalog.changedSource.accept(ChangedSource(name: "cars.csv", digest: 1))
    #expect(stage.text.contains("cars.csv has changed since it was read  r Refresh"), "\(stage.text)")

    stage.window.keymap = Keymap([CarListView.refresh: ["f6"]])
    catalog.changedSource.accept(ChangedSource(name: "cars.csv", digest: 2))
    #expect(stage.text.contains("cars.csv has changed since it was read ×2  F6 Refresh"), "\(stage.text)")
    let requests = Recorder(notifications.refreshRequested)
    stage.terminal.press("f6")
    #expect(requests.elements.count == 1 && !stage.text.contains("has changed"))

    stage.window.keymap = Keymap([CarListView.refresh: []])
    catalog.changedSource.accept(ChangedSource(name: "\u{1B}[2J\(String(repeating: "long", count: 60))", digest: 3))
    let words = stage.text.split { " \n".contains($0) }.joined(separator: " ")
    #expect(words.contains("… has changed since it was read") && !words.contains("Refresh"), "\(stage.text)")
    #expect(!stage.text.contains("\u{1B}"))
  }

  @Test func `changes in a view are reported with the key that shows them`() throws {
    let requests = Recorder(notifications.changesRequested)
    let kias = try SavedView(name: "kias", query: "make:kia")

    catalog.viewChanges.send([ViewChanges(view: kias, count: 2)])
    #expect(stage.text.contains("• Changes: 2 in @kias  w Show"), "\(stage.text)")
    stage.terminal.press("w")
    #expect(requests.elements == [kias] && !stage.text.contains("@kias"))

    stage.window.keymap = Keymap([CarListView.changes: ["f6"]])
    catalog.viewChanges.send([ViewChanges(view: kias, count: 3)])
    #expect(stage.text.contains("Changes: 3 in @kias  F6 Show"), "\(stage.text)")

    stage.window.keymap = Keymap([CarListView.changes: []])
    catalog.viewChanges.send([ViewChanges(view: kias, count: 4)])
    #expect(stage.text.contains("Changes: 4 in @kias") && !stage.text.contains("Show"), "\(stage.text)")
  }

  @Test func `if something changed in several views, the user chooses one`() async throws {
    let requests = Recorder(notifications.changesRequested)
    let bmws = try SavedView(name: "bmws", query: "make:bmw")
    let kias = try SavedView(name: "kias", query: "make:kia")
    catalog.viewChanges.send([ViewChanges(view: bmws, count: 1), ViewChanges(view: kias, count: 2)])
    #expect(stage.text.contains("Changes: 1 in @bmws, 2 in @kias  w Show"), "\(stage.text)")

    stage.terminal.press("w")
    await eventually { stage.text.contains("Changes in views") }
    #expect(stage.text.contains("1 car") && stage.text.contains("2 cars"), "\(stage.text)")
    stage.terminal.press(.down, .enter)

    await eventually { !requests.elements.isEmpty }
    #expect(requests.elements == [kias])
  }

  @Test func `while a refresh can be undone, changes in views are reported without a key`() async throws {
    let kias = try SavedView(name: "kias", query: "make:kia")
    let events = await refresh()
    stage.terminal.press("y")
    await finish()

    catalog.viewChanges.send([ViewChanges(view: kias, count: 2)])
    #expect(stage.text.contains("z Undo") && stage.text.contains("Changes: 2 in @kias"), "\(stage.text)")
    #expect(!stage.text.contains("Show"))

    await stage.clock.advance(by: .seconds(5))
    catalog.viewChanges.send([ViewChanges(view: kias, count: 3)])
    #expect(stage.text.contains("Changes: 3 in @kias  w Show"), "\(stage.text)")
    withExtendedLifetime(events) {}
  }

  @Test func `undoing a refresh removes the message about changes in views`() async throws {
    let events = await refresh()
    stage.terminal.press("y")
    await finish()
    catalog.viewChanges.send([ViewChanges(view: try SavedView(name: "kias", query: "make:kia"), count: 2)])
    #expect(stage.text.contains("@kias"))

    stage.terminal.press("z")

    #expect(!stage.text.contains("@kias"), "\(stage.text)")
    withExtendedLifetime(events) {}
  }

  @Test func `changes in views are reported without a key that another command has`() throws {
    let screen = Screen()
    screen.addCommand(KeyBinding(id: "test.write", keys: ["w"], title: "Write"))
    stage.navigation.push(screen)

    catalog.viewChanges.send([ViewChanges(view: try SavedView(name: "kias", query: "make:kia"), count: 2)])

    #expect(stage.text.contains("Changes: 2 in @kias") && !stage.text.contains("Show"), "\(stage.text)")
  }

  @Test func `changes in views are a notification while the terminal does not have the keyboard focus`() throws {
    let view = try SavedView(name: "pay\u{200D}pal", query: "make:kia")
    catalog.viewChanges.send([ViewChanges(view: view, count: 1)])
    #expect(stage.text.contains("Changes: 1 in @pay\u{FFFD}pal"), "\(stage.text)")
    #expect(stage.terminal.notifications == [])

    stage.window.handle([.focusLost])
    catalog.viewChanges.send([ViewChanges(view: view, count: 2)])
    stage.window.render()

    #expect(stage.terminal.notifications == [.notification(title: "Changes: 2 in @pay\u{200D}pal", body: "")])
  }

  @Test func `undoing restores the password of the previous source`() async throws {
    let chosen = ChosenSource(in: fixture.folder.appendingPathComponent("data"))
    let remote = try CatalogSource(parsing: "https://me:secret@example.org/cars.json")
    try chosen.remember(remote)
    let events = await refresh()
    stage.terminal.press("y")
    await finish()
    #expect(chosen.source == nil)

    #expect(try await catalog.undoRefresh())

    #expect(chosen.source == remote)
    withExtendedLifetime(events) {}
  }

  @Test func `undoing restores the previous source`() async throws {
    let other = fixture.folder.appendingPathComponent("other.json")
    try FileManager.default.moveItem(at: fixture.file, to: other)
    try fixture.publish(CatalogFixture.cars)
    let events = Recorder(catalog.refresh(from: .file(other)))
    _ = await first(catalog.refreshQuestion.asObservable()) { $0 != nil }
    catalog.setSource(.file(other))
    catalog.answerRefresh(true)
    await finish()
    #expect(try fixture.store.currentSource() == .file(other))

    #expect(try await catalog.undoRefresh())

    #expect(catalog.sourceDescription == fixture.file.path)
    #expect(try fixture.store.currentSource() == .file(fixture.file))
    withExtendedLifetime(events) {}
  }
}
