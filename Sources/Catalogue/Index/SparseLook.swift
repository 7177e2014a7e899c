/// Looks at a cancel flag once in 65,536 times, for loops whose turns are too short to look each time: with the comparisons
/// of a sort, that is every few milliseconds.
struct SparseLook {
  private var turns = 0

  @inline(__always)
  mutating func take(_ isCancelled: () -> Bool) throws(CatalogueError) {
    turns += 1
    if turns & 0xffff == 0, isCancelled() { throw .cancelled }
  }
}
