import HTTPServer
import Shared

extension Problem {
    /// The reason for a refused file, for events and the audit trail. It names neither the file nor its sender.
    func reason(document: DocumentID) -> Reason {
        let rule = RuleID(rawValue: "upload.\(kind?.rawValue ?? type)") ?? "upload.refused"
        return Reason(
            rule: rule, document: document, found: found ?? title, expected: expected ?? title, message: detail ?? title)
    }

    private var found: String? {
        switch (extensions["found"], extensions["used"], extensions["page"]) {
        case (.string(let text)?, _, _): text
        case (.integer(let number)?, _, _): amount(number)
        case (_, .integer(let used)?, _): "\(used) used"
        case (_, _, .string(let page)?): "the file of page \(page)"
        case (nil, nil, nil):
            // Nobody waited to see how large it is.
            if kind == .tooLarge, case .integer(let limit)? = extensions["limit"] { "more than \(amount(limit))" } else { nil }
        default: nil
        }
    }

    private var expected: String? {
        switch (extensions["accepted"], extensions["limit"], extensions["claimed"]) {
        case (.array(let accepted)?, _, _):
            "one of \(accepted.compactMap { if case .string(let name) = $0 { name } else { nil } }.joined(separator: ", "))"
        case (_, .integer(let limit)?, _): "at most \(amount(limit))"
        case (_, _, .string(let claimed)?): "\(claimed), as it claims to be"
        default: nil
        }
    }

    private func amount(_ number: Int) -> String {
        switch kind {
        case .tooLarge, .emptyFile, .tooManyBytes: ByteCount.text(number)
        case .tooManyPixels: "\(number) pixels"
        case .tooManyFrames: "\(number) pictures"
        case .tooManyPages: number == 1 ? "1 page" : "\(number) pages"
        default: type == "body-too-large" ? ByteCount.text(number) : String(number)
        }
    }
}
