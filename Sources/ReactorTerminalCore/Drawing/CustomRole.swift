import Synchronization

/// A role that a program defines in addition to the library's roles.
public struct CustomRole: Sendable, Hashable {
  private let storedNumber: UInt16
  private let storedFallback: UInt8

  /// Returns the role with a name, or `nil` if there are too many names.
  fileprivate init?(name: String, fallback: Role) {
    guard let number = Self.number(of: name) else { return nil }
    storedNumber = number
    storedFallback = UInt8(fallback.index)
  }

  /// The number of the name in this process. Themes look up styles by number, so that drawing compares no text.
  var number: Int { Int(storedNumber) }
  /// The position of ``fallback`` in `Role.allCases`.
  var fallbackIndex: Int { Int(storedFallback) }

  /// The role whose style is used by themes that do not define this one.
  public var fallback: Role { Role.allCases[fallbackIndex] }

  private static let numbers = Mutex<[String: UInt16]>([:])

  private static func number(of name: String) -> UInt16? {
    numbers.withLock { numbers in
      if let known = numbers[name] { return known }
      guard let next = UInt16(exactly: numbers.count) else { return nil }
      numbers[name] = next
      return next
    }
  }
}

extension CustomRole: CustomStringConvertible {
  /// The name.
  public var description: String {
    Self.numbers.withLock { numbers in numbers.first { $0.value == storedNumber }?.key ?? "" }
  }
}

extension Role {
  /// Returns a role defined by the program.
  ///
  /// Declare it once, and refer to the member. A theme that does not define the role shows the style of its fallback,
  /// so that a program with custom roles looks right in every theme.
  ///
  /// ```swift
  /// extension Role {
  ///   static let work = Role.custom("event.work", fallback: .accent)
  /// }
  ///
  /// window.theme = Theme.dark.styling([.work: Style(foreground: .hex(0xffaf5f)).bold])
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name. Roles with the same name have the same style in a theme that defines them.
  ///   - fallback: The role whose style is used by other themes. If it is a custom role, its own fallback is used.
  public static func custom(_ name: String, fallback: Role) -> Role {
    CustomRole(name: name, fallback: fallback).map { .custom($0) } ?? fallback
  }
}
