import ShowroomTestSupport
import Testing

@testable import ShowroomNetwork

@Suite("CRC-64/NVME")
struct CRC64Tests {
  @Test func `the checksum of the digits is the check value of the algorithm`() {
    #expect(CRC64(of: Array("123456789".utf8)).value == 0xAE8B_1486_0A79_9888)
    #expect(CRC64().value == 0)
  }

  @Test func `bytes of every length have the checksum of the definition, at any address`() {
    let bytes = sample(700)
    for count in 0..<600 {
      for start in [0, 1, 7] {
        let piece = Array(bytes[start..<start + count])
        #expect(CRC64(of: piece).value == bitwiseCRC64(piece), "\(count) bytes from \(start)")
      }
    }
  }

  @Test func `bytes may arrive in pieces`() {
    let bytes = sample(2000)
    var piecewise = CRC64()
    for (start, end) in [(0, 1), (1, 1), (1, 70), (70, 1999), (1999, 2000)] {
      bytes[start..<end].withUnsafeBytes { piecewise.update($0) }
    }
    #expect(piecewise == CRC64(of: bytes))
  }

  @Test func `the checksums of parts combine to that of the whole`() {
    let bytes = sample(70_000)
    for cuts in [[0], [1], [69_999], [70_000], [30_000], [8, 64, 65_536], [20_000, 20_000, 50_000]] {
      var whole = CRC64()
      for (start, end) in zip([0] + cuts, cuts + [bytes.count]) { whole.append(CRC64(of: Array(bytes[start..<end]))) }
      #expect(whole == CRC64(of: bytes), "\(cuts)")
    }
  }

  @Test func `the checksum of a terabyte of zeros is combined from that of a mebibyte`() {
    var zeros = CRC64(of: [UInt8](repeating: 0, count: 1 << 20))
    // Two equal halves, twenty times.
    for _ in 0..<20 { zeros.append(zeros) }

    #expect(zeros.count == 1 << 40)
    var tail = zeros
    tail.append(CRC64(of: Array("123456789".utf8)))
    var other = CRC64()
    other.append(zeros)
    for digit in "123456789".utf8 { other.append(CRC64(of: [digit])) }
    #expect(tail == other)
  }
}
