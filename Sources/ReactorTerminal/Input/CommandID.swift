/// The name of a command, such as `cars.refresh`, by which a user's configuration assigns keys to it.
///
/// Declare names once, as static members or as the cases of a ``CommandSet``, and refer to the members:
///
/// ```swift
/// extension CommandID {
///   static let increase = CommandID("counter.increase")
/// }
///
/// keys("+", .up, id: .increase, title: "Increase").map { .increase }
///   .bind(to: reactor.action).disposed(by: disposeBag)
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

/// The commands of one screen or widget, with their default keys: an enumeration whose raw values are the names.
///
/// Because the cases are enumerable, the set can list its own commands: configuration files are checked against the
/// sets of a program, and its documentation is generated from them.
///
/// ```swift
/// extension CounterView {
///   enum Commands: String, CommandSet {
///     case increase = "counter.increase"
///     case decrease = "counter.decrease"
///
///     static let section: String? = "Counter"
///
///     var binding: KeyBinding {
///       switch self {
///       case .increase: keys("+", .up, title: "Increase")
///       case .decrease: keys("-", .down, title: "Decrease")
///       }
///     }
///   }
/// }
///
/// addCommand(Commands.increase).map { .increase }.bind(to: reactor.action).disposed(by: disposeBag)
/// ```
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
