import ReactorTerminal

extension GalleryEntry {
  static let refreshControl = GalleryEntry(
    .tables, "RefreshControl", "An indicator that the user pulls down to refresh a list.",
    states: [
      GalleryState("Pulled", isFocused: true) { RefreshSample { for _ in 0..<3 { $0.pull() } } },
      GalleryState("Refreshing after a pull", isFocused: true) {
        RefreshSample { control in
          for _ in 0..<RefreshControl.requiredPulls { control.pull() }
          control.isRefreshing = true
        }
      },
      GalleryState("Refreshing") { RefreshSample { $0.isRefreshing = true } },
    ])
}

private struct City: Identifiable, Sendable {
  let id: String
}

/// A table with a control that is pulled when it appears.
private final class RefreshSample: View {
  private let table = TableView<City>(columns: [TableColumn(id: "city", title: "City") { TableCell($0.id) }])
  private let control = RefreshControl()
  private let pull: @MainActor (RefreshControl) -> Void

  init(_ pull: @escaping @MainActor (RefreshControl) -> Void) {
    self.pull = pull
    super.init()
    table.rows = TableRows(["Seoul", "부산", "Busan", "Incheon"].map(City.init))
    table.refreshControl = control
    addSubview(table)
  }

  override func didAppear() { pull(control) }

  override func layoutSubviews() { table.frame = bounds }
}
