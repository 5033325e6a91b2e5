#if canImport(FoundationInternationalization)
    // Without it Foundation on Linux knows no time zone but GMT.
    internal import FoundationInternationalization
#endif
#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Time zones by their IANA names.
enum KnownTimeZone {
    /// Asked of the part of Foundation that knows them: a program that is linked statically has only those parts of it that something
    /// is asked of, and would else take every zone for unknown.
    private static let areThere = !TimeZone.timeZoneDataVersion.isEmpty

    /// nil if there is no zone of that name.
    static func named(_ name: String) -> TimeZone? { areThere ? TimeZone(identifier: name) : nil }
}
