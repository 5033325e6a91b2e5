import Shared

/// The hosts of each tenant's own pages: `DOCKET_RETURN_HOSTS`. A return address that a person sets must be at one of
/// them. Their pages may frame a link's page, and call the API with it.
struct ReturnHosts: Hashable, Sendable {
    /// Names in lower case, with a port unless it is that of https.
    private var hosts: [TenantID: Set<String>] = [:]

    struct Fault: Error, Hashable {
        let description: String
    }

    /// Reads `tenant=host` or `tenant=host:port`; a tenant may have several.
    static func parse(_ entries: [String]) throws(Fault) -> ReturnHosts {
        var hosts = ReturnHosts()
        for entry in entries {
            let halves = entry.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, let tenant = TenantID(rawValue: String(halves[0])) else {
                throw Fault(description: "‘\(entry)’ is not of the form tenant=host")
            }
            let host = halves[1].lowercased()
            guard isHost(host) else {
                throw Fault(
                    description: "‘\(halves[1])’ in ‘\(entry)’ is no host such as app.example or app.example:8443, without a path"
                )
            }
            hosts.hosts[tenant, default: []].insert(withoutUsualPort(host))
        }
        return hosts
    }

    /// Whether it is an https address of a host that the tenant named. The host must be the same in every byte, so a
    /// browser's treatment of odd characters does not matter.
    func allow(_ url: String, of tenant: TenantID) -> Bool {
        guard let authority = Self.authority(of: url) else { return false }
        return hosts(of: tenant).contains(Self.withoutUsualPort(authority))
    }

    /// The origins in a browser's notation, sorted.
    func origins(of tenant: TenantID) -> [String] { hosts(of: tenant).sorted().map { "https://\($0)" } }

    /// Of all tenants.
    var origins: Set<String> { Set(hosts.keys.flatMap { origins(of: $0) }) }

    /// Includes the hosts of a sandbox's tenant.
    private func hosts(of tenant: TenantID) -> Set<String> { (hosts[tenant] ?? []).union(hosts[tenant.owner] ?? []) }

    private static func authority(of url: String) -> String? {
        let (bytes, scheme) = (Array(url.utf8), Array("https://".utf8))
        guard bytes.prefix(scheme.count).map(\.asciiLowercased) == scheme else { return nil }
        let ends = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
        let authority = bytes.dropFirst(scheme.count).prefix { !ends.contains($0) }
        return String(decoding: authority.map(\.asciiLowercased), as: UTF8.self)
    }

    private static func withoutUsualPort(_ host: String) -> String {
        host.hasSuffix(":443") ? String(host.dropLast(4)) : host
    }

    private static func isHost(_ text: String) -> Bool {
        let parts = text.split(at: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), text.utf8.count <= 253 else { return false }
        let labels = parts[0].split(at: ".", omittingEmptySubsequences: false)
        let isNamed = labels.allSatisfy { label in
            !label.isEmpty && label.utf8.allSatisfy { $0.isASCIIDigit || (0x61...0x7a).contains($0) || $0 == UInt8(ascii: "-") }
        }
        return isNamed && (parts.count == 1 || UInt16(parts[1]).map { $0 > 0 } ?? false)
    }
}

extension UInt8 {
    fileprivate var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    /// Lower case for ASCII letters. Other bytes are unchanged.
    var asciiLowercased: UInt8 { (0x41...0x5a).contains(self) ? self | 0x20 : self }
}
