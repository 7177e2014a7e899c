import ReactorCore
import ReactorTerminal
import ShowroomSettings
import Uploads

/// The attachments of a car, one per line. Tab moves the focus here; ↑ and ↓ select an attachment.
final class AttachmentsView: View {
  /// The attachments, oldest first.
  var attachments: [Attachment] = [] {
    didSet {
      guard attachments != oldValue else { return }
      keepSelection(among: oldValue)
      setNeedsDisplay()
      preferredSizeChanged()
    }
  }
  /// The format of dates.
  var moments = MomentFormatting() {
    didSet { if moments != oldValue { setNeedsDisplay() } }
  }
  /// Emits when the user opens the selected attachment.
  let opened = Relay<Void>()

  private var selectedID: Attachment.ID?

  override init() {
    super.init()
    addCommand(ListCommands.down, title: "Next attachment").bind { [weak self] in self?.move(by: 1) }
    addCommand(ListCommands.up, title: "Previous attachment").bind { [weak self] in self?.move(by: -1) }
    addCommand(ListCommands.open).bind { [weak self] in self?.opened.send(()) }
  }

  override var canBecomeFocused: Bool { !attachments.isEmpty }

  /// The selected attachment, which is the first one until the user selects another.
  var selected: Attachment? { selectedIndex.map { attachments[$0] } }

  private var selectedIndex: Int? {
    attachments.firstIndex { $0.id == selectedID } ?? (attachments.isEmpty ? nil : 0)
  }

  /// Selects the next attachment if the selected one has been removed.
  private func keepSelection(among old: [Attachment]) {
    guard let selectedID, !attachments.contains(where: { $0.id == selectedID }) else { return }
    let place = old.firstIndex { $0.id == selectedID } ?? 0
    self.selectedID = attachments.isEmpty ? nil : attachments[min(place, attachments.count - 1)].id
  }

  private func move(by step: Int) {
    guard let index = selectedIndex else { return }
    select(max(0, min(index + step, attachments.count - 1)))
  }

  private func select(_ index: Int) {
    selectedID = attachments[index].id
    setNeedsDisplay()
    reveal(index)
  }

  /// Scrolls to an attachment, which is below the heading.
  private func reveal(_ index: Int) {
    reveal(Rect(x: 0, y: index + 1, width: bounds.width, height: 1))
  }

  override func focusChanged() {
    setNeedsDisplay()
    if isFocused, let selectedIndex { reveal(selectedIndex) }
  }

  override func handle(mouse: MouseEvent) -> Bool {
    let index = mouse.position.y - 1
    guard mouse.kind == .press, mouse.button == .left, attachments.indices.contains(index) else { return false }
    select(index)
    if mouse.clickCount == 2 { opened.send(()) }
    return true
  }

  // MARK: Drawing

  override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: min(attachments.count + 1, proposal.height))
  }

  override func draw(in canvas: Canvas) {
    let total = ByteFormatting.size(attachments.reduce(0) { $0 + $1.file.size })
    let used = canvas.write("Attachments", at: .zero, style: canvas.theme[.header])
    canvas.write(
      "\(counted(attachments.count, "file")), \(total)", at: Point(x: used + 2, y: 0), style: canvas.theme[.secondary])
    for (index, attachment) in attachments.enumerated() {
      draw(attachment, y: index + 1, isSelected: index == selectedIndex, in: canvas)
    }
  }

  /// Draws one attachment. In a narrow view the date is left out first, then the checksum.
  private func draw(_ attachment: Attachment, y: Int, isSelected: Bool, in canvas: Canvas) {
    let selection = isSelected ? canvas.theme[isFocused ? .selection : .selectionInactive] : nil
    if let selection {
      canvas.fill(Rect(x: 0, y: y, width: bounds.width, height: 1), style: selection)
      canvas.write(String(canvas.glyphs.pointer), at: Point(x: 0, y: y), style: selection)
    }
    func style(_ role: Role) -> Style { selection.map { $0.merging(over: canvas.theme[role]) } ?? canvas.theme[role] }
    var right = bounds.width
    func column(_ text: String, _ width: Int, from minimum: Int, trailing: Bool = false) {
      guard bounds.width >= minimum else { return }
      right -= width
      let x = trailing ? right + width - displayWidth(of: text) : right
      canvas.write(text, at: Point(x: x, y: y), style: style(.secondary), maxWidth: width)
      right -= 2
    }
    column(attachment.file.sha256.map { String($0.prefix(8)) } ?? "", 8, from: 44)
    column(moments.minute(attachment.uploadedAt), 16, from: 62)
    column(ByteFormatting.size(attachment.file.size), 8, from: 0, trailing: true)
    canvas.write(
      attachment.file.name, at: Point(x: 2, y: y), style: style(.text), maxWidth: max(0, right - 2), truncation: .middle
    )
  }
}
