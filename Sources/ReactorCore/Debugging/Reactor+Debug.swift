extension Reactor {
  /// Writes every action, mutation, state change, and effect of this reactor to ``DebugOutput``, until the reactor is
  /// released.
  ///
  /// ```swift
  /// view.reactor = CounterReactor().debug("counter")
  /// // counter: action increase
  /// // counter: mutation add(1)
  /// // counter: state value: 0 → 1
  /// ```
  ///
  /// - Parameter name: The name at the start of each line; by default, the type of the reactor.
  /// - Returns: The reactor.
  @discardableResult
  public func debug(_ name: String? = nil) -> Self {
    let name = name ?? "\(Self.self)"
    let id = ObjectIdentifier(self)
    var last = currentState
    store.debugSubscription?.dispose()
    let events = Instrumentation.events.filter { $0.source.id == id }
    let show: @MainActor (ProgramEvent) -> Void = { event in
      switch event.kind {
      case .effectEmitted: break  // The mutation follows.
      case .state(let value):
        guard let state = value as? State else { break }
        DebugOutput.write("\(name): state \(changes(from: last, to: state))")
        last = state
      default: DebugOutput.write("\(name): \(event.kind)")
      }
    }
    store.debugSubscription = DisposeBag.withoutCollecting { events.bind(show) }
    return self
  }
}

/// Returns the properties that differ, each with both values, or the whole value if it is not a struct.
@MainActor
private func changes(from old: Any, to new: Any) -> String {
  let (before, after) = (Mirror(reflecting: old), Mirror(reflecting: new))
  guard after.displayStyle == .struct else { return "\(new)" }
  let changes = zip(before.children, after.children).compactMap { old, new -> String? in
    guard isAssignedAgain(old.value, new.value) || !ValueEquality.areEqual(old.value, new.value) else { return nil }
    let texts = ShortText.difference(text(of: old.value), text(of: new.value))
    return "\(PulseStamps.name(new.label)): \(texts.left) → \(texts.right)"
  }
  return changes.isEmpty ? "unchanged" : changes.joined(separator: ", ")
}

/// Returns a description of a value. An empty string is shown in a visible form.
private func text(of value: Any) -> String {
  let value = (value as? any ErasedPulse)?.erasedValue ?? value
  return value is String ? String(reflecting: value) : "\(value)"
}

private func isAssignedAgain(_ old: Any, _ new: Any) -> Bool {
  (old as? any ErasedPulse)?.stamp != (new as? any ErasedPulse)?.stamp
}

extension Reactor {
  /// The type of the reactor and what keeps it busy: `CounterReactor: 1 effect, 3 subscribers`.
  public var activityDescription: String {
    let (effects, subscribers) = (store.effects.count, store.states.observerCount)
    return "\(Self.self): \(effects) effect\(effects == 1 ? "" : "s"), "
      + "\(subscribers) subscriber\(subscribers == 1 ? "" : "s")"
  }
}
