/// The code on a cover sheet: the submission and the document type of the pages behind it.
///
/// Its text is `docket:sheet:1:SUBMISSION:TYPE`. A forged sheet can only add pages to a draft whose id is known.
public struct CoverSheet: Sendable, Hashable {
    public let submission: SubmissionID
    public let type: DocumentTypeID

    public init(submission: SubmissionID, type: DocumentTypeID) {
        self.submission = submission
        self.type = type
    }

    /// The beginning of the code in every version.
    private static let mark = "docket:sheet:"

    public var code: String { "\(Self.mark)1:\(submission):\(type)" }

    public enum Reading: Sendable, Hashable {
        case sheet(CoverSheet)
        /// A sheet's code that cannot be read: it is of a later version, or broken.
        case unreadable
        /// Another code.
        case other
    }

    public static func read(_ code: [UInt8]) -> Reading {
        guard code.starts(with: mark.utf8) else { return .other }
        let parts = code.dropFirst(mark.utf8.count).split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].elementsEqual("1".utf8), let submission = String(validating: parts[1], as: UTF8.self),
            let type = String(validating: parts[2], as: UTF8.self), let submission = SubmissionID(submission),
            let type = DocumentTypeID(rawValue: type)
        else { return .unreadable }
        return .sheet(CoverSheet(submission: submission, type: type))
    }
}
