import ReactorCore
import ReactorTerminal

/// The lines about one epoch, from its trigger to its frame.
@MainActor
struct EpochDetails {
  private let text: EpochText
  private var lines: [[Span]] = []

  /// Returns the lines about an epoch.
  static func lines(of epoch: Epoch, _ text: EpochText) -> [[Span]] {
    var details = EpochDetails(text: text)
    details.describe(epoch)
    return details.lines
  }

  private init(text: EpochText) { self.text = text }

  private mutating func describe(_ epoch: Epoch) {
    let trigger = text.trigger(epoch.trigger)
    lines.append([Span("Epoch \(epoch.number)", .title), Span("  \(EpochText.seconds(epoch.time))  \(trigger)")])
    if case .effect(let id, let start) = epoch.trigger {
      let origin = start.map { ", started in epoch \($0)" } ?? ""
      lines.append([Span("Emitted by \(text.name(id))\(origin)", .secondary)])
    }
    // What happened, in its order; what was drawn, after it.
    for item in epoch.items { add(item) }
    addRedraws(of: epoch)
  }

  private mutating func add(_ item: Epoch.Item) {
    let name = text.name(item.lane)
    switch item.kind {
    case .command(let command): add("Command", command, in: name)
    case .action(let value): add("Action", text.inline(value), in: name)
    case .mutation(let value): add("Mutation", text.inline(value), in: name)
    case .state(let before, let after):
      let difference = text.difference(before, after)
      lines += difference.isEmpty ? [[Span("  The state is the same.", .secondary)]] : difference
    case .effectStarted(let number): add("Effect", "\(number) started", in: name)
    case .effectEmitted(let number): add("Effect", "\(number) emitted", in: name)
    case .effectFinished(let number): add("Effect", "\(number) finished", in: name)
    case .effectCanceled(let number): add("Effect", "\(number) canceled", in: name)
    case .effectFailed(let number, let error): add("Effect", "\(number) failed: \(error)", in: name, role: .error)
    case .step(let value): add("Step", text.inline(value), in: name)
    case .redraw: break
    }
  }

  private mutating func add(_ label: String, _ value: String, in name: String, role: Role = .text) {
    let padded = label + String(repeating: " ", count: max(1, 9 - label.count))
    lines.append([Span(padded, .header), Span(value, role), Span("  " + name, .secondary)])
  }

  /// Adds the views that were drawn and why, and those that were not.
  private mutating func addRedraws(of epoch: Epoch) {
    var drawn: Set<Int> = []
    for item in epoch.items {
      guard case .redraw(let reasons) = item.kind else { continue }
      drawn.insert(item.lane)
      add("Redrawn", "\(text.name(item.lane)): \(reasons.joined(separator: ", "))", in: "")
    }
    if let frame = epoch.frame {
      let cost = [
        EpochText.count(frame.rows, "row"), EpochText.count(frame.bytes, "byte"),
        "\(EpochText.microseconds(frame.duration)) µs",
      ]
      add("Frame", text.characters(cost.joined(separator: ", ")), in: "")
    } else {
      add("Frame", drawn.isEmpty ? "none: nothing on the screen changed" : "drawn with a later epoch", in: "")
    }
    let others = text.lanes.indices.filter { lane in
      (text.lanes[lane].source.object as? View)?.isOnScreen == true && !drawn.contains(lane)
    }
    guard !others.isEmpty else { return }
    lines.append([Span("Not redrawn, because nothing that they show changed:", .secondary)])
    for lane in others { lines.append([Span("  " + text.name(lane), .secondary)]) }
  }
}
