import SystemPackage

extension FilePath {
  /// Creates a path from its bytes; `nil` if they are empty or contain a zero.
  package init?(bytes: some Sequence<UInt8>) {
    let characters = bytes.map { CChar(bitPattern: $0) }
    guard !characters.isEmpty, !characters.contains(0) else { return nil }
    self.init(platformString: characters + [0])
  }

  /// The bytes of the path, without the terminating zero.
  package var bytes: [UInt8] {
    withPlatformString { characters in
      Array(UnsafeRawBufferPointer(start: characters, count: length))
    }
  }

  /// The last component; `nil` for the root.
  package var fileName: FileName? {
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

  /// The parent folder; `nil` for the root.
  package var parent: FilePath? { lastComponent == nil ? nil : removingLastComponent() }

  /// Returns whether the path is `folder` or is inside it. The paths are compared lexically, without following links.
  package func isWithin(_ folder: FilePath) -> Bool { lexicallyNormalized().starts(with: folder.lexicallyNormalized()) }

  /// Returns the path of the entry with a name in this folder.
  package func appending(_ name: FileName) -> FilePath {
    let own = bytes
    let isRoot = own.last == FileName.slash
    return FilePath(bytes: own + (isRoot ? [] : [FileName.slash]) + name.bytes) ?? self
  }

  /// The path for display, with invalid UTF-8 written as `\xE9`. It cannot be used to open files.
  package var text: String { readable(bytes) }

  /// Returns the path for display, with `home` abbreviated to `~`.
  package func text(home: FilePath?) -> String {
    let own = bytes
    // Normalized paths are compared as bytes, because parsing their components takes most of the time of a layout.
    guard let home = home?.bytes, !home.isEmpty, home != [FileName.slash], own.starts(with: home) else { return text }
    let rest = own.dropFirst(home.count)
    return rest.isEmpty || rest.first == FileName.slash ? "~" + readable(Array(rest)) : text
  }
}
