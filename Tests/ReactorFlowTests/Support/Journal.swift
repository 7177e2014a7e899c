/// The events of a test, in order.
@MainActor
final class Journal {
  private(set) var lines: [String] = []

  func note(_ line: String) { lines.append(line) }

  /// Removes and returns the events since the last call.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// An error with a description.
struct Failure: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// A mutable value shared by the closures of a test.
@MainActor
final class Box<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
