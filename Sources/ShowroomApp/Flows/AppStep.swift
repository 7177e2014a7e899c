import Catalogue
import ReactorFlow

/// What happens to the program as a whole.
public enum AppStep: Step {
  /// The program has begun.
  case started
  /// There are no cars, and nobody has said where they come from.
  case sourceRequired
  /// There are cars to show.
  case catalogueReady
  /// Another source is wanted.
  case sourceChangeRequested
  /// Another source is wanted, where the command line, the environment or the configuration file has named one.
  case sourceChangeRefused(named: String)
  /// The cars come from another source now.
  case sourceChanged(RefreshOutcome)
  /// The uploads of all cars are wanted.
  case uploadsRequested
  /// The help is wanted.
  case helpRequested
  /// The palette of commands is wanted.
  case paletteRequested
  /// The end is wanted.
  case quitRequested
}
