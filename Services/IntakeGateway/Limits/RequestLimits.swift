import Shared

/// What one tenant or one address may ask of a gateway. nil: no limit.
struct RequestLimits: Hashable, Sendable {
    /// Requests per second in the long run.
    var rate: Int?
    /// Requests at once.
    var concurrency: Int?
    /// Streams of events that are open at once. They are no requests at once.
    var streams: Int?
    /// Bytes of a request's body.
    var body: Int?
    /// Uploads that are under way at once, with parts that are not joined yet; and their bytes. They have a limit in any case:
    /// nil for the usual one.
    var uploads: Int?
    var uploadBytes: Int?

    /// How many seconds' worth of requests may come at once: a person who opens a page, a back end that catches up.
    static let burstSeconds = 10
}

/// The limits of each tenant: what all have, unless one is named.
struct TenantLimits: Hashable, Sendable {
    var all = RequestLimits()
    var named: [String: RequestLimits] = [:]

    subscript(tenant: String) -> RequestLimits { named[tenant] ?? all }

    struct Fault: Error, Hashable {
        let description: String
    }

    /// Reads `tenant:rate=50:concurrency=20:streams=100:body=10000000`, several separated by commas; what is left out is as
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
