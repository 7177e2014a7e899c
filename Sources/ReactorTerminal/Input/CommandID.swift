/// The name of a command, such as `cars.refresh`, by which a user's configuration assigns keys to it.
///
/// A command has its name where it is declared. If other code refers to the command, make the name a constant of the
/// view:
///
/// ```swift
/// extension CounterView {
///   nonisolated static let increase: CommandID = "counter.increase"
///   nonisolated static let commands = Commands<CounterView> {
///     Command(increase, "+", .up, title: "Increase") { _ in .increase }
///   }
/// }
/// ```
public struct CommandID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  /// The name as it is written in a configuration file.
  public let rawValue: String

  /// Creates an identifier from a name.
  public init(_ name: String) { rawValue = name }

  /// Creates an identifier from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates an identifier from a name.
  public init(stringLiteral name: String) { rawValue = name }

  /// The name as it is written in a configuration file.
  public var description: String { rawValue }

  /// Orders identifiers alphabetically.
  public static func < (left: CommandID, right: CommandID) -> Bool { left.rawValue < right.rawValue }
}

/// Commands that several widgets share, each of which performs them in its own way: an enumeration whose raw values are
/// the names, such as ``ListCommands``. The commands of one kind of view are ``Commands``.
public protocol CommandSet: RawRepresentable, CaseIterable where RawValue == String {
  /// The heading of the commands in the help sheet. The default is `nil`.
  static var section: String? { get }
  /// The command with its default keys and its title.
  var binding: KeyBinding { get }
}

extension CommandSet {
  /// The commands have no heading of their own.
  public static var section: String? { nil }

  /// The bindings of all commands, in the order of their declaration.
  public static var bindings: [KeyBinding] { allCases.map(\.binding) }

  /// The name of the command.
  public var id: CommandID { CommandID(rawValue) }

  /// Returns a binding of this command under the heading of its set, as ``binding`` returns for each case.
  ///
  /// - Parameters:
  ///   - keys: the default keys, the one that hints show first.
  ///   - title: the action in a word or two, in the imperative.
  ///   - help: what the command does, in a short sentence for the help sheet.
  ///   - isHidden: whether the hint line leaves the command out.
  public func keys(_ keys: Key..., title: String, help: String = "", isHidden: Bool = false) -> KeyBinding {
    KeyBinding(id: id, keys: keys, title: title, help: help, section: Self.section, isHidden: isHidden)
  }
}
