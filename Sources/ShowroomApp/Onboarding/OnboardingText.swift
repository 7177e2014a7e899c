import Catalogue
import ReactorTerminal

/// What the screen of the sources says.
enum OnboardingText {
  /// What stands in the line before anything is typed.
  static func placeholder(_ choice: OnboardingReactor.Choice) -> String {
    switch choice {
    case .bundled: ""
    case .file: "~/vehicles.csv.zip"
    case .address: "https://www.fueleconomy.gov/feg/epadata/vehicles.csv.zip"
    }
  }

  /// What a choice means.
  static func explanation(_ choice: OnboardingReactor.Choice) -> String {
    switch choice {
    case .bundled: "No network is needed."
    case .file: "The EPA's vehicles.csv, plain, zipped or gzipped, or a catalogue in Showroom's own JSON."
    case .address: "The EPA's is a catalogue of some 50,000 cars, 2 MB to fetch: write the address above, or another."
    }
  }

  /// What comes of it.
  static func hint(_ state: OnboardingReactor.State) -> String {
    let kept = "Refreshing takes cars from your choice from then on, unless the configuration names another source."
    guard let current = state.current else {
      return kept + " \"Choose the catalogue's source\" among the commands leads back here."
    }
    return "Now they come from \(current). " + kept
  }
}
