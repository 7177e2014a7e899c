import ReactorTerminal
import ShowroomFormatting

/// The table of cars, with a preview of the selected car beside it and the values of the fields below it. The preview
/// and the values can be hidden.
final class CarListPanes: View {
  let table: CarTable
  let facets = FacetPane()
  /// The preview of the selected car. The flow assigns its reactor.
  let preview: PreviewView
  /// Whether the user has shown or hidden the preview; `nil` if the window's size decides.
  var previewChoice: Bool? {
    didSet { updatePreview() }
  }
  /// Whether the window is large enough to show the preview by default.
  private var fitsPreview = false
  private let split: SplitView

  /// The fraction of the width given to the table when the preview is shown.
  private static let tableFraction = 0.6
  /// The minimum size of a list in which the preview is shown by default.
  private static let previewSize = Size(width: 140, height: 27)
  /// The minimum height of the list above the values of the fields. In a lower window, only the focused view of the two
  /// is shown.
  private static let listHeight = 6
  /// The maximum height of the values of the fields.
  private static let facetsHeight = 12

  init(formatting: CarFormatting) {
    table = CarTable(formatting: formatting)
    preview = PreviewView(formatting: formatting)
    split = SplitView(.horizontal, table, preview, fraction: Self.tableFraction, minimums: (40, 30))
    super.init()
    facets.formatting = formatting
    facets.isHidden = true
    split.hiddenPane = .second
    for view in [split, facets] { addSubview(view) }
  }

  override var preferredFocus: View? { table }

  /// Places the values of the fields at the bottom, so that no row moves.
  override func layoutSubviews() {
    let half = min(Self.facetsHeight, bounds.height / 2)
    let height = bounds.height - half >= Self.listHeight ? half : facets.list.keepsFocus ? bounds.height : 0
    let rest = bounds.height - (facets.isHidden ? 0 : height)
    split.frame = Rect(x: 0, y: 0, width: bounds.width, height: rest)
    facets.frame = Rect(x: 0, y: rest, width: bounds.width, height: bounds.height - rest)
  }

  override func focusMoved(from old: View?, to new: View?) { setNeedsLayout() }

  /// The format of numbers.
  var formatting: CarFormatting {
    get { table.formatting }
    set {
      table.formatting = newValue
      preview.formatting = newValue
      facets.formatting = newValue
    }
  }

  /// Whether the preview is shown: according to the user's choice or, by default, if the window is large.
  var isPreviewShown: Bool { previewChoice ?? fitsPreview }

  /// Returns the action that shows or hides the preview. If the window is too small to show it, shows a toast and
  /// returns `nil`.
  func togglePreview() -> CarListReactor.Action? {
    guard bounds.width >= split.collapseLength else {
      window?.toast("The preview needs a window of at least \(split.collapseLength) columns")
      return nil
    }
    return .setPreviewShown(!isPreviewShown)
  }

  /// Decides whether the preview is shown by default: in a large window, unless the models are then shown less
  /// completely.
  ///
  /// - Parameter size: The size of the list, including the views below the table.
  func fitPreview(in size: Size) {
    fitsPreview =
      size.width >= Self.previewSize.width && size.height >= Self.previewSize.height
      && table.showsModelsEqually(inWidth: Int(Self.tableFraction * Double(size.width - 1)), asIn: size.width)
    updatePreview()
  }

  /// Shows the selected car in the preview. Without a preview, a key that moves the selection involves no reactor.
  func updatePreview() {
    split.hiddenPane = isPreviewShown ? nil : .second
    preview.select(isPreviewShown ? table.selectedCar : nil)
  }
}
