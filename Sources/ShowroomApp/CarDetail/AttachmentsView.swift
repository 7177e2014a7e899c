import ReactorTerminal
import ShowroomText
import ShowroomUploads

/// The attachments of a car, oldest first.
final class AttachmentsView: PageListView<Attachment> {
  /// The format of dates.
  var timestamps = TimestampFormatting() {
    didSet { if timestamps != oldValue { setNeedsDisplay() } }
  }

  init() { super.init(of: "attachment") }

  override var heading: (title: String, summary: String) {
    // `UploadProgress` saturates, because the database may contain arbitrary sizes.
    let total = rows.map { UploadProgress(size: $0.file.size) }.reduce(UploadProgress.none, +).size
    return ("Attachments", "\(counted(rows.count, "file")), \(ByteFormatting.size(total))")
  }

  /// Draws one attachment. A narrow view leaves out the date.
  override func draw(_ attachment: Attachment, at y: Int, in canvas: Canvas, style: (Role) -> Style) {
    var right = bounds.width
    func column(_ text: String, _ width: Int, from minimum: Int, trailing: Bool = false) {
      guard bounds.width >= minimum else { return }
      right -= width
      let x = trailing ? right + width - displayWidth(of: text) : right
      canvas.write(text, at: Point(x: x, y: y), style: style(.secondary), maxWidth: width)
      right -= 2
    }
    column(timestamps.minute(attachment.uploadedAt), 16, from: 52)
    column(ByteFormatting.size(attachment.file.size), 8, from: 0, trailing: true)
    canvas.write(
      attachment.file.name, at: Point(x: 2, y: y), style: style(.text), maxWidth: max(0, right - 2), truncation: .middle
    )
  }
}
