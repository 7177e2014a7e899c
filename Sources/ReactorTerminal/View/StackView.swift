/// A view that arranges its subviews in a row or a column.
public final class StackView: View {
  /// The direction of a stack.
  public enum Axis: Sendable {
    /// From left to right.
    case horizontal
    /// From top to bottom.
    case vertical
  }

  /// The length of a subview along the axis, in cells.
  public enum Length: Sendable, Hashable {
    /// A fixed number of cells.
    case fixed(Int)
    /// The length that `sizeThatFits` returns.
    case fitting
    /// A share of the remaining space, by weight.
    case share(Int)
  }

  private let axis: Axis
  private let spacing: Int
  private var lengths: [(view: View, length: Length)] = []

  /// Creates an empty stack.
  ///
  /// - Parameter spacing: the number of cells between two subviews.
  public init(_ axis: Axis, spacing: Int = 0) {
    self.axis = axis
    self.spacing = spacing
    super.init()
  }

  /// Adds a subview after the others.
  @discardableResult
  public func add<V: View>(_ view: V, _ length: Length = .fitting) -> V {
    lengths.append((view, length))
    addSubview(view)
    return view
  }

  /// Arranges the subviews. Hidden ones take no space.
  public override func layoutSubviews() {
    let shown = lengths.filter { !$0.view.isHidden && $0.view.superview === self }
    let room = axis == .horizontal ? bounds.width : bounds.height
    var left = max(0, room - spacing * max(0, shown.count - 1))
    var sizes = [Int](repeating: 0, count: shown.count)
    var weights = 0
    for (index, item) in shown.enumerated() {
      switch item.length {
      case .fixed(let cells): sizes[index] = min(cells, left)
      case .fitting: sizes[index] = min(left, fitting(item.view, left))
      case .share(let weight): weights += max(1, weight)
      }
      left -= sizes[index]
    }
    for (index, item) in shown.enumerated() {
      guard case .share(let weight) = item.length else { continue }
      sizes[index] = left * max(1, weight) / weights
      left -= sizes[index]
      weights -= max(1, weight)
    }
    var position = 0
    for (index, item) in shown.enumerated() {
      item.view.frame =
        axis == .horizontal
        ? Rect(x: position, y: 0, width: sizes[index], height: bounds.height)
        : Rect(x: 0, y: position, width: bounds.width, height: sizes[index])
      position += sizes[index] + spacing
    }
  }

  /// Returns the sum of the subviews along the axis and the largest across it.
  public override func sizeThatFits(_ proposal: Size) -> Size {
    var along = 0
    var across = 0
    let shown = lengths.filter { !$0.view.isHidden }
    for item in shown {
      let size = item.view.sizeThatFits(proposal)
      let cells = axis == .horizontal ? size.width : size.height
      if case .fixed(let fixed) = item.length { along += fixed } else { along += cells }
      across = max(across, axis == .horizontal ? size.height : size.width)
    }
    along += spacing * max(0, shown.count - 1)
    return axis == .horizontal
      ? Size(width: min(along, proposal.width), height: min(across, proposal.height))
      : Size(width: min(across, proposal.width), height: min(along, proposal.height))
  }

  private func fitting(_ view: View, _ room: Int) -> Int {
    let proposal =
      axis == .horizontal
      ? Size(width: room, height: bounds.height) : Size(width: bounds.width, height: room)
    let size = view.sizeThatFits(proposal)
    return axis == .horizontal ? size.width : size.height
  }
}
