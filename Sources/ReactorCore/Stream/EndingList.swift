/// Something that ends once, and of which a list lets go then.
@MainActor
protocol Endable {
  /// Whether it has ended.
  var hasEnded: Bool { get }
}

/// Members in the order in which they came, which end one by one in any order.
///
/// Ended members are swept out together, not before half of them have ended: ending a thousand one by one must not look
/// at each a thousand times.
@MainActor
struct EndingList<Member: Endable> {
  private var members: ContiguousArray<Member> = []
  private var endedCount = 0

  nonisolated init() {}

  /// Whether there is no member, ended or not.
  var isEmpty: Bool { members.isEmpty }

  /// How many have not ended.
  var count: Int { members.count - endedCount }

  mutating func append(_ member: Member) {
    members.append(member)
  }

  /// Takes note that a member has ended.
  mutating func memberEnded() {
    endedCount += 1
    guard endedCount * 2 >= members.count else { return }
    if endedCount == members.count {
      members.removeAll(keepingCapacity: true)
    } else {
      members.removeAll { $0.hasEnded }
    }
    endedCount = 0
  }

  /// Empties the list and returns what was in it, ended or not.
  mutating func takeAll() -> ContiguousArray<Member> {
    let taken = members
    members = []
    endedCount = 0
    return taken
  }

  /// The members that satisfy the predicate, ended or not.
  func all(where isIncluded: (Member) -> Bool) -> [Member] { members.filter(isIncluded) }

  /// Whether a member, ended or not, satisfies the predicate.
  func contains(where isIncluded: (Member) -> Bool) -> Bool { members.contains(where: isIncluded) }
}
