/// The name of a command, such as `cars.refresh`, by which a configuration file refers to it to assign keys.
///
/// A command is usually named where it is declared. If other code refers to the command, make the name a constant of
/// the view:
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
  /// The name as written in a configuration file.
  public let rawValue: String

  /// Creates an identifier from a name.
  public init(_ name: String) { rawValue = name }

  /// Creates an identifier from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates an identifier from a name.
  public init(stringLiteral name: String) { rawValue = name }

  /// The name as written in a configuration file.
  public var description: String { rawValue }

  /// Orders identifiers alphabetically.
  public static func < (left: CommandID, right: CommandID) -> Bool { left.rawValue < right.rawValue }
}
