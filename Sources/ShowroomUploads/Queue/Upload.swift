import ShowroomCatalog

/// An upload in the queue, as shown by screens and commands.
package struct Upload: Sendable, Hashable, Identifiable {
  /// The ID of the upload, which never changes.
  package let id: Int64
  package var car: Car.ID
  /// The name at the destination or, for a file in folders, its path in the folder of the car.
  package var name: String
  /// The local path, for display.
  package var path: String
  /// The destination that was selected when the upload was queued.
  package var destination: String
  package var state: State
  /// The number of bytes sent and confirmed, and the rate.
  package var progress: UploadProgress
  /// Whether the destination can resume the upload after an interruption, or `nil` if unknown.
  package var resumption: DestinationInfo.Resumption?
  /// Whether the upload ran since the queue was last idle.
  package var isRecent: Bool
  /// The action to take if the destination already has a file of the same name.
  package var onDuplicate: DuplicatePolicy

  package enum State: Sendable, Hashable {
    case queued
    /// The queue is paused. The upload continues when the queue resumes.
    case paused
    /// Showroom quit while the upload was running. The user is asked whether to resume it.
    case interrupted
    /// The checksum is being computed. The associated value is the number of bytes read so far.
    case hashing(bytes: Int64)
    /// The file is being uploaded.
    case uploading
    /// All bytes have been sent and are being verified or published.
    case verifying
    /// An attempt failed, and the next one begins automatically.
    indirect case retrying(UploadFailure, attempt: Int, inSeconds: Double)
    /// The upload is complete.
    case done
    /// The upload failed, and the user must do something.
    indirect case failed(UploadFailure)
    /// The user canceled the upload.
    case canceled
    /// The user discarded the upload, and the destination is removing its data. The associated value is the failure if
    /// the data could not be removed; the next launch tries again.
    indirect case discarding(UploadFailure?)
    /// Another running program owns the upload.
    case elsewhere
  }

  package init(
    id: Int64, car: Car.ID, name: String, path: String, destination: String, state: State, progress: UploadProgress,
    resumption: DestinationInfo.Resumption? = nil, isRecent: Bool = true, onDuplicate: DuplicatePolicy = .fail
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
    self.onDuplicate = onDuplicate
  }
}

extension Upload {
  package var size: Int64 { progress.size }
  package var confirmed: Int64 { progress.confirmed }
  /// The number of bytes sent, including confirmed ones.
  package var sent: Int64 { progress.sent }

  /// The number of bytes that would have to be sent again if the upload stopped now.
  package var bytesAtRisk: Int64 { resumption == .unsupported ? sent - confirmed : 0 }

  /// Whether the destination has part of the file from which the upload can resume.
  package var hasPart: Bool { confirmed > 0 || resumption == .supported && sent > 0 }
}

/// The state of the queue at one time.
package struct UploadSnapshot: Sendable, Hashable {
  /// The uploads in the order in which they run.
  package var uploads: [Upload]
  /// Whether no more uploads start. Running ones may still finish.
  package var isPaused: Bool
  /// The maximum number of bytes that all uploads together send per second, or `nil` for no limit.
  package var rateLimit: Int64?
  /// The uploads completed since the queue was last idle that it no longer contains, for each car.
  package var forgotten: [Car.ID: ForgottenUploads]

  package init(
    uploads: [Upload] = [], isPaused: Bool = false, rateLimit: Int64? = nil,
    forgotten: [Car.ID: ForgottenUploads] = [:]
  ) {
    self.uploads = uploads
    self.isPaused = isPaused
    self.rateLimit = rateLimit
    self.forgotten = forgotten
  }

  /// The progress of all uploads.
  package var totals: UploadTotals { totals(of: nil) }

  /// Returns the uploads of a car, or all if it is `nil`.
  package func uploads(of car: Car.ID?) -> [Upload] { car.map { car in uploads.filter { $0.car == car } } ?? uploads }

  /// Returns the progress of the uploads of a car, or of all if it is `nil`.
  package func totals(of car: Car.ID?) -> UploadTotals {
    UploadTotals(uploads(of: car), forgotten: forgotten.filter { car == nil || $0.key == car }.values)
  }
}

extension Upload {
  /// The category of an upload's state, which determines the available commands.
  package enum Situation: Sendable, Hashable {
    /// The upload is queued or paused, or will be retried automatically.
    case pending
    /// The upload is running.
    case active
    /// The upload needs the user's attention.
    case stuck
    /// The upload is finished or canceled.
    case ended
    /// Another program owns the upload.
    case elsewhere
  }

  package var situation: Situation {
    switch state {
    case .queued, .paused, .retrying: .pending
    case .hashing, .uploading, .verifying: .active
    case .failed, .interrupted: .stuck
    case .done, .canceled, .discarding: .ended
    case .elsewhere: .elsewhere
    }
  }

  /// Whether the user canceled the upload, even if some of its data may be left at the destination.
  package var isCanceled: Bool {
    if case .discarding = state { true } else { state == .canceled }
  }

  /// Whether the upload has ended, and the row is not needed to remove data from the destination.
  package var isClearable: Bool { state == .done || state == .canceled }

  /// Whether the upload will complete without user action.
  package var isUnderWay: Bool { situation == .pending || situation == .active }

  /// The reason why the upload, its last attempt or its cleanup failed, or `nil`.
  package var failure: UploadFailure? {
    switch state {
    case .failed(let failure), .retrying(let failure, _, _): failure
    case .discarding(let failure): failure
    default: nil
    }
  }
}
