import ReactorTerminal
import ShowroomFormatting
import ShowroomText
import ShowroomUploads

/// The capabilities and contents of a destination, as labeled lines.
struct DestinationFacts {
  /// A labeled line.
  struct Fact: Hashable {
    var label: String
    var text: String
    var role: Role?
  }

  let facts: [Fact]

  /// Creates the lines for the status of a destination.
  init(_ destinationStatus: DestinationStatus, isASCII: Bool) {
    switch destinationStatus {
    case .blank: facts = []
    case .checking: facts = [Fact(label: "Supports", text: "Checking the destination", role: .placeholder)]
    case .failed(let failure): facts = [Fact(label: "Error", text: failure.withStatus, role: .error)]
    case .known(let info):
      let separator = String.partSeparator(isASCII: isASCII)
      facts = [
        Fact(label: "Supports", text: Self.capabilities(info).joined(separator: separator)),
        Fact(label: "Free space", text: Self.space(info).joined(separator: separator)),
        // A destination whose files cannot be listed either may not even be a folder.
        info.readOnlyReason.map { Fact(label: info.files == nil ? "Error" : "Read-only", text: $0, role: .error) }
          ?? Fact(label: "Contents", text: Self.contents(info)),
      ]
    }
  }

  /// Returns values such as `tus 1.0.0 · resumable · atomic · checksum sha1`.
  private static func capabilities(_ info: DestinationInfo) -> [String] {
    [
      info.engine,
      info.resumption == .supported ? "resumable" : "not resumable",
      info.publishesAtomically ? "atomic" : "not atomic",
      info.checksum.map { "checksum \($0)" } ?? "no checksum",
    ]
  }

  /// Returns values such as `96.4 GB · files up to 5.00 GB`.
  private static func space(_ info: DestinationInfo) -> [String] {
    [
      info.freeBytes.map(ByteFormatting.size) ?? "unknown",
      info.maximumSize.map { "files up to " + ByteFormatting.size($0) } ?? "no known size limit",
    ]
  }

  /// Returns a summary such as `2 files, 12.4 MB: a.pdf, b.pdf`.
  private static func contents(_ info: DestinationInfo) -> String {
    guard let files = info.files else { return "unknown" }
    guard !files.isEmpty else { return "no files for this car" }
    // `UploadProgress` saturates, because a destination may report arbitrary sizes.
    let size = ByteFormatting.size(files.map { UploadProgress(size: $0.size) }.reduce(UploadProgress.none, +).size)
    return "\(counted(files.count, "file")), \(size): " + files.map(\.name).joined(separator: ", ")
  }
}

/// A view that shows one fact per line and truncates long ones with an ellipsis. A failure, which is the last fact,
/// wraps.
final class DestinationFactsView: View {
  /// The facts shown.
  var facts: [DestinationFacts.Fact] = [] {
    didSet {
      guard facts != oldValue else { return }
      reason.text = hasFailed ? facts.last?.text ?? "" : ""
      setNeedsDisplay()
      setNeedsLayout()
      if facts.count != oldValue.count { preferredSizeChanged() }
    }
  }
  private let reason = Label(role: .error, wraps: true)

  private var hasFailed: Bool { facts.last?.role == .error }

  override init() {
    super.init()
    addSubview(reason)
  }

  /// The area of all facts: the destination, and what it supports.
  override var headingAreas: [Rect] { [bounds] }

  /// The width of the label column, including the gap after it.
  static let labelWidth = 13

  override func sizeThatFits(_ proposal: Size) -> Size {
    let width = max(0, proposal.width - Self.labelWidth)
    let lines = hasFailed ? reason.sizeThatFits(Size(width: width, height: proposal.height)).height : 1
    return Size(width: proposal.width, height: min(facts.count + max(1, lines) - 1, proposal.height))
  }

  override func layoutSubviews() {
    let top = max(0, facts.count - 1)
    reason.frame = Rect(
      x: Self.labelWidth, y: top, width: max(0, bounds.width - Self.labelWidth),
      height: hasFailed ? max(0, bounds.height - top) : 0)
  }

  override func draw(in canvas: Canvas) {
    for (row, fact) in facts.enumerated() where row < bounds.height {
      canvas.write(fact.label, at: Point(x: 0, y: row), style: canvas.theme[.secondary], maxWidth: Self.labelWidth - 1)
      if hasFailed, row == facts.count - 1 { continue }
      canvas.write(
        fact.text, at: Point(x: Self.labelWidth, y: row), style: canvas.theme[fact.role ?? .text],
        truncation: .ellipsis)
    }
  }
}

/// The state of the check of a destination.
package enum DestinationStatus: Sendable, Hashable {
  /// Nothing is known yet, but it is too early to show a check in progress.
  case blank
  /// The check is taking noticeably long.
  case checking
  /// The check found the capabilities and contents of the destination.
  case known(DestinationInfo)
  /// The check failed.
  case failed(UploadFailure)

  /// Whether the destination refused access without credentials.
  var requiresSignIn: Bool {
    if case .failed(let failure) = self { failure.cause == .unauthorized } else { false }
  }
}
