import FoundationEssentials
import Shared
import YAML

/// The examples that test a journey. They are tried as soon as they are read.
extension JourneyReader {
    mutating func examples(_ node: YAMLNode?, of journey: JourneyDefinition) -> [JourneyExample] {
        guard let node else { return [] }
        guard case .sequence(let nodes) = node.value else {
            fault(node.location, "examples is a list, not \(node.kind)")
            return []
        }
        return nodes.compactMap { example($0, of: journey) }
    }

    /// `{type, issued?, expires?, pages?, media?, size?, copies?, expect}`.
    mutating func example(_ node: YAMLNode, of journey: JourneyDefinition) -> JourneyExample? {
        guard var object = object(node, "an example") else { return nil }
        let before = faults.count
        let type = identifier(object.required("type", &self), "type", of: DocumentTypeID.self)
        var document = type.map {
            JourneyExample.Document(type: $0, mediaType: .jpeg, pages: 1, size: 100_000)
        }
        if let type, let known = journey.documentType(type) {
            document?.pages = known.pages.min
            document?.mediaType = known.mediaTypes.contains(.jpeg) ? .jpeg : known.mediaTypes.first ?? .jpeg
            document?.size = min(max(100_000, known.minimumBytes), known.maximumBytes)
        }
        if let issued = object.take("issued"), let text = text(issued, "issued") {
            document?.issuedDaysAgo = text == "today" ? 0 : Self.days(text, suffix: " ago")
            if document?.issuedDaysAgo == nil {
                fault(issued.location, "issued is “\(text)”; it is today, or such as “91 days ago”")
            }
        }
        if let expires = object.take("expires"), let text = text(expires, "expires") {
            let passed = Self.days(text, suffix: " ago").map { -$0 }
            document?.expiresInDays =
                text == "today" ? 0 : passed ?? (text.hasPrefix("in ") ? Self.days(String(text.dropFirst(3))) : nil)
            if document?.expiresInDays == nil {
                fault(expires.location, "expires is “\(text)”; it is today, or such as “in 400 days” or “1 day ago”")
            }
        }
        if let pages = number(object.take("pages"), "pages") { document?.pages = pages }
        if let size = size(object.take("size")) { document?.size = size }
        if let media = object.take("media") {
            document?.mediaType = mediaTypes(YAMLNode(.sequence([media]), at: media.location))?.first ?? .jpeg
        }
        let copies = number(object.take("copies"), "copies") ?? journey.documents.min
        let expected = expectation(object.required("expect", &self))
        refuseUnknown(object)
        guard faults.count == before, let document, let expected else { return nil }
        guard (0...CountRange.limit).contains(copies), (0...CountRange.limit).contains(document.pages) else {
            fault(node.location, "an example has at most \(CountRange.limit) copies and pages")
            return nil
        }
        let example = JourneyExample(
            documents: Array(repeating: document, count: copies), expected: expected, line: node.location.line)
        if let found = example.failure(under: journey, on: CalendarDate(Timestamp(Date()), in: .utc)) {
            fault(node.location, "this example expects \(Self.words(expected)), and the rules say \(Self.words(found))")
        }
        return example
    }

    mutating func expectation(_ node: YAMLNode?) -> Set<RuleID>? {
        guard let node else { return nil }
        if case .string("accepted") = node.value { return [] }
        let nodes: [YAMLNode] = if case .sequence(let nodes) = node.value { nodes } else { [node] }
        let known = Set(RuleChecks.standard.rules.map(\.id))
        var rules: Set<RuleID> = []
        for node in nodes {
            guard let name = text(node, "expect") else { return nil }
            guard let rule = RuleID(rawValue: name), known.contains(rule) else {
                fault(node.location, "expect is “\(name)”; it is accepted, or the rules that refuse, such as file.size")
                return nil
            }
            rules.insert(rule)
        }
        return rules
    }

    static func words(_ rules: Set<RuleID>) -> String {
        rules.isEmpty ? "accepted" : rules.sorted().map(\.rawValue).joined(separator: ", ")
    }
}
