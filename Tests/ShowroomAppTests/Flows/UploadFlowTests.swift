import ReactorCore
import ReactorTerminal
import ShowroomTestSupport
import ShowroomUploads
import Testing

@testable import ShowroomApp
@testable import ShowroomFilePicker

@Suite(.timeLimit(.minutes(20)))
@MainActor
struct UploadFlowTests {
  private let script = UploadScript()
  private let car = "BMW 520d 2023"

  private func journey() async throws -> Journey { try await .uploading(["a.txt"], script) }

  /// Uploads a file of a car, and shows its queue.
  private func uploading() async throws -> Journey {
    let journey = try await journey()
    journey.press("u")
    try await journey.reaches(["Cars", "Choose files for \(car)"])
    try await journey.pick("a.txt")
    try await journey.reaches(["Cars", "Uploads for \(car)"])
    await journey.enqueues(["a.txt to /files for 1"], script)
    return journey
  }

  // MARK: Files, queue

  @Test func `uploading opens the file picker, which the queue replaces`() async throws {
    let journey = try await uploading()
    journey.press(.escape)
    #expect(journey.titles == ["Cars"])
  }

  @Test func `the destination is shown before the first file is chosen`() async throws {
    let journey = try await journey()
    journey.press("u")
    try await journey.reaches(["Cars", "Choose files for \(car)"])
    #expect(journey.text.contains("Upload to /files"))
  }

  @Test func `the file picker returns to the car if no files are chosen`() async throws {
    let journey = try await journey()
    journey.press(.enter, "u")
    try await journey.reaches(["Cars", car, "Choose files"])
    try await journey.leaveFiles()
    #expect(journey.titles == ["Cars", car])
    journey.press(.escape)
    #expect(journey.titles == ["Cars"])
  }

  @Test func `files chosen from a queue are added to it`() async throws {
    let journey = try await uploading()
    journey.press("a")
    try await journey.reaches(["Cars", "Uploads for \(car)", "Choose files"])
    try await journey.pick("a.txt")
    try await journey.reaches(["Cars", "Uploads for \(car)"])
    await journey.enqueues(["a.txt to /files for 1", "a.txt to /files for 1"], script)
  }

  @Test func `the queue of all cars opens over any screen, but only once`() async throws {
    let journey = try await journey()
    journey.press(.enter, "U")
    #expect(journey.titles == ["Cars", car, "Uploads"])
    journey.press("U")
    #expect(journey.titles == ["Cars", car, "Uploads"])
    journey.press(.escape)
    #expect(journey.titles == ["Cars", car])
  }

  @Test func `the queue opens the destinations, which return to it`() async throws {
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

  // MARK: Failures

  private let failure = UploadOutcome.failed(
    ScriptedUploads.upload(1, "a.txt"), UploadFailure(.noSpace, "The server has no space left."))

  @Test func `a failure is an alert and not also a toast on the screen of the upload`() async throws {
    let journey = try await uploading()

    journey.uploads.outcomes.send(failure)

    await eventually { journey.text.contains("a.txt was not uploaded") }
    #expect(journey.text.contains("The server has no space left.") && !journey.text.contains("a.txt not uploaded"))
  }

  @Test func `a failure is a toast and not also an alert on another screen`() async throws {
    let journey = try await uploading()
    journey.press("d")
    #expect(journey.titles == ["Cars", "Uploads for \(car)", "Destination"])

    journey.uploads.outcomes.send(failure)

    await journey.settles()
    #expect(journey.text.contains("✗ a.txt not uploaded") && journey.window.modals.isEmpty)
  }

  // MARK: Obstacles

  @Test func `a read-only database rejects uploads with an alert`() async throws {
    let journey = try await Journey(isReadOnly: true, service: script.service)
    journey.press("u")
    #expect(journey.titles == ["Cars"])
    #expect(journey.text.contains("Uploads are not available"))
    journey.press(.escape)
    #expect(!journey.text.contains("Uploads are not available"))
    #expect(script.with { $0.inspected } == [])
  }

  @Test func `a destination that cannot be written to requires another one for the chosen files`() async throws {
    var info = ScriptedUploads.info
    info.readOnlyReason = "The folder /files cannot be written."
    script.refuse(nil, info: info)
    let journey = try await journey()
    journey.press(.enter, "u")
    #expect(journey.titles == ["Cars", car, "Choose files"])
    await eventually { journey.text.contains("Another destination is needed") }
    try await journey.pick("a.txt")
    try await journey.reaches(["Cars", car, "Choose files", "Destination"])
    #expect(journey.text.contains("The folder /files cannot be written."))
    journey.press(.escape)
    script.refuse(nil)
    try journey.choose("/elsewhere")
    try await journey.reaches(["Cars", car, "Uploads for \(car)"])
    await journey.enqueues(["a.txt to /elsewhere for 1"], script)
    journey.press(.escape)
    #expect(journey.titles == ["Cars", car])
  }

  @Test func `a destination that is shown unexpectedly does not receive what was typed for the queue`() async throws {
    script.refuse(UploadFailure(.forbidden, "Nobody may write to /files."))
    let journey = try await journey()
    journey.press("u")
    await eventually { journey.text.contains("Another destination is needed") }
    try await journey.choose(file: "a.txt")
    journey.terminal.feed(["u", "x", .enter, "y"].map { .key($0) })
    try await journey.reaches(["Cars", "Choose files for \(car)", "Destination"])
    _ = journey.text
    await journey.settles()

    #expect(journey.text.contains("Nobody may write to /files."))
    journey.press(.escape)
    #expect(try journey.top(DestinationView.self).reactor?.currentState.text == "/files")
  }

  @Test func `keeping the destination returns to the chosen files`() async throws {
    script.refuse(UploadFailure(.forbidden, "Nobody may write to /files."))
    let journey = try await journey()
    journey.press("u")
    try await journey.pick("a.txt")
    try await journey.reaches(["Cars", "Choose files for \(car)", "Destination"])
    #expect(journey.text.contains("Nobody may write to /files."))
    journey.press(.escape, .escape)
    #expect(journey.titles == ["Cars", "Choose files for \(car)"])
    #expect(journey.text.contains("1 selected"))
  }

  @Test func `the file picker opens at once, whether or not the destination responds`() async throws {
    let journey = try await journey()
    script.with { _ = $0.gated.insert("\(ScriptedUploads.folder)") }
    journey.press("u")
    #expect(journey.titles == ["Cars", "Choose files for \(car)"])
    await script.asked(ScriptedUploads.folder)
    try await journey.pick("a.txt")
    // The limit of the check, and the delay before it is shown.
    await eventually { journey.clock.sleeperCount == 2 }
    #expect(journey.titles == ["Cars", "Choose files for \(car)"])
    await journey.clock.advance(by: Spinner.standardDelay)
    #expect(journey.text.contains("Checking the destination"))
    await journey.clock.advance(by: UploadFlow.checkTimeout)
    try await journey.reaches(["Cars", "Uploads for \(car)"])
    await script.answer(ScriptedUploads.folder)
    await journey.enqueues(["a.txt to /files for 1"], script)
  }

  @Test func `a destination that requires sign-in is signed in to when the files are chosen`() async throws {
    script.refuse(UploadFailure(.unauthorized, "The server requires sign-in."))
    let journey = try await journey()
    journey.press(.enter, "u")
    #expect(journey.titles == ["Cars", car, "Choose files"])
    await eventually { journey.text.contains("Sign-in required") }
    try await journey.pick("a.txt")
    try await journey.reaches(["Cars", car, "Choose files", "Sign in"])
    let remains = Remains(try journey.top(AuthorizationView.self), \.reactor)
    script.refuse(nil)
    try journey.signIn()
    try await journey.reaches(["Cars", car, "Uploads for \(car)"])
    #expect(remains.isGone)
    await journey.enqueues(["a.txt to /files for 1"], script)
    journey.press(.escape)
    #expect(journey.titles == ["Cars", car])
  }

  @Test func `a sign-in does not receive what was typed for the screen that it interrupts`() async throws {
    script.refuse(UploadFailure(.unauthorized, "The server requires sign-in."))
    let journey = try await journey()
    journey.press("u")
    await eventually { journey.text.contains("Sign-in required") }
    try await journey.choose(file: "a.txt")
    journey.terminal.feed(["u", "m", "e", .enter].map { .key($0) })
    try await journey.reaches(["Cars", "Choose files for \(car)", "Sign in"])
    // What waits for the first frame of the screen acts on it only then.
    _ = journey.text
    await journey.settles()
    #expect(journey.titles == ["Cars", "Choose files for \(car)", "Sign in"])
    #expect(try journey.top(AuthorizationView.self).reactor?.currentState.name == "")
  }

  @Test func `canceling the sign-in returns to the chosen files, and uploading can be repeated`() async throws {
    script.refuse(UploadFailure(.unauthorized, "The server requires sign-in."))
    let journey = try await journey()
    journey.press("u")
    try await journey.choose(file: "a.txt")
    for _ in 0..<2 {
      journey.press("u")
      try await journey.reaches(["Cars", "Choose files for \(car)", "Sign in"])
      journey.press(.escape)
      #expect(journey.titles == ["Cars", "Choose files for \(car)"])
      #expect(journey.text.contains("1 selected"))
    }
  }

  @Test func `signing in from the destinations checks them again`() async throws {
    let journey = try await journey()
    journey.press("u")
    try await journey.reaches(["Cars", "Choose files for \(car)"])
    try await journey.pick("a.txt")
    try await journey.reaches(["Cars", "Uploads for \(car)"])
    script.refuse(UploadFailure(.unauthorized, "The server requires sign-in."))
    journey.press("d")
    let destinations = try #require(try journey.top(DestinationView.self).reactor)
    _ = await first(destinations.state(\.destinationStatus)) { if case .failed = $0 { true } else { false } }
    journey.press(.control("o"))
    #expect(journey.titles == ["Cars", "Uploads for \(car)", "Destination", "Sign in"])
    script.refuse(nil)
    try journey.signIn()
    try await journey.reaches(["Cars", "Uploads for \(car)", "Destination"])
    let known = await first(destinations.state(\.destinationStatus)) { if case .known = $0 { true } else { false } }
    #expect(known != nil)
  }

  @Test func `the uploaded files open from the uploads, and Esc leads back`() async throws {
    let journey = try await journey()
    journey.press("U", "H")
    #expect(journey.titles == ["Cars", "Uploads", "Uploaded files"])
    // Waits until the files have been read.
    journey.press(.escape)
    try await journey.reaches(["Cars", "Uploads"])
    journey.press(.escape)
    #expect(journey.titles == ["Cars"])
  }

  @Test func `closing the uploaded files ends a verification`() async throws {
    script.with { $0.attachments = [1: [ScriptedUploads.attachment(1, "a.pdf")]] }
    let engine = StalledVerifications()
    var service = script.service
    service.engine = { _ in engine }
    let journey = try await Journey.withList(service: service)
    journey.press("U", "H")
    let remains = Remains(try journey.top(UploadedFilesView.self), \.reactor)
    await eventually { journey.text.contains("a.pdf") }
    journey.press("V")
    await eventually { engine.begun == ["a.pdf"] }
    #expect(journey.text.contains("V Stop verifying"), "\(journey.text)")

    journey.press(.escape)

    try await journey.reaches(["Cars", "Uploads"])
    await eventually { engine.canceled == ["a.pdf"] }
    await journey.settles()
    #expect(remains.isGone)
    #expect(!journey.text.contains("unverified"), "\(journey.text)")
  }

  @Test func `closed screens, reactors and flows are released`() async throws {
    let journey = try await journey()
    var met: [Remains] = []
    journey.press("u")
    try await journey.reaches(["Cars", "Choose files for \(car)"])
    met.append(Remains(try journey.top(FilePickerView.self), \.reactor))
    try await journey.pick("a.txt")
    try await journey.reaches(["Cars", "Uploads for \(car)"])
    met.append(Remains(try journey.top(UploadView.self), \.reactor))
    journey.press("d")
    met.append(Remains(try journey.top(DestinationView.self), \.reactor))
    journey.press(.escape, "H")
    met.append(Remains(try journey.top(UploadedFilesView.self), \.reactor))
    journey.press(.escape, .escape)
    try await journey.reaches(["Cars"])
    await journey.settles()
    #expect(met.map(\.isGone) == [true, true, true, true])
  }
}
