import Foundation
import TestServers
import Testing

/// A run of the program `upload-worker` (Tests/UploadWorker): another process that sends files.
struct WorkerRun {
  /// The signal that ended it; nil when it ended by itself.
  let signal: Int32?
  /// What it returned; nil when a signal ended it.
  let status: Int32?
  /// Its lines.
  let lines: [String]

  /// The names of what it says it has sent.
  var sent: [String] { lines.filter { $0.hasPrefix("sent ") }.map { String($0.dropFirst(5)) } }

  /// Runs it to its end.
  init(_ arguments: [String], environment: [String: String] = [:]) async throws {
    let ending = try await ChildProgram(Self.program, arguments, environment: environment, output: .kept).ended()
    lines = String(decoding: ending.output, as: UTF8.self).split(separator: "\n").map(String.init)
    signal = ending.signal
    status = ending.status
  }

  /// Beside the tests' own program.
  private static let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("upload-worker").path
}
