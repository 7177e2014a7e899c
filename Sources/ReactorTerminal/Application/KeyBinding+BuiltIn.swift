extension KeyBinding {
  /// The bindings of the commands that the library's screens, lists and dialogs have, with their default keys.
  ///
  /// With those of a program's screens added, the list contains every name to which a configuration file may assign
  /// keys. A program with tabs, a tree, a calendar or another widget that has commands of its own adds those as well:
  /// `TabView.Commands.bindings`.
  public static let builtIn: [KeyBinding] =
    Window.Commands.bindings + Window.SettingCommands.bindings + NavigationStack.Commands.bindings
    + ListCommands.bindings
    + SearchBar.Commands.bindings + HelpSheet.Commands.bindings + CommandPalette.Commands.bindings
    + AlertView.Commands.bindings + PickerView.Commands.bindings + PromptView.Commands.bindings
    + ToastStack.Commands.bindings
}
