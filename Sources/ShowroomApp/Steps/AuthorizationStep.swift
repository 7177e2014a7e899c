import ReactorFlow

/// The steps of a sign-in to a destination.
package enum AuthorizationStep: Step {
  case started
  /// The destination has accepted the credentials.
  case authorized
  /// The user has left without signing in.
  case canceled
  /// The screen has been removed, for any reason.
  case left
}
