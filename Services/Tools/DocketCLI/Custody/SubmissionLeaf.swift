import Crypto
import Custody
import Shared

/// A leaf of a submission in its transferred form.
struct SubmissionLeaf {
    let index: Int
    let kind: String
    let number: String
    let hash: LogHash
    let commitment: [UInt8]
    let salt: [UInt8]?
    let row: JSONValue?
    /// The bytes of an outcome's event.
    let event: String?
    let proof: [LogHash]?

    init(_ json: JSONValue) throws(SubmissionLeaves.Unreadable) {
        guard case .number(let place)? = json["index"], let index = Int(exactly: place), case .string(let kind)? = json["kind"],
            case .string(let number)? = json["number"], let hash = json["hash"].flatMap(LogHash.init(shown:)),
            case .string(let text)? = json["commitment"], let commitment = Hex.decode(text)
        else { throw SubmissionLeaves.Unreadable() }
        (self.index, self.kind, self.number, self.hash, self.commitment) = (index, kind, number, hash, commitment)
        var (salt, row, proof): ([UInt8]?, JSONValue?, [LogHash]?) = (nil, nil, nil)
        if case .string(let text)? = json["salt"] {
            guard let bytes = Hex.decode(text) else { throw SubmissionLeaves.Unreadable() }
            salt = bytes
        }
        if case .object? = json["row"] { row = json["row"] }
        if case .array(let hashes)? = json["proof"] {
            let read = hashes.compactMap(LogHash.init(shown:))
            guard read.count == hashes.count else { throw SubmissionLeaves.Unreadable() }
            proof = read
        }
        if case .string(let text)? = json["event"] { event = text } else { event = nil }
        (self.salt, self.row, self.proof) = (salt, row, proof)
    }

    /// As it says itself, which nothing proves once its salt is gone.
    var isEvent: Bool { kind == CoveredRow.Kind.event.rawValue }
}

extension LogHash {
    /// Parses the form of answers and files.
    init?(shown json: JSONValue) {
        guard case .string(let text) = json else { return nil }
        self.init(hex: text)
    }
}
