import CReactorTerminal

/// The input that waits to be handled, and the reason to end the program, if there is one.
///
/// Bytes are decoded only when the events before them have been handled, because a megabyte of keys takes a hundred
/// times as much memory as events.
struct EventQueue {
  /// The number of bytes to decode at a time.
  static let sliceSize = 4_096
  /// The number of waiting bytes above which no more are read. An interrupt that follows them also waits.
  static let byteLimit = 4 << 20

  private var decoder: InputDecoder
  private var bytes: [UInt8] = []
  /// The number of bytes that have been decoded.
  private var decoded = 0
  private var lastRead = ContinuousClock.now
  /// The events to handle now, in order.
  private(set) var events: ArraySlice<Event> = []
  /// The reason why the program has to end; `nil` until there is one.
  private(set) var cause: TerminationCause?

  init(decoder: InputDecoder = InputDecoder()) { self.decoder = decoder }

  var isEmpty: Bool { events.isEmpty && bytes.isEmpty }

  /// Whether the limit of waiting bytes is reached, so that no more are to be read.
  var isFull: Bool { bytes.count - decoded >= Self.byteLimit }

  // MARK: Adding

  /// Appends bytes from the terminal.
  mutating func append(_ more: some Collection<UInt8>, at now: ContinuousClock.Instant = .now) {
    bytes.append(contentsOf: more)
    lastRead = now
    decodeIfNeeded()
  }

  mutating func append(_ event: Event) { events.append(event) }

  /// Appends the event that ends the program. Only the first cause counts.
  mutating func end(_ cause: TerminationCause) {
    guard self.cause == nil else { return }
    self.cause = cause
    events.append(.terminate(cause))
  }

  /// Returns the replies of the terminal that were decoded since the last call.
  mutating func takeReplies() -> [TerminalReply] { decoder.takeReplies() }

  // MARK: Removing

  /// Removes the first events after they were handled.
  mutating func removeFirst(_ count: Int) {
    events.removeFirst(count)
    decodeIfNeeded()
  }

  /// Removes all input, except for resizes and the end of the program.
  mutating func discardInput() {
    bytes = []
    decoded = 0
    decoder.discard()
    events = ArraySlice(events.filter { !$0.isInput })
  }

  /// Removes the input before the first `key`, as a terminal does at an interrupt. The same key in a paste is text.
  ///
  /// - Parameter key: Control with a letter.
  mutating func skip(to key: Key) {
    if let index = events.firstIndex(of: .key(key)) {
      events = (events[..<index].filter { !$0.isInput } + events[index...])[...]
    } else if let index = decoder.index(of: key, in: bytes[decoded...]) {
      let rest = bytes[index...]
      discardInput()
      append(rest, at: lastRead)
    }
  }

  private mutating func decodeIfNeeded() {
    while events.isEmpty, !bytes.isEmpty {
      // If only a few bytes remained at the end, they would count as typed.
      let count = bytes.count - decoded
      let end = count < 2 * Self.sliceSize ? bytes.count : decoded + Self.sliceSize
      events = decoder.decode(bytes[decoded..<end], at: lastRead)[...]
      decoded = end
      if decoded == bytes.count {
        bytes = []
        decoded = 0
      }
    }
  }

  // MARK: Unfinished sequences

  /// The time at which the bytes of an unfinished sequence become events; `nil` if there are none.
  var deadline: ContinuousClock.Instant? { bytes.isEmpty ? decoder.deadline : nil }

  /// Appends the events of an unfinished sequence if its time has expired.
  mutating func flush(at now: ContinuousClock.Instant = .now) {
    if let deadline, now >= deadline { events.append(contentsOf: decoder.flush()) }
  }
}

extension InputDecoder {
  /// Returns the index of the first bytes of `key`, Control with a letter, in `bytes` outside a paste.
  fileprivate func index(of key: Key, in bytes: ArraySlice<UInt8>) -> Int? {
    var index = bytes.startIndex
    var isPasting = isPasting
    while index < bytes.endIndex {
      let rest = bytes[index...]
      if isPasting {
        guard let end = rest.offset(of: Self.pasteEnd) else { return nil }
        index += end + Self.pasteEnd.count
        isPasting = false
      } else {
        guard let found = rest.offset(of: key) else { return nil }
        guard let start = rest.prefix(found).offset(of: Self.pasteStart) else { return index + found }
        index += start + Self.pasteStart.count
        isPasting = true
      }
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// Returns the offset of the first occurrence of `key` as a control character or as a sequence with its scalar.
  fileprivate func offset(of key: Key) -> Int? {
    guard let byte = key.controlByte else { return nil }
    let control = offset(of: [byte])
    let start = Array("\u{1B}[\(byte + 0x60);".utf8)
    var rest = prefix(control ?? count)
    while let found = rest.offset(of: start) {
      let sequence = rest.dropFirst(found)
      let isKey = sequence.prefix(32).withUnsafeBufferPointer { bytes in
        if case .complete(let sequence) = ControlSequence.read(bytes, described: [:]) {
          return sequence.meaning == .key(key)
        }
        return false
      }
      if isKey { return sequence.startIndex - startIndex }
      rest = sequence.dropFirst()
    }
    return control
  }

  /// Returns the offset of the first occurrence of `pattern`.
  fileprivate func offset(of pattern: [UInt8]) -> Int? {
    withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let found = ct_memory_find(start, bytes.count, pattern, pattern.count) else {
        return nil
      }
      return found - start
    }
  }
}

extension Event {
  /// Whether the event comes from the keyboard or the mouse.
  fileprivate var isInput: Bool {
    switch self {
    case .key, .mouse, .paste: true
    case .resize, .focusGained, .focusLost, .resumed, .terminate: false
    }
  }
}

extension Key {
  /// The byte of Control with a letter; `nil` for other keys.
  fileprivate var controlByte: UInt8? {
    guard case .character(let character) = code, modifiers == .control, let letter = character.asciiValue,
      (0x61...0x7A).contains(letter)
    else { return nil }
    return letter - 0x60
  }
}
