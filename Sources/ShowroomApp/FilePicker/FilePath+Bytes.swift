import SystemPackage

extension FilePath {
  /// A path of these bytes; nil when they are none: empty, or with a zero among them.
  init?(bytes: some Sequence<UInt8>) {
    let characters = bytes.map { CChar(bitPattern: $0) }
    guard !characters.isEmpty, !characters.contains(0) else { return nil }
    self.init(platformString: characters + [0])
  }

  /// The bytes that it is opened by, without the closing zero.
  var bytes: [UInt8] {
    withPlatformString { characters in
      Array(UnsafeRawBufferPointer(start: characters, count: length))
    }
  }

  /// What it leads to; nil of the root.
  var fileName: FileName? {
    lastComponent.map { component in
      component.withPlatformString { characters in
        var bytes: [UInt8] = []
        var next = characters
        while next.pointee != 0 {
          bytes.append(UInt8(bitPattern: next.pointee))
          next += 1
        }
        return FileName(bytes: bytes)
      }
    }
  }

  /// The folder that holds it; nil of the root.
  var parent: FilePath? { lastComponent == nil ? nil : removingLastComponent() }

  /// Whether it is `folder` or something in it, as far as its spelling says: links are not followed.
  func isWithin(_ folder: FilePath) -> Bool { lexicallyNormalized().starts(with: folder.lexicallyNormalized()) }

  /// What is called `name` in this folder.
  func appending(_ name: FileName) -> FilePath {
    let own = bytes
    let isRoot = own.last == FileName.slash
    return FilePath(bytes: own + (isRoot ? [] : [FileName.slash]) + name.bytes) ?? self
  }

  /// A form that can be read: bytes that are no text as `\xE9`. Not for opening anything.
  var text: String { readable(bytes) }

  /// The readable form, with `~` for `home`.
  func text(home: FilePath?) -> String {
    guard let home, home.lastComponent != nil, starts(with: home) else { return text }
    return "~" + readable(Array(bytes[home.length...]))
  }
}
