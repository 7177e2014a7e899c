import ReactorFiles
import ReactorTerminal

extension Inspector {
  /// The options of an inspector: whether the pane is open from the start, and what else is recorded.
  public struct Options: Sendable, Hashable {
    /// Whether the pane is open from the start: `--inspect`.
    public var isOpen: Bool
    /// The path of the trace to write when the program ends: `--trace FILE`. The file extension determines its
    /// ``TraceFormat``. Only the owner can read the file, because it contains typed text. It replaces only another
    /// trace.
    public var trace: String?
    /// Strings that vary between runs, such as the path of a temporary folder, and their replacements in traces and in
    /// the pane.
    public var replacements: [String: String]
    /// The folder in which marked epochs are saved as a test or a tape. Existing files are not replaced.
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

    /// Parses the arguments of a program that has no other arguments.
    ///
    /// - Parameter arguments: The arguments, without the name of the program.
    /// - Throws: ``InspectorError`` for the first argument that is unknown or lacks its value, or if the trace's format
    ///   is unknown or the trace cannot be written.
    public init(arguments: some Sequence<String>) throws(InspectorError) {
      var rest = Array(arguments)
      try self.init(takingFrom: &rest)
      if let unknown = rest.first { throw .unknownArgument(unknown) }
    }

    /// Parses the inspector's arguments and removes them from those of a program.
    ///
    /// - Parameter arguments: The arguments, without the name of the program.
    /// - Throws: ``InspectorError`` if an argument lacks its value, or if the trace's format is unknown or the trace
    ///   cannot be written.
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

    /// Checks that the trace can be written, and that it would replace only an empty file or another trace.
    ///
    /// - Throws: ``InspectorError`` if the file extension is unknown or the trace cannot be written.
    public func check() throws(InspectorError) {
      guard let trace else { return }
      guard TraceFormat(path: trace) != nil else { throw .unknownFormat(trace) }
      guard TraceFormat.mayReplace(trace) else { throw .exists(trace) }
      let code = FileWriting.obstacle(to: trace)
      if code != 0 { throw .cannotWrite(path: trace, errno: code) }
    }
  }

  /// Installs an inspector with the options in the arguments of a program that has no other arguments.
  ///
  /// - Parameters:
  ///   - window: The window of the program.
  ///   - arguments: The arguments, without the name of the program.
  /// - Throws: ``InspectorError`` for the first argument that is unknown or lacks its value, or if the trace's format
  ///   is unknown or the trace cannot be written.
  @discardableResult
  public static func install(
    in window: Window, arguments: some Sequence<String>
  ) throws(InspectorError) -> Inspector {
    install(in: window, options: try Options(arguments: arguments))
  }

  /// Installs an inspector with the options in a program's arguments, and removes these arguments.
  ///
  /// - Parameters:
  ///   - window: The window of the program.
  ///   - arguments: The arguments, without the name of the program.
  /// - Throws: ``InspectorError`` if one of the inspector's arguments lacks its value, or if the trace cannot be
  ///   written.
  @discardableResult
  public static func install(
    in window: Window, takingFrom arguments: inout [String]
  ) throws(InspectorError) -> Inspector {
    install(in: window, options: try Options(takingFrom: &arguments))
  }
}

/// An error in the arguments of an inspector.
public enum InspectorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The program has no such argument.
  case unknownArgument(String)
  /// The argument must be followed by a file.
  case missingValue(String)
  /// The file extension does not match any ``TraceFormat``.
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
