import ReactorCore
import ReactorTerminal

extension GalleryEntry {
  static let toast = GalleryEntry(
    .dialogs, "Toast", "A short message over the screen.",
    states: [
      GalleryState("Success") { ToastSample("Uploaded 3 files", kind: .success) },
      GalleryState("Information") { ToastSample("목록이 업데이트되었습니다", kind: .info) },
      GalleryState("Warning") { ToastSample("The list is a week old", kind: .warning) },
      GalleryState("Error") {
        ToastSample("The server refused the connection. The next attempt begins in 30 seconds.", kind: .error)
      },
      GalleryState("Several equal ones") { ToastSample("Copied 복사됨", kind: .success, count: 3) },
      GalleryState("Action") { ToastSample("Deleted the note", kind: .info, action: "Undo") },
    ])
}

/// A button that shows a message, which is also shown when the button appears.
private final class ToastSample: View {
  private let button = ButtonView("Show the message")
  private let disposeBag = DisposeBag()
  private let show: @MainActor (Window) -> Void

  init(_ text: String, kind: Toast.Kind, action: String? = nil, count: Int = 1) {
    show = { window in
      for _ in 0..<count {
        window.toast(text, kind: kind, action: action.map { Toast.Action($0, key: "u") {} }, topic: "gallery")
      }
    }
    super.init()
    addSubview(button)
    button.pressed.bind { [weak self] in self?.showMessage() }.disposed(by: disposeBag)
  }

  private func showMessage() {
    if let window { show(window) }
  }

  override func didAppear() { showMessage() }

  override func layoutSubviews() {
    button.frame = Rect(origin: .zero, size: button.sizeThatFits(bounds.size))
  }
}
