public import Shared

/// The monthly quotas of each tenant: its own, or those of all others.
///
/// A sandbox is a tenant of its own, in which nothing is billed: neither the quotas of all nor those of its tenant hold for it, only those
/// that are named for sandboxes.
public struct TenantQuotas: Sendable, Hashable {
    public var others = MonthlyQuotas()
    public var sandboxes = MonthlyQuotas()
    public var named: [TenantID: MonthlyQuotas] = [:]

    public init() {}

    public static let everybody = "*"
    public static let everySandbox = "*.test"

    public subscript(tenant: TenantID) -> MonthlyQuotas { named[tenant] ?? (tenant.isSandbox ? sandboxes : others) }

    /// Reads `tenant:submissions=1000:bytes=50000000000:pages=20000:reading-minutes=600`, with `*` for all others and `*.test` for
    /// all other sandboxes. What an entry leaves out is as for the others; `unlimited` is no limit. Each fault is told, and its entry
    /// left out.
    public init(parsing entries: [String], fault: (String) -> Void) {
        var own: [(name: String, limits: [(MonthlyQuota, Int?)])] = []
        for entry in entries {
            let parts = entry.split(at: ":", omittingEmptySubsequences: false)
            let name = String(parts[0])
            let isKnown = name == Self.everybody || name == Self.everySandbox || TenantID(rawValue: name) != nil
            guard isKnown, parts.count > 1, !own.contains(where: { $0.name.hasSameBytes(as: name) }) else {
                fault("has ‘\(entry)’, which is not tenant:quota=number, or names a tenant again")
                continue
            }
            var limits: [(quota: MonthlyQuota, limit: Int?)] = []
            for part in parts.dropFirst() {
                let halves = part.split(at: "=", omittingEmptySubsequences: false)
                guard halves.count == 2, let quota = MonthlyQuota(rawValue: String(halves[0])),
                    !limits.contains(where: { $0.quota == quota }), let limit = Self.limit(halves[1])
                else {
                    fault(
                        "has ‘\(part)’ in ‘\(entry)’, which is not \(Self.names)=number with a whole number above zero or unlimited, or names a quota again"
                    )
                    continue
                }
                limits.append((quota, limit))
            }
            own.append((name, limits))
        }
        // Whatever their order: a tenant's entry says in what it differs from the others.
        for (name, limits) in own where name == Self.everybody { others.apply(limits) }
        for (name, limits) in own where name == Self.everySandbox { sandboxes.apply(limits) }
        for (name, limits) in own {
            guard let tenant = TenantID(rawValue: name) else { continue }
            var quotas = tenant.isSandbox ? sandboxes : others
            quotas.apply(limits)
            named[tenant] = quotas
        }
    }

    private static let names = MonthlyQuota.allCases.map(\.rawValue).joined(separator: "|")

    /// Nil for what is none; `.some(nil)` for no limit.
    private static func limit(_ text: Substring) -> Int?? {
        if text == "unlimited" { return .some(nil) }
        guard let number = Int(text), number > 0 else { return nil }
        return number
    }
}

extension MonthlyQuotas {
    fileprivate mutating func apply(_ limits: [(MonthlyQuota, Int?)]) {
        for (quota, limit) in limits { self.limits[quota] = limit }
    }
}
