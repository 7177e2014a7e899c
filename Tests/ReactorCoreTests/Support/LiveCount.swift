import Synchronization

/// How many of its tokens are alive: what holds a token is not released while one is.
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

/// Lets the main actor perform what is queued on it, until `condition` holds or a bounded number of turns has passed.
@MainActor
func turns(until condition: @MainActor () -> Bool) async {
  for _ in 0..<10_000 where !condition() {
    await Task.yield()
  }
}
