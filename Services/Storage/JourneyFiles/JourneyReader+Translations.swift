import Shared
import YAML

/// The texts of a journey in other languages.
extension JourneyReader {
    mutating func translations(_ node: YAMLNode?) -> [String: JourneyTranslation] {
        guard let node, let object = object(node, "translations") else { return [:] }
        var translations: [String: JourneyTranslation] = [:]
        for entry in object.mapping {
            translations[entry.key] = translation(entry.value, entry.key)
        }
        note(object, as: "translations", refusing: false)
        return translations
    }

    private mutating func translation(_ node: YAMLNode, _ language: String) -> JourneyTranslation? {
        guard var object = object(node, "the translation") else { return nil }
        let translation = JourneyTranslation(
            title: text(object.take("title"), "title"), summary: text(object.take("summary"), "summary"),
            types: words(object.take("types"), language), consent: text(object.take("consent"), "consent"))
        note(object, as: "translations.\(language)")
        return translation
    }

    /// Only a title, or a mapping of a title, a hint and page names.
    private mutating func words(_ node: YAMLNode?, _ language: String) -> [DocumentTypeID: JourneyTranslation.Words] {
        guard let node, let types = object(node, "types") else { return [:] }
        var words: [DocumentTypeID: JourneyTranslation.Words] = [:]
        for entry in types.mapping {
            guard let id = DocumentTypeID(rawValue: entry.key) else {
                fault(entry.keyLocation, "“\(entry.key)” is no name of a type: 1 to 64 of a–z 0–9 . _ -")
                continue
            }
            if case .string(let title) = entry.value.value {
                words[id] = .init(title)
            } else if var object = object(entry.value, "the type") {
                words[id] = .init(
                    text(object.take("title"), "title"), hint: text(object.take("hint"), "hint"),
                    pageNames: texts(object.take("pageNames"), "pageNames"))
                refuseUnknown(object)
            }
        }
        note(types, as: "translations.\(language).types", refusing: false)
        return words
    }
}
