import Domain
import HTTPServer
import Shared
import Telemetry

/// Applies the budgets, and reports what is left. The database has the usage and decides.
struct QuotaGate: Sendable {
    private let limits: QuotaLimits
    private let tenants: TenantLimits
    /// The size of the largest file, in bytes.
    private let maximumFileBytes: Int
    private let refusals: Counter
    private let fill: Histogram

    init(_ limits: QuotaLimits, tenants: TenantLimits, maximumFileBytes: Int, metrics: MetricsRegistry) {
        (self.limits, self.tenants, self.maximumFileBytes) = (limits, tenants, maximumFileBytes)
        refusals = metrics.counter(
            "docket_quota_refusals_total", "Files and uploads that were refused because a budget was used up.", labels: ["quota"])
        fill = metrics.histogram(
            "docket_quota_fill_ratio", "How much of a budget was used when something was taken.", labels: ["quota"],
            buckets: [0.1, 0.25, 0.5, 0.75, 0.9, 1])
    }

    func terms(for call: Call, _ journey: JourneyDefinition) -> QuotaTerms {
        terms(of: call.tenant, journey, link: call.principal.link)
    }

    func terms(of tenant: TenantID, _ journey: JourneyDefinition, link: LinkID? = nil) -> QuotaTerms {
        limits.terms(of: journey, link: link, tenant: tenants[tenant.rawValue], largestFile: maximumFileBytes)
    }

    /// The problem for a refusal. Counts it.
    func problem(_ refusal: QuotaRefusal) -> Problem {
        refusals.increment(by: 1, [refusal.quota.rawValue])
        return Problem(refusal)
    }

    /// Counts a change that was refused because of a budget.
    func counting(_ answer: ChangeAnswer) -> ChangeAnswer {
        if case .refused(.overQuota(let refusal)) = answer { refusals.increment(by: 1, [refusal.quota.rawValue]) }
        return answer
    }

    /// The headers of an answer about its budgets, after a use.
    func told(_ usage: QuotaUsage) -> HTTPHeaders {
        for entry in usage.entries where entry.limit > 0 {
            fill.series([entry.quota.rawValue]).observe(Double(entry.used) / Double(entry.limit))
        }
        return .quotas(usage)
    }
}

extension HTTPHeaders {
    static let quotaNames = ["RateLimit-Policy", "RateLimit"]

    /// draft-ietf-httpapi-ratelimit-headers, with policies without a window: usage falls when files are removed, not with
    /// time.
    fileprivate static func quotas(_ usage: QuotaUsage) -> HTTPHeaders {
        // RFC 9651, section 3.3.1.
        func integer(_ number: Int) -> Int { min(number, 999_999_999_999_999) }
        let policies = usage.entries.map { entry in
            "\"\(entry.quota.rawValue)\";q=\(integer(entry.limit))" + (entry.quota.countsBytes ? ";qu=\"content-bytes\"" : "")
        }
        let left = usage.entries.map { "\"\($0.quota.rawValue)\";r=\(integer($0.left))" }
        return ["RateLimit-Policy": policies.joined(separator: ", "), "RateLimit": left.joined(separator: ", ")]
    }
}

extension Problem {
    init(_ refusal: QuotaRefusal) {
        let (limit, bytes) = (refusal.limit, ByteCount.text(refusal.limit))
        let (type, detail): (ProblemType, String) =
            switch refusal.quota {
            case .submissionFiles:
                (
                    .tooManyUploads,
                    "A submission holds at most \(limit) files, uploads and finished parts. Join or delete parts, or remove pages."
                )
            case .submissionBytes:
                (
                    .tooManyBytes,
                    "The files, uploads and parts of a submission may have \(bytes) in all. Join or delete parts, or remove pages."
                )
            case .linkFiles:
                (.tooManyUploads, "At most \(limit) files are taken through one link. Ask whoever gave it to you for a new one.")
            case .linkBytes:
                (.tooManyBytes, "At most \(bytes) are taken through one link. Ask whoever gave it to you for a new one.")
            case .tenantUploads:
                (
                    .tooManyUploads,
                    "As many uploads are under way here as may be at once. Finish, join or delete some, or try again later."
                )
            case .tenantBytes:
                (
                    .tooManyUploads,
                    "Uploads of as many bytes are under way here as may be at once. Finish, join or delete some, or try again later."
                )
            }
        var headers: HTTPHeaders = [:]
        switch refusal.quota {
        case .tenantUploads, .tenantBytes: headers["Retry-After"] = "60"
        case .submissionFiles, .submissionBytes, .linkFiles, .linkBytes: break
        }
        self.init(
            type, detail: detail,
            members: [
                "quota": .string(refusal.quota.rawValue), "limit": .integer(limit), "used": .integer(refusal.used),
            ], headers: headers)
    }
}
