import Testing

@testable import ReactorTerminalCore

@Suite struct EventQueueTests {
  /// Removes all events, at most `size` at a time, and returns the first ones. Thousands would not be compared, because
  /// a test that fails describes each of them.
  private func drain(_ queue: inout EventQueue, by size: Int = .max, first limit: Int = 10) -> [Event] {
    var all: [Event] = []
    while !queue.events.isEmpty {
      let part = queue.events.prefix(size)
      all += part
      queue.removeFirst(part.count)
    }
    return Array(all.prefix(limit))
  }

  private func keys(_ text: String) -> [Event] { text.map { .key(Key(.character($0))) } }

  private static let interrupt = Key.control("c")

  @Test func `a megabyte of keys is decoded in small parts, in order`() {
    var queue = EventQueue()
    let text = (0..<100_000).map { "\($0 % 10) 기아" }.joined()

    queue.append(text.utf8)
    let first = queue.events.count

    #expect(first <= 2 * EventQueue.sliceSize)
    let isSame = drain(&queue, by: 1_000, first: .max) == keys(text)
    #expect(isSame)
    #expect(queue.isEmpty)
  }

  @Test func `a paste arrives whole, regardless of its length`() {
    var queue = EventQueue()
    let text = String(repeating: "kia electric\n", count: 50_000)

    queue.append("j\u{1B}[200~\(text)\u{1B}[201~k".utf8)

    #expect(drain(&queue) == keys("j") + [.paste(Paste(text))] + keys("k"))
  }

  @Test func `an interrupt precedes the keys that wait before it, and they are discarded`() {
    var queue = EventQueue()
    queue.append((String(repeating: "kia electric\r", count: 100_000) + "\u{3}y").utf8)
    queue.append(.resize(Size(width: 40, height: 10)))

    queue.skip(to: Self.interrupt)

    #expect(drain(&queue) == [.resize(Size(width: 40, height: 10)), .key(Self.interrupt)] + keys("y"))
  }

  @Test func `an interrupt precedes keys that are already decoded`() {
    var queue = EventQueue()
    queue.append("kia\r\u{3}y".utf8)

    queue.skip(to: Self.interrupt)

    #expect(drain(&queue) == [.key(Self.interrupt)] + keys("y"))
  }

  @Test(arguments: [0, 10_000])
  func `an interrupt in a paste is text`(typed: Int) {
    var queue = EventQueue()
    let keys = String(repeating: "x", count: typed)
    queue.append("\(keys)\u{1B}[200~a\u{3}b\u{1B}[201~".utf8)

    queue.skip(to: Self.interrupt)

    let events = drain(&queue, first: .max)
    #expect(events.count == typed + 1)
    #expect(events.last == .paste(Paste("a\u{3}b")))
  }

  @Test func `an interrupt after a paste precedes it`() {
    var queue = EventQueue()
    let typed = String(repeating: "x", count: 10_000)
    queue.append("\(typed)\u{1B}[200~a\u{3}b\u{1B}[201~\u{3}".utf8)

    queue.skip(to: Self.interrupt)

    #expect(drain(&queue) == [.key(Self.interrupt)])
  }

  @Test func `a program that has to end handles none of the keys that are still waiting`() {
    var queue = EventQueue()
    queue.append([UInt8](repeating: 0x78, count: 100_000))
    queue.end(.signal(15))

    queue.discardInput()

    #expect(drain(&queue) == [.terminate(.signal(15))])
    #expect(queue.isEmpty)
  }

  @Test func `no more is read while four megabytes wait`() {
    var queue = EventQueue()

    queue.append([UInt8](repeating: 0x78, count: EventQueue.byteLimit))
    #expect(!queue.isFull)
    queue.append([UInt8](repeating: 0x78, count: 2 * EventQueue.sliceSize))

    #expect(queue.isFull)
  }

  @Test func `the first cause that ends the program counts`() {
    var queue = EventQueue()

    queue.end(.signal(15))
    queue.end(.endOfInput)

    #expect(queue.cause == .signal(15))
    #expect(drain(&queue) == [.terminate(.signal(15))])
  }
}
