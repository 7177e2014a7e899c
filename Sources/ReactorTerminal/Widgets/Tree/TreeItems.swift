/// The items of a tree: the outermost ones, and a closure that returns the children of an item.
///
/// A tree requests only the children of expanded items, so an infinite tree costs no more than its visible part.
///
/// ```swift
/// tree.items = TreeItems(state.folders) { folder in
///   guard folder.isFolder else { return .none }
///   return state.children[folder.id].map { .loaded($0) } ?? .unloaded
/// }
/// ```
public struct TreeItems<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The outermost items, from top to bottom.
  public let roots: [Item]
  private let childrenOf: @Sendable (Item) -> TreeChildren<Item>

  /// Creates the items of a tree.
  ///
  /// - Parameters:
  ///   - roots: The outermost items, from top to bottom.
  ///   - children: A closure that returns the children of an item. It is called for the visible items whenever items
  ///     are replaced, expanded or collapsed.
  public init(_ roots: [Item], children: @escaping @Sendable (Item) -> TreeChildren<Item>) {
    self.roots = roots
    childrenOf = children
  }

  /// Returns the children of an item.
  public func children(of item: Item) -> TreeChildren<Item> { childrenOf(item) }
}

/// The children of an item of a tree.
public enum TreeChildren<Item: Sendable>: Sendable {
  /// The item cannot have children.
  case none
  /// The item has these children, which may be an empty array.
  case loaded([Item])
  /// The children are not known yet. ``TreeView/childrenRequested`` requests them when the item is expanded.
  case unloaded
}
