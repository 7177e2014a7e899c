import Glibc
import ShowroomText

/// A system resource that the program needs but cannot get.
///
/// The threading libraries cannot report that they are unable to get a descriptor or memory, or to read the state of
/// their threads from /proc. They end the process instead. The program therefore checks all three at launch.
package enum SystemShortage: Error, Sendable, Hashable, CustomStringConvertible {
  /// The limit on open files is too low.
  case descriptors(needed: Int)
  /// The limit on address space is too low, in megabytes.
  case memory(needed: Int)
  /// /proc is not mounted, as in some containers and chroot environments.
  case processInformation

  /// A message with the cause and what to do.
  package var description: String {
    switch self {
    case .descriptors(let needed):
      "Showroom needs \(counted(needed, "open file")), but the system allows fewer. Raise the limit, for example with "
        + "`ulimit -n 1024`."
    case .memory(let needed):
      "Showroom needs \(needed) MB of address space, but the system allows less. Raise the limit, for example with "
        + "`ulimit -v unlimited`."
    case .processInformation:
      "Showroom needs /proc, which is not mounted. Mount it, for example with `mount -t proc proc /proc`."
    }
  }

  /// Returns the first shortage, after raising the limit on open files if possible; `nil` if there is none.
  package static func find() -> SystemShortage? {
    guard access("/proc/self/task", R_OK) == 0 else { return .processInformation }
    let threads = max(1, min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 64))
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

  /// Returns whether an amount of address space can be reserved. No page is actually used.
  private static func hasMemory(megabytes: Int) -> Bool {
    let size = megabytes << 20
    guard let memory = mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
      memory != MAP_FAILED
    else { return false }
    munmap(memory, size)
    return true
  }
}
