import Shared
import YAML

/// Reads the tree of one file, and continues after each fault.
struct JourneyReader {
    let path: String
    /// Whether call-outs may be of the installation's own network.
    let allowsPrivate: Bool
    var faults: [JourneyFileFault] = []
    /// The places of the members of the journey (under an empty type) and of its types.
    var places: [String: [String: YAMLLocation]] = [:]

    init(path: String, allowsPrivate: Bool) {
        (self.path, self.allowsPrivate) = (path, allowsPrivate)
    }

    var sortedFaults: [JourneyFileFault] {
        faults.sorted { ($0.line ?? 0, $0.column ?? 0, $0.problem) < ($1.line ?? 0, $1.column ?? 0, $1.problem) }
    }

    /// Nil after a fault.
    mutating func file(_ root: YAMLNode) -> JourneyFile? {
        guard var object = object(root, "the file") else { return nil }
        let id = identifier(object.take("id"), "id", of: JourneyID.self) ?? (object.has("id") ? nil : idOfPath())
        let title = text(object.required("title", &self), "title")
        let summary = text(object.take("summary"), "summary") ?? ""
        let types = types(object.required("types", &self))
        let documents = count(object.take("documents"), "documents")
        let replacements = number(object.take("replacements"), "replacements") ?? 3
        let review = choice(object.take("review"), "review", of: ReviewPolicy.self) ?? .never
        let reviewers = number(object.take("reviewers"), "reviewers") ?? 1
        let reviewWithin = period(object.take("reviewWithin"), "reviewWithin")
        let retention = retention(object.take("retention"))
        let timeZone = text(object.take("timeZone"), "timeZone") ?? "UTC"
        let rules = rules(object.take("rules"))
        let consent = consent(object.take("consent"))
        let pdfText = choice(object.take("pdfText"), "pdfText", of: PDFTextPolicy.self) ?? .dropped
        let guide = choice(object.take("guide"), "guide", of: JourneyGuide.self) ?? .overview
        let reading = choice(object.take("reading"), "reading", of: ReadingPolicy.self) ?? .off
        let translations = translations(object.take("translations"))
        let callOuts = callOuts(object.take("callouts"))
        let examplesNode = object.take("examples")
        places["", default: [:]].merge(object.places) { $1 }
        refuseUnknown(object)
        guard faults.isEmpty, let id, let title else { return nil }
        let least = max(1, types.reduce(0) { $0 + $1.documents.min })
        let journey = JourneyDefinition(
            id: id, title: title, summary: summary, documentTypes: types,
            documents: documents ?? CountRange(least...max(least, types.reduce(0) { $0 + $1.documents.max })),
            replacements: replacements, review: review, retention: retention, timeZone: timeZone, rules: rules,
            consent: consent, pdfText: pdfText, guide: guide, translations: translations, reading: reading,
            reviewers: reviewers, reviewWithin: reviewWithin, callOuts: callOuts)
        for fault in journey.faults(allowsPrivateCallOuts: allowsPrivate) { add(fault, root) }
        let examples = examples(examplesNode, of: journey)
        guard faults.isEmpty else { return nil }
        return JourneyFile(path: path, journey: journey, examples: examples)
    }

    /// A journey is named like its file, unless it has an id.
    private mutating func idOfPath() -> JourneyID? {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let stem = name.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
        guard let id = JourneyID(rawValue: stem) else {
            fault(nil, "there is no id, and the file's name is none: 1 to 64 of a–z 0–9 . _ -")
            return nil
        }
        return id
    }

    private mutating func add(_ fault: JourneyFault, _ root: YAMLNode) {
        let members = places[fault.documentType?.rawValue ?? ""] ?? [:]
        // A definition calls some members otherwise than a file does, which is for people to write.
        let parts = fault.member.split(separator: ".", maxSplits: 1).map(String.init)
        let name = Self.names[parts.first ?? ""] ?? parts.first ?? ""
        let inner = parts.count > 1 ? members["\(name).\(parts[1])"] : nil
        self.fault(inner ?? members[name] ?? root.location, fault.description.dropLastDot)
    }

    private static let names = [
        "callOuts": "callouts", "documentTypes": "types", "issueDate": "issued", "coverage": "covers", "maximumBytes": "size",
        "minimumBytes": "size", "signature": "signed",
    ]
}

extension String {
    fileprivate var dropLastDot: String { hasSuffix(".") ? String(dropLast()) : self }
}
