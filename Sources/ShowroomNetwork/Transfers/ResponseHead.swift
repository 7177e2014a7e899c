/// The head of a response, assembled from the lines that libcurl reports.
struct ResponseHead {
  private let limits: WebLimits
  private var status: Int?
  private var headers: HeaderFields = [:]
  private var interimResponses = 0
  private var bytes = 0
  /// Whether the head is complete. Later lines are trailers, which are ignored.
  private(set) var isComplete = false

  init(_ limits: WebLimits) { self.limits = limits }

  /// Adds a line. Returns the head once it is complete. Interim responses are discarded.
  mutating func add(_ line: Substring) throws(WebError) -> (status: Int, headers: HeaderFields)? {
    if isComplete { return nil }
    bytes += line.utf8.count
    guard bytes <= limits.headBytes else { throw .largeHead(limit: limits.headBytes) }
    let text = line.trimmed
    if text.hasPrefix("HTTP/") {
      let words = text.split(separator: " ", maxSplits: 2)
      let code = words.count > 1 ? Int(words[1]) ?? 0 : 0
      guard (100...999).contains(code), code != 101 else { throw .badStatus }
      (status, headers) = (code, [:])
      return nil
    }
    if !text.isEmpty {
      if let colon = text.firstIndex(of: ":") {
        headers.add(String(text[..<colon]), String(text[text.index(after: colon)...].trimmed))
      }
      return nil
    }
    guard let status else { return nil }
    if status < 200 {
      interimResponses += 1
      guard interimResponses <= limits.interimResponses else { throw .endlessInterim }
      bytes = 0
      return nil
    }
    isComplete = true
    return (status, headers)
  }
}
