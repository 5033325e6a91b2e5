public import Crypto
public import Shared

/// The time stamp of a signed head (RFC 3161): it existed at that time.
public enum HeadStamp {
    /// The time. The stamp's signer is checked only with configured authorities.
    public static func time(
        _ token: [UInt8], of statement: String, trusting authorities: TimeStampAuthorities?
    ) throws(TimeStampFault) -> Timestamp {
        let stamp = try TimeStamp(token: token, of: SHA256.hash(Array(statement.utf8)))
        if let authorities { try stamp.check(trusting: authorities) }
        return Timestamp(millisecondsSinceEpoch: stamp.seconds * 1_000)
    }
}
