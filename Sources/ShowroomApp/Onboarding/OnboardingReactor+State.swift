import ReactorFlow
import ShowroomCatalog
import ShowroomSettings

/// The steps of choosing a source.
package enum OnboardingStep: Step, Hashable {
  case started
  case tourRequested
  /// The cars of the chosen source have been imported.
  case carsImported(RefreshOutcome)
  /// The user left the screen without a choice.
  case declined
}

extension OnboardingReactor {
  /// The kinds of catalog sources.
  package enum Choice: Sendable, Hashable, CaseIterable {
    /// The catalog that comes with the program.
    case bundled
    /// A file on this computer.
    case file
    /// A web address.
    case address
  }

  /// The user actions on the screen.
  package enum Action: Sendable, Hashable {
    case select(Choice)
    /// Changes the path or address of the selected choice.
    case edit(String)
    /// Imports the cars from the selected choice. Also sent to retry.
    case importCars
    /// Cancels the import or, if none is running, leaves the screen. At the first start, leaving the screen imports the
    /// bundled catalog.
    case cancel
    /// Plays the tour.
    case watchTour
  }

  /// The changes of the state.
  package enum Mutation: Sendable, Hashable {
    case select(Choice)
    case setText(String)
    case setImporting(Bool)
    case setProgress(RefreshProgress)
    /// Sets whether the import waits for the user's approval.
    case setAwaitingApproval(Bool)
    /// Sets the message about a failure; `nil` when the user tries again.
    case setFailure(String?)
    case finishImport
  }

  /// The events that the screen reports to its flow.
  package typealias Output = OnboardingStep

  /// The contents of the screen.
  package struct State: Sendable, Equatable {
    /// Whether there are no cars yet.
    package let isFirst: Bool
    /// Whether a tour can be played.
    package let hasTour: Bool
    /// The display name of the current source; `nil` if there are no cars yet.
    package let current: String?
    /// The edition of the bundled catalog; `nil` if it is unknown.
    package let edition: CatalogEdition?
    /// The display name of the source that an option, a variable or the configuration file sets for the first start;
    /// `nil` if the user is to choose one.
    package let configured: String?
    package internal(set) var choice = Choice.bundled
    /// The paths and addresses that the user has entered.
    package internal(set) var texts: [Choice: String] = [:]
    package internal(set) var isImporting = false
    /// Whether the import waits for the user's approval.
    package internal(set) var isAwaitingApproval = false
    /// The progress of the import; `nil` if it is not known yet.
    package internal(set) var progress: RefreshProgress?
    /// The message of the last failure.
    package internal(set) var failure: String?
    /// Whether the cars were imported.
    package internal(set) var isImported = false

    init(
      isFirst: Bool, current: String?, configured: CatalogSource? = nil, edition: CatalogEdition? = nil,
      hasTour: Bool = false
    ) {
      self.isFirst = isFirst
      self.hasTour = hasTour
      self.current = current
      self.edition = edition
      self.configured = configured?.name
      if let edition { texts[.address] = edition.address }
      guard let configured else { return }
      choice = if case .file = configured { .file } else { .address }
      texts[choice] = configured.name
    }

    /// Whether the choices are shown. They are hidden while the configured source is being imported.
    package var showsChoices: Bool { configured == nil || text != configured || !isImporting && !isImported }

    /// The path or address of the selected choice.
    package var text: String { texts[choice] ?? "" }
  }
}
