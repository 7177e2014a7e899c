import ReactorCore
import ReactorTerminal
import Uploads

/// The files of a car, a line each, one of which is the chosen one: with Tab the keyboard comes here, and ↑ and ↓ choose.
final class AttachmentsView: View {
  /// The files.
  var attachments: [Attachment] = [] {
    didSet {
      guard attachments != oldValue else { return }
      keepChoice(among: oldValue)
      setNeedsDisplay()
      superview?.setNeedsLayout()
    }
  }
  /// How dates are written.
  var moments = MomentFormatting() {
    didSet { if moments != oldValue { setNeedsDisplay() } }
  }
  /// Told when another one is chosen: its line, counted from the top of this view.
  let lineChosen = Relay<Int>()
  /// Told when the chosen one is to be opened.
  let opened = Relay<Void>()

  private var chosen: Attachment.ID?

  override init() {
    super.init()
    let section = "List"
    keys("j", .down, id: "list.down", title: "Next attachment", section: section, isHidden: true).bind { [weak self] in
      self?.move(by: 1)
    }
    keys("k", .up, id: "list.up", title: "Previous attachment", section: section, isHidden: true).bind { [weak self] in
      self?.move(by: -1)
    }
    keys(.enter, id: "list.open", title: "Open", section: section).bind { [weak self] in self?.opened.send(()) }
  }

  override var canBecomeFocused: Bool { !attachments.isEmpty }

  /// The chosen file; the first, until another is.
  var selected: Attachment? { selectedIndex.map { attachments[$0] } }

  private var selectedIndex: Int? {
    attachments.firstIndex { $0.id == chosen } ?? (attachments.isEmpty ? nil : 0)
  }

  /// What follows a file that is gone is chosen next.
  private func keepChoice(among old: [Attachment]) {
    guard let chosen, !attachments.contains(where: { $0.id == chosen }) else { return }
    let place = old.firstIndex { $0.id == chosen } ?? 0
    self.chosen = attachments.isEmpty ? nil : attachments[min(place, attachments.count - 1)].id
  }

  private func move(by step: Int) {
    guard let index = selectedIndex else { return }
    choose(max(0, min(index + step, attachments.count - 1)))
  }

  private func choose(_ index: Int) {
    chosen = attachments[index].id
    setNeedsDisplay()
    lineChosen.send(index + 1)
  }

  override func focusChanged() {
    setNeedsDisplay()
    if isFocused, let selectedIndex { lineChosen.send(selectedIndex + 1) }
  }

  override func handle(mouse: MouseEvent) -> Bool {
    let index = mouse.position.y - 1
    guard mouse.kind == .press, mouse.button == .left, attachments.indices.contains(index) else { return false }
    choose(index)
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

  /// The date goes first where there is too little room, then the checksum.
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
