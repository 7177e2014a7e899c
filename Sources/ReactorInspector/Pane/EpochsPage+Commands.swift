import ReactorTerminal

/// The commands of the list of epochs and its details.
extension EpochsPage {
  nonisolated static let commands = Commands<EpochsPage>("Inspector") {
    Command("inspector.back", "[", .left, title: "Step back", help: "Shows the state one epoch earlier.") {
      $0.view.step(by: -1)
    }
    Command("inspector.forward", "]", .right, title: "Step forward", help: "Shows the state one epoch later.") {
      $0.view.step(by: 1)
    }
    Command(
      "inspector.newest", .end, title: "Return to the present", help: "Shows the present state again.", isHidden: true
    ) {
      $0.view.resume()
      $0.view.select($0.view.table.rows.count - 1)
    }
    Command(
      "inspector.skip", "x", title: "Skip epoch",
      help: "Shows the states as if the selected epoch had not happened."
    ) { $0.view.skip() }
    Command(
      "inspector.reactor", "o", title: "Change reactor", help: "Limits time travel to the next reactor, or to none."
    ) {
      $0.view.changeReactor()
    }
    Command(
      "inspector.detailsDown", "J", title: "Scroll details down", help: "Scrolls the details down.", isHidden: true
    ) { $0.view.details.scroll(to: $0.view.details.top + 1) }
    Command("inspector.detailsUp", "K", title: "Scroll details up", help: "Scrolls the details up.", isHidden: true) {
      $0.view.details.scroll(to: $0.view.details.top - 1)
    }
  }

  /// Returns to the present or, if the present is already shown, goes to the details.
  func open() {
    if travel.position == .present { details.focus() } else { resume() }
  }

  /// Shows the states after the previous or next epoch in the list. The first step back from the present shows the
  /// states after the selected epoch, unless that is the newest.
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
      window?.toast("No state was recorded at that time", kind: .warning, topic: "inspector")
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
