import Catalogue
import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ShowroomApp

@Suite("Browsing", .timeLimit(.minutes(5)))
@MainActor
struct CatalogueFlowTests {
  @Test("begins with the list, in the first frame")
  func start() async throws {
    let journey = try await Journey()
    #expect(journey.titles == ["Cars"])
    #expect(journey.selectedRow?.contains("520d") == true)
  }

  @Test("goes from the list to a car and back; who went on to the next car finds that one selected")
  func car() async throws {
    let journey = try await Journey()
    try await journey.listIsComplete()
    journey.press(.enter)
    #expect(journey.titles == ["Cars", "BMW 520d 2021"])
    journey.press("n")
    try await journey.opens("Hyundai Avante 2022")
    journey.press("n")
    try await journey.opens("Kia EV6 2022")
    journey.press(.escape)
    #expect(journey.titles == ["Cars"])
    #expect(journey.selectedRow?.contains("EV6") == true)
  }

  @Test("goes from the list to a comparison, to a car in it, and back in that order")
  func comparison() async throws {
    let journey = try await Journey()
    try await journey.listIsComplete()
    journey.press(.space, "j", .space, "c")
    #expect(journey.titles == ["Cars", "Compare"])
    journey.press(.enter)
    #expect(journey.titles == ["Cars", "Compare", "BMW 520d 2021"])
    // The neighbours are those of the comparison.
    journey.press("n")
    try await journey.opens("Hyundai Avante 2022")
    #expect(journey.text.contains("2/2"))
    journey.press(.escape)
    #expect(journey.titles == ["Cars", "Compare"])
    journey.press(.escape)
    #expect(journey.titles == ["Cars"])
  }

  @Test("leaves a comparison when its last car is taken out")
  func emptyComparison() async throws {
    let journey = try await Journey()
    try await journey.listIsComplete()
    journey.press(.space, "j", .space, "c", "x", "x")
    #expect(journey.titles == ["Cars"])
  }

  @Test("goes from a car to its note, and back when that is saved, saying so")
  func note() async throws {
    let journey = try await Journey()
    journey.press(.enter, "e")
    #expect(journey.titles == ["Cars", "BMW 520d 2021", "Note"])
    journey.type("Quiet")
    journey.press(.control("s"))
    try await journey.reaches(["Cars", "BMW 520d 2021"])
    #expect(journey.text.contains("Note saved"))
    #expect(try journey.catalogue.userData(id: 1).note == "Quiet")
  }

  @Test("leaves a note that did not change without a word, and asks about one that did")
  func leavingNote() async throws {
    let journey = try await Journey()
    journey.press(.enter, "e", .escape)
    #expect(journey.titles == ["Cars", "BMW 520d 2021"])
    #expect(!journey.text.contains("Note saved") && !journey.text.contains("Note removed"))
    journey.press("e")
    journey.type("Quiet")
    journey.press(.escape)
    #expect(journey.titles.count == 3)
    journey.press("d")
    #expect(journey.titles == ["Cars", "BMW 520d 2021"])
  }

  @Test("lets go of each screen and its reactor when it is left, and with that of its effects")
  func leaks() async throws {
    let journey = try await Journey()
    try await journey.listIsComplete()
    let gone = try journey.visit()
    #expect(journey.titles == ["Cars"])
    #expect(gone.map(\.isGone) == [true, true, true, true, true, true])
    let list = Remains(try journey.top(CarListView.self), \.reactor)
    journey.end()
    journey.window.root.content = nil
    #expect(list.isGone)
  }
}

/// A screen and its reactor, watched without keeping them.
@MainActor
final class Remains {
  private weak var screen: Screen?
  private weak var reactor: AnyObject?

  init<S: Screen, R: Reactor>(_ screen: S, _ reactor: KeyPath<S, R?>) {
    self.screen = screen
    self.reactor = screen[keyPath: reactor]
  }

  var isGone: Bool { screen == nil && reactor == nil }
}

extension Journey {
  /// Waits until the shown car is this one.
  func opens(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let reactor = try top(CarDetailView.self).reactor
    let found = await first(try #require(reactor).state) { $0.page?.name == name }
    #expect(found != nil, "\(titles)", sourceLocation: sourceLocation)
  }

  /// Goes to each screen and back to the list.
  fileprivate func visit() throws -> [Remains] {
    press(.enter)
    var met = [Remains(try top(CarDetailView.self), \.reactor)]
    press("e")
    met.append(Remains(try top(NoteView.self), \.reactor))
    press(.escape, .escape, .space, "j", .space, "c")
    met.append(Remains(try top(CompareView.self), \.reactor))
    press(.enter)
    met.append(Remains(try top(CarDetailView.self), \.reactor))
    press("e")
    met.append(Remains(try top(NoteView.self), \.reactor))
    press(.escape, .escape, .escape, .enter)
    met.append(Remains(try top(CarDetailView.self), \.reactor))
    press(.escape)
    return met
  }
}
