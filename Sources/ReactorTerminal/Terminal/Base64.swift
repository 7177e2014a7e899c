/// Returns `bytes` in Base64, with padding.
///
/// The function of Foundation would add to the start-up time and memory of every terminal program.
func base64(_ bytes: some Collection<UInt8>) -> [UInt8] {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var result: [UInt8] = []
  result.reserveCapacity((bytes.count + 2) / 3 * 4)
  var rest = bytes[...]
  while !rest.isEmpty {
    let group = rest.prefix(3)
    let padded = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * (3 - UInt32(group.count)))
    for place in 0..<4 {
      let digit = digits[Int(padded >> (18 - 6 * UInt32(place)) & 63)]
      result.append(place <= group.count ? digit : UInt8(ascii: "="))
    }
    rest = rest.dropFirst(3)
  }
  return result
}
