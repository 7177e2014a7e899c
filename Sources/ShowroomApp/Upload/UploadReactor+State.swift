import Catalogue
import ReactorCore
import Uploads

extension UploadReactor {
  /// What a person, or who made the screen, asks of it.
  public enum Action: Sendable, Hashable {
    /// Ask the destination: sent when the screen appears.
    case load
    /// Upload these files to the car.
    case upload([UploadSource])
    /// Choose files: for the car, or for that of the selected upload.
    case addFiles(selected: UploadItem.ID?)
    /// Do what the selected upload needs: an answer about a duplicate, credentials.
    case open(UploadItem.ID)
    /// Stop one; take one that has ended off the list.
    case cancel(UploadItem.ID)
    /// Stop one, without asking once more.
    case cancelNow(UploadItem.ID, discard: Bool)
    /// Stop all.
    case cancelAll
    /// Stop all, without asking once more.
    case cancelAllNow(discard: Bool)
    /// Try the selected upload again; where there is nothing to try, ask the destination again.
    case retry(selected: UploadItem.ID?)
    /// Try everything that failed or was interrupted again; where there is nothing, ask the destination again.
    case retryAll
    /// Ask the destination again.
    case refresh
    /// Pause, or resume. Where pausing loses what was sent, ask first.
    case togglePause
    /// Pause, without asking once more.
    case pause(finishingCurrent: Bool)
    /// Send one earlier (less than 0) or later.
    case move(UploadItem.ID, by: Int)
    /// Say what is to be done about files that are there already.
    case answer([UploadItem.ID], DuplicateAnswer)
    /// Ask about all files that are there already at once.
    case openAllDuplicates
    /// Take everything that has ended off the list.
    case clearEnded
    /// Show the uploads of a car, and upload to it; nil: of all cars.
    case setCar(Car.ID?)
    /// Choose where files go.
    case chooseDestination
    /// Files go elsewhere now. The reactor asks for it itself.
    case setDestination(Destination)
    /// Give credentials to the destination that wants some.
    case signIn
    /// A destination has credentials now: try again what lacked them.
    case authorised(Destination)
    /// Leave the screen.
    case close
  }

  /// A step of change.
  public enum Mutation: Sendable, Hashable {
    /// The car and the destination; what depends on them is unknown from now on.
    case choose(Choice, carName: String?)
    /// The destination is being asked again; what it said before stays until it answers.
    case beginRefresh
    /// The answer takes long enough to say so.
    case sayAsking
    /// The answer, all at once.
    case answer(Answer)
    /// The queue, and the names of its cars where those of all cars are shown.
    case setSnapshot(UploadSnapshot, carNames: [Car.ID: String])
    /// The files of the car.
    case setAttachments([Attachment])
    /// Files are being uploaded from here, or no longer.
    case setIndicator(Bool)
    /// One is there.
    case append(Attachment)
    /// Something failed.
    case showAlert(Failure)
    /// Something to say in passing.
    case showToast(String)
    /// A question.
    case ask(Question)
    /// Files are wanted for a car.
    case filesRequested(Car.ID)
    /// Another destination is wanted.
    case destinationRequested
    /// A destination wants credentials.
    case authorisationRequired(Destination)
    /// Nothing is left to do here.
    case closed
  }

  /// What everything else depends on.
  public struct Choice: Sendable, Hashable {
    /// The car that files are uploaded to; nil: the uploads of all cars are shown.
    public var car: Car.ID?
    /// Where they go.
    public var destination: Destination
  }

  /// What depends on the choice.
  public struct Answer: Sendable, Hashable {
    /// What the destination says, or why it says nothing.
    public var survey: Result<Survey, UploadFailure>
    /// The files of the car.
    public var attachments: [Attachment]
  }

  /// A question, with what it is about.
  public enum Question: Sendable, Hashable {
    /// A part of the file is at the destination: what becomes of it?
    case cancel(UploadItem)
    /// Stop so many? Of some, a part is at the destination; or bytes were sent that it cannot keep.
    case cancelAll(count: Int, haveParts: Bool, lost: Int64)
    /// Pause these, which lose what was sent of them?
    case pause([UploadItem])
    /// There is a file of that name: what becomes of both? So many others have the same question.
    case duplicate(UploadItem, size: Int64?, others: Int)
    /// There are files of the names of all of these.
    case duplicates([UploadItem])
  }

  /// Something that failed.
  public struct Failure: Sendable, Hashable {
    /// What, in a few words.
    public var title: String
    /// Why, with the server's status and its own words.
    public var message: String
    /// What tries again.
    public var retry: Action?
  }

  /// What the screen shows.
  public struct State: Sendable {
    /// What is known of the destination.
    public enum Ground: Sendable, Hashable {
      /// Nothing, and too early to say so.
      case blank
      /// Nothing yet: it takes its time.
      case asking
      /// What it can do and holds.
      case known(Survey)
      /// It could not be asked.
      case failed(UploadFailure)
    }

    /// The car and the destination.
    public internal(set) var choice: Choice
    /// What the car is called; nil without one, or when it is not in the catalogue.
    public internal(set) var carName: String?
    /// The names of the cars in the queue, where the uploads of all cars are shown.
    public internal(set) var carNames: [Car.ID: String]
    /// What is known of the destination.
    public internal(set) var ground = Ground.blank
    /// Whether it is being asked.
    public internal(set) var isAsking = false
    /// The files of the car.
    public internal(set) var attachments: [Attachment] = []
    /// The whole queue.
    public internal(set) var snapshot: UploadSnapshot
    /// Groups of files that are being uploaded from here.
    public internal(set) var uploading = 0
    /// Something failed.
    @Pulse public internal(set) var alert: Failure?
    /// Something to say in passing.
    @Pulse public internal(set) var toast: String?
    /// Something to ask.
    @Pulse public internal(set) var question: Question?
    /// Files are wanted for this car.
    @Pulse public internal(set) var filesRequested: Car.ID?
    /// Another destination is wanted.
    @Pulse public internal(set) var destinationRequested: Bool = false
    /// This destination wants credentials.
    @Pulse public internal(set) var authorisationRequired: Destination?
    /// The screen is to be left.
    @Pulse public internal(set) var closed: Bool = false

    /// Before anything was asked.
    public init(
      _ choice: Choice, carName: String? = nil, carNames: [Car.ID: String] = [:],
      snapshot: UploadSnapshot = UploadSnapshot()
    ) {
      self.choice = choice
      self.carName = carName
      self.carNames = carNames
      self.snapshot = snapshot
    }

    /// Whether files are being uploaded from here.
    public var isUploading: Bool { uploading > 0 }
    /// The uploads that are shown: those of the car, or all.
    public var items: [UploadItem] {
      choice.car.map { car in snapshot.items.filter { $0.car == car } } ?? snapshot.items
    }
    /// The uploads shown whose files are at the destination already.
    public var duplicates: [UploadItem] { items.filter { $0.failure?.isDuplicate == true } }
    /// An upload.
    public func item(_ id: UploadItem.ID?) -> UploadItem? {
      id.flatMap { id in snapshot.items.first { $0.id == id } }
    }
    /// Whether credentials are what is missing.
    public var lacksCredentials: Destination? {
      if case .failed(let failure) = ground, failure.cause == .unauthorised { return choice.destination }
      return nil
    }
  }
}
