import Shared
import YAML

/// The policies of a journey: retention, rules, consent.
extension JourneyReader {
    mutating func retention(_ node: YAMLNode?) -> Retention {
        guard let node, var object = object(node, "retention") else { return Retention() }
        let retention = Retention(
            draft: days(object.take("draft")) ?? Retention().draft, accepted: days(object.take("accepted")),
            rejected: days(object.take("rejected")), original: days(object.take("original")),
            minimum: days(object.take("minimum")))
        note(object, as: "retention")
        return retention
    }

    mutating func rules(_ node: YAMLNode?) -> [RuleID: RulePolicy] {
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

    mutating func consent(_ node: YAMLNode?) -> ConsentText? {
        guard let node, var object = object(node, "consent") else { return nil }
        let version = text(object.required("version", &self), "version")
        let text = text(object.required("text", &self), "text")
        let url = self.text(object.take("url"), "url")
        note(object, as: "consent")
        return version.flatMap { version in text.map { ConsentText(version: version, text: $0, url: url) } }
    }
}
