import ReactorCore
import ShowroomCatalog
import ShowroomFiles
import ShowroomText
import ShowroomUploads
import Testing

@testable import ShowroomApp
@testable import ShowroomCommands

/// Sentences with numbers, for none, one and two.
@MainActor
struct CountSentencesTests {
  /// Expects a sentence to treat 1 as one, and other numbers as several.
  private func expectAgreement(_ sentence: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let one = /(^|[^\d,.])1 (more |other |old |selected |hidden )?[a-z]+s\b/
    let several = /(^|[^\d,.])[02-9] (more |other |old |selected |hidden )?(file|car|upload|problem|column|row|byte)\b/
    let verb = /(^|[^\d,.])1 (file|car|upload|row)( [a-z]+)? (are|have|exist|were)\b/
    #expect(sentence.firstMatch(of: one).map { "\($0.0)" } == nil, "\(sentence)", sourceLocation: sourceLocation)
    #expect(sentence.firstMatch(of: several).map { "\($0.0)" } == nil, "\(sentence)", sourceLocation: sourceLocation)
    #expect(sentence.firstMatch(of: verb).map { "\($0.0)" } == nil, "\(sentence)", sourceLocation: sourceLocation)
  }

  @Test(arguments: 0...2, 0...2) func `a refresh counts cars`(removed: Int, kept: Int) {
    for cars in max(1, removed + kept)...5 {
      let loss = RefreshLoss(cars: cars, removed: removed + kept, kept: kept)
      expectAgreement(RefreshCommand.ShrinkError(loss: loss, source: "cars.csv").description)
    }
    for reassigned in 1...2 {
      let loss = RefreshLoss(cars: 5, removed: removed, reassigned: reassigned)
      expectAgreement(RefreshCommand.ShrinkError(loss: loss, source: "cars.csv").description)
    }
    let counts = RefreshCounts(added: removed, changed: kept, repriced: kept, removed: removed + kept, withdrawn: kept)
    expectAgreement(RefreshOutcome.applied(counts).summary)
    for phase in [RefreshProgress.Phase.importing, .removing] {
      expectAgreement(RefreshProgress(phase: phase, cars: removed, totalCars: kept).summary)
    }
  }

  @Test(arguments: 1...2) func `questions about uploads count them`(count: Int) {
    let uploads = (1...count).map { ScriptedUploads.upload(Int64($0), "\($0).pdf", size: 1_000, .uploading, sent: 500) }
    for question in [
      .cancelAll(count: count, haveParts: true, lost: 0), .cancelAll(count: count, haveParts: false, lost: 1),
      .pause(uploads), .duplicates(uploads),
    ] as [UploadReactor.Question] {
      let dialog = UploadQuestion(question)
      expectAgreement(dialog.title)
      expectAgreement(dialog.text)
      if count == 1 {
        #expect(!dialog.text.contains("them") && !dialog.text.contains("parts"), "\(dialog.text)")
        #expect(!dialog.answers.contains { $0.title.contains("parts") || $0.title.hasSuffix("exist") })
      }
    }
  }

  @Test(arguments: 0...2, 0...2) func `the end of uploads counts files`(done: Int, failed: Int) {
    let names = (0..<failed).map { (Int64($0), "\($0).pdf") }
    let summary = UploadBatch.Summary(
      done: Set((failed..<failed + done).map { Int64($0) }), failed: Dictionary(uniqueKeysWithValues: names))
    expectAgreement(summary.text)
  }

  @Test(arguments: 0...2) func `what a folder leaves out is counted`(count: Int) {
    expectAgreement(FolderContents(of: "/srv", hidden: count).omissions ?? "")
  }

  @Test(arguments: 0...2) func `numbers have their nouns`(number: Int) {
    expectAgreement(counted(number, "car"))
    expectAgreement(quantity(number, "byte"))
    expectAgreement(SystemShortage.descriptors(needed: number).description)
  }
}
