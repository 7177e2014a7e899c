import ReactorTerminal

/// What the flows make screens with, and where they show them.
@MainActor
struct ScreenContext {
  /// Where dialogs and toasts are shown.
  let window: Window
  /// The screens, one stack for all flows: the title bar tells the whole way back.
  let navigation: NavigationStack
  /// The cars.
  let catalogue: LiveCatalogue
  /// How figures are written.
  let formatting: CarFormatting
}
