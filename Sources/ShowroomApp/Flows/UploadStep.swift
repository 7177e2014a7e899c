import Catalogue
import ReactorFlow
import Uploads

/// What happens while files are uploaded.
public enum UploadStep: Step {
  /// Files are to be uploaded to a car.
  case uploadRequested(Car.ID)
  /// The uploads of all cars are to be seen.
  case queueRequested
  /// More files are to be chosen for a car.
  case filesRequested(Car.ID)
  /// These files are to be uploaded to a car.
  case filesPicked([UploadSource], Car.ID)
  /// No files were chosen.
  case filesDeclined
  /// Another destination is wanted, for what is to be done then; the reason where nobody asked for it.
  case destinationRequired(Car.ID?, reason: String?, then: Purpose)
  /// Files go to another destination now.
  case destinationChosen(then: Purpose)
  /// The destination stays.
  case destinationKept
  /// A destination wants credentials, for what is to be done then.
  case credentialsRequired(Destination, Car.ID?, then: Purpose)
  /// A destination has credentials now, or still none.
  case authorisationEnded(Destination, isAuthorised: Bool, then: Purpose)
  /// The queue was left.
  case queueClosed

  /// What somebody is about, and comes back to.
  public enum Purpose: Sendable, Hashable {
    /// Uploading files to a car.
    case upload(Car.ID)
    /// Looking after the queue.
    case queue
    /// Choosing a destination.
    case destination
  }
}
