import ReactorCore
import ReactorFiles

/// The format of a trace.
public enum TraceFormat: Sendable, Hashable, CaseIterable {
  /// The trace events of Chrome, which Perfetto opens too.
  case chrome
  /// A file that the Redux DevTools import.
  case redux
  /// One JSON object for each epoch, each on a line of its own.
  case jsonLines

  /// Creates the format that the name of a file stands for: `.redux.json`, `.jsonl`, or `.json` for Chrome.
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

  /// The text with which a trace begins, by which it is recognized.
  private var beginning: String {
    switch self {
    case .chrome: ChromeTrace.beginning
    case .redux: #"{"payload": "{\"actionsById\""#
    case .jsonLines: #"{"epoch": "#
    }
  }

  /// Returns whether a trace at `path` replaces nothing but an empty file or another trace.
  static func mayReplace(_ path: String) -> Bool {
    FileWriting.mayReplace(path, beginningWith: allCases.map(\.beginning))
  }
}

extension InspectorLog {
  /// Returns the epochs that are kept as a trace.
  ///
  /// A trace contains no secrets, addresses, or dates, and ``replacements`` for texts that depend on the run, so a
  /// session on a virtual clock has the same trace every time.
  public func trace(_ format: TraceFormat) -> String {
    switch format {
    case .chrome: return withStableTexts(ChromeTrace(of: self).text)
    case .redux: return ReduxTrace.file(withStableTexts(ReduxTrace(of: self).text))
    case .jsonLines:
      let values = TraceValues(of: self)
      return withStableTexts(epochs.map { EpochLine.text(of: $0, lanes: lanes, values: values) + "\n" }.joined())
    }
  }

  /// Returns JSON in which the texts that depend on the run are replaced outside of values, such as in errors and pasted
  /// paths.
  private func withStableTexts(_ json: String) -> String {
    replacements.sorted { $0.key > $1.key }.reduce(json) { json, replacement in
      json.replacing(Self.escaped(replacement.key), with: Self.escaped(replacement.value))
    }
  }

  private static func escaped(_ text: String) -> Substring { JSONText.string(text).dropFirst().dropLast() }
}
