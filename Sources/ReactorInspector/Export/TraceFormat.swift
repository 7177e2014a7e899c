import ReactorFiles

/// The format of a trace.
public enum TraceFormat: Sendable, Hashable, CaseIterable {
  /// Chrome's trace events, which Perfetto also opens.
  case chrome
  /// A file that can be imported into the Redux DevTools.
  case redux
  /// One JSON object per epoch, each on its own line.
  case jsonLines

  /// Creates the format for a file name: `.redux.json`, `.jsonl`, or `.json` for Chrome.
  public init?(path: String) {
    if path.hasSuffix(".redux.json") {
      self = .redux
    } else if path.hasSuffix(".jsonl") {
      self = .jsonLines
    } else if path.hasSuffix(".json") {
      self = .chrome
    } else {
      return nil
    }
  }

  /// The text at the beginning of a trace that identifies its format.
  private var beginning: String {
    switch self {
    case .chrome: ChromeTrace.beginning
    case .redux: #"{"payload": "{\"actionsById\""#
    case .jsonLines: #"{"epoch": "#
    }
  }

  /// Returns whether a trace written to `path` would replace only an empty file or another trace.
  static func mayReplace(_ path: String) -> Bool {
    FileWriting.mayReplace(path, beginningWith: allCases.map(\.beginning))
  }
}

extension InspectorLog {
  /// Returns the recorded epochs as a trace.
  ///
  /// A trace contains no secrets, addresses, or dates, and ``replacements`` are applied to strings that vary between
  /// runs. A session on a virtual clock therefore always has the same trace.
  public func trace(_ format: TraceFormat) -> String {
    switch format {
    case .chrome: return withStableTexts(ChromeTrace(of: self).text)
    case .redux: return ReduxTrace.file(withStableTexts(ReduxTrace(of: self).text))
    case .jsonLines:
      let values = TraceValues(of: self)
      return withStableTexts(epochs.map { EpochLine.text(of: $0, lanes: lanes, values: values) + "\n" }.joined())
    }
  }

  /// Returns JSON in which strings that vary between runs are replaced even outside of values, such as in errors and
  /// pasted paths.
  private func withStableTexts(_ json: String) -> String {
    replacements.sorted { $0.key > $1.key }.reduce(json) { json, replacement in
      json.replacing(Self.escaped(replacement.key), with: Self.escaped(replacement.value))
    }
  }

  private static func escaped(_ text: String) -> Substring { JSONText.string(text).dropFirst().dropLast() }
}
