/// A cache of the occurrences of a word in the texts of a pool. Each text is searched once, for the first car that has
/// it.
final class OccurrenceCache {
  private let pool: StringPool
  private let needle: Needle
  private let known: UnsafeMutableBufferPointer<UInt8>

  init(_ pool: StringPool, needle: Needle) {
    self.pool = pool
    self.needle = needle
    known = .allocate(capacity: pool.count)
    known.initialize(repeating: 0)
  }

  deinit { known.deallocate() }

  @inline(__always)
  func occurrence(at number: Int32) -> Occurrence {
    if number < 0 { return .none }
    return Occurrence(rawValue: known[Int(number)]) ?? look(at: Int(number))
  }

  private func look(at number: Int) -> Occurrence {
    let found = pool.withBytes(at: number) { needle.occurrence(in: $0) }
    known[number] = found.rawValue
    return found
  }
}
