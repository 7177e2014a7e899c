/// Every key that works now and what it does, made from the commands themselves.
public final class HelpSheet: PanelView {
  /// What stands in its frame.
  public override var title: String { "Help" }

  private let text = ScrollText()
  private let bindings: [KeyBinding]

  /// A sheet of `bindings`, under their sections, in the order in which these come first.
  public init(_ bindings: [KeyBinding]) {
    self.bindings = bindings.filter { $0.isEnabled && !$0.keys.isEmpty }
    super.init()
    addSubview(text)
    keys("?", "q", .escape, .enter, .f1, id: "help.close", title: "Close", section: "Help").bind { [weak self] in
      self?.dismiss()
    }
  }

  /// The list of keys.
  public override var preferredFocus: View? { text }

  /// What is a key is written as this terminal can show it.
  public override func windowChanged() {
    text.lines = Self.lines(bindings, ascii: window?.capabilities.isASCII ?? false)
  }

  /// As much as there is.
  public override func contentSize(_ proposal: Size) -> Size { text.sizeThatFits(proposal) }

  /// The list fills the inside.
  public override func layoutSubviews() { text.frame = contentRect }

  private static func lines(_ bindings: [KeyBinding], ascii: Bool) -> [[Span]] {
    var order: [String] = []
    var sections: [String: [KeyBinding]] = [:]
    for binding in bindings {
      let name = binding.section ?? "Here"
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
