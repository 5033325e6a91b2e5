public import Crypto
public import Shared

/// The installation's statement: the number and the content of a tenant's leaves at a time.
public struct LogHead: Sendable, Hashable {
    /// The end of `application/docket-head+jws`.
    public static let type = "docket-head+jws"

    /// The previous head, exactly as it was signed.
    public struct Previous: Sendable, Hashable {
        /// Of the signed text.
        public let digest: ContentDigest
        public let era: Int
        public let number: Int
        public let size: Int
        public let root: LogHash
    }

    public let tenant: String
    /// Increases with each restore and each failover: leaves after the previous head of a new era's first head are lost.
    public let era: Int
    /// 1 for the first head of a log; each later one adds 1, across eras.
    public let number: Int
    public let size: Int
    public let root: LogHash
    public let time: Timestamp
    public let previous: Previous?

    public init(
        tenant: String, era: Int, number: Int, size: Int, root: LogHash, time: Timestamp, previous: Previous?
    ) {
        (self.tenant, self.era, self.number, self.size) = (tenant, era, number, size)
        (self.root, self.time, self.previous) = (root, time, previous)
    }

    public var json: JSONValue {
        .object([
            "tenant": .string(tenant), "era": .number(Double(era)), "number": .number(Double(number)),
            "size": .number(Double(size)), "root": .string(root.description), "time": .string(time.description),
            "previous": previous.map {
                .object([
                    "digest": .string($0.digest.description), "era": .number(Double($0.era)),
                    "number": .number(Double($0.number)), "size": .number(Double($0.size)),
                    "root": .string($0.root.description),
                ])
            } ?? .null,
        ])
    }

    public func signed(with key: any Signer) async throws(CryptoError) -> String {
        try await SignedDocument.sign(JSONCanonicalization.bytes(of: json), type: Self.type, with: key)
    }

    /// - Throws: The fault of the signed text. A signed text that is not a head is `malformed`.
    public init(verifying text: String, with keys: JSONWebKeySet) throws(SignedDocument.Fault) {
        let document = try SignedDocument(verifying: text, type: Self.type, with: keys)
        guard let json = try? CanonicalJSON.decode(JSONValue.self, from: document.payload), let head = LogHead(json) else {
            throw .malformed
        }
        self = head
    }

    /// Parses a text that this installation has stored itself, without verifying its signature.
    public init?(unverified text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(Substring(parts[1])),
            let json = try? CanonicalJSON.decode(JSONValue.self, from: payload)
        else { return nil }
        self.init(json)
    }

    public init?(_ json: JSONValue) {
        guard case .string(let tenant)? = json["tenant"], let era = json.whole("era"), let number = json.whole("number"),
            let size = json.whole("size"), let root = json.hash("root"), case .string(let text)? = json["time"],
            let time = Timestamp(text)
        else { return nil }
        var previous: Previous?
        switch json["previous"] {
        case .null?: break
        case let member?:
            guard case .string(let digest)? = member["digest"], let digest = ContentDigest(digest),
                let era = member.whole("era"), let number = member.whole("number"), let size = member.whole("size"),
                let root = member.hash("root")
            else { return nil }
            previous = Previous(digest: digest, era: era, number: number, size: size, root: root)
        case nil: return nil
        }
        self.init(tenant: tenant, era: era, number: number, size: size, root: root, time: time, previous: previous)
    }

    /// The reference to it in the next head. `text` is the signed one.
    public func asPrevious(signedAs text: String) -> Previous { asPrevious(digest: ContentDigest(of: Array(text.utf8))) }

    func asPrevious(digest: ContentDigest) -> Previous {
        Previous(digest: digest, era: era, number: number, size: size, root: root)
    }
}

extension JSONValue {
    fileprivate func whole(_ member: String) -> Int? {
        guard case .number(let number)? = self[member], let whole = Int(exactly: number), whole >= 0 else { return nil }
        return whole
    }

    fileprivate func hash(_ member: String) -> LogHash? {
        guard case .string(let text)? = self[member] else { return nil }
        return LogHash(hex: text)
    }
}
