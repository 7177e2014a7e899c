import ReactorFlow

/// What happens to the program as a whole.
public enum AppStep: Step {
  /// The program has begun.
  case started
}
