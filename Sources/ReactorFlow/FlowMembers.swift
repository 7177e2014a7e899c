/// The members of a flow: its screens and child flows in order, each with the step that led to it.
@MainActor
struct FlowMembers<S: Step> {
  private struct Member {
    let object: AnyObject
    /// The step; `nil` for an initial one, which a stepper emits again when the flow or the screen is presented again.
    let step: S?
    /// The number of the step, because one step may contribute several members.
    let number: Int
  }

  private var members: [Member] = []
  private var step: S?
  private var count = 0

  /// Records the step that contributes the members appended from now on; `nil` for an initial step.
  mutating func begin(_ step: S?) {
    self.step = step
    count += 1
  }

  mutating func append(_ object: AnyObject) {
    members.append(Member(object: object, step: step, number: count))
  }

  mutating func remove(_ object: AnyObject) {
    members.removeAll { $0.object === object }
  }

  /// The steps that led to the members, each followed by the path of a child flow. Dismissed screens are left out.
  var path: [any Step] {
    var path: [any Step] = []
    var last = 0
    for member in members where (member.object as? ScreenContribution<S>)?.isDismissed != true {
      if let step = member.step, member.number != last { path.append(step) }
      last = member.number
      if let child = member.object as? any CoordinatedFlow { path += child.path }
    }
    return path
  }

  /// A description of each member, including the members of child flows.
  var lines: [String] {
    members.flatMap { member -> [String] in
      if let child = member.object as? any CoordinatedFlow { return child.lines }
      return (member.object as? ScreenContribution<S>).map { [$0.summary] } ?? []
    }
  }
}
