import Shared

/// The limits of a tenant or an address at a gateway. Nil means no limit.
struct RequestLimits: Hashable, Sendable {
    /// Sustained requests per second.
    var rate: Int?
    /// Concurrent requests.
    var concurrency: Int?
    /// Concurrent streams of events. They do not count as requests.
    var streams: Int?
    /// Bytes of a request's body.
    var body: Int?
    /// Uploads in progress with unjoined parts, and their bytes. They are always limited: nil means the default.
    var uploads: Int?
    var uploadBytes: Int?

    /// The burst, as seconds of the sustained rate: a person opens a page, or a back end catches up.
    static let burstSeconds = 10
}

/// The limits of each tenant: the common ones, unless it has its own.
struct TenantLimits: Hashable, Sendable {
    var all = RequestLimits()
    var named: [String: RequestLimits] = [:]

    subscript(tenant: String) -> RequestLimits { named[tenant] ?? all }

    struct Fault: Error, Hashable {
        let description: String
    }

    /// Reads `tenant:rate=50:concurrency=20:streams=100:body=10000000`, several separated by commas. Omitted parts are as
    /// for all.
    static func parse(_ entries: [String], all: RequestLimits) throws(Fault) -> TenantLimits {
        var limits = TenantLimits(all: all)
        for entry in entries {
            let parts = entry.split(at: ":", omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard !name.isEmpty, parts.count > 1, limits.named[name] == nil else {
                throw Fault(description: "‘\(entry)’ is not tenant:limit=number, or names a tenant for the second time")
            }
            var own = all
            for part in parts.dropFirst() {
                let halves = part.split(at: "=", omittingEmptySubsequences: false)
                guard halves.count == 2, let number = Int(halves[1]), number > 0 else {
                    throw Fault(description: "‘\(part)’ in ‘\(entry)’ is not limit=number, a whole number above zero")
                }
                switch halves[0] {
                case "rate": own.rate = number
                case "concurrency": own.concurrency = number
                case "streams": own.streams = number
                case "body": own.body = number
                case "uploads": own.uploads = number
                case "upload-bytes": own.uploadBytes = number
                default:
                    throw Fault(
                        description:
                            "‘\(halves[0])’ in ‘\(entry)’ is not one of rate, concurrency, streams, body, uploads, upload-bytes")
                }
            }
            limits.named[name] = own
        }
        return limits
    }
}
