/// A page of the help sheet: entries under headings.
///
/// ```swift
/// HelpSheet(window.activeBindings, pages: [
///   HelpPage("Queries", [.init("Words", [.init("kia electric", "Cars that contain both words.")])]), .mouse,
/// ])
/// ```
public struct HelpPage: Sendable, Hashable {
  /// Entries under a heading.
  public struct Section: Sendable, Hashable {
    /// The heading.
    public var title: String
    /// The entries.
    public var entries: [Entry]

    /// Creates a section.
    public init(_ title: String, _ entries: [Entry]) {
      self.title = title
      self.entries = entries
    }
  }

  /// An explained item, such as a key.
  public struct Entry: Sendable, Hashable {
    /// The item that is explained.
    public var term: String
    /// The name of its function, in a word or two; empty for none.
    public var title: String
    /// The explanation.
    public var text: String

    /// Creates an entry.
    public init(_ term: String, title: String = "", _ text: String) {
      self.term = term
      self.title = title
      self.text = text
    }
  }

  /// The name of the page.
  public var title: String
  /// The sections, from top to bottom.
  public var sections: [Section]

  /// Creates a page.
  public init(_ title: String, _ sections: [Section]) {
    self.title = title
    self.sections = sections
  }

  /// The page that explains how to use the mouse in every program.
  public static let mouse = HelpPage(
    "Mouse",
    [
      Section(
        "Click",
        [
          Entry("a row", "Selects it; a double click opens it."),
          Entry("a heading", "Sorts by this column, if the list can be sorted."),
          Entry("a hint", "Runs the command in the last line of the screen."),
          Entry("a word", "A double click selects and copies it, or opens the row."),
        ]),
      Section(
        "Drag",
        [
          Entry("over text", "Selects it, and copies it when you release the button."),
          Entry("a scrollbar", "Scrolls."),
          Entry("a divider", "Gives one pane more space than the other."),
        ]),
      Section(
        "Wheel",
        [Entry("over a view", "Scrolls it.")]),
      Section(
        "Shift",
        [Entry("with any of these", "In most terminals, selects text as usual.")]),
    ])

  // MARK: Lines

  /// The width of explanations below which they are placed under their terms, and the width at which there are two
  /// columns.
  fileprivate static let (narrowText, twoColumns) = (28, 150)

  func hasTwoColumns(width: Int) -> Bool { width >= Self.twoColumns && sections.count > 1 }

  /// Returns the lines of the page, in two columns if there is enough space.
  func lines(width: Int) -> [[Span]] {
    guard hasTwoColumns(width: width) else { return sections.lines(width: width) }
    let gap = 3
    let half = (width - gap) / 2
    let counts = sections.map { [$0].lines(width: half).count + 1 }
    let total = counts.reduce(0, +)
    var (split, height) = (0, 0)
    while split < sections.count - 1, height + counts[split] / 2 < total / 2 {
      height += counts[split]
      split += 1
    }
    let left = Array(sections[..<split]).lines(width: half)
    let right = Array(sections[split...]).lines(width: half)
    return (0..<max(left.count, right.count)).map { index in
      let first = index < left.count ? left[index] : []
      guard index < right.count, !right[index].isEmpty else { return first }
      return first + [Span(String(repeating: " ", count: max(0, half + gap - first.displayWidth)))] + right[index]
    }
  }
}

extension [HelpPage.Section] {
  fileprivate func lines(width: Int) -> [[Span]] {
    let entries = flatMap(\.entries)
    let terms = entries.map { ReactorTerminal.displayWidth(of: $0.term) }.max() ?? 0
    let titles = entries.map { ReactorTerminal.displayWidth(of: $0.title) }.max() ?? 0
    let start = terms + 2 + (titles > 0 ? titles + 2 : 0)
    let isNarrow = width - start < HelpPage.narrowText
    var lines: [[Span]] = []
    for section in self {
      if !lines.isEmpty { lines.append([]) }
      lines.append([Span(section.title, .header)])
      for entry in section.entries { lines += entry.lines(terms: terms, start: isNarrow ? nil : start, width: width) }
    }
    return lines
  }
}

extension HelpPage.Entry {
  /// - Parameter start: The column of the explanation; `nil` to put it below the term.
  fileprivate func lines(terms: Int, start: Int?, width: Int) -> [[Span]] {
    func space(_ count: Int) -> Span { Span(String(repeating: " ", count: Swift.max(0, count))) }
    let role: Role? = title.isEmpty ? nil : .secondary
    var first = [Span(term, .hintKey)]
    if !title.isEmpty { first += [space(terms - first.displayWidth + 2), Span(title)] }
    guard !text.isEmpty else { return [first] }
    let indent = start ?? 4
    var texts = wrapped(text, width: Swift.max(1, width - indent))
    if start != nil { first += [space(indent - first.displayWidth), Span(texts.removeFirst(), role)] }
    return [first] + texts.map { [space(indent), Span($0, role)] }
  }
}
