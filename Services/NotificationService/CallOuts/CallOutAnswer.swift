import FoundationEssentials
import Shared

/// The answer of a call-out, parsed strictly and within bounds. It is pure.
struct CallOutAnswer: Sendable, Hashable {
    struct Entry: Sendable, Hashable {
        let entry: CallOutRecord.Entry
        /// For the person, in their language.
        let text: String?
    }

    /// The bytes of an answer, its reasons, and the characters of a text.
    static let maximumBytes = 64 * 1024
    static let maximumReasons = 20
    static let textLength = 1...500

    let verdict: CallOutRecord.Verdict
    let reasons: [Entry]

    /// `documents` are those of the submission. A reason about another one is a fault.
    init(_ body: [UInt8], documents: [Document]) throws(CallOutFault) {
        guard body.count <= Self.maximumBytes else { throw CallOutFault("has more than \(Self.maximumBytes) bytes") }
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(body)) else { throw CallOutFault("is no JSON") }
        guard case .string(let word)? = value["verdict"], let verdict = Self.verdicts[word] else {
            throw CallOutFault("has no “verdict” that is one of allow, warn, review, refuse")
        }
        let known = Set(documents.map(\.id))
        var reasons: [Entry] = []
        switch value["reasons"] {
        case nil, .null: break
        case .array(let values):
            guard values.count <= Self.maximumReasons else {
                throw CallOutFault("has \(values.count) reasons; allowed are \(Self.maximumReasons)")
            }
            for value in values { reasons.append(try Self.entry(value, known)) }
        default: throw CallOutFault("has “reasons” that are no array")
        }
        if reasons.isEmpty, verdict != .allow, let code = CallOutCode(rawValue: word) {
            reasons = [Entry(entry: CallOutRecord.Entry(code: code), text: nil)]
        }
        self.verdict = verdict
        self.reasons = reasons
    }

    private static let verdicts: [String: CallOutRecord.Verdict] = [
        "allow": .allow, "warn": .warn, "review": .review, "refuse": .refuse,
    ]

    private static func entry(_ value: JSONValue, _ documents: Set<DocumentID>) throws(CallOutFault) -> Entry {
        guard case .string(let text)? = value["code"], let code = CallOutCode(rawValue: text) else {
            throw CallOutFault("has a reason whose “code” is not 1 to 64 of a–z 0–9 . _ -, the first a letter or digit")
        }
        var document: DocumentID?
        switch value["document"] {
        case nil, .null: break
        case .string(let id):
            guard let found = DocumentID(id), documents.contains(found) else {
                throw CallOutFault("has a reason of a document that the submission does not have")
            }
            document = found
        default: throw CallOutFault("has a reason whose “document” is no text")
        }
        var words: String?
        switch value["text"] {
        case nil, .null: break
        case .string(let text):
            guard PlainText.isValid(text, length: textLength), text.unicodeScalars.allSatisfy({ Self.isOfOneLine($0) }) else {
                throw CallOutFault("has a “text” that is not one line of 1 to \(textLength.upperBound) characters")
            }
            words = text
        default: throw CallOutFault("has a reason whose “text” is no text")
        }
        return Entry(entry: CallOutRecord.Entry(code: code, document: document), text: words)
    }

    /// Excludes line breaks and changes of direction: a person reads the text among Docket's own.
    private static func isOfOneLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false
        default: true
        }
    }

    /// The result of the answer.
    func result(_ callOut: CallOut, askedAt: Timestamp, endedAt: Timestamp, documents: [Document]) -> CallOutResult {
        let types = Dictionary(documents.map { ($0.id, $0.type) }) { first, _ in first }
        return CallOutResult(
            record: CallOutRecord(
                callOut: callOut.name, after: callOut.after, verdict: verdict, reasons: reasons.map(\.entry), askedAt: askedAt,
                endedAt: endedAt),
            verdict: SubmissionVerdict(
                sorting: reasons.compactMap { reason in
                    CallOutReasons.reason(
                        verdict, reason.entry, documentType: reason.entry.document.flatMap { types[$0] }, words: reason.text)
                }, under: documents.map(\.id)))
    }
}

/// A fault of an answer, which continues “The answer …”. It quotes nothing of the answer.
struct CallOutFault: Error, Sendable, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
