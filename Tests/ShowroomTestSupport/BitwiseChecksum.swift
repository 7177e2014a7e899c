/// Returns the CRC-64/NVME by its definition, bit by bit.
package func bitwiseCRC64(_ bytes: [UInt8]) -> UInt64 {
  var value = UInt64.max
  for byte in bytes {
    value ^= UInt64(byte)
    for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x9A6C_9329_AC4B_C9B5 : value >> 1 }
  }
  return ~value
}
