import Foundation
import ReactorInspector
import ReactorTerminal
import ShowroomFilePicker
import ShowroomSettings

/// The commands of the program: those of every screen and dialog.
package enum AppCommands {
  /// The commands with their default keys, by screen.
  package static let bindings: [KeyBinding] =
    AppFlow.Commands.bindings + KeyBinding.builtIn + ScreenSettings.Commands.bindings + CarListView.commands.bindings
    + CarDetailView.Commands.bindings
    + CarDetailView.AttachmentCommands.bindings + NoteView.Commands.bindings + CompareView.Commands.bindings
    + QueryField.Commands.bindings + FacetList.Commands.bindings + SplitView.Commands.bindings
    + ColumnChooser.Commands.bindings + UploadView.Commands.bindings + FilePickerView.defaultBindings
    + DestinationView.Commands.bindings
    + Inspector.bindings + AuthorizationView.Commands.bindings + OnboardingView.Commands.bindings

  /// The names of the commands, to which a configuration file may assign keys.
  package static let ids = Set(bindings.map(\.id))
}

extension Settings {
  /// Determines the settings of the program, whose configuration file may assign keys to ``AppCommands``.
  package init(
    _ request: SettingsRequest, environment: [String: String], executable: URL = ResourceLocator.runningExecutable
  ) throws(SettingsError) {
    try self.init(request, environment: environment, commands: AppCommands.bindings, executable: executable)
  }
}
