import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Asking for a line of text")
struct PromptTests {
  @Test("Enter takes what is typed after the dialog is gone; nothing is no answer, and Esc is none either")
  func answers() {
    let stage = Stage(40, 10)
    stage.show(Tile(" "))
    let prompt = PromptView(title: "Save as", text: "a.pdf", confirm: "Save")
    let answers = Recorder(prompt.answered.asObservable())
    stage.window.present(prompt)
    #expect(stage.screen.contains("─ Save as ─") && stage.screen.contains("│ a.pdf"))
    stage.press(.control("u"), .enter)
    #expect(answers.elements == [] && stage.window.modals.count == 1)
    stage.type("qh.pdf")
    stage.press(.enter)
    #expect(answers.elements == ["qh.pdf"] && stage.window.modals.isEmpty)
    stage.window.present(prompt)
    stage.press(.escape)
    #expect(answers.elements == ["qh.pdf"] && stage.window.modals.isEmpty)
  }
}
