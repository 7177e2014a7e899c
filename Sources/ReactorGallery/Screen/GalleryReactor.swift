import ReactorCore

/// The reactor that determines which widget and state the gallery shows, and how.
final class GalleryReactor: Reactor {
  enum Action {
    case show(entry: Int)
    /// Goes to another state. After the last state or before the first one, goes to another widget.
    case moveState(forward: Bool)
    case moveEntry(forward: Bool)
    case nextWidth
    case toggleSource
    case toggleAlone
  }

  typealias Mutation = Action

  /// A state of a widget.
  struct Position: Hashable {
    var entry = 0
    var state = 0
  }

  /// The width of the widget.
  enum Width: Int, CaseIterable {
    case full, narrow, medium

    /// The number of columns; `nil` for all available columns.
    var columns: Int? {
      switch self {
      case .full: nil
      case .narrow: 30
      case .medium: 60
      }
    }
  }

  struct State {
    var position = Position()
    var width = Width.full
    var showsSource = false
    /// Whether only the widget is shown, without the list, the title and the hints.
    var isAlone = false
  }

  let store = Store<GalleryReactor>(State())
  private let stateCounts: [Int]

  /// Creates a reactor.
  ///
  /// - Parameter stateCounts: The number of states of each widget.
  init(stateCounts: [Int]) { self.stateCounts = stateCounts }

  func reduce(into state: inout State, mutation: Action) {
    switch mutation {
    case .show(let entry):
      if entry != state.position.entry, stateCounts.indices.contains(entry) { state.position = Position(entry: entry) }
    case .moveState(let forward): moveState(&state.position, forward: forward)
    case .moveEntry(let forward): state.position = Position(entry: entry(after: state.position.entry, forward))
    case .nextWidth: state.width = Width(rawValue: state.width.rawValue + 1) ?? .full
    case .toggleSource: state.showsSource.toggle()
    case .toggleAlone: state.isAlone.toggle()
    }
  }

  private func moveState(_ position: inout Position, forward: Bool) {
    let next = position.state + (forward ? 1 : -1)
    if (0..<stateCounts[position.entry]).contains(next) {
      position.state = next
    } else {
      position.entry = entry(after: position.entry, forward)
      position.state = forward ? 0 : stateCounts[position.entry] - 1
    }
  }

  private func entry(after entry: Int, _ forward: Bool) -> Int {
    (entry + (forward ? 1 : stateCounts.count - 1)) % stateCounts.count
  }
}
