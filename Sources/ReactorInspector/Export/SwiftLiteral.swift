import ReactorCore

/// A writer of values as Swift source, by reflection.
@MainActor
struct SwiftLiteral {
  /// A value without a literal, and its path.
  struct Failure: Error {
    let type: String
    let path: String
  }

  /// The text that replaces a secret.
  static let placeholder = "Secret(\"…\")"

  /// The modules of the types whose members the source uses.
  private(set) var modules: Set<String> = []

  /// Returns the source of a value. Structs are written with their memberwise initializers.
  ///
  /// - Parameter path: The name of the value in a ``Failure``.
  mutating func text(of value: Any, path: String) throws(Failure) -> String {
    use(type(of: value))
    if let plain = Self.plain(value) { return plain }
    if let secret = value as? Secret<String> { return secret.value.isEmpty ? "Secret(\"\")" : Self.placeholder }
    if let pulse = value as? any ErasedPulse { return try text(of: pulse.erasedValue, path: path) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let wrapped = mirror.children.first else { return "nil" }
      return try text(of: wrapped.value, path: path)
    case .collection: return "[\(try elements(mirror, path).joined(separator: ", "))]"
    case .set: return "[\(try elements(mirror, path).sorted().joined(separator: ", "))]"
    case .dictionary: return try dictionary(mirror, path)
    case .tuple: return "(\(try arguments(mirror, path)))"
    case .enum: return try enumeration(value, mirror, path)
    case .struct where !Self.isOpaque(value):
      return "\(try typeName(of: value, path: path))(\(try arguments(mirror, path)))"
    default: throw Self.failure(value, path)
    }
  }

  /// Adds the modules of a type and of its generic arguments.
  mutating func use(_ type: Any.Type) {
    for name in String(reflecting: type).matches(of: /([A-Za-z_]\w*)\.[A-Za-z_][\w.]*/) {
      modules.insert(String(name.1))
    }
  }

  /// Returns the name of a type as it is written in a file that imports the type's module.
  mutating func typeName(of value: Any, path: String) throws(Failure) -> String {
    let name = String(reflecting: type(of: value))
    // Private types and types inside functions have no name outside.
    if name.contains("(") { throw Self.failure(value, path) }
    return name.replacing(/[A-Za-z_][A-Za-z0-9_]*\.([A-Za-z_][A-Za-z0-9_.]*)/) { String($0.1) }
  }

  // MARK: Plain values

  private static func plain(_ value: Any) -> String? {
    switch value {
    case let value as Bool: "\(value)"
    case let value as any BinaryInteger: "\(value)"
    case let value as Double: number(value)
    case let value as Float: number(value)
    case let value as String: quoted(value)
    case let value as Substring: quoted(String(value))
    case let value as Character: quoted(String(value))
    case let value as Duration: duration(value)
    default: nil
    }
  }

  private static func number(_ value: some BinaryFloatingPoint & LosslessStringConvertible) -> String {
    if value.isNaN { return ".nan" }
    return value.isFinite ? "\(value)" : value < 0 ? "-.infinity" : ".infinity"
  }

  private static func quoted(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .nonspacingMark, .enclosingMark:
          literal += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: literal.unicodeScalars.append(scalar)
        }
      }
    }
    return literal + "\""
  }

  private static func duration(_ value: Duration) -> String {
    let (seconds, attoseconds) = value.components
    let units: [(String, Int64)] = [
      ("seconds", 1), ("milliseconds", 1_000), ("microseconds", 1_000_000), ("nanoseconds", 1_000_000_000),
    ]
    for (name, perSecond) in units where attoseconds % (1_000_000_000_000_000_000 / perSecond) == 0 {
      let part = attoseconds / (1_000_000_000_000_000_000 / perSecond)
      let (product, overflows) = seconds.multipliedReportingOverflow(by: perSecond)
      if !overflows { return ".\(name)(\(product + part))" }
    }
    return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }

  // MARK: Composed values

  private mutating func elements(_ mirror: Mirror, _ path: String) throws(Failure) -> [String] {
    var texts: [String] = []
    for (index, child) in mirror.children.enumerated() {
      texts.append(try text(of: child.value, path: "\(path)[\(index)]"))
    }
    return texts
  }

  private mutating func dictionary(_ mirror: Mirror, _ path: String) throws(Failure) -> String {
    var entries: [String] = []
    for child in mirror.children {
      let pair = Mirror(reflecting: child.value).children.map(\.value)
      guard pair.count == 2 else { continue }
      let key = try text(of: pair[0], path: path)
      entries.append("\(key): \(try text(of: pair[1], path: "\(path)[\(key)]"))")
    }
    return entries.isEmpty ? "[:]" : "[\(entries.sorted().joined(separator: ", "))]"
  }

  /// Returns labeled values, as in a call.
  private mutating func arguments(_ mirror: Mirror, _ path: String) throws(Failure) -> String {
    var texts: [String] = []
    for child in mirror.children {
      let label = child.label ?? ""
      let isStorage = label.hasPrefix("_")
      if isStorage, !(child.value is any ErasedPulse) { throw Self.failure(child.value, "\(path).\(label)") }
      let name = isStorage ? PulseStamps.name(label) : label
      // The elements of an unnamed tuple are called `.0`, `.1`.
      let isNamed = !name.isEmpty && !name.hasPrefix(".")
      let argument = try text(of: child.value, path: isNamed ? "\(path).\(name)" : path)
      texts.append(isNamed ? "\(name): \(argument)" : argument)
    }
    return texts.joined(separator: ", ")
  }

  private mutating func enumeration(_ value: Any, _ mirror: Mirror, _ path: String) throws(Failure) -> String {
    // Errors are often used where `any Error` is expected, and `.none` where an optional is expected.
    func prefix(_ name: String) throws(Failure) -> String {
      value is any Error || ["none", "some"].contains(name) ? try typeName(of: value, path: path) : ""
    }
    guard let child = mirror.children.first, let name = child.label else {
      guard let name = Self.caseName(of: value), mirror.children.isEmpty else { throw Self.failure(value, path) }
      return "\(try prefix(name)).\(name)"
    }
    let payload = Mirror(reflecting: child.value)
    let arguments =
      payload.displayStyle == .tuple
      ? try arguments(payload, "\(path).\(name)") : try text(of: child.value, path: "\(path).\(name)")
    return "\(try prefix(name)).\(name)(\(arguments))"
  }

  /// Returns the name of a case without a payload, even if the type has a custom description.
  private static func caseName(of value: Any) -> String? {
    func name<Value>(_ value: Value) -> String? { enumCaseName(value).map { String(cString: $0) } }
    return name(value)
  }

  /// Returns whether reflection does not show a value's stored properties, or these are not parameters.
  private static func isOpaque(_ value: Any) -> Bool {
    let module = String(reflecting: type(of: value)).prefix { $0 != "." }
    return value is any CustomReflectable || ["Swift", "Foundation", "FoundationEssentials"].contains(module)
  }

  private static func failure(_ value: Any, _ path: String) -> Failure {
    Failure(type: "\(type(of: value))", path: path)
  }
}

/// Returns the name of an enum value's case as recorded by the compiler.
@_silgen_name("swift_EnumCaseName") private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
