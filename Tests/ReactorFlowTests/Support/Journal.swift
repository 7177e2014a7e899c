/// What happened, in order.
@MainActor
final class Journal {
  private(set) var lines: [String] = []

  func note(_ line: String) { lines.append(line) }

  /// What happened since the last time.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// An error that names itself.
struct Failure: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// A mutable value that the parts of a test share.
@MainActor
final class Box<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
