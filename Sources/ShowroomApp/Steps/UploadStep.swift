import ReactorFlow
import ShowroomCatalog
import ShowroomFiles
import ShowroomUploads

/// The steps of uploads.
package enum UploadStep: Step, Hashable {
  /// The user uploads files to a car. The array is empty if the user has not chosen files yet.
  case uploadRequested(Car.ID, files: [UploadSource] = [])
  /// The user opens the uploads of all cars.
  case queueRequested
  /// The user opens the list of uploaded files.
  case uploadedFilesRequested
  /// The user chooses files for a car.
  case filesRequested(Car.ID)
  case filesPicked([UploadSource], Car.ID)
  /// The user chose no files.
  case filesDeclined
  /// A different destination is needed. The reason is `nil` if the user requested it.
  case destinationRequired(Car.ID?, reason: String?, then: Purpose)
  case destinationChosen(then: Purpose)
  /// The user kept the destination.
  case destinationKept
  /// A destination requires sign-in.
  case credentialsRequired(Destination, Car.ID?, then: Purpose)
  case authorizationEnded(Destination, isAuthorized: Bool, then: Purpose)
  /// The user has left the queue.
  case queueClosed

  /// The activity that is interrupted, and that the flow returns to.
  package enum Purpose: Sendable, Hashable {
    /// Uploading files to a car.
    case upload(Car.ID, files: [UploadSource] = [])
    /// Managing the queue.
    case queue
    /// Choosing a destination.
    case destination
  }
}
