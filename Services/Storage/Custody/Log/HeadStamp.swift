public import Crypto
public import Shared

/// What an authority for time stamps says of a signed head (RFC 3161): that it was there at a time.
public enum HeadStamp {
    /// The time. Who has signed the stamp is looked at where authorities are named.
    public static func time(
        _ token: [UInt8], of statement: String, trusting authorities: TimeStampAuthorities?
    ) throws(TimeStampFault) -> Timestamp {
        let stamp = try TimeStamp(token: token, of: SHA256.hash(Array(statement.utf8)))
        if let authorities { try stamp.check(trusting: authorities) }
        return Timestamp(millisecondsSinceEpoch: stamp.seconds * 1_000)
    }
}
