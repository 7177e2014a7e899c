import ReactorCore

/// A dialog in which the user checks several choices. Space checks the selected choice, Enter confirms, Esc cancels.
///
/// ```swift
/// let picker = MultiPickerView(title: "Columns", choices: choices, checked: state.columns)
/// if let columns = await window?.answer(of: picker, picker.chosen) { reactor?.action.send(.showColumns(columns)) }
/// ```
public final class MultiPickerView: PanelView {
  public override var title: String { heading }
  /// A relay that emits the IDs of the checked choices when the user confirms them, after the dialog is dismissed.
  public let chosen = Relay<Set<String>>()

  private let heading: String
  private let list: CheckList

  /// Creates a picker.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - choices: The choices, from top to bottom.
  ///   - checked: The IDs of the choices that are checked at first.
  ///   - confirm: The name of the action of Enter.
  public init(
    title: String, choices: [PickerView.Choice], checked: Set<String> = [], confirm: String = "Confirm"
  ) {
    heading = title
    list = CheckList(choices, checked: checked)
    super.init()
    addSubview(list)
    list.confirmed = { [weak self] in
      guard let self else { return }
      dismiss { self.chosen.send(self.list.checkedIDs) }
    }
    list.table.rowOpenTitle = confirm
    list.table.background = .alert
    PickerView.commands.install(in: self, section: title)
  }

  public override var preferredFocus: View? { list.table }

  public override func contentSize(_ proposal: Size) -> Size { list.sizeThatFits(proposal) }

  public override func layoutSubviews() { list.frame = contentRect }
}
