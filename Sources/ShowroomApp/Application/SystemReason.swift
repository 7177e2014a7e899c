import Glibc

/// The system's words for an error number.
func systemReason(_ code: Int32) -> String { String(cString: strerror(code)) }
