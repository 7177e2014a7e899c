import ReactorCore

/// Lets a person choose one of a list.
public final class PickerView: ModalView {
  /// Something to choose.
  public struct Choice: Sendable, Hashable, Identifiable {
    /// Its name in the program.
    public var id: String
    /// What it is called.
    public var title: String
    /// What stands at the right, fainter.
    public var detail: String

    /// A choice.
    public init(id: String, title: String, detail: String = "") {
      self.id = id
      self.title = title
      self.detail = detail
    }
  }

  /// What it asks.
  public override var title: String { heading }
  /// Told of the chosen one's name, after the dialog is gone.
  public let chosen = Relay<String>()

  private let heading: String
  private let choices: [Choice]

  /// A dialog that asks `title`, with `selected` chosen before.
  public init(title: String, choices: [Choice], selected: String? = nil) {
    heading = title
    self.choices = choices
    super.init()
  }
}
