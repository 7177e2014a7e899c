import ReactorCore

/// Keys that are held down.
extension Window {
  /// Moves the selection of a list at once for all further presses of a key that have arrived, so that a burst of them
  /// costs no more than one. Returns their number.
  ///
  /// - Parameters:
  ///   - command: the command that the first press has run.
  ///   - event: the first press.
  ///   - rest: the events after it.
  func repeatMove(_ command: ViewCommand, of event: Event, in rest: ArraySlice<Event>) -> Int {
    // An observer of the program or of the command follows every press.
    guard rest.first == event, case .key(let key) = event, !Instrumentation.isObserved, command.observerCount == 1,
      let list = focusedView as? any CountedList, command.owner === list, command.isEnabled,
      list.command(for: key) === command, list.isDescendant(of: activeRoot), !holdsInput,
      let move = ListCommands(rawValue: command.binding.id.rawValue)
    else { return 0 }
    let count = list.move(move, atMost: rest.prefix { $0 == event }.count)
    program.inputCount += count
    return count
  }
}
