/// A sort order offered by a menu.
public struct SortOption {
  /// The field's ID, as used in code.
  public var id: String
  /// The title of the field.
  public var title: String
  /// A description of the order, such as `newest first`; empty for none.
  public var summary: String
  /// Whether the values increase from row to row; `nil` if the order is not numerical.
  public var isAscending: Bool?
  /// Whether choosing the option again reverses the order.
  public var isReversible: Bool

  /// Creates an option.
  ///
  /// - Parameters:
  ///   - id: The field's ID, as used in code.
  ///   - title: The title of the field.
  ///   - summary: A description of the order, such as `newest first`.
  ///   - isAscending: Whether the values increase from row to row; `nil` if the order is not numerical.
  ///   - isReversible: Whether choosing the option again reverses the order.
  public init(id: String, title: String, summary: String, isAscending: Bool? = nil, isReversible: Bool = true) {
    self.id = id
    self.title = title
    self.summary = summary
    self.isAscending = isAscending
    self.isReversible = isReversible
  }
}

extension PickerView {
  /// Creates a menu of sort orders.
  ///
  /// Each option describes the order that choosing it results in, except for the current option, which describes the
  /// current order. The current field is marked. The hint for Enter says whether choosing it again reverses its order
  /// or keeps it.
  ///
  /// - Parameters:
  ///   - options: The options, from top to bottom.
  ///   - current: The ID of the current field.
  public convenience init(sortingBy options: [SortOption], current: String) {
    self.init(
      title: "Sort by",
      choices: options.map { option in
        var choice = Choice(
          id: option.id, title: option.title, detail: option.summary,
          actionTitle: option.id != current ? "Sort" : option.isReversible ? "Reverse" : "Keep")
        choice.isAscending = option.isAscending
        choice.isCurrent = option.id == current
        return choice
      }, selected: current)
  }
}
