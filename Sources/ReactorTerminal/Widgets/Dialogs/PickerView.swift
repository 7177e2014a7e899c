import ReactorCore

/// A dialog in which the user selects one of several choices. Enter confirms, Esc cancels.
///
/// ```swift
/// let picker = PickerView(title: "Sort by", choices: choices, selected: "year")
/// if let field = await window?.answer(of: picker, picker.chosen) { reactor?.action.send(.sort(by: field)) }
/// ```
public final class PickerView: PanelView {
  /// A choice.
  public struct Choice: Sendable, Hashable, Identifiable {
    /// The choice's ID, as used in code.
    public var id: String
    /// The title.
    public var title: String
    /// Additional text on the right, which is dimmed.
    public var detail: String
    /// The hint for Enter while the choice is selected.
    public var actionTitle: String
    /// Whether the arrow before the detail points up or down; `nil` for no arrow.
    var isAscending: Bool?
    /// Whether the choice is marked as the current one; `nil` if the picker does not mark choices.
    var isCurrent: Bool?

    /// Creates a choice.
    ///
    /// - Parameters:
    ///   - id: The choice's ID, as used in code.
    ///   - title: The title.
    ///   - detail: Additional text on the right.
    ///   - actionTitle: The hint for Enter while the choice is selected.
    public init(id: String, title: String, detail: String = "", actionTitle: String = "Choose") {
      self.id = id
      self.title = title
      self.detail = detail
      self.actionTitle = actionTitle
    }
  }

  /// The commands of a dialog with choices besides those of its list. In the help sheet, the dialog's title is their
  /// heading.
  nonisolated public static let commands = Commands<PanelView>("Choice") {
    Command("picker.close", .escape, "q", title: "Cancel", help: "Closes the list without choosing.") {
      $0.view.dismiss()
    }
  }

  public override var title: String { heading }
  /// A relay that emits the ID of the choice that the user confirmed, after the dialog is dismissed.
  public let chosen = Relay<String>()

  private let heading: String
  private let choices: [Choice]
  private let table: ChoiceTable
  private let disposeBag = DisposeBag()

  /// Creates a picker.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - choices: The choices, from top to bottom.
  ///   - selected: The ID of the initially selected choice; `nil` for the first one.
  public init(title: String, choices: [Choice], selected: String? = nil) {
    heading = title
    self.choices = choices
    table = ChoiceTable(choices)
    super.init()
    table.background = .alert
    table.selectedID = selected
    table.selectionChanged.subscribe { [weak self] _ in self?.updateHint() }.disposed(by: disposeBag)
    updateHint()
    addSubview(table)
    Self.commands.install(in: self, section: title)
    table.rowOpened.subscribe { [weak self] id in
      self?.dismiss { self?.chosen.send(id) }
    }.disposed(by: disposeBag)
  }

  private func updateHint() {
    table.rowOpenTitle = table.selectedRow?.actionTitle ?? "Choose"
  }

  public override var preferredFocus: View? { table }

  public override func contentSize(_ proposal: Size) -> Size {
    ChoiceTable.size(proposal, for: choices)
  }

  public override func layoutSubviews() { table.frame = contentRect }
}
