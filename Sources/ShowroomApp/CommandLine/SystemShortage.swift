import Glibc

/// What the system does not grant the program, although it cannot do without.
///
/// The libraries for the network and for threads end the process where they are refused a descriptor or memory, because
/// they have no way to report it. So both are asked for before anything begins.
public enum SystemShortage: Error, Sendable, Hashable, CustomStringConvertible {
  /// Too few files may be open at once.
  case descriptors(needed: Int)
  /// There is too little room in memory, in megabytes.
  case memory(needed: Int)

  /// A sentence that says what to do.
  public var description: String {
    switch self {
    case .descriptors(let needed):
      "Showroom needs \(needed) more open files than the system allows it: raise the limit, as with `ulimit -n 1024`."
    case .memory(let needed):
      "Showroom needs \(needed) MB more address space than the system allows it: raise the limit, as with "
        + "`ulimit -v unlimited`."
    }
  }

  /// What is missing now; nil when there is enough. The limit of open files is raised where that is allowed.
  /// - Parameter processors: each has threads of its own, with memory and descriptors of theirs.
  public static func find(processors: Int = sysconf(Int32(_SC_NPROCESSORS_ONLN))) -> SystemShortage? {
    let threads = max(1, min(processors, 64))
    let descriptors = 40 + 6 * threads
    if !hasDescriptors(descriptors) {
      raiseDescriptorLimit()
      if !hasDescriptors(descriptors) { return .descriptors(needed: descriptors) }
    }
    let megabytes = 256 + 64 * threads
    return hasMemory(megabytes: megabytes) ? nil : .memory(needed: megabytes)
  }

  private static func hasDescriptors(_ count: Int) -> Bool {
    let first = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard first >= 0 else { return false }
    var taken = [first]
    while taken.count < count {
      let copy = fcntl(first, F_DUPFD_CLOEXEC, 0)
      if copy < 0 { break }
      taken.append(copy)
    }
    for descriptor in taken { close(descriptor) }
    return taken.count == count
  }

  private static func raiseDescriptorLimit() {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, 4_096)
    _ = setrlimit(resource, &limit)
  }

  /// Reserves as much and gives it back: no page of it is used.
  private static func hasMemory(megabytes: Int) -> Bool {
    let size = megabytes << 20
    guard let memory = mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
      memory != MAP_FAILED
    else { return false }
    munmap(memory, size)
    return true
  }
}
