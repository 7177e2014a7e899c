import ReactorCore
import ReactorTerminal

/// The events of one turn of a program: its cause, such as a key, and everything that followed synchronously.
public struct Epoch: Sendable {
  /// The cause of an epoch.
  public enum Trigger: Sendable {
    /// Input of the user or the terminal. A secret was typed into a secret field.
    case input([InputRecord])
    /// A mutation of an effect, which an earlier epoch may have started.
    case effect(EffectID, startedIn: Int?)
    /// A step of a flow.
    case step
    /// Anything else: a timer, or work of the program outside effects.
    case other
  }

  /// One input event.
  public struct InputRecord: Sendable {
    package var event: Event
    /// Whether it was typed into a secret field.
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
      /// The start of an effect, by its number among those of its reactor.
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
      /// A view that has to be drawn again, with the reasons in order, each once.
      case redraw([String])
    }

    /// The kind, with its value.
    public var kind: Kind
    /// The reactor, flow or view that it belongs to, as an index of ``InspectorLog/lanes``.
    public var lane: Int
    /// The time since the recording began.
    public var time: Duration
  }

  /// The position among all epochs of the recording, starting at 1.
  public let number: Int
  /// The time since the recording began, on the clock of the window.
  public let time: Duration
  /// The cause.
  public var trigger: Trigger
  /// Whether epochs before it are missing, because the recording was paused.
  public let followsGap: Bool
  /// The events, in order.
  public internal(set) var items: [Item] = []
  /// The frame that showed the result; `nil` if nothing was drawn.
  public internal(set) var frame: ProgramEvent.FrameCost?
}

/// An effect, by its reactor and its number there.
public struct EffectID: Sendable, Hashable {
  /// The reactor, as an index of ``InspectorLog/lanes``.
  public var lane: Int
  /// The number of the effect among those of its reactor.
  public var number: Int
}

/// A reactor, a flow or a view that took part in a recording.
public struct Lane: Sendable {
  /// The kind of an object.
  public enum Kind: Sendable, Hashable {
    /// A reactor.
    case reactor
    /// A flow of the navigation.
    case flow
    /// The views of one type in the same screen.
    case view
  }

  /// Whether it is a reactor, a flow or a view.
  public let kind: Kind
  /// The type and, if there were several, the number: `CarPageReactor 2`.
  public let name: String
  /// The object, for what a debugger can do with it.
  public let source: ProgramEvent.Source
}

/// An effect that is running.
public struct RunningEffect: Sendable {
  /// The reactor, and the number of the effect there.
  public var id: EffectID
  /// The epoch that started it; `nil` if that is not recorded.
  public var epoch: Int?
  /// The time of its start since the recording began.
  public var start: Duration
}
