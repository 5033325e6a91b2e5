/// There is something in the file.
public struct FileNotEmpty: FileRule {
    public let id: RuleID = "file.not-empty"

    public init() {}

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard file.size <= 0 else { return nil }
        return Finding(
            found: "0 bytes", expected: "a file with content",
            message: "The file is empty; something went wrong on its way. Send it again.")
    }
}

/// The file is not larger than its document type allows.
public struct FileSize: FileRule {
    public let id: RuleID = "file.size"

    public init() {}

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard file.size > type.maximumBytes else { return nil }
        return Self.finding(found: file.size, limit: type.maximumBytes)
    }

    /// Of a file that was cut off when it had so many bytes, or that announced so many.
    public static func finding(found size: Int, limit: Int) -> Finding {
        Finding(
            found: "\(size.of("byte"))", expected: "at most \(limit.of("byte"))",
            message: "The file is larger than \(limit.inMegabytes). Send a smaller one, such as a photo of lower resolution.")
    }
}

/// The content of the file is of a type that its document type accepts. What it is called or declared as counts for nothing.
public struct AllowedMediaType: FileRule {
    public let id: RuleID = "file.media-type"

    public init() {}

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard file.size > 0 else { return nil }
        if let mediaType = file.mediaType, type.mediaTypes.contains(where: mediaType.isCompatible) { return nil }
        let found = file.mediaType.map { "a file of type \($0)" } ?? "a file of an unknown type"
        return Finding(
            found: found, expected: "one of \(type.mediaTypes.map(\.essence).joined(separator: ", "))",
            message: "This kind of file cannot be used for “\(type.title)”. Send it as \(type.mediaTypes.alternatives).")
    }
}

/// The content of the file is what its name and its sender say. Who lies about a file has damaged it, or means harm.
public struct HonestMediaType: FileRule {
    public let id: RuleID = "file.type-agrees"

    public init() {}

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard let content = file.mediaType else { return nil }
        if let named = file.fileExtension.flatMap(MediaType.init(fileExtension:)), !content.isCompatible(with: named) {
            return Self.finding(content: content, claim: "its name says \(named.displayName)", found: "a name of type \(named)")
        }
        if let declared = file.declaredMediaType, !content.isCompatible(with: declared) {
            return Self.finding(
                content: content, claim: "it was sent as \(declared.displayName)", found: "declared as \(declared)")
        }
        return nil
    }

    private static func finding(content: MediaType, claim: String, found: String) -> Finding {
        Finding(
            found: "content of type \(content), \(found)", expected: "content, name and declared type that agree",
            message: "This file is a \(content.displayName) file, but \(claim). Send the original file under its own name.")
    }
}

/// Nothing else takes the content for a file of another type: who makes a file that is two things at once means harm.
public struct UnambiguousMediaType: FileRule {
    public let id: RuleID = "file.type-unambiguous"

    public init() {}

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard let first = file.mediaType, let second = file.secondOpinion, !first.isCompatible(with: second) else { return nil }
        return Finding(
            found: "content that looks like \(first), and like \(second)", expected: "content of one type",
            message: "The file looks like \(first.displayName) and like something else at the same time. Take the photo, or "
                + "download the document, again.")
    }
}

/// The file costs no more to turn into pages than is allowed.
public struct FileWithinBudget: FileRule {
    public let id: RuleID = "file.within-budget"

    public init() {}

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard let excess = file.excess else { return nil }
        let advice =
            switch excess.quantity {
            case .pages: "Send only the pages that are asked for."
            case .pixels, .bytes, .memory: "Send a smaller one, such as a photo of lower resolution."
            }
        return Finding(
            found: "\(excess.found) \(excess.quantity.wording)", expected: "at most \(excess.limit) \(excess.quantity.wording)",
            message: "The file is too large to be turned into pages. \(advice)")
    }
}

extension PageFacts.Excess.Quantity {
    fileprivate var wording: String {
        switch self {
        case .bytes: "bytes"
        case .pages: "pages"
        case .pixels: "pixels"
        case .memory: "bytes of memory"
        }
    }
}

/// The file can be decoded.
public struct FileReadable: FileRule {
    public let id: RuleID = "file.readable"

    public init() {}

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard file.integrity == .damaged else { return nil }
        return Finding(
            found: "a file that cannot be decoded", expected: "an intact file",
            message: "The file is damaged and cannot be opened. Take the photo, or download the document, again.")
    }
}

/// The file opens without a password. A PDF that only restricts printing or copying does.
public struct FileWithoutPassword: FileRule {
    public let id: RuleID = "file.no-password"

    public init() {}

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard file.protection == .passwordRequired else { return nil }
        return Finding(
            found: "a PDF that needs a password to be opened", expected: "a file that opens without a password",
            message: "The PDF is protected by a password. Save a copy without the password, for example by printing it as a PDF.")
    }
}

/// The same bytes are not sent twice in one submission, as far as the type minds. The later of two is told of.
public struct FileNotDuplicate: Rule {
    public let id: RuleID = "file.not-duplicate"

    public init() {}

    public func reasons(for facts: SubmissionFacts) -> [Reason] {
        var seen = Set(facts.documents.filter { $0.settled != nil }.flatMap { $0.pages.compactMap(\.digest) })
        var reasons: [Reason] = []
        for (document, type) in facts.unsettled {
            for page in document.pages {
                guard let digest = page.digest, !seen.insert(digest).inserted else { continue }
                guard let severity = type.duplicates.severity else { continue }
                let finding = Finding(
                    severity, found: "a file that is there already", expected: "each file once",
                    message: "This file of “\(type.title)” was sent twice. Replace it by the right one, or remove it.")
                reasons.append(finding.reason(rule: id, document: document.id, page: page.id))
            }
        }
        return reasons
    }
}

extension DuplicatePolicy {
    fileprivate var severity: Reason.Severity? {
        switch self {
        case .allow: nil
        case .warn: .warn
        case .refuse: .refuse
        }
    }
}
