/// A check for cancellation that is performed once in 65,536 calls, for loops whose iterations are too short to check
/// each time. During a sort, that is every few milliseconds.
struct CancellationCheck {
  private var turns = 0

  @inline(__always)
  mutating func run(_ isCanceled: () -> Bool) throws(CatalogError) {
    turns += 1
    if turns & 0xffff == 0, isCanceled() { throw .canceled }
  }
}
