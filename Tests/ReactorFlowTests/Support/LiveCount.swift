/// A count of the tokens that are alive, to test that the objects that retain them are released.
@MainActor
final class LiveCount {
  private(set) var alive = 0
  /// The names of the released tokens, in order.
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
