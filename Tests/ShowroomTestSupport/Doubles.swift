import Synchronization

/// An error with a description.
package struct Failure: Error, Equatable, CustomStringConvertible {
  /// The description.
  package let description: String

  /// Creates an error.
  package init(_ description: String) { self.description = description }
}

/// A mutable value shared by the closures of a test.
@MainActor
package final class Box<Value> {
  /// The value.
  package var value: Value

  /// Creates a box.
  package init(_ value: Value) { self.value = value }
}

/// A counter of live tokens, to test that the objects that retain them are released.
package final class LiveCount: Sendable {
  private struct State {
    var alive = 0
    var released: [String] = []
  }

  private let state = Mutex(State())

  /// Creates a counter without tokens.
  package init() {}

  /// The number of live tokens.
  package var alive: Int { state.withLock { $0.alive } }
  /// The names of the released tokens, in order.
  package var released: [String] { state.withLock { $0.released } }

  /// Returns a new token.
  package func token(_ name: String = "") -> Token { Token(name, self) }

  /// A token, which is counted while it is alive.
  package final class Token: Sendable {
    private let name: String
    private let owner: LiveCount

    fileprivate init(_ name: String, _ owner: LiveCount) {
      self.name = name
      self.owner = owner
      owner.state.withLock { $0.alive += 1 }
    }

    deinit {
      owner.state.withLock { state in
        state.alive -= 1
        state.released.append(name)
      }
    }
  }
}
