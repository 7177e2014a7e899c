extension View {
  /// The view and all views inside it, one per line, for debugging: type, frame, state, and commands with their keys.
  ///
  /// ```
  /// CounterView (0,1 40x8) commands: counter.increase + ↑, counter.decrease - ↓
  ///   Label (17,4 8x1)
  ///   Spinner (14,4 2x1) hidden
  /// ```
  ///
  /// In a debugger: `po view.recursiveDescription`. For a whole screen: `window.root.recursiveDescription`.
  public final var recursiveDescription: String {
    lines(indentation: "").joined(separator: "\n")
  }

  private func lines(indentation: String) -> [String] {
    [indentation + summary] + subviews.flatMap { $0.lines(indentation: indentation + "  ") }
  }

  private var summary: String {
    var parts = ["\(type(of: self)) (\(frame.x),\(frame.y) \(frame.width)x\(frame.height))"]
    if isFocused { parts.append("focused") }
    if isHidden { parts.append("hidden") }
    if needsLayout { parts.append("needs layout") }
    if let reactor = reactorBinding?.reactor { parts.append("reactor: \(type(of: reactor))") }
    if !commands.isEmpty {
      let keymap = window?.keymap ?? Keymap()
      let texts = commands.map { command in
        let binding = keymap.applied(to: command.binding)
        let keys = binding.keys.map { " \($0)" }.joined()
        return "\(binding.id)\(keys)\(command.isEnabled ? "" : " (disabled)")"
      }
      parts.append("commands: \(texts.joined(separator: ", "))")
    }
    return parts.joined(separator: " ")
  }
}
