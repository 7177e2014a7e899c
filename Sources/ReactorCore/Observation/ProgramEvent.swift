/// One event inside a program, for debugging, logging, and measuring. See ``Instrumentation``.
///
/// Values are passed unchanged. The listener turns them into text and decides which of them a log may contain, because
/// an action or a state can hold a password.
public struct ProgramEvent: Sendable {
  /// The kind of an event, with its value.
  public enum Kind: Sendable {
    /// An input by the user or the terminal: a key, a click, a paste, a new size. A secret input was typed into a
    /// secret field and must not appear in a log.
    case input(any Sendable, isSecret: Bool)
    /// A command that was run, by its name.
    case command(String)
    /// An action that has passed through `transform(action:)`, before `mutate`.
    case action(any Sendable)
    /// A mutation that has been reduced.
    case mutation(any Sendable)
    /// The state after a mutation, before `transform(state:)` and before its delivery.
    case state(any Sendable)
    /// An output of a reactor, before its delivery.
    case output(any Sendable)
    /// An effect that starts. The number identifies it among the effects of its reactor.
    case effectStarted(Int)
    /// An effect that emits, if its start was observed. The mutation follows.
    case effectEmitted(Int)
    /// An effect that delivered all its mutations.
    case effectFinished(Int)
    /// An effect that was canceled, by its ID or with its reactor.
    case effectCanceled(Int)
    /// An effect that failed.
    case effectFailed(Int, any Error)
    /// A step that a flow navigates to.
    case step(any Sendable)
    /// A view that needs to be redrawn, with the property or function that caused it.
    case redraw(String)
    /// A frame that was drawn.
    case frame(FrameCost)
    /// An object that was created: the store of a reactor, a view, or a flow that is coordinated.
    case created
  }

  /// The cost of a frame.
  public struct FrameCost: Sendable, Hashable {
    /// The number of rows that were drawn.
    public var rows: Int
    /// The number of bytes sent to the terminal.
    public var bytes: Int
    /// The time from the layout to the last byte, on the clock of the window.
    public var duration: Duration

    /// Creates the cost of a frame.
    public init(rows: Int, bytes: Int, duration: Duration) {
      self.rows = rows
      self.bytes = bytes
      self.duration = duration
    }
  }

  /// The object that an event belongs to: a reactor, a flow, a window, or a created object.
  @MainActor
  public final class Source {
    /// The identity of the object. After its release, another object may have the same identity.
    public nonisolated let id: ObjectIdentifier
    /// The type of the object; for a store, the type of its reactor.
    public nonisolated let type: Any.Type
    /// The object, or `nil` if it was released.
    public private(set) weak var object: AnyObject?

    @usableFromInline
    package init(_ object: AnyObject, type: Any.Type? = nil) {
      id = ObjectIdentifier(object)
      self.type = type ?? Swift.type(of: object)
      self.object = object
    }
  }

  /// The position of the event among all events, starting at 1.
  public let number: Int
  /// The turn of the event, starting at 1. Events that follow each other synchronously have the same number. See
  /// ``Instrumentation``.
  public let turn: Int
  /// The kind of the event, with its value.
  public let kind: Kind
  /// The object that the event belongs to.
  public let source: Source
  /// Whether the reactor itself sent the action.
  package let isOwnAction: Bool
}

extension ProgramEvent: CustomStringConvertible {
  /// The number, the type of the object, and the kind with its value: `12 CounterReactor action increase`.
  public var description: String { "\(number) \(source.type) \(kind)" }
}

extension ProgramEvent.Kind: CustomStringConvertible {
  /// The kind with its value: `action increase`.
  public var description: String {
    switch self {
    case .input(_, isSecret: true): "input (secret)"
    case .input(let value, isSecret: false): "input \(value)"
    case .command(let name): "command \(name)"
    case .action(let value): "action \(value)"
    case .mutation(let value): "mutation \(value)"
    case .state(let value): "state \(value)"
    case .output(let value): "output \(value)"
    case .effectStarted(let number): "effect \(number) started"
    case .effectEmitted(let number): "effect \(number) emitted"
    case .effectFinished(let number): "effect \(number) finished"
    case .effectCanceled(let number): "effect \(number) canceled"
    case .effectFailed(let number, let error): "effect \(number) failed: \(error)"
    case .step(let value): "step \(value)"
    case .redraw(let reason): "redraw because of \(reason)"
    case .frame(let cost):
      "frame of \(cost.rows) row\(cost.rows == 1 ? "" : "s"), \(cost.bytes) byte\(cost.bytes == 1 ? "" : "s")"
    case .created: "created"
    }
  }
}
