import ReactorTerminal

/// A page with the facets for filtering epochs, and the number of epochs for each value.
final class FilterPage: View {
  let list = FacetList()
  private let empty = Label(EpochText.noEpochs, role: .placeholder, alignment: .center)

  private let epochs: EpochsPage

  init(_ epochs: EpochsPage) {
    self.epochs = epochs
    super.init()
    list.facetWidth = 17
    list.command(ListCommands.open)?.title = "Epochs"
    for command in [FacetList.lowerStart, FacetList.raiseStart, FacetList.lowerEnd, FacetList.raiseEnd] {
      list.command(command)?.isEnabled = false
      list.command(command)?.binding.isHidden = true
    }
    addSubview(list)
    addSubview(empty)
  }

  override var preferredFocus: View? { list }

  /// Updates the counts with newly recorded epochs.
  func update() {
    guard isOnScreen else { return }
    let rows = epochs.allRows
    empty.isHidden = !rows.isEmpty
    list.isHidden = rows.isEmpty
    list.facets = EpochFacet.allCases.map { $0.counts(of: rows) }
  }

  override func didAppear() { update() }

  override func layoutSubviews() {
    list.frame = bounds
    empty.frame = Rect(x: 0, y: bounds.height / 2, width: bounds.width, height: min(1, bounds.height))
  }
}
