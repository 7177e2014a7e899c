/// What must be drawn in the next frame: a few rectangles that do not overlap.
struct DirtyRegion {
  private var rects: [Rect] = []

  /// Rectangles kept apart. Beyond it everything between them is drawn too.
  private static let limit = 8

  var isEmpty: Bool { rects.isEmpty }

  mutating func add(_ rect: Rect) {
    guard !rect.isEmpty else { return }
    var added = rect
    var index = 0
    while index < rects.count {
      if rects[index].contains(added) { return }
      if rects[index].intersects(added) {
        added = added.union(rects.remove(at: index))
        index = 0
      } else {
        index += 1
      }
    }
    rects.append(added)
    if rects.count > Self.limit { rects = [rects.dropFirst().reduce(rects[0]) { $0.union($1) }] }
  }

  mutating func take() -> [Rect] {
    defer { rects.removeAll(keepingCapacity: true) }
    return rects
  }
}
