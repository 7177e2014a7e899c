import ReactorFiles
import ReactorTerminal

extension Inspector {
  /// Whether the pane is open from the start, and what else is recorded.
  public struct Options: Sendable, Hashable {
    /// Whether the pane is open from the start: `--inspect`.
    public var isOpen: Bool
    /// The trace to write when the program ends: `--trace FILE`. The ending of the name determines its ``TraceFormat``.
    /// Only its owner can read it, because it contains what was typed, and it replaces only a trace.
    public var trace: String?
    /// Texts that depend on the run, such as the path of a temporary folder, with what a trace and the pane contain
    /// in their place.
    public var replacements: [String: String]
    /// The folder in which marked epochs are saved as a test or a tape. No file is replaced.
    public var folder: String

    /// Creates options.
    public init(
      isOpen: Bool = false, trace: String? = nil, replacements: [String: String] = [:], folder: String = "."
    ) {
      self.isOpen = isOpen
      self.trace = trace
      self.replacements = replacements
      self.folder = folder
    }

    /// Parses the arguments of a program that has no others.
    ///
    /// - Parameter arguments: The arguments, without the name of the program.
    /// - Throws: ``InspectorError`` for the first argument that is unknown or lacks its value, for a trace whose format is
    ///   unknown, and for one that cannot be written.
    public init(arguments: some Sequence<String>) throws(InspectorError) {
      var rest = Array(arguments)
      try self.init(takingFrom: &rest)
      if let unknown = rest.first { throw .unknownArgument(unknown) }
    }

    /// Parses and removes the arguments of the inspector from those of a program.
    ///
    /// - Parameter arguments: The arguments, without the name of the program.
    /// - Throws: ``InspectorError`` if one of them lacks its value, if the format of the trace is unknown, or if it cannot
    ///   be written.
    public init(takingFrom arguments: inout [String]) throws(InspectorError) {
      self.init()
      var rest: [String] = []
      var remaining = arguments[...]
      while let argument = remaining.popFirst() {
        switch argument {
        case "--inspect": isOpen = true
        case "--trace":
          guard let value = remaining.popFirst(), !value.isEmpty else { throw .missingValue(argument) }
          trace = value
        default: rest.append(argument)
        }
      }
      arguments = rest
      try check()
    }

    /// Checks that the trace can be written, and that it would replace nothing but an empty file or another trace.
    ///
    /// - Throws: ``InspectorError`` if the ending of its name is unknown, or if there is an obstacle.
    public func check() throws(InspectorError) {
      guard let trace else { return }
      guard TraceFormat(path: trace) != nil else { throw .unknownFormat(trace) }
      guard TraceFormat.mayReplace(trace) else { throw .exists(trace) }
      let code = FileWriting.obstacle(to: trace)
      if code != 0 { throw .cannotWrite(path: trace, errno: code) }
    }
  }

  /// Installs an inspector with the options in the arguments of a program that has no others.
  ///
  /// - Parameters:
  ///   - window: The window of the program.
  ///   - arguments: The arguments, without the name of the program.
  /// - Throws: ``InspectorError`` for the first argument that is unknown or lacks its value, for a trace whose format is
  ///   unknown, and for one that cannot be written.
  @discardableResult
  public static func install(
    in window: Window, arguments: some Sequence<String>
  ) throws(InspectorError) -> Inspector {
    install(in: window, options: try Options(arguments: arguments))
  }

  /// Installs an inspector with the options in the arguments of a program, and removes them.
  ///
  /// - Parameters:
  ///   - window: The window of the program.
  ///   - arguments: The arguments, without the name of the program.
  /// - Throws: ``InspectorError`` if one of its arguments lacks its value, or if the trace cannot be written.
  @discardableResult
  public static func install(
    in window: Window, takingFrom arguments: inout [String]
  ) throws(InspectorError) -> Inspector {
    install(in: window, options: try Options(takingFrom: &arguments))
  }
}

/// An error in the arguments of an inspector.
public enum InspectorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The argument is none of the program's.
  case unknownArgument(String)
  /// The argument must be followed by a file.
  case missingValue(String)
  /// The name of the trace has none of the endings of a ``TraceFormat``.
  case unknownFormat(String)
  /// The trace would replace another kind of file.
  case exists(String)
  /// The trace cannot be written.
  case cannotWrite(path: String, errno: Int32)

  /// The message for the user.
  public var description: String {
    switch self {
    case .unknownArgument(let argument):
      "\(argument) is not an argument of this program, which accepts --inspect and --trace FILE."
    case .missingValue(let argument): "\(argument) must be followed by a file."
    case .unknownFormat(let path): "The name of the trace, \(path), must end in .json, .redux.json or .jsonl."
    case .exists(let path): "\"\(path)\" already exists and is not a trace. Choose another path."
    case .cannotWrite(let path, let code): "The trace \(path) cannot be written: \(systemReason(code))."
    }
  }
}
