import Configuration
import Shared
import YAML

/// The YAML file of tenants' looks: a mapping of tenants, each with the optional members `name`, `logo`, `colour`,
/// `help`, `footer` and `texts`. A logo is a file beside it.
struct LookFile {
    /// All faults of the file, each with its line.
    struct Faults: Error, CustomStringConvertible {
        let problems: [String]
        var description: String { problems.joined(separator: "\n") }
    }

    static let maximumBytes = 1 << 20
    static let maximumLogoBytes = 64 << 10
    static let maximumTextLength = 200
    static let maximumWordingLength = 600
    private static let members = ["name", "logo", "colour", "help", "footer", "texts"]
    /// The texts that a tenant may replace, with the page's keys.
    private static let texts = ["about": "about", "beforeSending": "submitHint", "afterSending": "state.submitted"]

    private let path: String
    private var problems: [String] = []

    /// Reads the file and the logos that it names.
    ///
    /// - Throws: ``Faults``.
    static func looks(at path: String) throws(Faults) -> TenantLooks {
        let root: YAMLNode
        do {
            root = try YAMLDocument.parse(try SmallFile.bytes(of: path, atMost: maximumBytes))
        } catch let error as YAMLError {
            throw Faults(problems: ["\(path)\(error.location.map { ":\($0.line)" } ?? ""): \(error.message)"])
        } catch let error as SmallFile.Unusable {
            throw Faults(problems: ["\(path): \(error.problem)"])
        } catch {
            throw Faults(problems: ["\(path): \(error)"])
        }
        var file = LookFile(path: path)
        let looks = file.looks(root)
        guard file.problems.isEmpty else { throw Faults(problems: file.problems) }
        return TenantLooks(looks)
    }

    private init(path: String) { self.path = path }

    private mutating func fault(_ location: YAMLLocation, _ problem: String) {
        problems.append("\(path):\(location.line): \(problem)")
    }

    private mutating func looks(_ root: YAMLNode) -> [TenantID: TenantLook] {
        guard case .mapping(let tenants) = root.value else {
            fault(root.location, "the file is a mapping of tenants to looks, not \(root.kind)")
            return [:]
        }
        var looks: [TenantID: TenantLook] = [:]
        for entry in tenants {
            guard let tenant = TenantID(rawValue: entry.key) else {
                fault(entry.keyLocation, "“\(entry.key)” is no tenant's name")
                continue
            }
            guard case .mapping(let members) = entry.value.value else {
                fault(entry.value.location, "the look of \(entry.key) is a mapping, not \(entry.value.kind)")
                continue
            }
            looks[tenant] = look(members)
        }
        return looks
    }

    private mutating func look(_ members: YAMLMapping) -> TenantLook {
        for entry in members where !Self.members.contains(entry.key) {
            fault(entry.keyLocation, "“\(entry.key)” is not known here; known are \(Self.members.joined(separator: ", "))")
        }
        var look = TenantLook()
        look.name = text(members["name"], "name")
        look.footer = text(members["footer"], "footer")
        if let node = members["help"], let address = text(node, "help") {
            if address.hasPrefix("https://") { look.help = address } else { fault(node.location, "help is an https address") }
        }
        if let node = members["colour"], let text = text(node, "colour") {
            if let colour = Colour(text) {
                look.style = TenantLook.File(Array(AccentColours(colour).style.utf8), "css", "text/css; charset=utf-8")
            } else {
                fault(node.location, "colour is “\(text)”; wanted is one such as \"#0a5c36\", between quotes")
            }
        }
        if let node = members["logo"], let name = text(node, "logo") { look.logo = logo(name, at: node.location) }
        if let node = members["texts"] { look.texts = texts(node) }
        return look
    }

    /// By language, and then by the page's key.
    private mutating func texts(_ node: YAMLNode) -> [String: [String: String]] {
        guard case .mapping(let languages) = node.value else {
            fault(node.location, "texts is a mapping of languages to texts, not \(node.kind)")
            return [:]
        }
        var texts: [String: [String: String]] = [:]
        for language in languages {
            guard BrowserWords.languages.contains(language.key) else {
                let known = BrowserWords.languages.joined(separator: ", ")
                fault(language.keyLocation, "“\(language.key)” is no language of the page; these are \(known)")
                continue
            }
            guard case .mapping(let own) = language.value.value else {
                fault(language.value.location, "texts in \(language.key) are a mapping, not \(language.value.kind)")
                continue
            }
            for entry in own {
                guard let key = Self.texts[entry.key] else {
                    let known = Self.texts.keys.sorted().joined(separator: ", ")
                    fault(entry.keyLocation, "“\(entry.key)” is no text that a tenant words; these are \(known)")
                    continue
                }
                texts[language.key, default: [:]][key] = text(entry.value, entry.key, atMost: Self.maximumWordingLength)
            }
        }
        return texts
    }

    private mutating func text(_ node: YAMLNode?, _ name: String, atMost limit: Int = maximumTextLength) -> String? {
        guard let node else { return nil }
        guard case .string(let text) = node.value else {
            fault(node.location, "\(name) is text, not \(node.kind); put it between quotes if it is meant to be text")
            return nil
        }
        guard !text.isEmpty, text.unicodeScalars.count <= limit else {
            fault(node.location, "\(name) has 1 to \(limit) characters")
            return nil
        }
        return text
    }

    /// An SVG or a PNG, by its name and its content.
    private mutating func logo(_ name: String, at location: YAMLLocation) -> TenantLook.File? {
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
        guard !name.utf8.contains(UInt8(ascii: "/")) else {
            fault(location, "logo names a file beside this one, without a folder")
            return nil
        }
        let bytes: [UInt8]
        do {
            bytes = try SmallFile.bytes(of: folder + name, atMost: Self.maximumLogoBytes)
        } catch {
            fault(location, "logo “\(name)”: \(error.problem)")
            return nil
        }
        if name.hasSuffix(".png"), bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            return TenantLook.File(bytes, "png", "image/png")
        }
        if name.hasSuffix(".svg"), bytes.firstRange(of: Array("<svg".utf8)) != nil {
            return TenantLook.File(bytes, "svg", "image/svg+xml")
        }
        fault(location, "logo “\(name)” is neither an SVG nor a PNG by its name and its content")
        return nil
    }
}
