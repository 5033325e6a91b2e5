internal import Domain
internal import Sealing
internal import Shared

/// Codes by a tenant's key by which its sealed submissions are found.
struct PersonCodes: Hashable {
    let email: [UInt8]?
    let subject: [UInt8]?
    let reference: [UInt8]?
    let pieces: Set<Int64>?

    init(of values: PersonalValues, _ lookup: ValueLookup) {
        email = values.contact?.email.map { lookup.code(ofEmail: $0) }
        subject = values.subject.map { lookup.code(ofSubject: $0) }
        reference = values.reference.map { lookup.code(ofReference: $0) }
        pieces = values.reference.map { lookup.pieces(ofReference: $0) }
    }
}

extension ValueLookup {
    /// In whatever case the ASCII letters of the address are.
    func code(ofEmail address: String) -> [UInt8] { code(of: address.asciiLowercased, for: "email") }

    func code(ofSubject subject: String) -> [UInt8] { code(of: subject, for: "subject") }

    func code(ofReference reference: String) -> [UInt8] { code(of: reference, for: "reference") }

    /// In whatever case its ASCII letters are; those of its last bytes. Empty for less than three bytes.
    func pieces(ofReference text: String, last count: Int = .max) -> Set<Int64> {
        pieces(of: text.asciiLowercased.utf8.suffix(count), for: "piece of a reference")
    }
}
