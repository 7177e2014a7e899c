import ReactorCore

/// The clock of a test; programs that play a script at once use the same one.
public typealias VirtualClock = ReactorCore.VirtualClock

/// Why a virtual clock could not do what it was told.
public typealias VirtualClockError = ReactorCore.VirtualClockError
