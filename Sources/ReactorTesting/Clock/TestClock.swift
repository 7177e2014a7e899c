import ReactorCore

/// The clock of a test. Reexported, so that tests do not need to import ReactorCore.
public typealias VirtualClock = ReactorCore.VirtualClock

/// An error of a virtual clock.
public typealias VirtualClockError = ReactorCore.VirtualClockError
