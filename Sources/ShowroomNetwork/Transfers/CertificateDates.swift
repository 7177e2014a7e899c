import CLibraries
import Glibc

/// The validity dates of a server's certificates. OpenSSL reports a certificate that is both untrusted and expired only
/// as untrusted, so the dates are read from the certificates themselves, over a connection that sends no request.
struct CertificateDates {
  /// The latest start and the earliest end of all certificates, in seconds since 1970.
  private var start: Int?, end: Int?

  init(_ certificates: UnsafePointer<curl_certinfo>) {
    for index in 0..<max(0, Int(certificates.pointee.num_of_certs)) {
      var entry = certificates.pointee.certinfo[index]
      while let item = entry?.pointee {
        let text = item.data.map { String(cString: $0) } ?? ""
        if let date = Self.seconds(in: text, after: "Start date:") { start = max(start ?? date, date) }
        if let date = Self.seconds(in: text, after: "Expire date:") { end = min(end ?? date, date) }
        entry = item.next
      }
    }
  }

  /// Returns the failure if a certificate has expired or is not yet valid, or `nil` otherwise.
  func failure(at now: Int = time(nil)) -> TLSFailure? {
    if let end, now > end { return .expired(Self.day(end)) }
    if let start, now < start { return .notYetValid(Self.day(start)) }
    return nil
  }

  /// Parses a date as OpenSSL writes it: `Nov  6 08:49:37 2026 GMT` or, in later versions, `2026-11-06 08:49:37 GMT`.
  static func seconds(in text: String, after label: String) -> Int? {
    guard text.hasPrefix(label) else { return nil }
    let words = text.dropFirst(label.count).split(separator: " ")
    var date = tm()
    let time: Substring
    if words.count >= 4, let month = months.firstIndex(of: String(words[0])), let day = Int32(words[1]),
      let year = Int32(words[3])
    {
      (date.tm_year, date.tm_mon, date.tm_mday, time) = (year - 1900, Int32(month), day, words[2])
    } else if words.count >= 2, case let parts = words[0].split(separator: "-").compactMap({ Int32($0) }),
      parts.count == 3
    {
      (date.tm_year, date.tm_mon, date.tm_mday, time) = (parts[0] - 1900, parts[1] - 1, parts[2], words[1])
    } else {
      return nil
    }
    let clock = time.split(separator: ":").compactMap { Int32($0) }
    guard clock.count == 3 else { return nil }
    (date.tm_hour, date.tm_min, date.tm_sec) = (clock[0], clock[1], clock[2])
    return timegm(&date)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func day(_ seconds: Int) -> String {
    var (moment, date) = (time_t(seconds), tm())
    gmtime_r(&moment, &date)
    func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(date.tm_year + 1900)-\(padded(date.tm_mon + 1))-\(padded(date.tm_mday))"
  }
}
