public import Configuration
public import Crypto
import FoundationEssentials

/// A folder of certificates of authorities that answer for the signers of documents. The worker looks through it at its
/// start, and the zygote loads it before there is a document.
public struct SignatureFolder {
    public static let variable = "DOCKET_SIGNATURE_AUTHORITIES"
    /// More files than a list of all authorities of the European Union has.
    private static let mostFiles = 1_000
    private static let maximumBytes = 1 << 20
    private static let endings = [".pem", ".crt", ".cer", ".der"]

    public private(set) var authorities = SignatureAuthorities()
    /// What is wrong with it, each to follow the name of the variable.
    public private(set) var problems: [String] = []

    public init(_ path: String) {
        guard let all = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            problems = ["names “\(path)”, which is no folder that can be read"]
            return
        }
        let names = all.filter { !$0.hasPrefix(".") }.sorted()
        guard names.count <= Self.mostFiles else {
            problems = ["names “\(path)”, which holds more than \(Self.mostFiles) files"]
            return
        }
        for name in names {
            do throws(SmallFile.Unusable) {
                try add(name, in: path)
            } catch {
                problems.append("names a folder with “\(name)”: \(error.problem)")
            }
        }
    }

    private mutating func add(_ name: String, in folder: String) throws(SmallFile.Unusable) {
        guard Self.endings.contains(where: name.hasSuffix) else {
            throw SmallFile.Unusable(problem: "the name of a certificate ends with \(Self.endings.joined(separator: ", "))")
        }
        let bytes = try SmallFile.bytes(of: "\(folder)/\(name)", atMost: Self.maximumBytes)
        do {
            try authorities.add(bytes)
        } catch {
            throw SmallFile.Unusable(problem: error.description)
        }
    }
}

extension JailConfiguration {
    /// Reads whose signatures of documents are trusted, and says whether anybody's are. An unusable file is a fault that names
    /// it.
    @discardableResult
    public mutating func trustSigners(reading reader: inout ConfigurationReader) -> Bool {
        let path = reader.optionalString(
            SignatureFolder.variable,
            "A folder of certificates (PEM or DER) of authorities for signers of documents and for time stamps: the signatures of "
                + "PDFs are checked by them")
        guard let path, !path.isEmpty else { return false }
        let folder = SignatureFolder(path)
        for problem in folder.problems { reader.fault(SignatureFolder.variable, problem) }
        environment[SignatureFolder.variable] = path
        return folder.authorities.count > 0
    }
}
