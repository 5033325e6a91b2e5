import FoundationEssentials
import Shared
import YAML

/// Reads the tree of one file, and goes on after each fault.
struct JourneyReader {
    let path: String
    private(set) var faults: [JourneyFileFault] = []
    /// Where members of the journey (under an empty type) and of its types stand.
    private var places: [String: [String: YAMLLocation]] = [:]

    init(path: String) {
        self.path = path
    }

    var sortedFaults: [JourneyFileFault] {
        faults.sorted { ($0.line ?? 0, $0.column ?? 0, $0.problem) < ($1.line ?? 0, $1.column ?? 0, $1.problem) }
    }

    /// Nil once there is a fault.
    mutating func file(_ root: YAMLNode) -> JourneyFile? {
        guard var object = object(root, "the file") else { return nil }
        let id = identifier(object.take("id"), "id", of: JourneyID.self) ?? (object.has("id") ? nil : idOfPath())
        let title = text(object.required("title", &self), "title")
        let summary = text(object.take("summary"), "summary") ?? ""
        let types = types(object.required("types", &self))
        let documents = count(object.take("documents"), "documents")
        let replacements = number(object.take("replacements"), "replacements") ?? 3
        let review = choice(object.take("review"), "review", of: ReviewPolicy.self) ?? .never
        let retention = retention(object.take("retention"))
        let timeZone = text(object.take("timeZone"), "timeZone") ?? "UTC"
        let rules = rules(object.take("rules"))
        let consent = consent(object.take("consent"))
        let examplesNode = object.take("examples")
        places["", default: [:]].merge(object.places) { $1 }
        refuseUnknown(object)
        guard faults.isEmpty, let id, let title else { return nil }
        let least = max(1, types.reduce(0) { $0 + $1.documents.min })
        let journey = JourneyDefinition(
            id: id, title: title, summary: summary, documentTypes: types,
            documents: documents ?? CountRange(least...max(least, types.reduce(0) { $0 + $1.documents.max })),
            replacements: replacements, review: review, retention: retention, timeZone: timeZone, rules: rules,
            consent: consent)
        for fault in journey.faults { add(fault, root) }
        let examples = examples(examplesNode, of: journey)
        guard faults.isEmpty else { return nil }
        return JourneyFile(path: path, journey: journey, examples: examples)
    }

    /// A journey is called like its file, unless it says otherwise.
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
        "documentTypes": "types", "issueDate": "issued", "coverage": "covers", "maximumBytes": "size", "minimumBytes": "size",
    ]

    // MARK: - Parts

    private mutating func types(_ node: YAMLNode?) -> [DocumentType] {
        guard let node, let object = object(node, "types") else { return [] }
        return object.mapping.compactMap { entry in
            guard let id = DocumentTypeID(rawValue: entry.key) else {
                fault(entry.keyLocation, "“\(entry.key)” is no name of a type: 1 to 64 of a–z 0–9 . _ -")
                return nil
            }
            return type(id, entry.value)
        }
    }

    private mutating func type(_ id: DocumentTypeID, _ node: YAMLNode) -> DocumentType? {
        guard var object = object(node, "the type") else { return nil }
        let title = text(object.required("title", &self), "title")
        let hint = text(object.take("hint"), "hint") ?? ""
        let icon = text(object.take("icon"), "icon") ?? "doc"
        let mediaTypes = mediaTypes(object.take("mediaTypes")) ?? DocumentType.usualMediaTypes
        let pages = count(object.take("pages"), "pages") ?? CountRange(1...10)
        let documents = count(object.take("documents"), "documents") ?? CountRange(0...10)
        let size = sizes(object.take("size"))
        let pixels = pixels(object.take("pixels"))
        let issued = issued(object.take("issued"))
        let duplicates = choice(object.take("duplicates"), "duplicates", of: RulePolicy.self) ?? .warn
        let coverage = coverage(object.take("covers"))
        places[id.rawValue] = object.places
        refuseUnknown(object)
        return DocumentType(
            id: id, title: title ?? "", hint: hint, icon: icon, mediaTypes: mediaTypes, pages: pages, maximumBytes: size.max,
            documents: documents, issueDate: issued, duplicates: duplicates, minimumBytes: size.min, pixels: pixels,
            coverage: coverage)
    }

    private mutating func mediaTypes(_ node: YAMLNode?) -> [MediaType]? {
        guard let node else { return nil }
        guard case .sequence(let nodes) = node.value else {
            fault(node.location, "mediaTypes is a list such as [jpeg, pdf], not \(node.kind)")
            return nil
        }
        return nodes.compactMap { node in
            guard let name = text(node, "a media type") else { return nil }
            if let type = MediaType(fileExtension: name) ?? MediaType(name) { return type }
            let known = MediaType.known.compactMap(\.fileExtensions.last).joined(separator: ", ")
            fault(node.location, "“\(name)” is no media type; known are \(known)")
            return nil
        }
    }

    private mutating func retention(_ node: YAMLNode?) -> Retention {
        guard let node, var object = object(node, "retention") else { return Retention() }
        let retention = Retention(
            draft: days(object.take("draft")) ?? Retention().draft, accepted: days(object.take("accepted")),
            rejected: days(object.take("rejected")), original: days(object.take("original")),
            minimum: days(object.take("minimum")))
        note(object, as: "retention")
        return retention
    }

    private mutating func rules(_ node: YAMLNode?) -> [RuleID: RulePolicy] {
        guard let node, let object = object(node, "rules") else { return [:] }
        var rules: [RuleID: RulePolicy] = [:]
        for entry in object.mapping {
            guard let id = RuleID(rawValue: entry.key) else {
                fault(entry.keyLocation, "“\(entry.key)” is no rule")
                continue
            }
            // What a clean page cannot hold is stripped where nothing is said of it.
            if id == NoActiveContent().id, case .string("strip") = entry.value.value {
                rules[id] = .allow
            } else if let policy = choice(entry.value, entry.key, of: RulePolicy.self) {
                rules[id] = policy
            }
        }
        note(object, as: "rules", refusing: false)
        return rules
    }

    private mutating func consent(_ node: YAMLNode?) -> ConsentText? {
        guard let node, var object = object(node, "consent") else { return nil }
        let version = text(object.required("version", &self), "version")
        let text = text(object.required("text", &self), "text")
        let url = self.text(object.take("url"), "url")
        note(object, as: "consent")
        return version.flatMap { version in text.map { ConsentText(version: version, text: $0, url: url) } }
    }

    private mutating func pixels(_ node: YAMLNode?) -> PixelLimits {
        guard let node, var object = object(node, "pixels") else { return PixelLimits() }
        let limits = PixelLimits(
            minimumShortSide: number(object.take("minimumShortSide"), "minimumShortSide"),
            maximumLongSide: number(object.take("maximumLongSide"), "maximumLongSide"))
        note(object, as: "pixels")
        return limits
    }

    private mutating func coverage(_ node: YAMLNode?) -> CoverageRule? {
        guard let node else { return nil }
        if case .integer(let months) = node.value { return CoverageRule(months: months) }
        guard var object = object(node, "covers") else { return nil }
        let months = number(object.required("months", &self), "months") ?? 1
        let standard = CoverageRule(months: months)
        let rule = CoverageRule(
            months: months, latestWithinDays: days(object.take("latestWithin")) ?? standard.latestWithinDays,
            toleranceDays: days(object.take("tolerance")) ?? standard.toleranceDays)
        note(object, as: "covers")
        return rule
    }

    /// `none`, `optional`, `required`, `within 90 days`, or a mapping with `within` and `notWithin`.
    private mutating func issued(_ node: YAMLNode?) -> DateRule {
        guard let node else { return .none }
        if case .mapping = node.value {
            guard var object = object(node, "issued") else { return .none }
            let (within, notWithin) = (days(object.take("within")), days(object.take("notWithin")))
            note(object, as: "issued")
            switch (within, notWithin) {
            case (let days?, nil): return .issuedWithin(days: days)
            case (let days, let minimum?): return .issuedBetween(minimumDays: minimum, days: days)
            case (nil, nil):
                fault(node.location, "issued wants within, notWithin or both")
                return .none
            }
        }
        guard let text = text(node, "issued") else { return .none }
        switch text {
        case "none": return .none
        case "optional": return .optional
        case "required": return .required
        default:
            if text.hasPrefix("within "), let days = Self.days(String(text.dropFirst(7))) { return .issuedWithin(days: days) }
            fault(node.location, "issued is “\(text)”; it is none, optional, required, or such as “within 90 days”")
            return .none
        }
    }

    private mutating func examples(_ node: YAMLNode?, of journey: JourneyDefinition) -> [JourneyExample] {
        guard let node else { return [] }
        guard case .sequence(let nodes) = node.value else {
            fault(node.location, "examples is a list, not \(node.kind)")
            return []
        }
        return nodes.compactMap { example($0, of: journey) }
    }

    /// `{type, issued?, pages?, media?, size?, copies?, expect}`.
    private mutating func example(_ node: YAMLNode, of journey: JourneyDefinition) -> JourneyExample? {
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
        if let found = example.failure(under: journey, on: CalendarDate(Date(), in: .gmt)) {
            fault(node.location, "this example expects \(Self.words(expected)), and the rules say \(Self.words(found))")
        }
        return example
    }

    private mutating func expectation(_ node: YAMLNode?) -> Set<RuleID>? {
        guard let node else { return nil }
        if case .string("accepted") = node.value { return [] }
        let nodes: [YAMLNode] = if case .sequence(let nodes) = node.value { nodes } else { [node] }
        let known = Set(ProcessorFactory.standard.rules.map(\.id))
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

    private static func words(_ rules: Set<RuleID>) -> String {
        rules.isEmpty ? "accepted" : rules.sorted().map(\.rawValue).joined(separator: ", ")
    }
}

// MARK: - Values

extension JourneyReader {
    mutating func fault(_ location: YAMLLocation?, _ problem: String) {
        faults.append(JourneyFileFault(path: path, line: location?.line, column: location?.column, problem: problem))
    }

    /// A mapping whose members are taken one by one.
    struct Object {
        let mapping: YAMLMapping
        let location: YAMLLocation
        private var taken: Set<String> = []
        var places: [String: YAMLLocation]

        init(_ mapping: YAMLMapping, at location: YAMLLocation) {
            self.mapping = mapping
            self.location = location
            places = Dictionary(uniqueKeysWithValues: mapping.map { ($0.key, $0.keyLocation) })
        }

        func has(_ key: String) -> Bool { mapping[key] != nil }

        mutating func take(_ key: String) -> YAMLNode? {
            taken.insert(key)
            return mapping[key]
        }

        mutating func required(_ key: String, _ reader: inout JourneyReader) -> YAMLNode? {
            if mapping[key] == nil { reader.fault(location, "“\(key)” is missing") }
            return take(key)
        }

        var unknown: [YAMLMapping.Entry] { mapping.filter { !taken.contains($0.key) } }
        var known: [String] { taken.sorted() }
    }

    mutating func object(_ node: YAMLNode, _ name: String) -> Object? {
        guard case .mapping(let mapping) = node.value else {
            fault(node.location, "\(name) is a mapping of names to values, not \(node.kind)")
            return nil
        }
        return Object(mapping, at: node.location)
    }

    mutating func refuseUnknown(_ object: Object) {
        for entry in object.unknown {
            fault(entry.keyLocation, "“\(entry.key)” is not known here; known are \(object.known.joined(separator: ", "))")
        }
    }

    /// Remembers where the members of a part stand, and refuses those that are not known.
    private mutating func note(_ object: Object, as name: String, refusing: Bool = true) {
        for (key, place) in object.places { partPlaces["\(name).\(key)"] = place }
        if refusing { refuseUnknown(object) }
    }

    private var partPlaces: [String: YAMLLocation] {
        get { places[""] ?? [:] }
        set { places[""] = newValue }
    }

    mutating func text(_ node: YAMLNode?, _ name: String) -> String? {
        guard let node else { return nil }
        guard case .string(let text) = node.value else {
            fault(node.location, "\(name) is text, not \(node.kind); put it between quotes if it is meant to be text")
            return nil
        }
        return text
    }

    mutating func number(_ node: YAMLNode?, _ name: String) -> Int? {
        guard let node else { return nil }
        guard case .integer(let number) = node.value else {
            fault(node.location, "\(name) is a whole number, not \(node.kind)")
            return nil
        }
        return number
    }

    mutating func identifier<Tag>(_ node: YAMLNode?, _ name: String, of: Name<Tag>.Type) -> Name<Tag>? {
        guard let node, let text = text(node, name) else { return nil }
        guard let identifier = Name<Tag>(rawValue: text) else {
            fault(node.location, "\(name) is “\(text)”; allowed are 1 to 64 of a–z 0–9 . _ -, the first a letter or digit")
            return nil
        }
        return identifier
    }

    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ node: YAMLNode?, _ name: String, of: Choice.Type
    ) -> Choice? {
        guard let node, let text = text(node, name) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            fault(node.location, "\(name) is “\(text)”; it is one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
            return nil
        }
        return choice
    }

    /// `2`, `1 to 3`, `1-3`.
    mutating func count(_ node: YAMLNode?, _ name: String) -> CountRange? {
        guard let node else { return nil }
        if case .integer(let number) = node.value, number >= 0 { return CountRange(number...number) }
        if case .string(let text) = node.value {
            let ends = text.replacing(" to ", with: "-").split(separator: "-").map { $0.filter { $0 != " " } }.compactMap {
                Int($0)
            }
            if ends.count == 2, ends[0] >= 0, ends[0] <= ends[1] { return CountRange(ends[0]...ends[1]) }
        }
        fault(node.location, "\(name) is a number such as 2, or a range such as “1 to 3”")
        return nil
    }

    /// `90`, `90 days`.
    mutating func days(_ node: YAMLNode?) -> Int? {
        guard let node else { return nil }
        if case .integer(let days) = node.value { return days }
        if case .string(let text) = node.value, let days = Self.days(text) { return days }
        fault(node.location, "there must be days here, such as 90 or “90 days”, not \(node.kind)")
        return nil
    }

    static func days(_ text: String, suffix: String = "") -> Int? {
        for unit in [" days", " day"] where text.hasSuffix(unit + suffix) {
            return Int(text.dropLast(unit.count + suffix.count)).flatMap { $0 >= 0 ? $0 : nil }
        }
        return nil
    }

    /// `25 MB`, `20 kB`, `1000`.
    mutating func size(_ node: YAMLNode?) -> Int? {
        guard let node else { return nil }
        if case .integer(let bytes) = node.value { return bytes }
        if case .string(let text) = node.value {
            for (unit, factor) in [(" MB", 1_000_000), (" kB", 1000)] where text.hasSuffix(unit) {
                if let number = Double(text.dropLast(unit.count)), number >= 0, number < 10_000_000 {
                    return Int(number * Double(factor))
                }
            }
        }
        fault(node.location, "a size is a number of bytes, or such as “25 MB” or “20 kB”")
        return nil
    }

    /// The largest, or `{min, max}`.
    mutating func sizes(_ node: YAMLNode?) -> (min: Int, max: Int) {
        guard let node else { return (1, 25_000_000) }
        guard case .mapping = node.value else { return (1, size(node) ?? 25_000_000) }
        guard var object = object(node, "size") else { return (1, 25_000_000) }
        let sizes = (size(object.take("min")) ?? 1, size(object.take("max")) ?? 25_000_000)
        refuseUnknown(object)
        return sizes
    }
}

extension String {
    fileprivate var dropLastDot: String { hasSuffix(".") ? String(dropLast()) : self }
}
