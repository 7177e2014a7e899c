/// A view in ``Rows`` or ``Columns``, with its length.
///
/// ```swift
/// content = Rows(padding: Insets(horizontal: 1)) {
///   heading                        // as tall as it prefers
///   Columns(spacing: 1) {
///     list.fill(2)
///     page.fill(minimum: 20)
///   }.fill()
///   spinner.height(1)              // hidden views take no space
/// }
/// ```
///
/// The lengths are described in ``Sizing``.
@MainActor
public struct Arranged {
  let view: View
  let sizing: Sizing
}

extension View {
  /// Returns the view with a length for ``Rows`` or ``Columns``.
  public final func sized(_ sizing: Sizing) -> Arranged { Arranged(view: self, sizing: sizing) }

  /// Returns the view with a share of the remaining space, in proportion to the other shares.
  public final func fill(_ weight: Int = 1, minimum: Int = 0, maximum: Int? = nil) -> Arranged {
    sized(.share(weight, minimum: minimum, maximum: maximum))
  }

  /// Returns the view with a fixed number of lines, for ``Rows``.
  public final func height(_ lines: Int) -> Arranged { sized(.fixed(lines)) }

  /// Returns the view with a fixed number of columns, for ``Columns``.
  public final func width(_ columns: Int) -> Arranged { sized(.fixed(columns)) }

  /// Returns the view with its preferred length, within limits.
  public final func fit(minimum: Int = 0, maximum: Int? = nil) -> Arranged {
    sized(.fitting(minimum: minimum, maximum: maximum))
  }
}

/// Views arranged from top to bottom: a vertical ``StackView``.
public final class Rows: StackView {
  /// Creates the rows.
  ///
  /// - Parameters:
  ///   - spacing: The number of lines between two views.
  ///   - padding: The cells between the edges and the views.
  ///   - alignment: The horizontal position of the views.
  ///   - views: The views, each with its height. A view without a height is as tall as it prefers.
  public init(
    spacing: Int = 0, padding: Insets = .zero, alignment: Alignment = .fill,
    @ArrangementBuilder _ views: () -> [Arranged]
  ) {
    super.init(.vertical, spacing: spacing, padding: padding, alignment: alignment)
    for item in views() { add(item.view, item.sizing) }
  }
}

/// Views arranged from left to right: a horizontal ``StackView``.
public final class Columns: StackView {
  /// Creates the columns.
  ///
  /// - Parameters:
  ///   - spacing: The number of columns between two views.
  ///   - padding: The cells between the edges and the views.
  ///   - alignment: The vertical position of the views.
  ///   - views: The views, each with its width. A view without a width is as wide as it prefers.
  public init(
    spacing: Int = 0, padding: Insets = .zero, alignment: Alignment = .fill,
    @ArrangementBuilder _ views: () -> [Arranged]
  ) {
    super.init(.horizontal, spacing: spacing, padding: padding, alignment: alignment)
    for item in views() { add(item.view, item.sizing) }
  }
}

/// Builds the views of ``Rows`` and ``Columns``.
@MainActor
@resultBuilder
public enum ArrangementBuilder {
  /// Creates a list of one view with its length.
  public static func buildExpression(_ view: Arranged) -> [Arranged] { [view] }
  /// Creates a list of one view with its preferred length.
  public static func buildExpression(_ view: View) -> [Arranged] { [view.fit()] }
  /// Joins lists.
  public static func buildBlock(_ views: [Arranged]...) -> [Arranged] { views.flatMap(\.self) }
  /// Joins the lists that a loop creates.
  public static func buildArray(_ views: [[Arranged]]) -> [Arranged] { views.flatMap(\.self) }
  /// Returns the list of an `if`, which is empty if the condition is false.
  public static func buildOptional(_ views: [Arranged]?) -> [Arranged] { views ?? [] }
  /// Returns the list of the first branch.
  public static func buildEither(first views: [Arranged]) -> [Arranged] { views }
  /// Returns the list of the second branch.
  public static func buildEither(second views: [Arranged]) -> [Arranged] { views }
}
