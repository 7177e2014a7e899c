import Catalogue
import ReactorCore
import Uploads

extension CarDetailReactor {
  /// What the screen shows.
  public struct State: Sendable {
    /// What fills it.
    public enum Content: Sendable, Hashable {
      /// Nothing yet, and too early to say so.
      case blank
      /// A placeholder: the answer takes its time.
      case loading
      /// A car.
      case car(CarPage)
      /// The car is not in the catalogue (any more); its name if it was shown before.
      case gone(name: String?)
      /// The catalogue could not be read.
      case failed(CatalogueError)
    }

    /// What fills the screen.
    public internal(set) var content = Content.blank
    /// Whether the pictures of the shown car take long enough to say so.
    public internal(set) var arePicturesLate = false
    /// The place of what is shown in the list, counted from 0; `nil` when it is not in it.
    public internal(set) var position: Int?
    /// How many cars the list has.
    public let count: Int
    /// The car that was asked for last; it is shown as soon as it is there.
    public internal(set) var requestedID: Car.ID
    var requestedPosition: Int?
    /// The attachment that is being brought here; nil while none is.
    public internal(set) var fetching: String?
    /// Something failed: a sentence, and what to send to try again.
    @Pulse public internal(set) var alert: RetryableFailure<Action>?
    /// The user wants to write a note.
    @Pulse public internal(set) var noteRequested: NoteRequest?
    /// The user wants to upload files to this car.
    @Pulse public internal(set) var uploadRequested: Car.ID?
    /// Where is a copy to be saved?
    @Pulse public internal(set) var saveRequested: SaveRequest?
    /// Is this attachment really to be deleted?
    @Pulse public internal(set) var deleteQuestion: Attachment?
    /// Something to say in passing.
    @Pulse public internal(set) var toast: String?

    /// Before anything was read.
    public init(id: Car.ID, position: Int?, count: Int) {
      requestedID = id
      requestedPosition = position
      self.position = position
      self.count = count
    }

    /// The page, when a car is shown.
    public var page: CarPage? {
      if case .car(let page) = content { page } else { nil }
    }
    /// An attachment of the shown car.
    func attachment(_ id: Attachment.ID) -> Attachment? {
      page?.attachments.first { $0.id == id }
    }
    /// Whether there is a car after it.
    public var hasNext: Bool { requestedPosition.map { $0 + 1 < count } ?? false }
    /// Whether there is a car before it.
    public var hasPrevious: Bool { requestedPosition.map { $0 > 0 } ?? false }

    /// A page without pictures keeps those that the same car had: a refresh does not make them blink.
    mutating func show(_ page: CarPage) {
      var page = page
      if page.pictures == nil, self.page?.car.id == page.car.id { page.pictures = self.page?.pictures }
      content = .car(page)
      position = requestedPosition
      arePicturesLate = false
    }

    mutating func sayLoading() {
      if let page, page.car.id == requestedID {
        arePicturesLate = page.pictures == nil
      } else {
        content = .loading
        position = requestedPosition
      }
    }
  }
}
