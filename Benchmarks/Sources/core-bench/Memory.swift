import Glibc

/// Returns the resident memory of the process in bytes (`/proc/self/statm`), or 0 if it cannot be read.
func residentBytes() -> Int {
  let file = open("/proc/self/statm", O_RDONLY)
  guard file >= 0 else { return 0 }
  defer { close(file) }
  var text = [UInt8](repeating: 0, count: 128)
  let count = read(file, &text, text.count)
  let fields = text.prefix(max(0, count)).split(separator: UInt8(ascii: " "))
  guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else { return 0 }
  return pages * Int(getpagesize())
}
