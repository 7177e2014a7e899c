/// A list of the keys that currently work, generated from the commands.
public final class HelpSheet: PanelView {
  /// The commands of the help sheet.
  public enum Commands: String, CommandSet, Sendable {
    /// Closes the sheet.
    case close = "help.close"

    /// The heading in the help sheet.
    public static let section: String? = "Help"

    /// The command with its default keys and its title.
    public var binding: KeyBinding {
      switch self {
      case .close: keys("?", "q", .escape, .enter, .f1, title: "Close")
      }
    }
  }

  public override var title: String { "Help" }

  /// The heading of bindings without a section.
  static let otherSection = "This screen"

  private let text = ScrollText()
  private let bindings: [KeyBinding]

  /// Creates a help sheet. The sections appear in the order of their first bindings; disabled bindings and those
  /// without keys are omitted.
  public init(_ bindings: [KeyBinding]) {
    self.bindings = bindings.filter { $0.isEnabled && !$0.keys.isEmpty }
    super.init()
    text.background = .alert
    addSubview(text)
    addCommand(Commands.close).bind { [weak self] in self?.dismiss() }
  }

  public override var preferredFocus: View? { text }

  /// Updates the names of keys.
  public override func charactersChanged() {
    text.lines = Self.lines(bindings, ascii: window?.capabilities.isASCII ?? false)
  }

  public override func contentSize(_ proposal: Size) -> Size { text.sizeThatFits(proposal) }

  public override func layoutSubviews() { text.frame = contentRect }

  private static func lines(_ bindings: [KeyBinding], ascii: Bool) -> [[Span]] {
    var order: [String] = []
    var sections: [String: [KeyBinding]] = [:]
    for binding in bindings {
      let name = binding.section ?? Self.otherSection
      if sections[name] == nil { order.append(name) }
      sections[name, default: []].append(binding)
    }
    let labels = bindings.map { label(of: $0, ascii: ascii) }
    let width = labels.map { displayWidth(of: $0) }.max() ?? 0
    var lines: [[Span]] = []
    for name in order {
      if !lines.isEmpty { lines.append([]) }
      lines.append([Span(name, .header)])
      for binding in sections[name] ?? [] {
        let label = label(of: binding, ascii: ascii)
        let gap = String(repeating: " ", count: width - displayWidth(of: label) + 2)
        lines.append([Span(label, .hintKey), Span(gap + binding.title)])
      }
    }
    return lines
  }

  private static func label(of binding: KeyBinding, ascii: Bool) -> String {
    binding.keys.map { $0.label(ascii: ascii) }.joined(separator: " ")
  }
}
