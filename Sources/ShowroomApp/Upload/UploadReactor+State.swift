import ReactorCore
import ShowroomCatalog
import ShowroomFiles
import ShowroomUploads

extension UploadReactor {
  /// An action of the user, or of the flow that presents the screen.
  package enum Action: Sendable, Hashable {
    /// Checks the destination. Sent when the screen appears, and to check it again.
    case load
    /// Uploads files to the car.
    case upload([UploadSource])
    /// Chooses files for the car, or for the car of the selected upload.
    case addFiles(selected: Upload.ID?)
    /// Resolves the issue that an upload is waiting for, such as a duplicate or missing credentials, or shows why the
    /// upload failed.
    case open(Upload.ID)
    /// Cancels an upload, or removes one that has ended.
    case cancel(Upload.ID)
    /// Cancels an upload without asking for confirmation.
    case cancelNow(Upload.ID, discard: Bool)
    /// Cancels all uploads.
    case cancelAll
    /// Cancels all uploads without asking for confirmation.
    case cancelAllNow(discard: Bool)
    /// Retries the selected upload, or checks the destination again if there is nothing to retry.
    case retry(selected: Upload.ID?)
    /// Retries all uploads that failed, were interrupted, or wait for their next attempt.
    case retryAll
    /// Pauses or resumes the queue. Asks for confirmation if pausing would lose bytes that were already sent.
    case togglePause
    /// Pauses the queue without asking for confirmation.
    case pause(finishingCurrent: Bool)
    /// Limits the rate of all uploads to a typed value.
    case limitRate(String)
    /// Moves an upload up (a negative number) or down in the queue.
    case move(Upload.ID, by: Int)
    /// Resolves uploads whose files already exist at the destination.
    case answer([Upload.ID], DuplicateResolution)
    /// Shows one question about all files that already exist.
    case openAllDuplicates
    /// Removes all uploads that have ended.
    case clearFinished
    /// Shows the uploads of a car, and adds new ones to it; `nil` shows the uploads of all cars.
    case setCar(Car.ID?)
    /// Shows the files that have been uploaded.
    case showUploaded
    /// Chooses the destination for new uploads.
    case chooseDestination
    /// Shows a different destination. Sent by the reactor itself when the destination changes.
    case setDestination(Destination)
    /// Signs in to a destination that requires it.
    case signIn
    /// Retries the uploads to a destination after signing in to it.
    case authorized(Destination)
    /// Leaves the screen.
    case close
  }

  /// A change of the state.
  package enum Mutation: Sendable, Hashable {
    /// Sets the car and the destination, and clears everything that depends on them.
    case choose(Choice, carName: String?)
    /// Shows that the check is taking noticeably long.
    case showChecking
    /// Sets the results of the check in one step.
    case answer(Answer)
    /// Sets the queue, and the names of its cars if the uploads of all cars are shown.
    case setSnapshot(UploadSnapshot, carNames: [Car.ID: String])
    /// Sets the attachments of the car.
    case setAttachments([Attachment])
    /// Records the start or the end of uploads started on this screen.
    case setIndicator(Bool)
    /// Adds new attachments.
    case append([Attachment])
  }

  /// The events that the uploads report to their screen and their flow.
  package enum Output: MessageOutput, Hashable {
    case message(Message<Action>)
    /// An upload is to be selected.
    case select(Upload.ID)
    /// An event that may lead to another screen.
    case step(UploadStep)

    package var message: Message<Action>? { if case .message(let message) = self { message } else { nil } }
    package var step: UploadStep? { if case .step(let step) = self { step } else { nil } }

    /// Returns the message that asks a question.
    static func ask(_ question: Question) -> Output { .message(UploadQuestion(question).message) }
  }

  /// The car and the destination that the rest of the state depends on.
  package struct Choice: Sendable, Hashable {
    /// The car to upload files to; `nil` if the uploads of all cars are shown.
    package var car: Car.ID?
    /// The destination for new uploads.
    package var destination: Destination
  }

  /// The result of checking a choice.
  package struct Answer: Sendable, Hashable {
    /// The capabilities and contents of the destination, or the failure of the check.
    package var info: Result<DestinationInfo, UploadFailure>
    /// The attachments of the car.
    package var attachments: [Attachment]
  }

  /// A question for the user, with the affected uploads.
  package enum Question: Sendable, Hashable {
    /// Whether to keep or discard the uploaded part of a canceled upload.
    case cancel(Upload)
    /// Whether to cancel all uploads, and whether to keep or discard the uploaded parts. `lost` is the number of sent
    /// bytes that the destination cannot keep.
    case cancelAll(count: Int, haveParts: Bool, lost: Int64)
    /// Whether to pause uploads that would lose bytes that were already sent.
    case pause([Upload])
    /// The way to resolve a file that already exists. `others` is the number of other such files.
    case duplicate(Upload, size: Int64?, others: Int)
    /// The way to resolve several files that already exist.
    case duplicates([Upload])
  }

  /// The state of the screen.
  package struct State: Sendable {
    /// The current car and destination.
    package internal(set) var choice: Choice
    /// The name of the car; `nil` if there is no car or the catalog does not contain it.
    package internal(set) var carName: String?
    /// The names of the cars in the queue if the uploads of all cars are shown.
    package internal(set) var carNames: [Car.ID: String]
    /// The status of the destination.
    package internal(set) var destinationStatus = DestinationStatus.blank
    /// The attachments of the car.
    package internal(set) var attachments: [Attachment] = []
    /// The whole queue.
    package internal(set) var snapshot: UploadSnapshot
    /// The number of groups of uploads started on this screen that are still running.
    package internal(set) var uploading = 0

    /// Creates a state with an unchecked destination.
    package init(
      _ choice: Choice, carName: String? = nil, carNames: [Car.ID: String] = [:],
      snapshot: UploadSnapshot = UploadSnapshot()
    ) {
      self.choice = choice
      self.carName = carName
      self.carNames = carNames
      self.snapshot = snapshot
    }

    /// Whether uploads started on this screen are still running.
    package var isUploading: Bool { uploading > 0 }
    /// The uploads shown: those of the car, or all.
    package var uploads: [Upload] { snapshot.uploads(of: choice.car) }
    /// The uploads shown whose files already exist at the destination.
    package var duplicates: [Upload] { uploads.filter { $0.failure?.isDuplicate == true } }
    /// Returns the upload with an ID.
    package func upload(_ id: Upload.ID?) -> Upload? {
      id.flatMap { id in snapshot.uploads.first { $0.id == id } }
    }
    /// The current destination if it requires sign-in.
    package var destinationRequiringSignIn: Destination? {
      destinationStatus.requiresSignIn ? choice.destination : nil
    }
  }
}
