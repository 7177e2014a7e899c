import Catalogue
import Foundation
import ReactorCore
import ReactorTerminal
import Testing
import Uploads

@testable import ShowroomApp

@Suite("Uploading", .timeLimit(.minutes(5)))
@MainActor
struct UploadFlowTests {
  private let script = UploadScript()
  private let car = "BMW 520d 2021"

  private func journey() async throws -> Journey {
    let journey = try await Journey(service: script.service)
    try Data("hello".utf8).write(to: journey.fixture.folder.appendingPathComponent("a.txt"))
    try await journey.listIsComplete()
    return journey
  }

  private func refuse(_ failure: UploadFailure?, survey: Survey? = nil) {
    let destination = "\(ScriptedUploads.folder)"
    script.with { $0.surveys[destination] = failure.map { .failure($0) } ?? survey.map { .success($0) } }
  }

  // MARK: Files, queue

  @Test("leads from the list to the files, then to the queue in their place, and back")
  func fromList() async throws {
    let journey = try await journey()
    journey.press("u")
    try await journey.reaches(["Cars", "Choose files"])
    try await journey.pick("a.txt")
    try await journey.reaches(["Cars", "Uploads of \(car)"])
    await journey.enqueues(["a.txt to /files for 1"], script)
    journey.press(.escape)
    #expect(journey.titles == ["Cars"])
  }

  @Test func `names the destination before the first file is chosen`() async throws {
    let journey = try await journey()
    journey.press("u")
    try await journey.reaches(["Cars", "Choose files"])
    #expect(journey.text.contains("Upload to /files"))
  }

  @Test("leads from a car to the files, and back when none are chosen")
  func fromCar() async throws {
    let journey = try await journey()
    journey.press(.enter, "u")
    try await journey.reaches(["Cars", car, "Choose files"])
    try await journey.leaveFiles()
    #expect(journey.titles == ["Cars", car])
    journey.press(.escape)
    #expect(journey.titles == ["Cars"])
  }

  @Test("adds files to the queue that they were asked for from")
  func moreFiles() async throws {
    let journey = try await journey()
    journey.press("u")
    try await journey.reaches(["Cars", "Choose files"])
    try await journey.pick("a.txt")
    try await journey.reaches(["Cars", "Uploads of \(car)"])
    await journey.enqueues(["a.txt to /files for 1"], script)
    journey.press("a")
    try await journey.reaches(["Cars", "Uploads of \(car)", "Choose files"])
    try await journey.pick("a.txt")
    try await journey.reaches(["Cars", "Uploads of \(car)"])
    await journey.enqueues(["a.txt to /files for 1", "a.txt to /files for 1"], script)
  }

  @Test("shows the queue of all cars over any screen, once")
  func queueOfAll() async throws {
    let journey = try await journey()
    journey.press(.enter, "U")
    #expect(journey.titles == ["Cars", car, "Uploads"])
    journey.press("U")
    #expect(journey.titles == ["Cars", car, "Uploads"])
    journey.press(.escape)
    #expect(journey.titles == ["Cars", car])
  }

  @Test("leads from the queue to the destinations, and back")
  func destinations() async throws {
    let journey = try await journey()
    journey.press("U", "d")
    #expect(journey.titles == ["Cars", "Uploads", "Destination"])
    journey.press(.escape)
    #expect(journey.titles == ["Cars", "Uploads"])
    journey.press("d")
    try journey.choose("/elsewhere")
    try await journey.reaches(["Cars", "Uploads"])
    #expect(journey.uploads.destination.value == .folder("/elsewhere"))
  }

  // MARK: What stands in the way

  @Test("is refused with an alert where the database can only be read")
  func readOnly() async throws {
    let journey = try await Journey(isReadOnly: true, service: script.service)
    journey.press("u")
    #expect(journey.titles == ["Cars"])
    #expect(journey.text.contains("Nothing can be uploaded"))
    journey.press(.escape)
    #expect(!journey.text.contains("Nothing can be uploaded"))
    #expect(script.with { $0.surveyed } == [])
  }

  @Test("asks for another destination where this one cannot be written, and goes on with the files then")
  func refusal() async throws {
    var survey = ScriptedUploads.survey
    survey.refusal = "The folder /files cannot be written."
    refuse(nil, survey: survey)
    let journey = try await journey()
    journey.press(.enter, "u")
    try await journey.reaches(["Cars", car, "Destination"])
    #expect(journey.text.contains("The folder /files cannot be written."))
    journey.press(.escape)
    try journey.choose("/elsewhere")
    try await journey.reaches(["Cars", car, "Choose files"])
    try await journey.leaveFiles()
    #expect(journey.titles == ["Cars", car])
  }

  @Test("stays where it was when no other destination is chosen")
  func keptDestination() async throws {
    refuse(UploadFailure(.forbidden, "Nobody may write to /files."))
    let journey = try await journey()
    journey.press("u")
    try await journey.reaches(["Cars", "Destination"])
    #expect(journey.text.contains("Nobody may write to /files."))
    journey.press(.escape, .escape)
    #expect(journey.titles == ["Cars"])
  }

  @Test("does not wait for a destination that says nothing, and opens the files once however often it was asked for")
  func silence() async throws {
    let journey = try await journey()
    script.with { _ = $0.gated.insert("\(ScriptedUploads.folder)") }
    journey.press("u", "u")
    await script.asked(ScriptedUploads.folder)
    #expect(journey.titles == ["Cars"])
    await journey.clock.advance(by: UploadFlow.patience)
    await script.answer(ScriptedUploads.folder)
    try await journey.reaches(["Cars", "Choose files"])
    #expect(script.with { $0.surveyed.count } == 1)
  }

  @Test("runs the authorisation first where credentials are wanted, and comes back to the files")
  func credentials() async throws {
    refuse(UploadFailure(.unauthorised, "The server wants to know who you are."))
    let journey = try await journey()
    journey.press(.enter, "u")
    try await journey.reaches(["Cars", car, "Sign in"])
    let remains = Remains(try journey.top(AuthorisationView.self), \.reactor)
    refuse(nil)
    try journey.signIn()
    try await journey.reaches(["Cars", car, "Choose files"])
    #expect(remains.isGone)
    try await journey.leaveFiles()
    #expect(journey.titles == ["Cars", car])
  }

  @Test("stays where it was without credentials, and can be asked for again")
  func noCredentials() async throws {
    refuse(UploadFailure(.unauthorised, "The server wants to know who you are."))
    let journey = try await journey()
    for _ in 0..<2 {
      journey.press("u")
      try await journey.reaches(["Cars", "Sign in"])
      journey.press(.escape)
      #expect(journey.titles == ["Cars"])
    }
  }

  @Test("signs in from the destinations, which are asked once more then")
  func credentialsForDestination() async throws {
    let journey = try await journey()
    journey.press("u")
    try await journey.reaches(["Cars", "Choose files"])
    try await journey.pick("a.txt")
    try await journey.reaches(["Cars", "Uploads of \(car)"])
    refuse(UploadFailure(.unauthorised, "The server wants to know who you are."))
    journey.press("d")
    let destinations = try #require(try journey.top(DestinationView.self).reactor)
    _ = await first(destinations.state(\.ground)) { if case .failed = $0 { true } else { false } }
    journey.press(.control("l"))
    #expect(journey.titles == ["Cars", "Uploads of \(car)", "Destination", "Sign in"])
    refuse(nil)
    try journey.signIn()
    try await journey.reaches(["Cars", "Uploads of \(car)", "Destination"])
    let known = await first(destinations.state(\.ground)) { if case .known = $0 { true } else { false } }
    #expect(known != nil)
  }

  @Test("lets go of every screen, reactor and flow when it is left")
  func leaks() async throws {
    let journey = try await journey()
    var met: [Remains] = []
    journey.press("u")
    try await journey.reaches(["Cars", "Choose files"])
    met.append(Remains(try journey.top(FilePickerView.self), \.reactor))
    try await journey.pick("a.txt")
    try await journey.reaches(["Cars", "Uploads of \(car)"])
    met.append(Remains(try journey.top(UploadView.self), \.reactor))
    journey.press("d")
    met.append(Remains(try journey.top(DestinationView.self), \.reactor))
    journey.press(.escape, .escape)
    #expect(journey.titles == ["Cars"])
    await journey.settles()
    #expect(met.map(\.isGone) == [true, true, true])
  }
}

extension Journey {
  /// Waits until the folder is read: until then Esc stops that.
  private func filesArrive() async throws {
    let picker = try #require(try top(FilePickerView.self).reactor)
    _ = await first(picker.state) { state in !state.isArriving }
  }

  /// Leaves the choice of files.
  fileprivate func leaveFiles() async throws {
    try await filesArrive()
    press(.escape)
  }

  /// Selects a file of the folder by its path, and uploads it.
  fileprivate func pick(_ name: String) async throws {
    try await filesArrive()
    press("p", .control("u"))
    type(fixture.folder.appendingPathComponent(name).path)
    press(.enter)
    let reactor = try #require(try top(FilePickerView.self).reactor)
    _ = await first(reactor.state(\.selection)) { !$0.isEmpty }
    press("u")
  }

  /// Writes another destination, and takes it.
  fileprivate func choose(_ path: String) throws {
    let reactor = try #require(try top(DestinationView.self).reactor)
    reactor.action.send(.edit(path))
    reactor.action.send(.confirm)
  }

  /// Types credentials, and tries them.
  fileprivate func signIn() throws {
    let reactor = try #require(try top(AuthorisationView.self).reactor)
    for action in [.setName("me"), .setSecret(Secret("secret")), .submit] as [AuthorisationReactor.Action] {
      reactor.action.send(action)
    }
  }

  /// Waits until these files are in the queue.
  fileprivate func enqueues(
    _ files: [String], _ script: UploadScript, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    while script.with({ $0.enqueued.count }) < files.count { await Task.yield() }
    #expect(script.with { $0.enqueued } == files, sourceLocation: sourceLocation)
  }

  /// Lets tasks that were cancelled come to their end.
  fileprivate func settles() async {
    for _ in 0..<100 { await Task.yield() }
  }
}
