import Glibc
import ReactorTerminal

/// The conditions for showing an epoch: it contains the text, and it has one of the checked values of each facet.
struct EpochFilter: Equatable {
  /// The text to search for; empty for any.
  var text = ""
  /// The checked values.
  var selection = FacetSelection()

  var isEmpty: Bool { text.isEmpty && selection.isEmpty }

  /// Returns the epochs that satisfy the conditions.
  func filtered(_ rows: [EpochRow]) -> [EpochRow] {
    if isEmpty { return rows }
    let checked = selection.values.compactMap { facet, values in EpochFacet(rawValue: facet).map { ($0, values) } }
    let needle = text.lowercased()
    return rows.filter { row in
      checked.allSatisfy { facet, values in row.facets[facet]?.isDisjoint(with: values) == false }
        && (needle.isEmpty || row.searchText.map { strstr($0, needle) != nil } ?? false)
    }
  }
}

/// A property by which epochs are filtered.
enum EpochFacet: String, CaseIterable {
  case cause, content, reactor

  var title: String {
    switch self {
    case .cause: "Cause"
    case .content: "Content"
    case .reactor: "Reactor or flow"
    }
  }

  /// The order of the facet's values; `nil` to order them by name.
  private var order: [String]? {
    switch self {
    case .cause: ["Key", "Mouse", "Paste", "Terminal", "Effect", "Step", "Other"]
    case .content: ["Command", "Action", "Mutation", "State change", "Output", "Effect", "Failure", "Step", "Redraw"]
    case .reactor: nil
    }
  }

  /// Returns the facet with the number of epochs for each value.
  func counts(of rows: [EpochRow]) -> Facet {
    var counts: [String: Int] = [:]
    for row in rows { for value in row.facets[self] ?? [] { counts[value, default: 0] += 1 } }
    let values = order?.filter { counts[$0] != nil } ?? counts.keys.sorted()
    return Facet(
      id: rawValue, title: title,
      .values(values.map { Facet.Value(id: $0, label: $0, count: counts[$0, default: 0]) }))
  }

  @MainActor
  static func values(of epoch: Epoch, _ text: EpochText) -> [EpochFacet: Set<String>] {
    var contents: Set<String> = []
    var reactors: Set<String> = []
    for item in epoch.items {
      contents.formUnion(Self.contents(of: item.kind))
      if text.lanes.indices.contains(item.lane), text.lanes[item.lane].kind != .view {
        reactors.insert(text.name(item.lane))
      }
    }
    return [.cause: causes(of: epoch.trigger), .content: contents, .reactor: reactors]
  }

  private static func causes(of trigger: Epoch.Trigger) -> Set<String> {
    switch trigger {
    case .input(let records): Set(records.map { cause(of: $0.event) })
    case .effect: ["Effect"]
    case .step: ["Step"]
    case .other: ["Other"]
    }
  }

  private static func cause(of event: Event) -> String {
    switch event {
    case .key: "Key"
    case .mouse: "Mouse"
    case .paste: "Paste"
    case .resize, .focusGained, .focusLost, .resumed, .terminate: "Terminal"
    }
  }

  private static func contents(of kind: Epoch.Item.Kind) -> Set<String> {
    switch kind {
    case .command: ["Command"]
    case .action: ["Action"]
    case .mutation: ["Mutation"]
    case .state: ["State change"]
    case .output: ["Output"]
    case .effectStarted, .effectEmitted, .effectFinished, .effectCanceled: ["Effect"]
    case .effectFailed: ["Effect", "Failure"]
    case .step: ["Step"]
    case .redraw: ["Redraw"]
    }
  }
}
