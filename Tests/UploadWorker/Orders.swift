import Glibc

/// What the worker is to do:
///
///     upload-worker DATA DESTINATION add FILE…     queues files for car 1 and sends them
///     upload-worker DATA DESTINATION resume        goes on with all that was interrupted
///     upload-worker DATA DESTINATION compete       takes what was interrupted row by row, in an order of its own
///
/// In the environment: `DIE_AT` (a moment of ``LethalEngine``), `DIE_AFTER` (microseconds), `PAUSE` (microseconds at each
/// moment), `CHUNK` (bytes that a local copy moves at a time).
struct Orders {
  enum Deed: String { case add, resume, compete }

  var data: String
  var destination: String
  var deed: Deed
  var files: [String]

  init?(_ arguments: [String]) {
    guard arguments.count >= 4, let deed = Deed(rawValue: arguments[3]) else { return nil }
    (data, destination, self.deed) = (arguments[1], arguments[2], deed)
    files = Array(arguments[4...])
  }

  static func number(_ name: String) -> Int {
    getenv(name).flatMap { Int(String(cString: $0)) } ?? 0
  }
}
