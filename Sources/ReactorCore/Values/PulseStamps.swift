/// The assignment stamps of the pulses of a state, which show which pulses were assigned between two states.
package enum PulseStamps {
  /// Returns the stamp of each pulse, by its path. Searches only structs, tuples, optionals, and cases of enums: a pulse
  /// in an array is not an event.
  package static func all(in value: Any) -> [String: UInt64] {
    var stamps: [String: UInt64] = [:]
    collect(value, path: "", into: &stamps)
    return stamps
  }

  /// Returns the paths of the pulses that were assigned between two states.
  package static func fired(from before: [String: UInt64], to after: [String: UInt64]) -> Set<String> {
    Set(after.filter { path, stamp in stamp != 0 && stamp != before[path] }.keys)
  }

  /// Returns the name of a property, without the underscore of a wrapped property's storage.
  package static func name(_ label: String?) -> String {
    guard let label else { return "" }
    return label.first == "_" ? String(label.dropFirst()) : label
  }

  private static func collect(_ value: Any, path: String, into stamps: inout [String: UInt64]) {
    if let pulse = value as? any ErasedPulse {
      stamps[path] = pulse.stamp
      return
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct:
      for child in mirror.children { collect(child.value, path: "\(path).\(name(child.label))", into: &stamps) }
    case .enum, .tuple:
      for child in mirror.children { collect(child.value, path: "\(path).\(child.label ?? "")", into: &stamps) }
    case .optional:
      if let wrapped = mirror.children.first?.value { collect(wrapped, path: path, into: &stamps) }
    default: break
    }
  }
}
