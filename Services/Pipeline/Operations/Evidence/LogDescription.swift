import Crypto
package import Custody
package import PostgresStore
package import Shared

extension SignedHead {
    /// The statement, the signature, and the time stamp if there is one, for the API and exports.
    package var json: JSONValue {
        guard case .object(var members) = head.json else { return head.json }
        members["signed"] = .string(statement)
        members["stamp"] = stamp.map { .string(Base64.encode($0)) } ?? .null
        return .object(members)
    }
}

extension LogLeaf {
    /// For the API and exports; without a proof before a head covers it.
    package func json(proof: [LogHash]?) -> JSONValue {
        var members: [String: JSONValue] = [
            "index": .number(Double(index)), "hash": .string(hash.description), "commitment": .string(Hex.encode(commitment)),
            "kind": .string(kind.rawValue),
            "number": .string(String(number)), "salt": salt.map { .string(Hex.encode($0)) } ?? .null, "row": row?.json ?? .null,
            "proof": proof.map { .strings($0.map(\.description)) } ?? .null,
        ]
        if let outcome { members["event"] = .string(String(decoding: outcome, as: UTF8.self)) }
        return .object(members)
    }
}
