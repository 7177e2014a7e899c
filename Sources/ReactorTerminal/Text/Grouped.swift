/// Returns `number` with a comma between groups of three digits, such as `49,582`.
package func grouped(_ number: Int) -> String {
  String(unsafeUninitializedCapacity: 32) { buffer in
    var end = buffer.count
    var rest = number.magnitude
    var digits = 0
    repeat {
      if digits > 0, digits % 3 == 0 {
        end -= 1
        buffer[end] = 0x2C
      }
      end -= 1
      buffer[end] = 0x30 + UInt8(rest % 10)
      rest /= 10
      digits += 1
    } while rest > 0
    if number < 0 {
      end -= 1
      buffer[end] = 0x2D
    }
    let count = buffer.count - end
    for index in 0..<count { buffer[index] = buffer[end + index] }
    return count
  }
}
