import Foundation
import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomCatalog
import ShowroomTestSupport
import ShowroomUploads
import SystemPackage
import Testing

@testable import ShowroomApp
@testable import ShowroomFilePicker

/// Files that are pasted or dropped on a car.
@Suite(.timeLimit(.minutes(20)))
@MainActor
struct PastedUploadTests {
  private let script = UploadScript()
  private let car = "BMW 520d 2023"

  private func journey() async throws -> Journey { try await .uploading(["scan 1.pdf", "b.pdf"], script) }

  @Test func `a file pasted on the list is offered for the selected car, and Enter uploads it`() async throws {
    let journey = try await journey()
    await journey.paste("'\(journey.path("scan 1.pdf"))'", asks: "Upload scan 1.pdf to \(car)?")
    #expect(journey.text.contains("5 B, to /files"))

    journey.press(.enter)

    try await journey.reaches(["Cars", "Uploads for \(car)"])
    await journey.enqueues(["scan 1.pdf to /files for 1"], script)
    journey.press(.escape)
    #expect(journey.titles == ["Cars"])
  }

  @Test func `files pasted on a car are offered for that car`() async throws {
    let journey = try await journey()
    journey.press(.enter)
    #expect(journey.titles == ["Cars", car])
    let text = "file://\(journey.path("scan%201.pdf"))\n\(journey.path("b.pdf"))"
    await journey.paste(text, asks: "Upload 2 files here?")

    journey.press(.enter)

    try await journey.reaches(["Cars", car, "Uploads for \(car)"])
    await journey.enqueues(["scan 1.pdf to /files for 1", "b.pdf to /files for 1"], script)
  }

  @Test func `nothing is uploaded if the user declines`() async throws {
    let journey = try await journey()
    await journey.paste(journey.path("b.pdf"), asks: "Upload b.pdf to \(car)?")
    journey.press(.escape)
    #expect(journey.titles == ["Cars"] && journey.window.modals.isEmpty)
    #expect(script.with { $0.enqueued } == [])
  }

  @Test func `other text is ignored, and a missing file is reported`() async throws {
    let journey = try await journey()
    let reactor = try #require(try journey.top(CarListView.self).reactor)
    let outputs = Recorder(reactor.outputs)
    journey.terminal.feed([.paste(Paste("kia electric\n"))])
    journey.terminal.feed([.paste(Paste(journey.path("gone.pdf")))])
    await eventually { !outputs.elements.isEmpty }
    #expect(outputs.elements.map(\.message) == [.toast("\"gone.pdf\" does not exist.")])
  }

  @Test func `a paste into the search field is a search`() async throws {
    let journey = try await journey()
    let reactor = try #require(try journey.top(CarListView.self).reactor)
    let outputs = Recorder(reactor.outputs)
    journey.press("/")
    journey.terminal.feed([.paste(Paste(journey.path("b.pdf")))])
    #expect(reactor.currentState.query.text == journey.path("b.pdf"))
    #expect(outputs.elements.isEmpty)
  }

  @Test func `pasted files wait for the sign-in that the destination requires`() async throws {
    script.refuse(UploadFailure(.unauthorized, "The server requires sign-in."))
    let journey = try await journey()
    await journey.paste(journey.path("b.pdf"), asks: "Upload b.pdf to \(car)?")
    journey.press(.enter)
    try await journey.reaches(["Cars", "Sign in"])
    script.refuse(nil)
    try journey.signIn()
    try await journey.reaches(["Cars", "Uploads for \(car)"])
    await journey.enqueues(["b.pdf to /files for 1"], script)
  }

  @Test func `pasted files go to another destination if the first one cannot be written to`() async throws {
    script.refuse(UploadFailure(.forbidden, "Nobody may write to /files."))
    let journey = try await journey()
    await journey.paste(journey.path("b.pdf"), asks: "Upload b.pdf to \(car)?")
    journey.press(.enter)
    try await journey.reaches(["Cars", "Destination"])
    journey.press(.escape)
    try journey.choose("/elsewhere")
    try await journey.reaches(["Cars", "Uploads for \(car)"])
    await journey.enqueues(["b.pdf to /elsewhere for 1"], script)
  }

  @Test func `the picker opens in the folder that the last one showed`() async throws {
    let journey = try await journey()
    let inner = journey.fixture.folder.appendingPathComponent("Photos")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    journey.press("u")
    try await journey.reaches(["Cars", "Choose files for \(car)"])
    let picker = try #require(try journey.top(FilePickerView.self).reactor)
    picker.action.send(.visit(FilePath(inner.path)))
    _ = await first(picker.state) { $0.folder == FilePath(inner.path) && !$0.isBusy }
    try await journey.leaveFiles()
    #expect(journey.titles == ["Cars"])

    journey.press("u")

    try await journey.reaches(["Cars", "Choose files for \(car)"])
    #expect(try journey.top(FilePickerView.self).reactor?.currentState.folder == FilePath(inner.path))
  }

  @Test func `the tour can be watched from the palette on any screen, which stays as it is`() async throws {
    let journey = try await journey()
    journey.press(.enter)
    journey.run("watch the tour")
    #expect(journey.tours == 1)
    #expect(journey.titles == ["Cars", car])
  }
}

extension Journey {
  /// The path of a file in the folder of the test.
  fileprivate func path(_ name: String) -> String { fixture.folder.appendingPathComponent(name).path }

  /// Pastes text and waits for a question.
  fileprivate func paste(
    _ text: String, asks question: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    terminal.feed([.paste(Paste(text))])
    await eventually { !window.modals.isEmpty }
    #expect(window.modals.last?.title == question, sourceLocation: sourceLocation)
  }
}
