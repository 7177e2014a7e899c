extension KeyBinding {
  /// The bindings of all commands that the library's own widgets have, with their default keys.
  ///
  /// With those of a program's screens added, the list contains every name to which a configuration file may assign
  /// keys.
  public static let builtIn: [KeyBinding] =
    Window.Commands.bindings + NavigationStack.Commands.bindings + ListCommands.bindings
    + TabView.Commands.bindings + SplitView.Commands.bindings + FormView.Commands.bindings
    + SearchBar.Commands.bindings
    + HelpSheet.Commands.bindings + CommandPalette.Commands.bindings + AlertView.Commands.bindings
    + PickerView.Commands.bindings + PromptView.Commands.bindings + ToastStack.Commands.bindings
}
