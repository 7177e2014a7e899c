/// The assignment stamps of the pulses of a state, which show which pulses were assigned between two states.
///
/// Searches structs, tuples, optionals, cases of enums, collections, and secrets. An element of a collection may move
/// to another position, so its pulse counts as assigned only if its stamp occurs nowhere in the earlier state.
@MainActor
package struct PulseStamps {
  /// The stamps by path.
  private var properties: [String: UInt64] = [:]
  /// The stamps of pulses in collections, by path. All elements of a set have the same path.
  private var elements: [String: [UInt64]] = [:]

  /// Searches a value.
  ///
  /// - Parameter detail: The detail of the tree whose paths are used; elements that it leaves out are not searched.
  package init(of value: Any, detail: ValueTree.Detail = .full) {
    collect(value, path: "", isElement: false, detail)
  }

  /// Returns the paths of the pulses that were assigned since an earlier state, as ``ValueTree`` forms them.
  package func fired(since before: PulseStamps) -> Set<String> {
    var paths = Set(properties.filter { path, stamp in stamp != 0 && stamp != before.properties[path] }.keys)
    guard !elements.isEmpty else { return paths }
    let known = Set(before.elements.values.joined()).union(before.properties.values).union([0])
    paths.formUnion(elements.filter { !known.isSuperset(of: $0.value) }.keys)
    return paths
  }

  /// Returns the name of a property, without the underscore of a wrapped property's storage.
  package static nonisolated func name(_ label: String?) -> String {
    guard let label else { return "" }
    return label.first == "_" ? String(label.dropFirst()) : label
  }

  private mutating func collect(_ value: Any, path: String, isElement: Bool, _ detail: ValueTree.Detail) {
    if let pulse = value as? any ErasedPulse {
      if isElement { elements[path, default: []].append(pulse.stamp) } else { properties[path] = pulse.stamp }
      return
    }
    if let secret = value as? any ErasedSecret {
      return collect(secret.erasedValue, path: path, isElement: isElement, detail)
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct:
      for child in mirror.children {
        collect(child.value, path: "\(path).\(Self.name(child.label))", isElement: isElement, detail)
      }
    case .enum, .tuple:
      for child in mirror.children {
        collect(child.value, path: "\(path).\(child.label ?? "")", isElement: isElement, detail)
      }
    case .optional:
      if let wrapped = mirror.children.first?.value { collect(wrapped, path: path, isElement: isElement, detail) }
    case .collection where !Self.hasOnlyLeaves(value, mirror):
      for (index, child) in mirror.children.prefix(detail.mostElements ?? .max).enumerated() {
        collect(child.value, path: ValueTree.path(path, element: index), isElement: true, detail)
      }
    case .set where !Self.hasOnlyLeaves(value, mirror):
      for child in mirror.children.prefix(detail.mostElements ?? .max) {
        collect(child.value, path: ValueTree.path(path, element: nil), isElement: true, detail)
      }
    case .dictionary:
      for child in mirror.children.prefix(detail.mostElements ?? .max) {
        let entry = Mirror(reflecting: child.value).children.map(\.value)
        guard entry.count == 2, !Self.isLeaf(entry[1]) else { continue }
        let key = ValueTree.key(entry[0], detail: detail)
        collect(entry[1], path: ValueTree.path(path, key: key), isElement: true, detail)
      }
    default: break
    }
  }

  /// Returns whether all elements have the same type and their values have no parts, such as the bytes of a text.
  private static func hasOnlyLeaves(_ collection: Any, _ mirror: Mirror) -> Bool {
    func elementType<Elements: Collection>(_ elements: Elements) -> Any.Type { Elements.Element.self }
    guard let first = mirror.children.first?.value else { return true }
    guard let collection = collection as? any Collection, elementType(collection) == type(of: first) else {
      return false
    }
    return isLeaf(first)
  }

  private static func isLeaf(_ value: Any) -> Bool {
    value is String || value is any BinaryInteger || value is any BinaryFloatingPoint || value is Bool
  }
}
