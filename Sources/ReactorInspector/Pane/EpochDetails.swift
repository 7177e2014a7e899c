import ReactorCore
import ReactorTerminal

/// The lines about one epoch, from its trigger to its frame.
@MainActor
struct EpochDetails {
  private static let labelWidth = 9
  /// The maximum number of lines of a value, so that its consequences stay in view.
  private static let mostLines = 4

  private let text: EpochText
  private let width: Int
  private var lines: [[Span]] = []
  private var lastOwner = ""

  /// Returns the lines about an epoch.
  ///
  /// - Parameters:
  ///   - epoch: The epoch.
  ///   - width: The width to which lines are broken.
  ///   - views: The names of the views on screen, used to list those that were not drawn.
  static func lines(of epoch: Epoch, _ text: EpochText, width: Int = .max, views: [String] = []) -> [[Span]] {
    var details = EpochDetails(text: text, width: width)
    details.describe(epoch)
    details.addFrame(of: epoch, views)
    return details.lines
  }

  private init(text: EpochText, width: Int) {
    self.text = text
    self.width = width
  }

  // MARK: What happened

  private mutating func describe(_ epoch: Epoch) {
    let trigger = text.trigger(epoch.trigger)
    lines.append([Span("Epoch \(epoch.number)", .title), Span("  \(EpochText.seconds(epoch.time))  \(trigger)")])
    var items = epoch.items[...]
    if case .effect(let id, let start) = epoch.trigger {
      add("Cause", "effect \(id.number)\(start.map { " from epoch \($0)" } ?? "")", text.name(id.lane))
      if case .effectEmitted = items.first?.kind { items.removeFirst() }
    }
    for item in items { add(item) }
  }

  private mutating func add(_ item: Epoch.Item) {
    let name = text.name(item.lane)
    switch item.kind {
    case .command(let command): add("Command", command, name)
    case .action(let value): add("Action", text.inline(value), name)
    case .mutation(let value): add("Mutation", text.inline(value), name)
    case .state(let before, let after):
      let difference = text.difference(before, after, width: width)
      lines += difference.isEmpty ? [[Span("  No visible difference.", .secondary)]] : difference
    case .output(let value): add("Output", text.inline(value), name)
    case .effectStarted(let number): add("Effect", "\(number) started", name)
    case .effectEmitted(let number): add("Effect", "\(number) emitted", name)
    case .effectFinished(let number): add("Effect", "\(number) finished", name)
    case .effectCanceled(let number): add("Effect", "\(number) canceled", name)
    case .effectFailed(let number, let error): add("Effect", "\(number) failed: \(error)", name, role: .error)
    case .step(let value): add("Step", text.inline(value), name)
    case .redraw: break
    }
  }

  /// Adds a value, broken to the width, with a label before it. The name of its owner follows, unless it is the same as
  /// for the previous value.
  private mutating func add(_ label: String, _ value: String, _ owner: String = "", role: Role = .text) {
    let indent = String(repeating: " ", count: Self.labelWidth)
    // The end of a long value, which would be cut off anyway, is not measured.
    let value = value.prefix(width == .max ? .max : 2 * Self.mostLines * max(1, width))
    var parts = wrapped(String(value), width: max(1, width - Self.labelWidth))
    if parts.count > Self.mostLines {
      parts.removeSubrange(Self.mostLines...)
      parts[Self.mostLines - 1] += text.characters("…")
    }
    for (index, part) in parts.enumerated() {
      let label = index == 0 ? label : ""
      lines.append([Span(label, .header), Span(String(indent.dropFirst(label.count))), Span(part, role)])
    }
    guard !owner.isEmpty, owner != lastOwner else { return }
    lastOwner = owner
    let used = Self.labelWidth + (parts.last.map { displayWidth(of: $0) } ?? 0)
    if used + 2 + displayWidth(of: owner) <= width {
      lines[lines.count - 1].append(Span("  " + owner, .secondary))
    } else {
      lines += wrapped(owner, width: max(1, width - Self.labelWidth)).map { [Span(indent + $0, .secondary)] }
    }
  }

  // MARK: What was drawn

  /// Adds the cost of the frame, the views that were drawn with the reasons, and the views that were not drawn.
  private mutating func addFrame(of epoch: Epoch, _ views: [String]) {
    var drawn: Set<String> = []
    for item in epoch.items {
      guard case .redraw(let reasons) = item.kind else { continue }
      let name = text.name(item.lane)
      let names = Set(reasons.map(EpochText.reason)).sorted()
      add(drawn.isEmpty ? "Redrawn" : "", "\(name): \(names.joined(separator: ", "))")
      drawn.insert(name)
    }
    if let frame = epoch.frame {
      let cost = [
        EpochText.count(frame.rows, "row"), EpochText.count(frame.bytes, "byte"),
        "\(grouped(EpochText.microseconds(frame.duration))) µs",
      ]
      add("Frame", text.characters(cost.joined(separator: ", ")))
    } else {
      add("Frame", drawn.isEmpty ? "None, because nothing on the screen changed" : "Drawn with a later epoch")
    }
    let others = views.filter { !drawn.contains($0) }
    guard !others.isEmpty else { return }
    lines.append([Span("Not redrawn, because unchanged:", .secondary)])
    for name in others { lines.append([Span("  " + name, .secondary)]) }
  }
}
