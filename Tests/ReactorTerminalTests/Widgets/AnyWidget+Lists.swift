import ReactorTerminal
import ShowroomTestSupport

extension AnyWidget {
  /// A node of an endless tree.
  private struct Node: Identifiable, Sendable {
    let id: Int

    static func items(_ count: Int) -> TreeItems<Node> {
      TreeItems((0..<count).map { Node(id: $0 + 1) }) { node in
        switch node.id % 4 {
        case 0: .none
        case 1: .unloaded
        default: .loaded((0..<node.id % 4).map { Node(id: node.id &* 10 &+ $0) })
        }
      }
    }
  }

  private static func column(_ id: Int, _ chance: inout SeededChance) -> TableColumn<CarRow> {
    let isFixed = Bool.random(using: &chance)
    let width: TableColumnWidth =
      isFixed
      ? .fixed(number(0..<20, &chance))
      : .flexible(min: number(0..<12, &chance), ideal: number(0..<40, &chance), weight: number(0..<3, &chance))
    let fraction = value(&chance)
    let below = (0..<number(0..<3, &chance)).map { _ in TableCell(text(&chance)) }
    return TableColumn(
      id: "\(id)", title: text(&chance), shortTitle: text(&chance), unit: number(0..<3, &chance) == 0 ? "mpg" : "",
      width: width, alignment: [.leading, .trailing, .center].randomElement(using: &chance) ?? .leading,
      priority: number(-1..<3, &chance),
      requires: [.minimums, .leading(number(0..<20, &chance)), .ideals].randomElement(using: &chance) ?? .ideals,
      isSortable: true,
      truncation: [.ellipsis, .clip, .middle].randomElement(using: &chance) ?? .clip,
      textWidth: number(0..<3, &chance) == 0 ? number(0..<9, &chance) : nil,
      repeatedValues: [.shown, .dimmed, .hidden].randomElement(using: &chance) ?? .shown
    ) { row in
      var cell = TableCell(id.isMultiple(of: 2) ? row.make : row.model)
      cell.fraction = fraction
      cell.below = below
      return cell
    }
  }

  private static func rows(_ chance: inout SeededChance) -> TableRows<CarRow> {
    let first = number(0..<20, &chance)
    let cars = CarRow.numbered(first..<first + number(0..<30, &chance))
    switch number(0..<4, &chance) {
    case 0:
      return TableRows<CarRow>(cars) { (car: CarRow) -> String in car.year % 3 == 0 ? "A" : "B" }
    case 1:
      let sections: [TableSection] = [TableSection("One", count: number(0..<9, &chance)), TableSection("", count: 3)]
      return TableRows<CarRow>(cars).divided(into: sections)
    case 2: return .empty
    default: return TableRows<CarRow>(cars)
    }
  }

  static func table(_ chance: inout SeededChance) -> AnyWidget {
    let table = TableView<CarRow>(columns: [column(0, &chance), column(1, &chance)], rows: rows(&chance))
    return AnyWidget(table) { [unowned table] in change(table, &$0) }
  }

  private static func change(_ table: TableView<CarRow>, _ chance: inout SeededChance) {
    switch number(0..<16, &chance) {
    case 0:
      let count = number(0..<5, &chance)
      var columns: [TableColumn<CarRow>] = []
      for id in 0..<count { columns.append(column(id, &chance)) }
      table.columns = columns
    case 1: table.rowHeight = .fixed(number(-1..<5, &chance))
    case 2: table.rowHeight = .varying { $0.id % 4 }
    case 3: table.pinsSectionHeadings.toggle()
    case 4: table.showsHeader.toggle()
    case 5: table.allowsMarking.toggle()
    case 6: table.marked = [number(0..<40, &chance), number(0..<40, &chance)]
    case 7: table.sort = TableSort("\(number(0..<4, &chance))", ascending: Bool.random(using: &chance))
    case 8: table.secondarySort = TableSort("\(number(0..<4, &chance))")
    case 9: table.refreshControl = Bool.random(using: &chance) ? RefreshControl() : nil
    case 10: table.refreshControl?.isRefreshing.toggle()
    case 11: table.placeholder = Bool.random(using: &chance) ? Label(text(&chance)) : nil
    case 12: table.selectedID = number(0..<50, &chance)
    case 13:
      if Bool.random(using: &chance) {
        table.rowSign = nil
      } else {
        table.rowSign = { $0.id % 2 == 0 ? Span("*", .mark) : nil }
      }
    case 14:
      let selections: [TableSelection<Int>] = [.same, .first, .sameLine]
      table.show(rows(&chance), selecting: selections.randomElement(using: &chance) ?? .same)
    default: table.rows = rows(&chance)
    }
  }

  static func tree() -> AnyWidget {
    let tree = TreeView<Node>(items: Node.items(9)) { TableCell("항목 \($0.id)", role: .accent) }
    return AnyWidget(tree) { [unowned tree] chance in
      switch number(0..<4, &chance) {
      case 0: tree.items = Node.items(number(0..<9, &chance))
      case 1: tree.selectedID = number(0..<200, &chance)
      default: tree.expandedIDs.formSymmetricDifference([number(1..<100, &chance)])
      }
    }
  }

  static func log() -> AnyWidget {
    let log = LogView(capacity: 20)
    log.searchText = "a"
    return AnyWidget(log) { [unowned log] chance in
      switch number(0..<8, &chance) {
      case 0: log.clear()
      case 1: log.searchText = ["", "a", "로그"].randomElement(using: &chance) ?? ""
      case 2: log.placeholder = Bool.random(using: &chance) ? Label("Nothing") : nil
      case 3: log.follow()
      default: for _ in 0..<number(0..<9, &chance) { log.append(spans(&chance)) }
      }
    }
  }

  static func scatter(_ chance: inout SeededChance) -> AnyWidget {
    func dots(_ chance: inout SeededChance) -> [PlotDot] {
      (0..<number(0..<60, &chance)).map { _ in
        let isAny = number(0..<4, &chance) == 0
        let (x, y) = isAny ? (value(&chance), value(&chance)) : (nil, nil)
        return PlotDot(x: x ?? Double(number(-9..<30, &chance)), y: y ?? Double(number(0..<9, &chance)))
      }
    }
    func axis(_ chance: inout SeededChance) -> PlotAxis {
      let label = text(&chance)
      return Bool.random(using: &chance) ? PlotAxis(text(&chance)) : PlotAxis(text(&chance)) { "\($0)\(label)" }
    }
    let plot = ScatterPlot(dots(&chance), x: axis(&chance), y: axis(&chance))
    return AnyWidget(plot) { [unowned plot] chance in
      switch number(0..<5, &chance) {
      case 0: plot.xAxis = axis(&chance)
      case 1: plot.yAxis = axis(&chance)
      case 2, 3: plot.selectedIndex = number(-2..<60, &chance)
      default: plot.dots = dots(&chance)
      }
    }
  }

  private static func facet(_ id: Int, _ chance: inout SeededChance) -> Facet {
    let count = number(0..<12, &chance)
    let content: Facet.Content =
      Bool.random(using: &chance)
      ? .values((0..<count).map { Facet.Value(id: "\($0)", label: text(&chance), count: number(-1..<99_999, &chance)) })
      : .range((0..<count).map { Facet.Bucket("\($0)", count: number(0..<9_999, &chance)) })
    return Facet(id: "\(id)", title: text(&chance), content)
  }

  static func facets(_ chance: inout SeededChance) -> AnyWidget {
    let list = FacetList((0..<3).map { facet($0, &chance) })
    return AnyWidget(list) { [unowned list] chance in
      switch number(0..<4, &chance) {
      case 0: list.facetWidth = number(-1..<40, &chance)
      case 1:
        let start = number(0..<9, &chance)
        list.selection = FacetSelection(values: ["0": ["1", "x"]], ranges: ["1": start...(start + 40)])
      default: list.facets = (0..<number(0..<5, &chance)).map { facet($0, &chance) }
      }
    }
  }
}
