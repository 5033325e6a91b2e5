/// An installation signed a head of a tenant's log: an event of `docket.custody`. The key of its record is the log's id. Its
/// sequence is the head's number: 1 for the first head of a log; each later one adds 1.
public typealias CustodyHeadEvent = TenantEvent<CustodyHeadContent>

public struct CustodyHeadContent: TenantEventData {
    public static let type = "com.docket.custody.head.v1"
    public static let summary = "A head of a tenant's log of custody was signed"

    public let era: Int
    /// The number of leaves.
    public let size: Int
    /// In hexadecimal digits.
    public let root: String
    /// The signed head (RFC 7515, compact form).
    public let head: String

    public init(era: Int, size: Int, root: String, head: String) {
        (self.era, self.size, self.root, self.head) = (era, size, root, head)
    }
}
