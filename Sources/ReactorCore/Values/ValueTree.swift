/// The structure of a value, obtained by reflection, so that values can be compared and their differences shown even if
/// they are not `Equatable`.
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

  /// The parts of a value that a tree contains.
  package struct Detail {
    /// Whether the tree contains object addresses and values that vary between runs (``RunDependent``).
    package var showsIdentities = true
    /// The maximum number of elements of each collection in the tree; `nil` for all.
    package var mostElements: Int?
    /// The maximum number of characters of each text in the tree; `nil` for all.
    package var mostCharacters: Int?
    /// Texts that vary between runs, such as the path of a temporary folder, and their replacements. They are replaced
    /// before any text is shortened, because the length of a text depends on them.
    package var replacements: [(text: String, replacement: String)] = []

    /// Everything.
    package static let full = Detail()

    /// Returns a detail that contains only what is the same in every run.
    package static func repeatable(
      replacing replacements: [String: String], mostElements: Int? = nil, mostCharacters: Int? = nil
    ) -> Detail {
      Detail(
        showsIdentities: false, mostElements: mostElements, mostCharacters: mostCharacters,
        replacements: replacements.sorted { $0.key > $1.key }.map { ($0.key, $0.value) })
    }

    func stable(_ text: String) -> String {
      // Most texts are too short, and a search costs more than all else.
      replacements.reduce(text) { text, next in
        text.utf8.count < next.text.utf8.count ? text : text.replacing(next.text, with: next.replacement)
      }
    }
  }

  /// - Parameters:
  ///   - firedPulses: The paths of the pulses to mark as fired (``PulseStamps``).
  ///   - reactors: The reactors that contain the value, so that cycles end.
  @MainActor
  package init(
    _ value: Any, label: String? = nil, firedPulses: Set<String> = [], path: String = "",
    reactors: Set<ObjectIdentifier> = [], detail: Detail = .full
  ) {
    func tree(_ value: Any, label: String? = nil, reactors: Set<ObjectIdentifier> = reactors) -> ValueTree {
      ValueTree(value, label: label, reactors: reactors, detail: detail)
    }
    /// Returns the tree of a part, in which a pulse is shown as an event.
    func part(_ value: Any, label: String?, path: String) -> ValueTree {
      ValueTree(value, label: label, firedPulses: firedPulses, path: path, reactors: reactors, detail: detail)
    }
    self.label = label
    // Conformances are looked up only where they are possible, because that takes longer than the rest.
    if type(of: value) is AnyClass, let reactor = value as? any Reactor, !reactors.contains(ObjectIdentifier(reactor)) {
      let reactors = reactors.union([ObjectIdentifier(reactor)])
      kind = .structure("\(type(of: reactor))")
      text = ""
      children = [tree(reactor.currentState, label: "state", reactors: reactors)]
      return
    }
    if !detail.showsIdentities, value is any RunDependent {
      (kind, text, children) = (.leaf, "\(type(of: value))", [])
      return
    }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .struct, let pulse = value as? any ErasedPulse {
      let inner = tree(pulse.erasedValue, label: label)
      guard firedPulses.contains(path) else {
        (kind, text, children) = (inner.kind, inner.text, inner.children)
        return
      }
      (kind, text, children) = (.leaf, inner.bare + " (fired)", [])
      return
    }
    var isOpaque: Bool { value is any CustomStringConvertible || value is any CustomDebugStringConvertible }
    switch mirror.displayStyle {
    case .optional:
      guard let wrapped = mirror.children.first?.value else {
        (kind, text, children) = (.leaf, "nil", [])
        return
      }
      let inner = part(wrapped, label: label, path: path)
      (kind, text, children) = (inner.kind, inner.text, inner.children)
    case .struct where !isOpaque:
      kind = .structure("\(type(of: value))")
      text = ""
      children = mirror.children.map { child in
        let name = PulseStamps.name(child.label)
        return part(child.value, label: name, path: "\(path).\(name)")
      }
    case .enum:
      guard let child = mirror.children.first else {
        (kind, text, children) = (.leaf, isOpaque ? detail.stable("\(value)") : ".\(value)", [])
        return
      }
      kind = .enumeration(child.label ?? "\(type(of: value))")
      text = ""
      let payload = Mirror(reflecting: child.value)
      let path = "\(path).\(child.label ?? "")"
      children =
        payload.displayStyle == .tuple
        ? payload.children.map { element in
          part(element.value, label: Self.tupleLabel(element.label), path: "\(path).\(element.label ?? "")")
        }
        : [part(child.value, label: nil, path: path)]
    case .tuple:
      kind = .tuple
      text = ""
      children = mirror.children.map { element in
        part(element.value, label: Self.tupleLabel(element.label), path: "\(path).\(element.label ?? "")")
      }
    case .collection:
      kind = .list
      text = ""
      let elements = Self.elements(of: mirror, most: detail.mostElements)
      children =
        elements.shown.enumerated().map { part($0.element, label: nil, path: Self.path(path, element: $0.offset)) }
        + elements.rest
    case .set:
      kind = .list
      text = ""
      let elements = Self.elements(of: mirror, most: detail.mostElements)
      children =
        elements.shown.map { part($0, label: nil, path: Self.path(path, element: nil)) }
        .sorted { $0.inline < $1.inline } + elements.rest
    case .dictionary:
      kind = .dictionary
      text = ""
      let elements = Self.elements(of: mirror, most: detail.mostElements)
      let entries = elements.shown.compactMap { entry -> ValueTree? in
        let pair = Mirror(reflecting: entry).children.map(\.value)
        guard pair.count == 2 else { return nil }
        let key = Self.key(pair[0], detail: detail)
        return part(pair[1], label: key, path: Self.path(path, key: key))
      }
      children =
        entries.sorted { $0.label == $1.label ? $0.bare < $1.bare : ($0.label ?? "") < ($1.label ?? "") }
        + elements.rest
    case .class:
      // Objects are shown by identity, except reactors.
      let address = "@\(UInt(bitPattern: ObjectIdentifier(value as AnyObject).hashValue))"
      (kind, text, children) = (.leaf, "\(type(of: value))\(detail.showsIdentities ? address : "")", [])
    case _ where !detail.showsIdentities && (value is ObjectIdentifier || value is any _Pointer):
      (kind, text, children) = (.leaf, "\(type(of: value))", [])
    default:
      let isString = value is String
      let text = Self.beginning(of: detail.stable("\(value)"), most: detail.mostCharacters) {
        isString ? String(reflecting: $0) : $0
      }
      (kind, self.text, children) = (.leaf, text, [])
    }
  }

  private init(leaf text: String) {
    (label, kind, self.text, children) = (nil, .leaf, text, [])
  }

  /// Returns a text, or only its beginning if it is too long.
  private static func beginning(of text: String, most: Int?, _ write: (String) -> String) -> String {
    guard let most, text.utf8.count > most,
      let end = text.index(text.startIndex, offsetBy: most, limitedBy: text.endIndex)
    else { return write(text) }
    return end == text.endIndex ? write(text) : write(String(text[..<end])) + "…"
  }

  /// Returns the first elements of a collection, and a leaf with the number of the others.
  private static func elements(of mirror: Mirror, most: Int?) -> (shown: [Any], rest: [ValueTree]) {
    guard let most, mirror.children.count > most else { return (mirror.children.map(\.value), []) }
    let rest = mirror.children.count - most
    return (mirror.children.prefix(most).map(\.value), [ValueTree(leaf: "… \(rest) more")])
  }

  /// Returns the path of an element of a collection. An element of a set has no index.
  static func path(_ path: String, element index: Int?) -> String { "\(path)[\(index.map(String.init) ?? "")]" }

  /// Returns the path of an entry of a dictionary.
  static func path(_ path: String, key: String) -> String { "\(path)[\(key)]" }

  /// Returns the text of a key of a dictionary.
  @MainActor
  static func key(_ key: Any, detail: Detail) -> String { ValueTree(key, detail: detail).inline }

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

  /// The label and the beginning of the value on one line.
  package var summary: String { ShortText.beginning(of: inline, most: 200) }

  /// Returns whether the label and the value have at most `most` characters on one line.
  package func fits(in most: Int) -> Bool { length(atMost: most) <= most }

  /// Returns the length of `inline`, or any number greater than `most`.
  private func length(atMost most: Int) -> Int {
    var length = opening.utf8.count + closing.utf8.count + (label.map { $0.utf8.count + 2 } ?? 0)
    for (index, child) in children.enumerated() where length <= most {
      length += child.length(atMost: most - length) + (index == 0 ? 0 : 2)
    }
    return length
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

/// A value that differs in every run of a program even if the program does the same, such as an inode number.
///
/// A trace contains the name of its type instead, so that the same session always has the same trace.
public protocol RunDependent {}
