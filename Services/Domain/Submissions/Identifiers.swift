internal import Crypto
public import FoundationEssentials
public import Shared

extension Identifier {
    /// A new id that sorts by the time at which it was made (UUID version 7).
    public static func timeOrdered(at now: Date) -> Self { Self(UUIDv7.make(now: now)) }
}
