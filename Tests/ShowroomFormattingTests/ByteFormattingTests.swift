import ShowroomText
import Testing

struct ByteFormattingTests {
  @Test(
    arguments: [
      (0, "0 B"), (999, "999 B"), (1_000, "1.00 kB"), (1_234, "1.23 kB"), (9_994, "9.99 kB"), (9_996, "10.0 kB"),
      (99_940, "99.9 kB"), (99_960, "100 kB"), (999_400, "999 kB"), (999_500, "1.00 MB"), (12_400_000, "12.4 MB"),
      (5_000_000_000, "5.00 GB"), (Int64.max, "9,223 PB"),
    ])
  func `sizes have three significant digits, even after rounding up`(bytes: Int64, text: String) {
    #expect(ByteFormatting.size(bytes) == text)
  }

  @Test func `a part has the unit of the whole, and only a complete part is 100 percent`() {
    #expect(ByteFormatting.part(12_400_000, of: 96_000_000) == "12.4/96.0 MB")
    #expect(ByteFormatting.part(0, of: 5_000_000_000) == "0/5.00 GB")
    #expect(ByteFormatting.percent(999_999, of: 1_000_000) == 99)
    #expect(ByteFormatting.percent(1_000_000, of: 1_000_000) == 100)
    #expect(ByteFormatting.percent(0, of: 0) == 100)
    #expect(ByteFormatting.percent(20, of: 10) == 100)
  }

  @Test func `a remaining time is at least one second`() {
    #expect(
      [0, 0.2, 1, 58.2, 59.5, 185, 3_599, 3_600, 7_500].map { ByteFormatting.time($0) } == [
        "1 s", "1 s", "1 s", "59 s", "1:00", "3:05", "59:59", "1 h 00", "2 h 05",
      ])
    #expect(ByteFormatting.time(.infinity) == "" && ByteFormatting.rate(.nan) == "")
    #expect(ByteFormatting.rate(1_200_000) == "1.20 MB/s")
  }

  @Test func `a timestamp is formatted to the minute`() {
    let timestamps = TimestampFormatting(isLocal: false)
    #expect(timestamps.minute(1_777_644_180) == "2026-05-01 14:03")
    #expect(timestamps.minute(.nan) == "")
  }
}
