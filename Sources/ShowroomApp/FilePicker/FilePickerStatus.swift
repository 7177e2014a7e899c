import ReactorTerminal

/// What the title bar says on its right: `2/120 · 3 selected, 4.1 MB · filter: jpg`.
struct FilePickerStatus {
  /// Where the selection is, and of how many.
  let position: String
  let state: FilePickerReactor.State
  let isASCII: Bool

  /// Columns that a filter gets: the rest of it is seen where it was typed.
  private static let filterWidth = 16

  var text: String {
    let listing = state.listing
    var parts = [position.isEmpty ? "0/\(grouped(listing.total))" : position]
    if !state.selection.isEmpty {
      parts.append("\(grouped(state.selection.count)) selected, \(ByteFormatting.size(state.selection.totalSize))")
    }
    if !listing.filter.isEmpty {
      let glyphs: Theme.Glyphs = isASCII ? .ascii : .unicode
      parts.append(
        "filter: " + truncated(listing.filter, to: Self.filterWidth, ellipsis: glyphs.ellipsis))
    }
    if listing.phase == .stopped, listing.visit > 0 { parts.append("not all read") }
    return parts.joined(separator: isASCII ? " | " : " · ")
  }
}
