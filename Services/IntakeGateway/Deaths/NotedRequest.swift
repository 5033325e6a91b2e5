import HTTPServer

/// A request that was being read when a process of this gateway died.
struct NotedRequest: Hashable, Sendable {
    /// Such as `PATCH /v1/uploads/{upload}`; nil where the path led nowhere.
    var route: String?
    /// Whose it was, where that was known by then: `key:1f2e3d`, `link:ID`, `token:TENANT`, `user:` and a digest.
    var actor: String?
    /// Where it came from, if not from this machine.
    var address: IPAddress?
    /// When something of it was last seen to, in nanoseconds of a clock that all requests of the process share.
    var seenAt: UInt64

    /// Who is answerable for it: an address only where nobody has shown who they are.
    var suspect: Suspect? {
        if let actor { return Suspect(actor: actor) }
        return address.flatMap(Suspect.init(address:))
    }
}

/// Whom a limit can be set to: a key, a link, a token, a user, or an address.
struct Suspect: Hashable, Sendable {
    /// `key:1f2e3d`, `address:2001:db8:0:0:0:0:0:0`. Without blanks.
    let name: String

    /// Longer names are cut: what is compared is what fits.
    static let maximumLength = NoteLayout.actorBytes

    /// nil for what is no name of one.
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

    /// nil for this machine: a proxy that was not made known stands for everybody.
    init?(address: IPAddress) {
        guard !address.isLoopback else { return nil }
        self.init(name: "address:\(address.customer.text)")
    }

    /// What limits are told apart by: `key`, `link`, `token`, `user`, `address`.
    var kind: String { String(name.prefix { $0 != ":" }) }
}
