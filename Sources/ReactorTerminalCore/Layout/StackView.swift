/// A view that arranges its subviews in a row or a column. Hidden subviews take no space.
///
/// ```swift
/// let stack = StackView(.vertical, spacing: 1, padding: 1)
/// stack.add(heading)
/// stack.add(table, .share(2, minimum: 5))
/// stack.add(save, alignment: .trailing)
/// ```
///
/// ``Sizing`` describes how the space is divided, even if there is too little. To create a stack together with its
/// subviews, use ``Rows`` or ``Columns``.
public class StackView: View {
  /// The position of a subview on the cross axis.
  public enum Alignment: Sendable, Hashable {
    /// From edge to edge.
    case fill
    /// At the left or top, in the preferred size.
    case leading
    /// In the center, in the preferred size.
    case center
    /// At the right or bottom, in the preferred size.
    case trailing
  }

  private struct Item {
    let view: View
    var sizing: Sizing
    var alignment: Alignment?
  }

  /// The direction of the stack.
  public var axis: Axis {
    didSet { if axis != oldValue { arrangementChanged() } }
  }
  /// The number of cells between two subviews.
  public var spacing: Int {
    didSet { if spacing != oldValue { arrangementChanged() } }
  }
  /// The cells between the edges of the stack and its subviews.
  public var padding: Insets {
    didSet { if padding != oldValue { arrangementChanged() } }
  }
  /// The position of the subviews on the cross axis, unless they have their own alignment.
  public var alignment: Alignment {
    didSet { if alignment != oldValue { arrangementChanged() } }
  }

  private var items: [Item] = []

  /// Creates an empty stack.
  ///
  /// - Parameters:
  ///   - axis: The direction of the stack.
  ///   - spacing: The number of cells between two subviews.
  ///   - padding: The cells between the edges of the stack and its subviews.
  ///   - alignment: The position of the subviews on the cross axis.
  public init(_ axis: Axis, spacing: Int = 0, padding: Insets = .zero, alignment: Alignment = .fill) {
    self.axis = axis
    self.spacing = spacing
    self.padding = padding
    self.alignment = alignment
    super.init()
  }

  // MARK: Subviews

  /// The views in the stack, in order, including hidden ones.
  public var arrangedViews: [View] { items.lazy.filter { $0.view.superview === self }.map(\.view) }

  /// Adds a subview after the others.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - sizing: The length of the view along the axis.
  ///   - alignment: The position of the view on the cross axis; `nil` for the stack's alignment.
  /// - Returns: The view.
  @discardableResult
  public func add<V: View>(_ view: V, _ sizing: Sizing = .fitting, alignment: Alignment? = nil) -> V {
    insert(view, sizing, at: items.count, alignment: alignment)
  }

  /// Inserts a subview before the one at `index`, or at the end if no subview has that index. A view that is already
  /// in the stack is moved.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - sizing: The length of the view along the axis.
  ///   - index: The position among ``arrangedViews``.
  ///   - alignment: The position of the view on the cross axis; `nil` for the stack's alignment.
  /// - Returns: The view.
  @discardableResult
  public func insert<V: View>(
    _ view: V, _ sizing: Sizing = .fitting, at index: Int, alignment: Alignment? = nil
  ) -> V {
    items.removeAll { $0.view === view || $0.view.superview !== self }
    items.insert(
      Item(view: view, sizing: sizing, alignment: alignment), at: min(max(0, index), items.count))
    addSubview(view)
    arrangementChanged()
    return view
  }

  /// Removes a subview permanently. To show it again later, hide it instead.
  public func remove(_ view: View) {
    guard view.superview === self else { return }
    items.removeAll { $0.view === view }
    view.removeFromSuperview()
    arrangementChanged()
  }

  /// Returns the length of a view along the axis, or `nil` if the view is not in the stack.
  public func sizing(of view: View) -> Sizing? {
    items.first { $0.view === view && view.superview === self }?.sizing
  }

  /// Changes the length of a view along the axis.
  public func setSizing(_ sizing: Sizing, of view: View) {
    guard let index = items.firstIndex(where: { $0.view === view }), items[index].sizing != sizing else { return }
    items[index].sizing = sizing
    arrangementChanged()
  }

  private func arrangementChanged() {
    setNeedsLayout()
    preferredSizeChanged()
  }

  // MARK: Layout

  private var shown: [Item] { items.filter { !$0.view.isHidden && $0.view.superview === self } }

  private func gaps(_ count: Int) -> Int { Sizing.cells(spacing) * max(0, count - 1) }

  private func lengths(of items: [Item], in size: Size) -> [Int] {
    let room = Sizing.cells(axis.along(size)) - gaps(items.count)
    let proposal = axis.size(along: room, across: axis.across(size))
    return Sizing.lengths(of: items.map(\.sizing), in: room) { [axis] index in
      axis.along(items[index].view.sizeThatFits(proposal))
    }
  }

  public override func layoutSubviews() {
    let shown = shown
    let area = bounds.inset(by: padding)
    let start = axis == .horizontal ? area.y : area.x
    var position = axis.along(area.origin)
    for (item, length) in zip(shown, lengths(of: shown, in: area.size)) {
      let room = axis.across(area.size)
      let alignment = item.alignment ?? alignment
      let breadth =
        alignment == .fill
        ? room : min(room, axis.across(item.view.sizeThatFits(axis.size(along: length, across: room))))
      item.view.frame = axis.rect(
        along: position, across: start + alignment.offset(in: room - breadth), length: length, breadth: breadth)
      position += length + Sizing.cells(spacing)
    }
  }

  /// Returns the total length of the subviews along the axis and the largest size across it, including spacing and
  /// padding.
  public override func sizeThatFits(_ proposal: Size) -> Size {
    let shown = shown
    let inner = proposal.reduced(by: padding)
    let room = axis.size(
      along: Sizing.cells(axis.along(inner)) - gaps(shown.count), across: axis.across(inner))
    let along = shown.reduce(gaps(shown.count)) { sum, item in
      sum + item.sizing.preferredLength(natural: axis.along(item.view.sizeThatFits(room)))
    }
    let across = zip(shown, lengths(of: shown, in: inner)).map { item, length in
      axis.across(item.view.sizeThatFits(axis.size(along: length, across: axis.across(inner))))
    }
    return axis.size(along: along, across: across.max() ?? 0).enlarged(by: padding).limited(to: proposal)
  }
}

extension StackView.Alignment {
  fileprivate func offset(in rest: Int) -> Int {
    switch self {
    case .fill, .leading: 0
    case .center: rest / 2
    case .trailing: rest
    }
  }
}
