import ReactorFlow
import ShowroomCatalog

/// The steps of the root flow.
package enum AppStep: Step {
  case started
  /// There are no cars yet.
  case sourceRequired
  /// There are cars to show.
  case catalogReady
  case sourceChangeRequested
  /// The source cannot be changed, because the command line, the environment or the configuration file sets it.
  case sourceChangeRefused(named: String)
  case sourceChanged(RefreshOutcome)
  /// The user opens the uploads of all cars.
  case uploadsRequested
  case tourRequested
  case helpRequested
  case paletteRequested
  case quitRequested
}
