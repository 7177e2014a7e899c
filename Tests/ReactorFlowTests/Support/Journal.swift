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
