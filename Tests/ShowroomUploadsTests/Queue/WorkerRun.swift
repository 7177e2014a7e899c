import Foundation
import ShowroomTestSupport
import Testing

/// A run of the program `upload-worker` (Tests/UploadWorker), which uploads in another process.
struct WorkerRun {
  /// The signal that ended the program, or `nil`.
  let signal: Int32?
  /// The exit status, or `nil` if a signal ended the program.
  let status: Int32?
  /// The lines of its output.
  let lines: [String]

  /// The names of the files that it reported as sent.
  var sent: [String] { lines.filter { $0.hasPrefix("sent ") }.map { String($0.dropFirst(5)) } }

  /// Runs the program to its end.
  init(_ arguments: [String], environment: [String: String] = [:]) async throws {
    self.init(try await Self.start(arguments, environment: environment).ended())
  }

  static func start(_ arguments: [String], environment: [String: String] = [:]) throws -> ChildProgram {
    try ChildProgram(program, arguments, environment: environment, output: .kept)
  }

  private init(_ ending: ChildProgram.Ending) {
    lines = String(decoding: ending.output, as: UTF8.self).split(separator: "\n").map(String.init)
    signal = ending.signal
    status = ending.status
  }

  /// The path of the program, which is next to the test program.
  private static let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("upload-worker").path
}
