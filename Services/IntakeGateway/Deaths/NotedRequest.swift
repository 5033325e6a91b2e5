import HTTPServer

/// A request in progress when a process of this gateway died.
struct NotedRequest: Hashable, Sendable {
    /// Such as `PATCH /v1/uploads/{upload}`; nil without a route.
    var route: String?
    /// The sender, if it was known: `key:1f2e3d`, `link:ID`, `token:TENANT`, `user:` and a digest.
    var actor: String?
    /// The address, unless it is this machine.
    var address: IPAddress?
    /// The time of its last activity, in nanoseconds of a clock common to the process's requests.
    var seenAt: UInt64

    /// The responsible sender. An address only if the sender was not identified.
    var suspect: Suspect? {
        if let actor { return Suspect(actor: actor) }
        return address.flatMap(Suspect.init(address:))
    }
}

/// A sender that can be limited: a key, a link, a token, a user, or an address.
struct Suspect: Hashable, Sendable {
    /// `key:1f2e3d`, `address:2001:db8:0:0:0:0:0:0`. Without blanks.
    let name: String

    /// Longer names are truncated before the comparison.
    static let maximumLength = NoteLayout.actorBytes

    /// Nil for any other text.
    init?(name: some StringProtocol) {
        let bytes = name.utf8
        guard !bytes.isEmpty, bytes.count <= Self.maximumLength, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.name = String(name)
    }

    init?(actor: String) {
        self.init(name: String(decoding: actor.utf8.prefix(Self.maximumLength), as: UTF8.self))
    }

    /// Nil for this machine: an unconfigured proxy stands for all its clients.
    init?(address: IPAddress) {
        guard !address.isLoopback else { return nil }
        self.init(name: "address:\(address.customer.text)")
    }

    /// The kind of limit: `key`, `link`, `token`, `user`, `address`.
    var kind: String { String(name.prefix { $0 != ":" }) }
}
