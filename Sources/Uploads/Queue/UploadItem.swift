import Catalogue

/// One row of the queue, as screens and commands show it.
public struct UploadItem: Sendable, Hashable, Identifiable {
  /// The row's number in the queue; stable for the upload's whole life.
  public let id: Int64
  /// The car that the file belongs to.
  public var car: Car.ID
  /// The name it will have, or has, at the destination.
  public var name: String
  /// The local path, made readable; text from outside.
  public var path: String
  /// Where it goes, fixed when it was queued.
  public var destination: String
  /// What is happening to it.
  public var state: State
  /// How much of it has been sent and confirmed, and how fast it is.
  public var progress: UploadProgress
  /// Whether its destination resumes it after it was stopped; nil while that is not known.
  public var resumption: Survey.Resumption?
  /// Whether it was under way since the queue was last idle.
  public var isRecent: Bool

  /// What is happening to an upload.
  public enum State: Sendable, Hashable {
    /// Its turn has not come.
    case waiting
    /// The queue is paused; it goes on when the queue does.
    case paused
    /// It was interrupted by the end of the program; a person is asked whether to go on.
    case interrupted
    /// Its checksum is being computed; bytes done.
    case hashing(bytes: Int64)
    /// Its bytes are on their way.
    case sending
    /// All bytes are there and are being compared or put in place.
    case verifying
    /// An attempt failed; the next is made by itself after so many seconds.
    case retrying(UploadFailure, attempt: Int, inSeconds: Double)
    /// It is there.
    case done
    /// It failed, and a person has to do something.
    case failed(UploadFailure)
    /// A person stopped it.
    case cancelled
    /// Another running program is sending it.
    case elsewhere
  }

  /// A row of the queue.
  public init(
    id: Int64, car: Car.ID, name: String, path: String, destination: String, state: State, progress: UploadProgress,
    resumption: Survey.Resumption? = nil, isRecent: Bool = true
  ) {
    self.id = id
    self.car = car
    self.name = name
    self.path = path
    self.destination = destination
    self.state = state
    self.progress = progress
    self.resumption = resumption
    self.isRecent = isRecent
  }
}

extension UploadItem {
  /// The file's size in bytes.
  public var size: Int64 { progress.size }
  /// The bytes that the destination has confirmed.
  public var confirmed: Int64 { progress.confirmed }
  /// The bytes that have left, confirmed ones included.
  public var sent: Int64 { progress.sent }

  /// The bytes that have to be sent again if it is stopped now.
  public var bytesAtRisk: Int64 { resumption == .startsOver ? sent - confirmed : 0 }

  /// Whether a part of it is at the destination from which it can go on.
  public var hasPart: Bool { confirmed > 0 || resumption == .resumes && sent > 0 }
}

/// The whole queue at one moment.
public struct UploadSnapshot: Sendable, Hashable {
  /// The rows, in the order in which they are sent.
  public var items: [UploadItem]
  /// Whether nothing new is begun. What is under way may still be finished.
  public var isPaused: Bool

  /// The queue at one moment.
  public init(items: [UploadItem] = [], isPaused: Bool = false) {
    self.items = items
    self.isPaused = isPaused
  }

  /// The progress of everything in the queue.
  public var totals: UploadTotals { UploadTotals(items) }
}
