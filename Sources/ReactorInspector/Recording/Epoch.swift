import ReactorCore
import ReactorTerminal

/// The events of one turn of a program: its cause, such as a key, and everything that followed synchronously.
public struct Epoch: Sendable {
  /// The cause of an epoch.
  public enum Trigger: Sendable {
    /// An input by the user or the terminal. A secret input was typed into a secret field.
    case input([InputRecord])
    /// A mutation of an effect, which an earlier epoch may have started.
    case effect(EffectID, startedIn: Int?)
    /// A step of a flow.
    case step
    /// Anything else, such as a timer, or work of the program outside effects.
    case other
  }

  /// One input event.
  public struct InputRecord: Sendable {
    package var event: Event
    /// Whether the input was typed into a secret field.
    public var isSecret: Bool
  }

  /// One event of an epoch.
  public struct Item: Sendable {
    /// The kind of an event, with its value.
    public enum Kind: Sendable {
      /// A command of a view, by its name.
      case command(String)
      /// An action that a reactor performed.
      case action(any Sendable)
      /// A mutation of the state of a reactor.
      case mutation(any Sendable)
      /// The state before and after a mutation; before is `nil` if it was not observed.
      case state(before: (any Sendable)?, after: any Sendable)
      /// The start of an effect, by its number within its reactor.
      case effectStarted(Int)
      /// An element of an effect; its mutation follows.
      case effectEmitted(Int)
      /// The end of an effect that has emitted everything.
      case effectFinished(Int)
      /// The end of an effect by cancellation.
      case effectCanceled(Int)
      /// The end of an effect by an error, with its description.
      case effectFailed(Int, String)
      /// An output of a reactor.
      case output(any Sendable)
      /// A step of a flow.
      case step(any Sendable)
      /// A view that needs to be redrawn, with the distinct reasons in order.
      case redraw([String])
    }

    /// The kind, with its value.
    public var kind: Kind
    /// The reactor, flow or view that the event belongs to, as an index of ``InspectorLog/lanes``.
    public var lane: Int
    /// The time since the recording began.
    public var time: Duration
    /// Whether the reactor itself sent the action.
    var isOwnAction = false
  }

  /// The position among all epochs of the recording, starting at 1.
  public let number: Int
  /// The time since the recording began, on the clock of the window.
  public let time: Duration
  /// The trigger of the epoch.
  public var trigger: Trigger
  /// Whether epochs before this one are missing, because the recording was paused.
  public let followsGap: Bool
  /// The events, in order.
  public internal(set) var items: [Item] = []
  /// The frame that showed the result; `nil` if nothing was drawn.
  public internal(set) var frame: ProgramEvent.FrameCost?
}

/// An effect, identified by its reactor and its number within it.
public struct EffectID: Sendable, Hashable {
  /// The reactor, as an index of ``InspectorLog/lanes``.
  public var lane: Int
  /// The number of the effect within its reactor.
  public var number: Int
}

/// A reactor, flow or view type that took part in a recording.
public struct Lane: Sendable {
  /// The kind of an object.
  public enum Kind: Sendable, Hashable {
    /// A reactor.
    case reactor
    /// A flow.
    case flow
    /// The views of the same type in the same screen.
    case view
  }

  /// The kind of the object.
  public let kind: Kind
  /// The type, followed by a number if there are several: `CarPageReactor 2`.
  public let name: String
  /// The object, for operations of a debugger.
  public let source: ProgramEvent.Source
  /// The state of a reactor before its first action; `nil` for other objects, and if the reactor has been released and
  /// no epoch contains it any longer.
  package internal(set) var initialState: (any Sendable)?
}

/// A running effect.
public struct RunningEffect: Sendable {
  /// The reactor, and the number of the effect within it.
  public var id: EffectID
  /// The epoch that started the effect; `nil` if the start was not recorded.
  public var epoch: Int?
  /// The time at which the effect started, since the recording began.
  public var start: Duration
}
