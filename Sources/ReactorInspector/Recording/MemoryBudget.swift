import CReactorTerminal

/// The memory that a recording may take. It contains the states of the program, whose size is unknown, so the growth
/// of all memory in use counts, unless forgetting does not release it.
struct MemoryBudget {
  /// The number of bytes.
  let limit: Int
  /// Returns the number of bytes in use.
  let measure: @MainActor () -> Int
  /// The bytes in use that do not belong to the recording.
  private var others: Int

  @MainActor
  init(limit: Int, measure: @escaping @MainActor () -> Int = { ct_memory_allocated() }) {
    self.limit = limit
    self.measure = measure
    others = measure()
  }

  /// Forgets part of a recording if it takes too much.
  @MainActor
  mutating func enforce(_ forget: () -> Void) {
    let before = measure()
    guard before - others > limit else { return }
    forget()
    let after = measure()
    // The program itself has grown if little was released.
    if before - after < limit / 16 { others = after }
  }
}
