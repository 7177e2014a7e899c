/// How many of its tokens are alive: whoever holds one has not been released.
@MainActor
final class LiveCount {
  private(set) var alive = 0
  /// The names of the released ones, in order.
  private(set) var released: [String] = []

  func token(_ name: String = "") -> Token { Token(name, self) }

  @MainActor
  final class Token {
    private let name: String
    private let owner: LiveCount

    fileprivate init(_ name: String, _ owner: LiveCount) {
      self.name = name
      self.owner = owner
      owner.alive += 1
    }

    isolated deinit {
      owner.alive -= 1
      owner.released.append(name)
    }
  }
}
