import ReactorCore

/// A view whose list commands take a count that the user types before the key, such as `10j`.
@MainActor
package protocol CountedList: View {
  /// Repeats a command, or goes to the row with the number `count`. Returns whether the command takes a count.
  func perform(_ command: ListCommands, count: Int) -> Bool
  /// Repeats a command for as many presses of its key as only move the selection. Returns the number of presses.
  func move(_ command: ListCommands, atMost count: Int) -> Int
}

extension CountedList {
  package func move(_ command: ListCommands, atMost count: Int) -> Int { 0 }
}

/// The count for a command of a list.
extension Window {
  private static let maximumCount = 999_999_999

  private var countedList: (any CountedList)? { focusedView as? any CountedList }

  /// Adds a digit that no view has handled to the count. Returns whether the digit was added.
  func extendCount(with key: Key) -> Bool {
    guard countedList != nil, let digit = key.digit, digit > 0 || pendingCount != nil else { return false }
    if pendingCount == nil, hasDigitCommand { return false }
    pendingCount = min((pendingCount ?? 0) * 10 + digit, Self.maximumCount)
    return true
  }

  /// Whether a view uses a digit for a command, as tabs do. If so, no number is a count: `10j` would select a tab and
  /// then move by one row, although `5j` would move by five.
  private var hasDigitCommand: Bool {
    "0123456789".contains { digit in
      visitResponderChain { view in
        view.command(for: Key(.character(digit))).map { isReachable($0, of: view) } ?? false
      }
    }
  }

  /// Ends the count with the key that follows it. Returns whether the key has been handled: it ran a command with the
  /// count, or is Esc.
  func useCount(with key: Key) -> Bool {
    guard let count = pendingCount, key.digit == nil else { return false }
    pendingCount = nil
    if key == .escape { return true }
    guard let list = countedList, let command = list.command(for: key),
      let name = ListCommands(rawValue: command.binding.id.rawValue)
    else { return false }
    return list.perform(name, count: count)
  }

  /// The bindings that use the count, for the hints.
  var countBindings: [KeyBinding] {
    guard let count = pendingCount, let list = countedList else { return [] }
    let titles: [(ListCommands, String)] = [
      (.down, "Down"), (.up, "Up"), (.bottom, "Go to row \(grouped(count))"),
    ]
    let uses = titles.compactMap { name, title -> KeyBinding? in
      guard var binding = list.command(name).map({ keymap.applied(to: $0.binding) }), binding.isEnabled else {
        return nil
      }
      // A letter is preferred, because the user is already typing characters.
      binding.keys = [binding.keys.first { $0.typedCharacter != nil } ?? binding.keys.first].compactMap(\.self)
      binding.title = title
      binding.isHidden = false
      return binding.keys.isEmpty ? nil : binding
    }
    let clear = KeyBinding(id: CommandID("list.clearCount"), keys: [.escape], title: "Clear")
    return uses + [clear] + hintBindings.filter { $0.id == Self.help }
  }
}

extension Key {
  /// The value of a digit without modifiers.
  fileprivate var digit: Int? {
    guard let character = typedCharacter, ("0"..."9").contains(character) else { return nil }
    return character.wholeNumberValue
  }
}

/// Keys that are held down.
extension Window {
  /// Moves the selection of a list once for all further presses of a key that have already arrived, so that many
  /// presses cost no more than one. Returns the number of presses.
  ///
  /// - Parameters:
  ///   - command: The command that the first press has run.
  ///   - event: The first press.
  ///   - rest: The events after it.
  func repeatMove(_ command: ViewCommand, of event: Event, in rest: ArraySlice<Event>) -> Int {
    // An observer of the program or of the command must see every press.
    guard rest.first == event, case .key(let key) = event, !Instrumentation.isObserved, program.inputHandled == nil,
      command.observerCount == 1, let list = focusedView as? any CountedList, command.owner === list, command.isEnabled,
      list.command(for: key) === command, list.isDescendant(of: activeRoot), !holdsInput,
      let move = ListCommands(rawValue: command.binding.id.rawValue)
    else { return 0 }
    let count = list.move(move, atMost: rest.prefix { $0 == event }.count)
    program.inputCount += count
    return count
  }
}
