import Foundation
import ReactorInspector
import ReactorTerminal
import ShowroomFilePicker
import ShowroomSettings

/// The commands of the program: those of every screen and dialog.
package enum AppCommands {
  /// The bindings of the commands with their default keys, by screen.
  package static let bindings =
    AppFlow.commands.bindings + KeyBinding.builtIn + ScreenSettings.commands.bindings + screens

  /// The commands of the screens. Commands that go back in their own way replace the command of the navigation stack.
  /// The commands that choose completions are left out, because the arrow keys move the selection in the list of cars.
  private static let screens = [
    CarListView.commands.bindings, CarDetailView.commands.bindings,
    NoteView.commands.bindings, CompareView.commands.bindings, CostsView.commands.bindings,
    ChangesView.commands.bindings, PlotView.commands.bindings, ScatterPlot.commands.bindings,
    QueryField.commands.bindings,
    FacetList.commands.bindings, SplitView.commands.bindings, ColumnChooser.commands.bindings,
    UploadView.commands.bindings, UploadedFilesView.commands.bindings, FilePickerView.defaultBindings,
    DestinationView.commands.bindings, Inspector.bindings, AuthorizationView.commands.bindings,
    OnboardingView.commands.bindings,
  ].joined().filter {
    ![NavigationStack.back, QueryField.nextCandidate, QueryField.previousCandidate].contains($0.id)
  }

  /// The names of the commands to which a configuration file may assign keys.
  package static let ids = Set(bindings.map(\.id))
}

extension Settings {
  /// Creates the settings of the program. Its configuration file may assign keys to ``AppCommands``.
  package init(
    _ request: SettingsRequest, environment: [String: String], executable: URL = ResourceLocator.runningExecutable
  ) throws(SettingsError) {
    try self.init(request, environment: environment, commands: AppCommands.bindings, executable: executable)
  }
}
