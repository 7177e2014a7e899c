extension TableView: CountedList {
  func perform(_ command: ListCommands, count: Int) -> Bool {
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
}
