import ReactorTerminal
import ShowroomText

/// The status at the right of the title bar, such as `2/120 · 3 selected, 4.1 MB · folders: *.jpg · filter: jpg`.
struct FilePickerStatus {
  /// The position of the cursor and the number of rows, such as `2/120`.
  let position: String
  let state: FilePickerReactor.State
  let isASCII: Bool

  /// The maximum width of the filter, which is shown in full on its own line, and of the patterns.
  private static let filterWidth = 16

  var text: String {
    let listing = state.listing
    var parts = [position.isEmpty ? "0/\(grouped(listing.total))" : position]
    if !state.selection.isEmpty {
      parts.append("\(grouped(state.selection.count)) selected, \(ByteFormatting.size(state.selection.totalSize))")
    }
    let ellipsis = (isASCII ? Theme.Glyphs.ascii : .unicode).ellipsis
    for (label, text) in [("folders", state.patterns), ("filter", listing.filter)] where !text.isEmpty {
      parts.append("\(label): " + truncated(text, to: Self.filterWidth, ellipsis: ellipsis))
    }
    if listing.phase == .stopped, listing.visit > 0 { parts.append("incomplete") }
    return parts.joined(separator: .partSeparator(isASCII: isASCII))
  }
}
