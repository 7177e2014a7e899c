/// A member of an ``EndingList``.
@MainActor
protocol Endable {
  var hasEnded: Bool { get }
}

/// A list whose members end individually, in any order.
///
/// Ended members are removed together, when half of the members have ended, so the cost of ending a member does not
/// depend on the size of the list.
@MainActor
struct EndingList<Member: Endable> {
  private var members: ContiguousArray<Member> = []
  private var endedCount = 0

  nonisolated init() {}

  /// Whether the list has no member, ended or not.
  var isEmpty: Bool { members.isEmpty }

  /// The number of members that have not ended.
  var count: Int { members.count - endedCount }

  mutating func append(_ member: Member) {
    members.append(member)
  }

  /// Records that a member has ended.
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

  /// Removes and returns all members, ended or not.
  mutating func takeAll() -> ContiguousArray<Member> {
    let taken = members
    members = []
    endedCount = 0
    return taken
  }

  /// Returns the members that satisfy the predicate, ended or not.
  func all(where isIncluded: (Member) -> Bool) -> [Member] { members.filter(isIncluded) }

  /// Returns whether a member, ended or not, satisfies the predicate.
  func contains(where isIncluded: (Member) -> Bool) -> Bool { members.contains(where: isIncluded) }
}
