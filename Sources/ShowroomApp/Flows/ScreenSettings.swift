import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting
import ShowroomSettings

/// The settings that the user can change while the program runs: the units and the settings of the window. All screens
/// follow them immediately, and they are restored in the next session.
@MainActor
final class ScreenSettings {
  /// The commands for settings other than those of the window.
  nonisolated static let commands = Commands<ScreenSettings>("Settings") {
    Command("settings.units", title: "Units", help: "Switches between US and metric units.") {
      $0.owner.changeUnits()
    }
    .valued { $0.owner.formatting.value.units.title }
  }

  /// The format of numbers on all screens.
  let formatting: StateRelay<CarFormatting>
  private let window: Window
  private let memory: SessionMemory?
  private var known: Values
  private let disposeBag = DisposeBag()

  /// The settings to save.
  private struct Values {
    var theme: String
    var units: UnitSystem
    var isASCII: Bool
    var hasMouse: Bool
  }

  /// Installs the commands for the settings in the window.
  ///
  /// - Parameters:
  ///   - units: The initial units.
  ///   - costs: The assumptions from which costs are computed.
  ///   - memory: The state with which the next session begins; `nil` to save nothing.
  init(_ window: Window, units: UnitSystem, costs: StateRelay<CostAssumptions>, memory: SessionMemory?) {
    self.window = window
    self.memory = memory
    formatting = StateRelay(CarFormatting(units: units, ascii: window.isASCII, costs: costs.value))
    known = Self.values(of: window, units)
    window.installSettingCommands()
    Self.commands.install(in: window.root, for: self)
    disposeBag.collect {
      window.settingsChanged.bind(with: self) { settings, _ in settings.follow() }
      formatting.bind(with: self) { settings, _ in settings.remember() }
      costs.bind(with: self) { $0.follow($1) }
    }
  }

  /// Subscribes to changes of the window's settings.
  private func follow() {
    var next = formatting.value
    next.isASCII = window.isASCII
    if next != formatting.value { formatting.accept(next) }
    remember()
  }

  private func follow(_ costs: CostAssumptions) {
    var next = formatting.value
    next.costs = costs
    if next != formatting.value { formatting.accept(next) }
  }

  private func changeUnits() {
    var next = formatting.value
    next.units = next.units == .us ? .metric : .us
    formatting.accept(next)
  }

  private static func values(of window: Window, _ units: UnitSystem) -> Values {
    Values(theme: window.themeSetting, units: units, isASCII: window.isASCII, hasMouse: window.hasMouse)
  }

  /// Saves the changes.
  private func remember() {
    let (old, new) = (known, Self.values(of: window, formatting.value.units))
    known = new
    memory?.update { state in
      if new.theme != old.theme { state.theme = new.theme }
      if new.units != old.units { state.units = new.units }
      if new.isASCII != old.isASCII { state.isASCII = new.isASCII }
      if new.hasMouse != old.hasMouse { state.hasMouse = new.hasMouse }
    }
  }
}

extension UnitSystem {
  /// The name shown in the command palette.
  fileprivate var title: String {
    switch self {
    case .us: "US"
    case .metric: "metric"
    }
  }
}
