import Foundation
import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog
@testable import ShowroomSettings

/// What the next session begins with.
@MainActor @Suite(.timeLimit(.minutes(20)))
struct SessionMemoryTests {
  let file: SessionFile
  let folder: URL
  let clock = VirtualClock()

  init() {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("session-\(UUID().uuidString)")
    file = SessionFile(folder.appendingPathComponent("session.json"), logger: CatalogFixture.silent)
  }

  @Test func `changes are written at once, and then at most once a second`() async {
    defer { try? FileManager.default.removeItem(at: folder) }
    let memory = SessionMemory(file, restoring: file.load(), clock: clock)
    memory.update { $0.query = "kia" }
    await eventually { file.load().query == "kia" }

    memory.update { $0.query = "kia e" }
    memory.update { $0.query = "kia ev" }
    await settle()
    #expect(file.load().query == "kia")
    await clock.advance(by: SessionMemory.interval)

    await eventually { file.load().query == "kia ev" }
  }

  @Test func `the last changes are written at the end`() async {
    defer { try? FileManager.default.removeItem(at: folder) }
    let memory = SessionMemory(file, restoring: file.load(), clock: clock)
    memory.update { $0.query = "kia" }
    memory.update { $0.selectedCar = 3 }

    await memory.finish()

    #expect(file.load().query == "kia")
    #expect(file.load().selectedCar == 3)
  }

  @Test func `a change back to the restored state is written at the end`() async {
    defer { try? FileManager.default.removeItem(at: folder) }
    var restored = SessionState()
    restored.query = "kia"
    file.save(restored)
    let memory = SessionMemory(file, restoring: restored, clock: clock)
    memory.update { $0.query = "" }
    await eventually { file.load().query.isEmpty }
    memory.update { $0.query = "kia" }

    await memory.finish()

    #expect(file.load().query == "kia")
  }

  @Test func `a session without changes writes nothing`() async {
    let memory = SessionMemory(file, restoring: file.load(), clock: clock)

    await memory.finish()

    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test func `the list begins with the search, order, columns, history, marks and car of the last one`() async throws {
    var state = SessionState()
    state.query = "kia"
    state.sort = .natural(.year)
    state.columns = [.model, .year]
    state.columnWidths = [.model: 30]
    state.selectedCar = 5
    state.marked = [4, 999, 2]
    for text in ["bmw", "kia"] { state.remember(query: text) }

    let fixture = try await CatalogFixture()
    let reactor = CarListReactor(catalog: fixture.live(), restoring: state)
    #expect(reactor.currentState.listing.count == 0)
    let outputs = Recorder(reactor.outputs)
    await reactor.shows(["EV6", "K5", "K5"])

    guard case .reveal(5) = outputs.elements.last else {
      Issue.record("\(outputs.elements)")
      return
    }
    // The catalog no longer has one of the marked cars.
    #expect(reactor.currentState.marked == [4, 2])
    state.marked = [4, 2]
    #expect(reactor.currentState.history == ["bmw", "kia"])
    #expect(reactor.currentState.columns == [ListColumn(.model, width: 30), ListColumn(.year)])
    var saved = SessionState()
    saved.selectedCar = 5
    reactor.currentState.save(to: &saved)
    #expect(saved == state)
  }

  @Test(arguments: [ShowroomLink.car(7), .upload(3), .uploads, .search("kia & 50%")])
  func `the text of a link parses back to the same link`(link: ShowroomLink) throws {
    #expect(try ShowroomLink(parsing: link.text) == link)
  }
}
