import Synchronization

/// A count of the tokens that are alive, to test that the objects that retain them are released.
final class LiveCount: Sendable {
  private let count = Atomic<Int>(0)

  var alive: Int { count.load(ordering: .sequentiallyConsistent) }

  func token() -> Token { Token(self) }

  final class Token: Sendable {
    private let owner: LiveCount

    fileprivate init(_ owner: LiveCount) {
      self.owner = owner
      owner.count.add(1, ordering: .sequentiallyConsistent)
    }

    deinit {
      owner.count.subtract(1, ordering: .sequentiallyConsistent)
    }
  }
}

/// Yields the main actor to other tasks until `condition` is `true`, or a maximum number of turns has passed.
@MainActor
func turns(until condition: @MainActor () -> Bool) async {
  for _ in 0..<10_000 where !condition() {
    await Task.yield()
  }
}
