import Glibc
import ReactorFiles

/// A mark in a file that names the tape that wrote it. A tape replaces only files with its own mark, because it may
/// come from anyone.
///
/// It consists of the name of the tape and a hash of the path from the file's folder to the tape. Two tapes with the
/// same name therefore have different marks, and a folder can be moved together with its tapes.
struct TapeMark: Hashable {
  /// The name and the hash: `tour.tape:9c5b…`.
  let text: String

  /// Creates the mark of a tape for files in a folder. A tape that is not a file is identified by its name.
  init(of tape: String, in folder: String) {
    let path = FileWriting.canonical(tape)
    let target = Self.names(path)
    let name = target.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let base = path.utf8.first == UInt8(ascii: "/") ? Self.names(FileWriting.canonical(folder)) : []
    let common = zip(base, target).prefix { $0.elementsEqual($1) }.count
    let relative = Array(repeating: Array("..".utf8), count: base.count - common) + target[common...].map(Array.init)
    let number = String(Self.hash(relative.joined(separator: [UInt8(ascii: "/")])), radix: 16)
    text =
      name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? String($0) : "-" }.joined()
      + ":" + String(repeating: "0", count: 16 - number.count) + number
  }

  private static func names(_ path: String) -> [Substring.UTF8View] {
    Substring(path).utf8.split(separator: UInt8(ascii: "/")).map { Substring($0).utf8 }
  }

  /// Returns a 64-bit hash (FNV-1a), which is the same in every run.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  // MARK: Files

  /// Returns the contents of a picture or a text file, or the header of a recording, with the mark added.
  func marked(_ contents: String, _ kind: TapeFile.Kind) -> String {
    switch kind {
    case .picture: pictureBeginning + contents.dropFirst(Self.picture.count)
    case .text: contents + textEnd
    case .recording: contents.dropLast(Self.headerEnd.count) + "," + recordingEnd + "\n"
    }
  }

  /// Returns whether a file has the mark.
  func isIn(_ file: borrowing OpenedFile, _ kind: TapeFile.Kind) -> Bool {
    switch kind {
    case .picture: return file.bytes(pictureBeginning.utf8.count) == Array(pictureBeginning.utf8)
    case .text:
      let end = Array(textEnd.utf8)
      // The mark begins on a new line.
      let found = file.bytes(end.count + 1, from: max(0, file.size - Int64(end.count) - 1))
      return found.suffix(end.count) == end[...] && (found.count == end.count || found.first == UInt8(ascii: "\n"))
    case .recording:
      let header = file.bytes(Self.longestHeader).prefix { $0 != UInt8(ascii: "\n") }
      return header.starts(with: #"{"version":"#.utf8)
        && header.suffix(recordingEnd.utf8.count).elementsEqual(recordingEnd.utf8)
    }
  }

  private static let longestHeader = 4_096
  /// The end of every recording's header, whose last member is the environment.
  private static let headerEnd = "}}\n"
  /// The beginning of every picture.
  private static let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\""

  private var pictureBeginning: String { "\(Self.picture) data-tape=\"\(text)\"" }
  private var textEnd: String { "# \(text)\n" }
  private var recordingEnd: String { "\"TAPE\":\"\(text)\"}}" }
}
