import ReactorFlow

/// A view that fills the window under a title, as a navigation stack shows it.
open class Screen: View {
  /// What the title bar calls it.
  public var title = "" {
    didSet { if title != oldValue { window?.titlesChanged() } }
  }
  /// What the title bar says on its right: `12/340 · filter: kia`.
  public var status = "" {
    didSet { if status != oldValue { window?.titlesChanged() } }
  }
  let presence = Presence()
  /// Whether a navigation stack holds it, shown or covered.
  var isInStack = false

  /// The view that gets the keyboard when the screen is shown first.
  open var preferredFocus: View? { nil }

  /// Returns whether the screen may be left now. Every way back that a person has asks it, whatever key, click or command
  /// it is; a screen that has something to save asks the person, and pops itself once that is answered.
  ///
  /// ```swift
  /// override func shouldGoBack() -> Bool {
  ///   guard reactor?.currentState.isChanged == true else { return true }
  ///   reactor?.action.send(.askToSave)
  ///   return false
  /// }
  /// ```
  open func shouldGoBack() -> Bool { true }

  /// Titles are about to be shown: the place for a title or status that changes with every key, so that it is put into
  /// words once a frame.
  open func titlesWillShow() {}
  /// It is on the screen now.
  open func didAppear() {}
  /// Another screen covers it, or it was taken away.
  open func didDisappear() {}

  override var presenceInTree: Presence? { presence }

  /// A stack says itself when one of its screens is gone for good.
  override func wasRemoved() {
    guard !isInStack else { return }
    super.wasRemoved()
    presence.dismissed()
  }
}
