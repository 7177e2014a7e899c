import ReactorTerminal
import Uploads

/// What a destination says of itself, in a few labelled lines.
struct SurveyFacts {
  /// A label and what stands behind it.
  struct Fact: Hashable {
    var label: String
    var text: String
    var role: Role?
  }

  let facts: [Fact]

  /// What is known of a destination.
  init(_ ground: UploadReactor.State.Ground, isASCII: Bool) {
    switch ground {
    case .blank: facts = []
    case .asking: facts = [Fact(label: "Supports", text: "Checking the destination", role: .placeholder)]
    case .failed(let failure): facts = [Fact(label: "Error", text: failure.withStatus, role: .error)]
    case .known(let survey):
      let separator = isASCII ? " | " : " · "
      facts = [
        Fact(label: "Supports", text: Self.abilities(survey).joined(separator: separator)),
        Fact(label: "Free space", text: Self.space(survey).joined(separator: separator)),
        survey.refusal.map { Fact(label: "Refused", text: $0, role: .error) }
          ?? Fact(label: "Contents", text: Self.contents(survey)),
      ]
    }
  }

  /// `tus 1.0.0 · resumable · atomic · checksum sha1`
  private static func abilities(_ survey: Survey) -> [String] {
    [
      survey.engine,
      survey.resumption == .resumes ? "resumable" : "not resumable",
      survey.publishesAtomically ? "atomic" : "not atomic",
      survey.checksum.map { "checksum \($0)" } ?? "no checksum",
    ]
  }

  /// `96.4 GB · files up to 5.00 GB`
  private static func space(_ survey: Survey) -> [String] {
    [
      survey.freeBytes.map(ByteFormatting.size) ?? "unknown",
      survey.maximumSize.map { "files up to " + ByteFormatting.size($0) } ?? "no known size limit",
    ]
  }

  /// `2 files, 12.4 MB: a.pdf, b.pdf`
  private static func contents(_ survey: Survey) -> String {
    guard let files = survey.files else { return "unknown" }
    guard !files.isEmpty else { return "no files of this car" }
    let size = ByteFormatting.size(files.reduce(0) { $0 + $1.size })
    return "\(counted(files.count, "file")), \(size): " + files.map(\.name).joined(separator: ", ")
  }
}

/// Shows labelled lines, one a line; what does not fit ends in an ellipsis.
final class SurveyView: View {
  /// What to show.
  var facts: [SurveyFacts.Fact] = [] {
    didSet {
      guard facts != oldValue else { return }
      setNeedsDisplay()
      if facts.count != oldValue.count { superview?.setNeedsLayout() }
    }
  }

  /// Columns of the labels, with the gap behind them.
  static let labelWidth = 13

  override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: min(facts.count, proposal.height))
  }

  override func draw(in canvas: Canvas) {
    for (row, fact) in facts.enumerated() where row < bounds.height {
      canvas.write(fact.label, at: Point(x: 0, y: row), style: canvas.theme[.secondary], maxWidth: Self.labelWidth - 1)
      canvas.write(
        fact.text, at: Point(x: Self.labelWidth, y: row), style: canvas.theme[fact.role ?? .text],
        truncation: .ellipsis)
    }
  }
}
