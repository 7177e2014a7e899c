import ShowroomCatalog
import ShowroomUploads

extension CarDetailReactor {
  /// The events that the page reports to its screen and its flow.
  package typealias Output = CatalogOutput<Action>

  /// The contents of the screen.
  package struct State: Sendable {
    /// The main content.
    package enum Content: Sendable, Hashable {
      /// Nothing, before the car is loaded.
      case blank
      /// A placeholder, shown if loading takes longer than ``CarDetailReactor/placeholderDelay``.
      case loading
      case car(CarPage)
      /// The car is not in the catalog. Contains its name, if it was shown before.
      case gone(name: String?)
      /// The car could not be loaded.
      case failed(CatalogError)
    }

    package internal(set) var content = Content.blank
    /// Whether a placeholder is shown for the charts of the car.
    package internal(set) var areChartsLoading = false
    /// The reason why the charts cannot be computed, namely that the cars could not be loaded.
    package internal(set) var chartsFailure: CatalogError?
    /// The position of the shown car in the list; `nil` if the list does not contain it.
    package internal(set) var position: Int?
    /// The list that the car was opened from.
    var sequence: CarSequence
    /// The car that was requested last. It is shown once it is loaded.
    package internal(set) var requestedID: Car.ID
    var requestedPosition: Int?
    /// The position of the last car that was in the list. Navigation from a variant that is not in the list
    /// continues there.
    var lastPosition: Int?
    /// The cars that are marked for comparison, in the order in which they were marked.
    package internal(set) var marks: [Car.ID] = []
    /// Whether anything can be copied.
    package let canCopy: Bool
    /// The names of the attachments that are being downloaded, in the order in which they began.
    package internal(set) var downloads: [String] = []

    /// Creates the state before the car is loaded.
    package init(id: Car.ID, in sequence: CarSequence, canCopy: Bool = false) {
      self.canCopy = canCopy
      requestedID = id
      self.sequence = sequence
      position = sequence.position(of: id)
      requestedPosition = position
      lastPosition = position
    }

    /// Whether the car is ranked only among cars of similar model years, rather than all years.
    package internal(set) var comparesNearYears = false

    /// The number of cars in the list.
    package var count: Int { sequence.count }

    /// The shown car, if there is one.
    package var page: CarPage? {
      if case .car(let page) = content { page } else { nil }
    }
    /// Returns an attachment of the shown car.
    func attachment(_ id: Attachment.ID) -> Attachment? {
      page?.attachments.first { $0.id == id }
    }
    /// Whether there is a next car.
    package var hasNext: Bool { position(by: 1) != nil }
    /// Whether there is a previous car.
    package var hasPrevious: Bool { position(by: -1) != nil }
    /// Whether a car other than the requested one is still shown.
    var isChanging: Bool { page.map { $0.car.id != requestedID } ?? false }
    /// Whether the shown car is marked for comparison.
    package var isMarked: Bool { page.map { marks.contains($0.car.id) } ?? false }

    /// Returns the position of the next or previous car; `nil` if there is none. For a variant that is not in the list,
    /// the previous car is the one that it was opened from.
    func position(by offset: Int) -> Int? {
      let start = requestedPosition ?? lastPosition.map { offset < 0 ? $0 + 1 : $0 }
      return start.map { $0 + offset }.flatMap { (0..<count).contains($0) ? $0 : nil }
    }

    mutating func request(_ id: Car.ID, at position: Int?) {
      requestedID = id
      requestedPosition = position
      lastPosition = position ?? lastPosition
    }

    /// Shows a car. If its charts are not loaded yet, the current charts are kept to avoid flicker during a refresh.
    mutating func show(_ page: CarPage) {
      var page = page
      if page.charts == nil, self.page?.car.id == page.car.id { page.charts = self.page?.charts }
      content = .car(page)
      position = requestedPosition
      areChartsLoading = false
      if page.charts != nil { chartsFailure = nil }
    }

    /// Sets the complete list, which contains the car's neighbors.
    mutating func complete(_ sequence: CarSequence) {
      self.sequence = sequence
      requestedPosition = sequence.position(of: requestedID)
      lastPosition = requestedPosition ?? lastPosition
      position = page.map { sequence.position(of: $0.car.id) } ?? requestedPosition
    }

    /// Shows a placeholder for content that is not loaded yet.
    mutating func showLoading() {
      if let page, page.car.id == requestedID {
        areChartsLoading = page.charts == nil && chartsFailure == nil
      } else {
        content = .loading
        position = requestedPosition
      }
    }
  }
}
