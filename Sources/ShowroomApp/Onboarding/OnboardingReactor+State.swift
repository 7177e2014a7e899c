import Catalogue
import ReactorCore

extension OnboardingReactor {
  /// Where cars can come from.
  public enum Choice: Sendable, Hashable, CaseIterable {
    /// The catalogue that comes with the program.
    case bundled
    /// A file on this machine.
    case file
    /// A web address.
    case address
  }

  /// What can be asked for.
  public enum Action: Sendable, Hashable {
    /// This one is meant.
    case select(Choice)
    /// The path or address of the selected choice is this now.
    case edit(String)
    /// Take the cars from the selected choice; also to try again.
    case take
    /// Stop taking cars; with nothing under way, leave without a choice of one's own.
    case cancel
  }

  /// A step of change.
  public enum Mutation: Sendable, Hashable {
    /// This one is meant.
    case select(Choice)
    /// The text of the selected choice.
    case setText(String)
    /// Cars are being taken, or no longer.
    case setTaking(Bool)
    /// How far it is.
    case setProgress(RefreshProgress)
    /// Why it failed, in a sentence; nil before another attempt.
    case setFailure(String?)
    /// The cars are there.
    case taken(RefreshOutcome)
    /// Nothing was chosen.
    case decline
  }

  /// What the screen shows.
  public struct State: Sendable, Equatable {
    /// Whether there are no cars yet: leaving means the bundled catalogue then.
    public let isFirst: Bool
    /// Where the cars come from now, for a person; nil when there are none yet.
    public let current: String?
    /// The source that an option, a variable or the configuration file names for the first start, for a person; nil when
    /// it is to be chosen.
    public let given: String?
    /// Which choice is meant.
    public internal(set) var choice = Choice.bundled
    /// What was typed for the choices that need it.
    public internal(set) var texts: [Choice: String] = [:]
    /// Whether cars are being taken.
    public internal(set) var isTaking = false
    /// How far that is; nil before it is known.
    public internal(set) var progress: RefreshProgress?
    /// Why it failed, in a sentence.
    public internal(set) var failure: String?
    /// The cars are there: what it came to.
    @Pulse public internal(set) var taken: RefreshOutcome?
    /// The screen was left without a choice.
    @Pulse public internal(set) var declined: Bool = false

    init(isFirst: Bool, current: String?, given: CatalogueSource? = nil) {
      self.isFirst = isFirst
      self.current = current
      self.given = given?.name
      guard let given else { return }
      choice = if case .file = given { .file } else { .address }
      texts[choice] = given.name
    }

    /// Whether a source is asked for: not while cars come from the one that was named.
    public var asks: Bool { given == nil || text != given || !isTaking && taken == nil }

    /// What was typed for the selected choice.
    public var text: String { texts[choice] ?? "" }
  }
}
