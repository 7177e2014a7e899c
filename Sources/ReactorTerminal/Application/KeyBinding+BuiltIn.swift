extension KeyBinding {
  /// The bindings of the commands that the library's screens, lists and dialogs have, with their default keys.
  ///
  /// With those of a program's screens added, the list contains every name to which a configuration file may assign
  /// keys. A program with tabs, a tree, a calendar or another widget that has commands of its own adds those as well:
  /// `TabView.commands.bindings`.
  public static let builtIn: [KeyBinding] =
    Window.commands.bindings + Window.settingCommands().bindings + NavigationStack.commands.bindings
    + ListCommands.bindings
    + SearchBar.commands.bindings + HelpSheet.commands.bindings + CommandPalette.commands.bindings
    + AlertView.commands.bindings + PickerView.commands.bindings + PromptView.commands.bindings
    + ToastStack.commands.bindings
}
