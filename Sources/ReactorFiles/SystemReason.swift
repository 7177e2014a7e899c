import Glibc

/// Returns the system's description of an error number.
package func systemReason(_ code: Int32) -> String { String(cString: strerror(code)) }
