/// A list of the keys that currently work and what they do, generated from the commands, with additional pages.
public final class HelpSheet: PanelView {
  /// The commands of the help sheet.
  nonisolated public static let commands = Commands<HelpSheet>("Help") {
    Command("help.close", "?", "q", .escape, .enter, .f1, title: "Close", help: "Closes the help.") {
      $0.view.dismiss()
    }
    Command("help.next", .tab, .right, "l", title: "Next page", help: "Shows the next page of the help.") {
      $0.view.turn(by: 1)
    }
    .titled { $0.view.pages[($0.view.current + 1) % $0.view.pages.count].title }
    .shown { $0.view.pages.count > 1 }
    Command(
      "help.previous", .backTab, .left, "h", title: "Previous page", help: "Shows the previous page of the help.",
      isHidden: true
    ) { $0.view.turn(by: -1) }
    .enabled { $0.view.pages.count > 1 }
  }

  public override var title: String { pages.count > 1 ? "Help: \(pages[current].title)" : "Help" }

  /// The heading of bindings without a section.
  static let otherSection = "This screen"

  private let text = ScrollText()
  private let bindings: [KeyBinding]
  /// The keys, followed by the other pages.
  private var pages: [HelpPage]
  private var current = 0

  /// Creates a help sheet. The sections appear in the order of their first bindings. Disabled bindings and bindings
  /// without keys are omitted.
  ///
  /// - Parameters:
  ///   - bindings: The commands.
  ///   - pages: The pages that follow the page of commands.
  public init(_ bindings: [KeyBinding], pages: [HelpPage] = []) {
    self.bindings = bindings.filter { $0.isEnabled && !$0.keys.isEmpty }
    self.pages = [HelpPage("Keys", [])] + pages
    super.init()
    text.background = .alert
    addSubview(text)
    Self.commands.install(in: self)
  }

  public override var preferredFocus: View? { text }

  /// Updates the names of keys.
  public override func charactersChanged() {
    pages[0] = Self.page(of: bindings, ascii: window?.capabilities.isASCII ?? false)
    setNeedsLayout()
  }

  /// Returns a size that fits every page, so that the sheet keeps its size when the page changes.
  public override func contentSize(_ proposal: Size) -> Size {
    pages.reduce(Size(width: 0, height: 0)) { size, page in
      let lines = lines(of: page, in: proposal)
      let bar = lines.count > proposal.height ? 2 : 0
      // A narrower sheet might not have two columns.
      let isWide = page.hasTwoColumns(width: proposal.width - bar)
      let width = isWide ? proposal.width : (lines.map(\.displayWidth).max() ?? 0) + bar
      return Size(
        width: min(proposal.width, max(size.width, width)),
        height: min(proposal.height, max(size.height, lines.count)))
    }
  }

  public override func layoutSubviews() {
    text.frame = contentRect
    text.lines = lines(of: pages[current], in: contentRect.size)
  }

  /// Returns lines that leave space for the scrollbar if one is needed.
  private func lines(of page: HelpPage, in size: Size) -> [[Span]] {
    let lines = page.lines(width: size.width)
    return lines.count > size.height ? page.lines(width: size.width - 2) : lines
  }

  private func turn(by step: Int) {
    current = (current + step + pages.count) % pages.count
    setNeedsLayout()
    setNeedsDisplay()
    layoutIfNeeded()
    text.scroll(to: 0)
  }

  private static func page(of bindings: [KeyBinding], ascii: Bool) -> HelpPage {
    var sections: [HelpPage.Section] = []
    for binding in bindings {
      let name = binding.section ?? otherSection
      let entry = HelpPage.Entry(
        binding.keys.map { $0.label(ascii: ascii) }.joined(separator: " "), title: binding.title, binding.help)
      if let index = sections.firstIndex(where: { $0.title == name }) {
        sections[index].entries.append(entry)
      } else {
        sections.append(HelpPage.Section(name, [entry]))
      }
    }
    return HelpPage("Keys", sections)
  }
}
