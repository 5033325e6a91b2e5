internal import CLibpq
internal import Glibc

/// The parts of a connection string, so that names can be resolved on another thread. libpq would block on it.
struct ConnectionParameters: Sendable {
    struct Host: Hashable, Sendable {
        /// A name, an address, or the directory of a Unix socket; nil for libpq's default.
        var name: String?
        /// The resolved address; empty for a Unix socket.
        var address: String
        var port: String

        var isSocketDirectory: Bool { name.map { $0.hasPrefix("/") || $0.hasPrefix("@") } ?? true }
    }

    private(set) var hosts: [Host]
    private var keywords: [String: String]
    /// The user of libpq if the connection string names none.
    private var standardUser: String?

    init(connectionString: String) throws(PostgresError) {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(connectionString, &message) else {
            // libpq's message quotes the string, which may hold a password.
            PQfreemem(message)
            throw PostgresError(
                code: .misuse,
                description: "The connection string is not one that libpq understands: "
                    + "expected postgresql://user@host:port/database or keyword=value pairs.")
        }
        defer { PQconninfoFree(options) }
        var keywords = Self.values(of: options)
        if let defaults = PQconndefaults() {
            let fallback = Self.values(of: defaults)
            for keyword in ["host", "hostaddr", "port"] where keywords[keyword] == nil { keywords[keyword] = fallback[keyword] }
            standardUser = fallback["user"]
            PQconninfoFree(defaults)
        }
        hosts = try Self.hosts(
            names: keywords.removeValue(forKey: "host"), addresses: keywords.removeValue(forKey: "hostaddr"),
            ports: keywords.removeValue(forKey: "port"))
        self.keywords = keywords
        // A host like this is the end of a password, and every message about a host names it.
        if hosts.contains(where: { !$0.isSocketDirectory && $0.name?.contains("@") == true }) {
            throw .misuse("The connection string has an @ in its user or its password: write it as %40.")
        }
    }

    /// Resolves the hosts that have no address. Blocks: call it on the pool of threads.
    mutating func lookUpNames() throws(PostgresError) {
        var resolved: [Host] = []
        var failures: [String] = []
        for host in hosts {
            guard !host.isSocketDirectory, host.address.isEmpty, let name = host.name else {
                resolved.append(host)
                continue
            }
            let (addresses, failure) = Self.addresses(of: name)
            if let failure { failures.append("\(name): \(failure)") }
            resolved += addresses.map { Host(name: name, address: $0, port: host.port) }
        }
        guard !resolved.isEmpty else {
            throw PostgresError(
                code: .connectionFailed, description: "The database's host name could not be looked up.",
                detail: "no address of \(failures.joined(separator: ", "))")
        }
        hosts = resolved
    }

    /// Moves the first `count` hosts to the end, so that of several hosts an unreachable one is not always the first.
    mutating func rotateHosts(by count: Int) {
        guard hosts.count > 1 else { return }
        let shift = count % hosts.count
        hosts = Array(hosts[shift...] + hosts[..<shift])
    }

    /// Keywords and values for `PQconnectStartParams`. `fallbacks` apply if the connection string does not set them.
    func assembled(overrides: [String: String], fallbacks: [String: String]) -> [(keyword: String, value: String)] {
        var all = fallbacks.merging(keywords) { _, given in given }.merging(overrides) { _, override in override }
        all["host"] = hosts.map { $0.name ?? "" }.joined(separator: ",")
        all["hostaddr"] = hosts.contains { !$0.address.isEmpty } ? hosts.map(\.address).joined(separator: ",") : nil
        all["port"] = hosts.map(\.port).joined(separator: ",")
        return all.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }

    private static func values(of options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val, value.pointee != 0 { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return values
    }

    /// libpq's lists are comma-separated; one port may apply to all hosts.
    private static func hosts(names: String?, addresses: String?, ports: String?) throws(PostgresError) -> [Host] {
        let names = list(names)
        let addresses = list(addresses)
        let ports = list(ports)
        let count = max(names.count, addresses.count, 1)
        guard names.isEmpty || addresses.isEmpty || names.count == addresses.count, ports.count <= 1 || ports.count == count
        else {
            throw .misuse("The connection string names different numbers of hosts, addresses and ports.")
        }
        return (0..<count).map { index in
            let port = ports.isEmpty ? "" : ports[ports.count == 1 ? 0 : index]
            return Host(
                name: names.isEmpty ? nil : names[index], address: addresses.isEmpty ? "" : addresses[index],
                port: port.isEmpty ? "5432" : port)
        }
    }

    private static func list(_ text: String?) -> [String] {
        text.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
    }

    /// If there are none, with the resolver's message.
    private static func addresses(of name: String) -> ([String], failure: String?) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(name, nil, &hints, &list)
        guard code == 0 else { return ([], gai_strerror(code).map { String(cString: $0) } ?? "error \(code)") }
        defer { freeaddrinfo(list) }
        var found: [String] = []
        var next = list
        while let entry = next {
            var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let length = socklen_t(buffer.count)
            if getnameinfo(entry.pointee.ai_addr, entry.pointee.ai_addrlen, &buffer, length, nil, 0, NI_NUMERICHOST) == 0 {
                let address = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                if !found.contains(address) { found.append(address) }
            }
            next = entry.pointee.ai_next
        }
        return (found, found.isEmpty ? "it has none" : nil)
    }
}

extension ConnectionParameters {
    /// The servers, database and user. Never holds a password.
    var place: String {
        let user = keywords["user"] ?? standardUser ?? "unknown"
        let servers = hosts.map { host in
            let name = host.name ?? (host.address.isEmpty ? "the local socket" : host.address)
            return name.contains(":") ? "[\(name)]:\(host.port)" : "\(name):\(host.port)"
        }
        return "\(servers.joined(separator: ", ")) (database \(keywords["dbname"] ?? user), user \(user))"
    }
}

extension ConnectionParameters {
    /// Why a pooler cannot do what the connection string asks for; nil if it can.
    var faultBehindPooler: String? {
        if keywords["options"] != nil { return "sets options, which a pooler does not hand on to the server" }
        switch keywords["target_session_attrs"] {
        case nil, "any", "read-write", "primary": return nil
        case _?: return "asks for a standby by target_session_attrs: behind a pooler only the primary can be asked for"
        }
    }

    /// Whether a server that takes no changes is good enough.
    var takesAnyServer: Bool { keywords["target_session_attrs"] == "any" }
}
