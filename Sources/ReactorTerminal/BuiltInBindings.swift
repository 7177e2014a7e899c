extension KeyBinding {
  /// The bindings of the commands of the library's screens, lists and dialogs, with their default keys.
  ///
  /// Together with the bindings of a program's screens, the list contains every name to which a configuration file may
  /// assign keys. A program that uses tabs, a tree, a calendar or another widget with its own commands adds those, too:
  /// `TabView.commands.bindings`.
  public static let builtIn: [KeyBinding] =
    Window.commands.bindings + Window.settingCommands().bindings + NavigationStack.commands.bindings
    + ListCommands.bindings
    + SearchBar.commands.bindings + HelpSheet.commands.bindings + CommandPalette.commands.bindings
    + AlertView.commands.bindings + PickerView.commands.bindings + PromptView.commands.bindings
    + Toast.bindings
}
