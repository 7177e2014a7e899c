import ShowroomFormatting
import ShowroomUploads
import Testing

@Suite("The text of upload progress")
struct UploadProgressTextTests {
  private func progress(
    confirmed: Int64, sent: Int64, rate: Double? = nil, isComplete: Bool = false, isStalled: Bool = false
  ) -> UploadProgress {
    UploadProgress(
      size: 1000, confirmed: confirmed, sent: sent, isComplete: isComplete, rate: rate, isStalled: isStalled)
  }

  @Test func `sent, confirmed and the time left are one text, in ASCII as well`() {
    let running = progress(confirmed: 70, sent: 520, rate: 20)
    #expect(running.text(isASCII: false) == "52% sent · 7% confirmed · 24 s left")
    #expect(running.text(isASCII: true) == "52% sent | 7% confirmed | 24 s left")
  }

  @Test func `an unknown time is left out, and a stall or a pause takes its place`() {
    #expect(progress(confirmed: 0, sent: 0).text(isASCII: false) == "0% sent · 0% confirmed")
    #expect(progress(confirmed: 70, sent: 520).text(pause: "paused", isASCII: false).hasSuffix(" · paused"))
    let stalled = progress(confirmed: 70, sent: 520, rate: 1, isStalled: true)
    #expect(stalled.text(isASCII: false) == "52% sent · 7% confirmed · stalled")
    #expect(progress(confirmed: 0, sent: 0, isComplete: true).text(isASCII: false) == "100% sent · 100% confirmed")
  }

  @Test(arguments: [
    (70, 520, "▓▓▓▓▓▓░░░░░░░", "======......."), (400, 700, "█████▓▓▓▓░░░░", "#####====...."),
    (0, 0, "░░░░░░░░░░░░░", "............."), (0, 1, "▓░░░░░░░░░░░░", "=............"),
    (1000, 1000, "████████████░", "############."),
  ])
  func `a bar has three parts that differ in shape`(confirmed: Int64, sent: Int64, unicode: String, ascii: String) {
    #expect(progress(confirmed: confirmed, sent: sent).bar(width: 13, isASCII: false) == unicode)
    #expect(progress(confirmed: confirmed, sent: sent).bar(width: 13, isASCII: true) == ascii)
  }

  @Test func `a bar of any width is as wide as required, and full only at the end`() {
    for width in [-1, 0, 1, 2, 200] {
      #expect(progress(confirmed: 333, sent: 999).bar(width: width, isASCII: false).count == max(0, width))
    }
    #expect(progress(confirmed: 0, sent: 0, isComplete: true).bar(width: 3, isASCII: false) == "███")
  }

  @Test func `the totals begin with the same text`() {
    let upload = Upload(
      id: 1, car: 1, name: "a", path: "/a", destination: "/b", state: .uploading,
      progress: progress(confirmed: 70, sent: 520, rate: 20))
    #expect(
      UploadTotals([upload]).text(pause: nil, isASCII: false)
        == "52% sent · 7% confirmed · 24 s left · 0/1 file · 0.52/1.00 kB · 20 B/s")
  }

  @Test(arguments: [
    (200, "52% sent · 7% confirmed · 24 s left · 0/1 file · 0.52/1.00 kB · 20 B/s"),
    (69, "52% sent · 7% confirmed · 24 s left · 0/1 file · 0.52/1.00 kB"),
    (40, "52% sent · 7% confirmed · 24 s left"), (34, "52% sent · 7% confirmed"), (3, "52% sent"),
  ])
  func `totals in a narrow window leave out whole parts`(width: Int, text: String) {
    let upload = Upload(
      id: 1, car: 1, name: "a", path: "/a", destination: "/b", state: .uploading,
      progress: progress(confirmed: 70, sent: 520, rate: 20))
    #expect(UploadTotals([upload]).text(pause: nil, isASCII: false, width: width) == text)
  }

  /// The totals of a completed upload, a failed one, and another one.
  private func totals(_ state: Upload.State, _ progress: UploadProgress) -> UploadTotals {
    let uploads =
      [
        (.done, self.progress(confirmed: 1000, sent: 1000, isComplete: true)),
        (.failed(UploadFailure(.unavailable, "No answer.")), self.progress(confirmed: 0, sent: 0)), (state, progress),
      ] as [(Upload.State, UploadProgress)]
    return UploadTotals(
      uploads.enumerated().map { place, upload in
        Upload(
          id: Int64(place + 1), car: 1, name: "a", path: "/a", destination: "/b", state: upload.0, progress: upload.1)
      })
  }

  @Test(arguments: [
    (200, "76% sent | 53% confirmed | 1/3 files | 1 failed | 1.52/2.00 kB"),
    (61, "76% sent | 53% confirmed | 1/3 files | 1 failed"), (46, "76% sent | 53% confirmed | 1 failed"),
    (34, "76% sent | 1 failed"), (3, "76% sent | 1 failed"),
  ])
  func `failures remain in the totals in a narrow window`(width: Int, text: String) {
    let totals = totals(.uploading, progress(confirmed: 70, sent: 520))
    #expect(totals.text(pause: nil, isASCII: true, width: width) == text)
  }

  @Test(arguments: [(200, "2/3 files | 1 failed | 2.00 kB"), (29, "2/3 files | 1 failed"), (3, "2/3 files | 1 failed")])
  func `if only failures are left, the totals do not look as if everything had been sent`(width: Int, text: String) {
    let totals = totals(.done, progress(confirmed: 1000, sent: 1000, isComplete: true))
    #expect(totals.text(pause: nil, isASCII: true, width: width) == text)
  }
}
