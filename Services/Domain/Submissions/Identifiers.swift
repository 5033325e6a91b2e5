internal import Crypto
public import FoundationEssentials
public import Shared

extension Identifier {
    /// A new id that sorts by its time of creation (UUID version 7).
    public static func timeOrdered(at now: Date) -> Self { Self(UUIDv7.make(now: now)) }
}
