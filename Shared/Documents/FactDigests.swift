/// The digests of what was found out of a submission, as it is stored, by attempt.
///
/// They are of what is sealed, too, before it is: sealing it later changes none of them. Facts and readings hold a random salt,
/// which goes with them: afterwards nobody can try what a digest was of.
public struct FactDigests: Sendable, Hashable, Codable {
    public struct Attempt: Sendable, Hashable, Codable {
        public let attempt: Int
        /// Of the facts that the rules were checked on.
        public var facts: ContentDigest
        /// Of what was read; nil if nothing was.
        public var reading: ContentDigest?
        /// Of the answers to call-outs, in order.
        public var callOuts: [ContentDigest]

        public init(attempt: Int, facts: ContentDigest, reading: ContentDigest? = nil, callOuts: [ContentDigest] = []) {
            (self.attempt, self.facts, self.reading, self.callOuts) = (attempt, facts, reading, callOuts)
        }
    }

    /// In order.
    private var attempts: [Attempt]

    public init(_ attempts: [Attempt] = []) { self.attempts = attempts.sorted { $0.attempt < $1.attempt } }

    /// Nil for an attempt of which nothing is stored.
    public subscript(attempt: Int) -> Attempt? {
        get { attempts.first { $0.attempt == attempt } }
        set { self = FactDigests(attempts.filter { $0.attempt != attempt } + [newValue].compactMap(\.self)) }
    }

    /// Of all of them, which the event of an outcome has.
    public var digest: ContentDigest {
        ContentDigest(
            of: JSONCanonicalization.bytes(
                of: .array(
                    attempts.map { attempt in
                        var members: [String: JSONValue] = [
                            "attempt": .number(Double(attempt.attempt)), "facts": .string(attempt.facts.description),
                            "callOuts": .array(attempt.callOuts.map { .string($0.description) }),
                        ]
                        members["reading"] = attempt.reading.map { .string($0.description) }
                        return .object(members)
                    })))
    }
}

extension ContentDigest {
    /// Of JSON in its canonical form (RFC 8785), however it is written; nil for bytes that are no JSON.
    public init?(ofJSON bytes: [UInt8]) {
        guard let value = try? CanonicalJSON.decode(JSONValue.self, from: bytes) else { return nil }
        self.init(of: JSONCanonicalization.bytes(of: value))
    }

    /// Of a value as JSON; nil for one that JSON cannot hold.
    public init?(asJSON value: some Encodable) {
        guard let bytes = try? CanonicalJSON.encode(value) else { return nil }
        self.init(ofJSON: bytes)
    }
}
