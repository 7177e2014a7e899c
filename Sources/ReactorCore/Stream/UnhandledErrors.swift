/// The destination of errors that no closure handles. Each error is reported once, and the reactor continues.
@MainActor
public enum UnhandledErrors {
  /// The closure that receives the errors; an app writes them to its log. By default, prints a line to standard error.
  public static var handler: @MainActor (_ error: any Error, _ origin: String) -> Void = { error, origin in
    StandardError.write("unhandled error in \(origin): \(error)")
  }

  /// Reports an error that ended a stream.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - origin: A description of the stream, such as the name of a reactor.
  public static func report(_ error: any Error, _ origin: String) {
    handler(error, origin)
  }

  /// Reports the error of a stream that failed.
  @usableFromInline
  static func report(_ completion: Completion, _ origin: String) {
    if case .failed(let error) = completion { report(error, origin) }
  }
}
