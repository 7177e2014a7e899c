import Catalogue

/// Something that failed, as an alert says it: what, why, and what to send to try again.
public struct RetryableFailure<Action: Sendable & Hashable>: Sendable, Hashable {
  /// What failed, in a few words.
  public var title: String
  /// The cause, a sentence that says what to do.
  public var message: String
  /// What tries again.
  public var retry: Action

  /// Makes a failure out of an error.
  public init(title: String, error: any Error, retry: Action) {
    self.title = title
    message = "\(error)"
    self.retry = retry
  }
}

extension Error {
  /// The error as the catalogue words it. Reading a car throws nothing else; a cancelled task is the one exception.
  var inCatalogueTerms: CatalogueError { self as? CatalogueError ?? .cancelled }
}
