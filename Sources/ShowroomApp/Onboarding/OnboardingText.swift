import ReactorTerminal
import ShowroomText

/// The text on the screen for choosing a source.
enum OnboardingText {
  /// Returns the introduction at the first start.
  static func welcome(_ state: OnboardingReactor.State) -> String {
    state.edition.map { "\(counted($0.cars, "car")) to explore, offline." } ?? "A catalog of cars to explore."
  }

  /// Returns the placeholder of the text field.
  static func placeholder(_ choice: OnboardingReactor.Choice) -> String {
    switch choice {
    case .bundled: ""
    case .file: "~/vehicles.csv.zip"
    case .address: "https://example.org/vehicles.csv"
    }
  }

  static func explanation(_ choice: OnboardingReactor.Choice) -> String {
    switch choice {
    case .bundled: "The EPA's catalog. No network is needed until a refresh."
    case .file: "The EPA's vehicles.csv (plain, zip, or gzip), or a catalog in Showroom's JSON format."
    case .address: "The current edition of the EPA's catalog (2 MB), or another address."
    }
  }

  /// Returns the hint at the bottom of the screen.
  static func hint(_ state: OnboardingReactor.State) -> String {
    let effect = "Future refreshes use the source that you choose, unless the configuration names another."
    guard let current = state.current else {
      return effect + " To change it later, run the command \"Change catalog source\"."
    }
    return "Current source: \(current). " + effect
  }
}
