import Foundation
import ReactorCore
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomFilePicker

extension Journey {
  /// Returns the program with a complete list, a scripted upload service, and files in its folder.
  static func uploading(_ files: [String], _ script: UploadScript) async throws -> Journey {
    let journey = try await withList(service: script.service)
    for name in files { try Data("hello".utf8).write(to: journey.fixture.folder.appendingPathComponent(name)) }
    return journey
  }

  /// Waits until the folder is read, because Esc cancels reading.
  private func filesArrive() async throws {
    let picker = try #require(try top(FilePickerView.self).reactor)
    _ = await first(picker.state) { state in !state.isArriving }
  }

  /// Closes the file picker.
  func leaveFiles() async throws {
    try await filesArrive()
    press(.escape)
  }

  /// Selects a file by its path and uploads it.
  func pick(_ name: String) async throws {
    try await choose(file: name)
    press("u")
  }

  /// Selects a file by its path.
  func choose(file name: String) async throws {
    try await filesArrive()
    press("p", .control("u"))
    type(fixture.folder.appendingPathComponent(name).path)
    press(.enter)
    let reactor = try #require(try top(FilePickerView.self).reactor)
    _ = await first(reactor.state(\.selection)) { !$0.isEmpty }
  }

  /// Enters another destination and confirms it.
  func choose(_ path: String) throws {
    let reactor = try #require(try top(DestinationView.self).reactor)
    reactor.action.send(.edit(path))
    reactor.action.send(.confirm)
  }

  /// Enters credentials and submits them.
  func signIn() throws {
    let reactor = try #require(try top(AuthorizationView.self).reactor)
    reactor.action.send(.set(\.name, "me"))
    reactor.action.send(.set(\.secret, Secret("secret")))
    reactor.action.send(.submit)
  }

  /// Waits until the queue contains these files.
  func enqueues(
    _ files: [String], _ script: UploadScript, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await eventually { script.with { $0.enqueued.count >= files.count } }
    #expect(script.with { $0.enqueued } == files, sourceLocation: sourceLocation)
  }

  /// Waits until canceled tasks have ended.
  func settles() async {
    for _ in 0..<100 { await Task.yield() }
  }
}
