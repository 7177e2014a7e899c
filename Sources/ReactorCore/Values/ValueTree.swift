/// The structure of a value, by reflection, so that values can be compared and their difference shown even if they are
/// not `Equatable`.
package struct ValueTree: Equatable {
  package enum Kind: Equatable {
    case leaf
    /// A struct, with the name of its type.
    case structure(String)
    /// An enum case with a payload, with its name.
    case enumeration(String)
    case tuple, list, dictionary
  }

  /// The name of the property or the key of the entry, or `nil` for an element.
  package let label: String?
  package let kind: Kind
  /// The text of a leaf.
  package let text: String
  package let children: [ValueTree]

  /// - Parameters:
  ///   - firedPulses: The paths of the pulses to mark as fired (``PulseStamps``).
  ///   - reactors: The reactors that contain the value, which ends a cycle.
  @MainActor
  package init(
    _ value: Any, label: String? = nil, firedPulses: Set<String> = [], path: String = "",
    reactors: Set<ObjectIdentifier> = []
  ) {
    self.label = label
    if let reactor = value as? any Reactor, !reactors.contains(ObjectIdentifier(reactor)) {
      let reactors = reactors.union([ObjectIdentifier(reactor)])
      kind = .structure("\(type(of: reactor))")
      text = ""
      children = [ValueTree(reactor.currentState, label: "state", reactors: reactors)]
      return
    }
    if let pulse = value as? any ErasedPulse {
      let inner = ValueTree(pulse.erasedValue, label: label, reactors: reactors)
      guard firedPulses.contains(path) else {
        (kind, text, children) = (inner.kind, inner.text, inner.children)
        return
      }
      (kind, text, children) = (.leaf, inner.bare + " (fired)", [])
      return
    }
    let mirror = Mirror(reflecting: value)
    let isOpaque = value is any CustomStringConvertible || value is any CustomDebugStringConvertible
    switch mirror.displayStyle {
    case .optional:
      guard let wrapped = mirror.children.first?.value else {
        (kind, text, children) = (.leaf, "nil", [])
        return
      }
      let inner = ValueTree(wrapped, label: label, firedPulses: firedPulses, path: path, reactors: reactors)
      (kind, text, children) = (inner.kind, inner.text, inner.children)
    case .struct where !isOpaque:
      kind = .structure("\(type(of: value))")
      text = ""
      children = mirror.children.map { child in
        let name = PulseStamps.name(child.label)
        return ValueTree(
          child.value, label: name, firedPulses: firedPulses, path: "\(path).\(name)", reactors: reactors)
      }
    case .enum:
      guard let child = mirror.children.first else {
        (kind, text, children) = (.leaf, isOpaque ? "\(value)" : ".\(value)", [])
        return
      }
      kind = .enumeration(child.label ?? "\(type(of: value))")
      text = ""
      let payload = Mirror(reflecting: child.value)
      children =
        payload.displayStyle == .tuple
        ? payload.children.map { ValueTree($0.value, label: Self.tupleLabel($0.label), reactors: reactors) }
        : [ValueTree(child.value, reactors: reactors)]
    case .tuple:
      kind = .tuple
      text = ""
      children = mirror.children.map {
        ValueTree($0.value, label: Self.tupleLabel($0.label), reactors: reactors)
      }
    case .collection:
      kind = .list
      text = ""
      children = mirror.children.map { ValueTree($0.value, reactors: reactors) }
    case .set:
      kind = .list
      text = ""
      children = mirror.children.map { ValueTree($0.value, reactors: reactors) }.sorted { $0.inline < $1.inline }
    case .dictionary:
      kind = .dictionary
      text = ""
      children = mirror.children.compactMap { entry in
        let pair = Mirror(reflecting: entry.value).children.map(\.value)
        return pair.count == 2 ? ValueTree(pair[1], label: ValueTree(pair[0]).inline, reactors: reactors) : nil
      }.sorted { ($0.label ?? "") < ($1.label ?? "") }
    case .class:
      // By identity, except for reactors.
      let object = value as AnyObject
      (kind, text, children) = (.leaf, "\(type(of: value))@\(UInt(bitPattern: ObjectIdentifier(object).hashValue))", [])
    default:
      (kind, text, children) = (.leaf, value is String ? String(reflecting: value) : "\(value)", [])
    }
  }

  private static func tupleLabel(_ label: String?) -> String? {
    label?.first == "." ? nil : label
  }

  /// The label and the value on one line.
  package var inline: String {
    (label.map { "\($0): " } ?? "") + bare
  }

  /// The value on one line.
  private var bare: String {
    let inner = children.map(\.inline).joined(separator: ", ")
    switch kind {
    case .leaf: return text
    case .structure, .enumeration, .tuple, .list: return opening + inner + closing
    case .dictionary: return children.isEmpty ? "[:]" : opening + inner + closing
    }
  }

  /// The text before the children.
  package var opening: String {
    switch kind {
    case .leaf: text
    case .structure(let name): "\(name)("
    case .enumeration(let name): ".\(name)("
    case .tuple: "("
    case .list, .dictionary: "["
    }
  }

  /// The text after the children.
  package var closing: String {
    switch kind {
    case .leaf: ""
    case .structure, .enumeration, .tuple: ")"
    case .list, .dictionary: "]"
    }
  }
}
