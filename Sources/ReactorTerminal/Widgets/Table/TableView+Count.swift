extension TableView: CountedList {
  package func perform(_ command: ListCommands, count: Int) -> Bool {
    let half = max(1, viewport.visible.count / 2)
    switch command {
    case .up: change { $0.move(by: -count) }
    case .down: change { $0.move(by: count) }
    case .top, .bottom: change { $0.select(count - 1) }
    case .pageUp: page(by: -count)
    case .pageDown: page(by: count)
    case .halfPageUp: change { $0.page(by: -half * count) }
    case .halfPageDown: change { $0.page(by: half * count) }
    case .open, .mark: return false
    }
    return true
  }

  package func move(_ command: ListCommands, atMost count: Int) -> Int {
    guard let selected = viewport.selected else { return 0 }
    let rows: Int
    switch command {
    case .down: rows = min(count, self.rows.count - 1 - selected)
    // From the first row, the key would pull the list down.
    case .up: rows = min(count, selected - 2)
    default: return 0
    }
    guard rows > 0 else { return 0 }
    change { $0.move(by: command == .down ? rows : -rows) }
    return rows
  }
}
