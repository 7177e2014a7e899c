import ReactorTerminal

/// The commands of the list of epochs and of its details.
extension EpochsPage {
  enum Commands: String, CommandSet, Sendable {
    case back = "inspector.back"
    case forward = "inspector.forward"
    case newest = "inspector.newest"
    case skip = "inspector.skip"
    case reactor = "inspector.reactor"
    case detailsDown = "inspector.detailsDown"
    case detailsUp = "inspector.detailsUp"

    static let section: String? = "Inspector"

    var binding: KeyBinding {
      switch self {
      case .back: keys("[", .left, title: "Step back", help: "Shows the state one epoch earlier.")
      case .forward: keys("]", .right, title: "Step forward", help: "Shows the state one epoch later.")
      case .newest: keys(.end, title: "Return to the present", help: "Shows the present state again.", isHidden: true)
      case .skip: keys("x", title: "Skip epoch", help: "Shows the states as if the selected epoch had not happened.")
      case .reactor: keys("o", title: "Change reactor", help: "Chooses the reactor whose state is shown.")
      case .detailsDown: keys("J", title: "Scroll details down", help: "Scrolls the details down.", isHidden: true)
      case .detailsUp: keys("K", title: "Scroll details up", help: "Scrolls the details up.", isHidden: true)
      }
    }
  }

  func perform(_ command: Commands) {
    switch command {
    case .back: step(by: -1)
    case .forward: step(by: 1)
    case .newest:
      resume()
      select(table.rows.count - 1)
    case .skip: skip()
    case .reactor: changeReactor()
    case .detailsDown: details.scroll(to: details.top + 1)
    case .detailsUp: details.scroll(to: details.top - 1)
    }
  }

  /// Returns to the present or, there, goes to the details.
  func open() {
    if travel.position == .present { details.focus() } else { resume() }
  }

  /// Shows the states after the previous or the next epoch of the list. The first step back from the present shows those
  /// after the selected epoch, unless it is the newest.
  private func step(by rows: Int) {
    guard let selected = table.selectedIndex, let newest = allRows.last?.id else { return }
    let startsHere = travel.position == .present && rows < 0 && table.selectedID != newest
    let next = startsHere ? selected : selected + rows
    guard next >= 0 else { return }
    guard next < table.rows.count, table.rows.id(at: next) != newest else {
      select(table.rows.count - 1)
      return resume()
    }
    select(next)
    if !travel.show(after: table.rows.id(at: next)) {
      window?.toast("No state of that time is known", kind: .warning, topic: "inspector")
    }
    changed()
  }

  private func skip() {
    guard let epoch = table.selectedID else { return }
    let states = travel.skip(epoch)
    changed()
    if let gap = travel.gap(after: epoch) {
      window?.toast("Recording was paused before epoch \(gap)", kind: .warning, topic: "inspector")
    } else if states.isEmpty {
      window?.toast("Epoch \(epoch) changed no state", kind: .warning, topic: "inspector")
    } else {
      show(states, without: epoch)
    }
  }
}
