/// A heading above consecutive rows of a table.
///
/// Headings cannot be selected. ``TableView/pinsSectionHeadings`` determines whether the heading of the first visible
/// row stays on screen.
public struct TableSection: Sendable, Hashable {
  /// The heading.
  public var title: String
  /// The number of rows below the heading. A section without rows is not shown.
  public var count: Int

  /// Creates a section.
  ///
  /// - Parameters:
  ///   - title: The heading.
  ///   - count: The number of rows below the heading.
  public init(_ title: String, count: Int) {
    self.title = title
    self.count = count
  }

  /// Returns a section for each run of elements that have the same heading.
  ///
  /// - Parameters:
  ///   - elements: The elements, sorted so that those of a section are consecutive.
  ///   - heading: A closure that returns the heading of an element.
  public static func sections<Element>(
    of elements: some Sequence<Element>, heading: (Element) -> String
  ) -> [TableSection] {
    var sections: [TableSection] = []
    for title in elements.lazy.map(heading) {
      if sections.last?.title != title { sections.append(TableSection(title, count: 0)) }
      sections[sections.count - 1].count += 1
    }
    return sections
  }
}

/// The sections of a table. The section of a row is found in logarithmic time.
struct TableSections: Sendable, Equatable {
  /// The index of the first row of each section.
  private var starts: [Int] = []
  private var titles: [String] = []

  /// No sections.
  init() {}

  /// Creates the sections of `count` rows. Rows after the last section are added to it.
  init(_ sections: [TableSection], count: Int) {
    var start = 0
    for section in sections where section.count > 0 && start < count {
      starts.append(start)
      titles.append(section.title)
      start += min(section.count, count - start)
    }
  }

  var isEmpty: Bool { starts.isEmpty }

  /// Returns whether a row is the first of its section.
  func startsSection(at row: Int) -> Bool { starts[position(of: row)] == row }

  /// Returns the heading of the section that a row belongs to.
  func title(of row: Int) -> String { titles[position(of: row)] }

  private func position(of row: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= row { low = middle } else { high = middle }
    }
    return low
  }
}
