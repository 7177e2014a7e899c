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
  /// Its size in bytes.
  public var size: Int64
  /// Where it goes, fixed when it was queued.
  public var destination: String
  /// What is happening to it.
  public var state: State
  /// Bytes that the destination has confirmed.
  public var confirmed: Int64
  /// Bytes that have left, confirmed ones included; what a bar shows.
  public var sent: Int64
  /// Bytes a second, smoothed; nil when it is not being sent or too early to say.
  public var rate: Double?
  /// Seconds left; nil when it is too early to say.
  public var timeLeft: Double?

  /// What is happening to an upload.
  public enum State: Sendable, Hashable {
    /// Its turn has not come.
    case waiting
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
    id: Int64, car: Car.ID, name: String, path: String, size: Int64, destination: String, state: State,
    confirmed: Int64 = 0, sent: Int64 = 0, rate: Double? = nil, timeLeft: Double? = nil
  ) {
    self.id = id
    self.car = car
    self.name = name
    self.path = path
    self.size = size
    self.destination = destination
    self.state = state
    self.confirmed = confirmed
    self.sent = sent
    self.rate = rate
    self.timeLeft = timeLeft
  }
}

/// The whole queue at one moment.
public struct UploadSnapshot: Sendable, Hashable {
  /// The rows, in the order in which they are sent.
  public var items: [UploadItem]
  /// Whether nothing new is begun.
  public var isPaused: Bool
  /// Bytes a second over all that is being sent; nil when nothing is, or too early to say.
  public var rate: Double?
  /// Seconds left for all that is not done; nil when it is too early to say.
  public var timeLeft: Double?

  /// The queue at one moment.
  public init(items: [UploadItem] = [], isPaused: Bool = false, rate: Double? = nil, timeLeft: Double? = nil) {
    self.items = items
    self.isPaused = isPaused
    self.rate = rate
    self.timeLeft = timeLeft
  }
}
