/// A visible row of a tree: an item, or a placeholder for an item's children.
struct TreeRow<Item: Identifiable & Sendable>: Identifiable, Sendable where Item.ID: Sendable {
  enum ID: Hashable, Sendable {
    case item(Item.ID)
    /// The row shown in place of children that are not loaded yet.
    case loading(Item.ID)
  }

  enum Disclosure: Sendable {
    case none, collapsed, expanded
  }

  let id: ID
  /// The item or, for a placeholder, its parent.
  let item: Item
  /// The number of ancestors.
  let depth: Int
  /// Whether each ancestor except the outermost one has siblings below it: one bit each, the lowest for the parent.
  let guides: UInt64
  /// Whether no sibling follows.
  let isLast: Bool
  let disclosure: Disclosure

  /// The ID of the item; `nil` for a placeholder.
  var itemID: Item.ID? {
    if case .item(let id) = id { id } else { nil }
  }

  /// Returns the number of levels to draw if `limit` levels fit.
  func levels(limit: Int) -> Int { min(depth, max(0, limit)) }

  /// Returns the lines that connect the row with its parent, and the sign that shows whether it is expanded.
  ///
  /// - Parameters:
  ///   - glyphs: The symbols.
  ///   - limit: The maximum number of levels. The outer ones are left out.
  func prefix(_ glyphs: Theme.Glyphs, limit: Int) -> [Span] {
    let levels = levels(limit: limit)
    var lines = ""
    for level in (0..<max(0, levels - 1)).reversed() {
      let continues = level < UInt64.bitWidth && guides >> UInt64(level) & 1 == 1
      lines += "\(continues ? glyphs.box.vertical : " ") "
    }
    if levels > 0 {
      lines += "\(isLast ? glyphs.box.bottomLeft : glyphs.box.teeRight)\(glyphs.box.horizontal)"
      if levels < depth { lines.replaceSubrange(..<lines.index(after: lines.startIndex), with: "\(glyphs.ellipsis)") }
    }
    let sign: Span =
      switch disclosure {
      case .none: Span("\(levels > 0 ? glyphs.box.horizontal : " ") ", .border)
      case .collapsed: Span("\(glyphs.right) ", .accent)
      case .expanded: Span("\(glyphs.down) ", .accent)
      }
    return [Span(lines, .border), sign]
  }
}

/// The visible rows of a tree, from top to bottom.
struct TreeOutline<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  typealias Row = TreeRow<Item>

  private(set) var rows: [Row] = []
  private(set) var indices: [Row.ID: Int] = [:]
  /// The expanded items whose children are not loaded.
  private(set) var unloaded: [Item.ID] = []

  init() {}

  /// Lists the items, including the children of the expanded ones. An item whose ID was already listed is left out, so
  /// that listing a tree that contains itself ends.
  init(_ items: TreeItems<Item>, expanded: Set<Item.ID>) {
    // An explicit stack is used, because the depth of a tree has no limit.
    var stack: [(items: [Item], next: Int, depth: Int, guides: UInt64)] = [(items.roots, 0, 0, 0)]
    while let (siblings, next, depth, guides) = stack.last {
      guard next < siblings.count else {
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].next += 1
      let item = siblings[next]
      guard indices[.item(item.id)] == nil else { continue }
      let children = items.children(of: item)
      let isExpanded = expanded.contains(item.id)
      let isLast = next == siblings.count - 1
      append(
        Row(
          id: .item(item.id), item: item, depth: depth, guides: guides, isLast: isLast,
          disclosure: children.isPossible ? isExpanded ? .expanded : .collapsed : .none))
      guard isExpanded else { continue }
      let inner = depth == 0 ? 0 : guides << 1 | (isLast ? 0 : 1)
      switch children {
      case .none: break
      case .loaded(let list): stack.append((list, 0, depth + 1, inner))
      case .unloaded:
        unloaded.append(item.id)
        append(
          Row(id: .loading(item.id), item: item, depth: depth + 1, guides: inner, isLast: true, disclosure: .none))
      }
    }
  }

  private mutating func append(_ row: Row) {
    indices[row.id] = rows.count
    rows.append(row)
  }

  /// Returns the index of the parent of the row at `index`.
  func parent(of index: Int) -> Int? {
    let depth = rows[index].depth
    return depth == 0 ? nil : rows[..<index].lastIndex { $0.depth < depth }
  }

  /// Returns the rows for a table. They are equal only to copies of themselves.
  func tableRows(stamp: Int) -> TableRows<Row> {
    TableRows(
      count: rows.count, stamp: stamp, row: { [rows] in rows[$0] }, id: { [rows] in rows[$0].id },
      index: { [indices] in indices[$0] })
  }
}

extension TreeChildren {
  fileprivate var isPossible: Bool {
    if case .none = self { false } else { true }
  }
}
