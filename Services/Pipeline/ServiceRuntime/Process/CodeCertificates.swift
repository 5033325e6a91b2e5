public import Configuration
public import Crypto
import FoundationEssentials
public import Shared

/// The certificates of authorities that sign 2D-Doc codes, by the name in a code: authority and certificate.
public struct CodeCertificates: Sendable {
    public static let variable = "DOCKET_CODE_CERTIFICATES"
    /// All authorities together have a few hundred.
    private static let most = 2_000
    private static let endings = ["pem", "crt", "cer", "der"]

    private let certificates: [String: SignerCertificate]

    public init(_ certificates: [String: SignerCertificate] = [:]) {
        self.certificates = certificates
    }

    /// Reads a folder of files such as `FR000001.pem`. An unusable file is a fault that names it.
    public init(reading reader: inout ConfigurationReader) {
        let folder = reader.optionalString(
            Self.variable,
            "A folder of certificates (PEM or DER), named by authority and certificate such as FR000001.pem: the signatures of 2D-Doc "
                + "codes are checked by them")
        self.init(folder.flatMap { $0.isEmpty ? nil : Self.files(of: $0, &reader) } ?? [:])
    }

    private static func files(of folder: String, _ reader: inout ConfigurationReader) -> [String: SignerCertificate] {
        guard let all = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            reader.fault(variable, "names “\(folder)”, which is no folder that can be read")
            return [:]
        }
        let names = all.filter { !$0.hasPrefix(".") }.sorted()
        guard names.count <= most else {
            reader.fault(variable, "names “\(folder)”, which holds more than \(most) files")
            return [:]
        }
        var found: [String: SignerCertificate] = [:]
        for name in names {
            do throws(SmallFile.Unusable) {
                let (id, certificate) = try certificate(name, in: folder)
                guard found.updateValue(certificate, forKey: id) == nil else {
                    throw SmallFile.Unusable(problem: "another file holds the certificate \(id), too")
                }
            } catch {
                reader.fault(variable, "names a folder with “\(name)”: \(error.problem)")
            }
        }
        return found
    }

    private static func certificate(
        _ name: String, in folder: String
    ) throws(SmallFile.Unusable) -> (id: String, SignerCertificate) {
        let parts = name.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, endings.contains(String(parts[1])), TwoDDoc.isCertificateName(parts[0]) else {
            throw SmallFile.Unusable(
                problem: "a file is called by the authority's four letters and digits, the certificate's four and one of "
                    + endings.map { ".\($0)" }.joined(separator: ", "))
        }
        let bytes = try SmallFile.bytes(of: "\(folder)/\(name)", atMost: 65_536)
        do {
            return (String(parts[0]), try SignerCertificate(bytes))
        } catch {
            throw SmallFile.Unusable(problem: error.description)
        }
    }

    /// Whether the signature is valid, and was made while the certificate was; nil for an unknown certificate.
    public func proof(of document: TwoDDoc) -> Bool? {
        guard let certificate = certificates[document.certificateName] else { return nil }
        guard certificate.isValid(document.signature, for: document.signed) else { return false }
        guard let day = document.signedOn?.daysSinceEpoch else { return true }
        return day >= certificate.firstDay && day <= certificate.lastDay
    }
}
