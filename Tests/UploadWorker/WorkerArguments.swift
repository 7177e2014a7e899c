import Glibc

/// The arguments of the worker:
///
///     upload-worker DATA DESTINATION add FILE…     queues files for car 1 and uploads them
///     upload-worker DATA DESTINATION upload FILE…  does the same, and resumes those that are unfinished
///     upload-worker DATA DESTINATION resume        resumes all interrupted uploads
///     upload-worker DATA DESTINATION compete       claims interrupted uploads one by one in random order, the second
///                                                  one once another program has claimed one as well
///
/// The environment contains `DIE_AT` (a moment of ``LethalEngine``), `DIE_AFTER` (microseconds), `PAUSE` (microseconds
/// at each moment) and `CHUNK` (the number of bytes that a local copy moves at a time).
struct WorkerArguments {
  enum Command: String { case add, upload, resume, compete }

  var data: String
  var destination: String
  var command: Command
  var files: [String]

  init?(_ arguments: [String]) {
    guard arguments.count >= 4, let command = Command(rawValue: arguments[3]) else { return nil }
    (data, destination, self.command) = (arguments[1], arguments[2], command)
    files = Array(arguments[4...])
  }

  static func number(_ name: String) -> Int {
    getenv(name).flatMap { Int(String(cString: $0)) } ?? 0
  }
}
