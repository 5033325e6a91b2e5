import Shared
import YAML

/// The document types of a journey, and their requirements.
extension JourneyReader {
    mutating func types(_ node: YAMLNode?) -> [DocumentType] {
        guard let node, let object = object(node, "types") else { return [] }
        return object.mapping.compactMap { entry in
            guard let id = DocumentTypeID(rawValue: entry.key) else {
                fault(entry.keyLocation, "“\(entry.key)” is no name of a type: 1 to 64 of a–z 0–9 . _ -")
                return nil
            }
            return type(id, entry.value)
        }
    }

    mutating func type(_ id: DocumentTypeID, _ node: YAMLNode) -> DocumentType? {
        guard var object = object(node, "the type") else { return nil }
        let title = text(object.required("title", &self), "title")
        let hint = text(object.take("hint"), "hint") ?? ""
        let icon = text(object.take("icon"), "icon") ?? "doc"
        let mediaTypes = mediaTypes(object.take("mediaTypes")) ?? DocumentType.usualMediaTypes
        let pages = count(object.take("pages"), "pages") ?? CountRange(1...10)
        let pageNames = texts(object.take("pageNames"), "pageNames") ?? []
        let documents = count(object.take("documents"), "documents") ?? CountRange(0...10)
        let size = sizes(object.take("size"))
        let pixels = pixels(object.take("pixels"))
        let issued = issued(object.take("issued"))
        let expires = choice(object.take("expires"), "expires", of: ExpiryRule.self) ?? .none
        let duplicates = choice(object.take("duplicates"), "duplicates", of: RulePolicy.self) ?? .warn
        let coverage = coverage(object.take("covers"))
        let looksLike = looksLike(object.take("looksLike"))
        let signature = choice(object.take("signed"), "signed", of: SignatureRule.self) ?? .none
        places[id.rawValue] = object.places
        refuseUnknown(object)
        return DocumentType(
            id: id, title: title ?? "", hint: hint, icon: icon, mediaTypes: mediaTypes, pages: pages, maximumBytes: size.max,
            documents: documents, issueDate: issued, duplicates: duplicates, minimumBytes: size.min, pixels: pixels,
            coverage: coverage, pageNames: pageNames, expires: expires, looksLike: looksLike,
            signature: signature)
    }

    /// `{titles, words, address}`.
    mutating func looksLike(_ node: YAMLNode?) -> TellTaleWords? {
        guard let node, var object = object(node, "looksLike") else { return nil }
        let titles = texts(object.required("titles", &self), "titles") ?? []
        let words = texts(object.take("words"), "words") ?? []
        let showsAddress = flag(object.take("address"), "address") ?? false
        note(object, as: "looksLike")
        return TellTaleWords(titles: titles, words: words, showsAddress: showsAddress)
    }

    mutating func mediaTypes(_ node: YAMLNode?) -> [MediaType]? {
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

    mutating func pixels(_ node: YAMLNode?) -> PixelLimits {
        guard let node, var object = object(node, "pixels") else { return PixelLimits() }
        let limits = PixelLimits(
            minimumShortSide: number(object.take("minimumShortSide"), "minimumShortSide"),
            maximumLongSide: number(object.take("maximumLongSide"), "maximumLongSide"))
        note(object, as: "pixels")
        return limits
    }

    mutating func coverage(_ node: YAMLNode?) -> CoverageRule? {
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
    mutating func issued(_ node: YAMLNode?) -> DateRule {
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
}
