import Crypto
import FoundationEssentials

/// An authority of OpenSSL's making, and a signer of documents whom it certifies.
public struct DocumentSigner: Sendable {
    private let folder: TemporaryFolder
    /// Of `key.pem`, `signer.pem` and `ca.pem`.
    public var path: String { folder.path }
    /// The authority's certificate in PEM.
    public let authority: [UInt8]
    /// Of the signer, in PEM.
    public let certificate: [UInt8]

    /// `name` is the signer's common name, `purposes` what OpenSSL calls extended key usage, `key` what `openssl genpkey` is
    /// told of the signer's key. With `isExpired` the signer's certificate was good in 1999.
    public init(
        named name: String = "Ada Example", isExpired: Bool = false, purposes: String? = nil,
        key: [String] = ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
    ) async throws {
        folder = try TemporaryFolder("documents")
        let path = folder.path
        let configuration = """
            [ca]
            default_ca = own
            [own]
            database = index.txt
            new_certs_dir = .
            serial = certificates.txt
            default_md = sha256
            policy = any
            unique_subject = no
            [any]
            commonName = supplied
            [req]
            distinguished_name = subject
            utf8 = yes
            string_mask = utf8only
            [subject]
            [authority]
            basicConstraints = critical, CA:true
            keyUsage = critical, keyCertSign
            subjectKeyIdentifier = hash
            [signer]
            basicConstraints = critical, CA:false
            keyUsage = critical, digitalSignature, nonRepudiation
            subjectKeyIdentifier = hash
            authorityKeyIdentifier = keyid
            \(purposes.map { "extendedKeyUsage = \($0)" } ?? "")
            """
        try FolderFiles.write(Array(configuration.utf8), to: "\(path)/openssl.cnf")
        try FolderFiles.write([], to: "\(path)/index.txt")
        try FolderFiles.write(Array("01\n".utf8), to: "\(path)/certificates.txt")
        func openssl(_ words: [String]) async throws { _ = try await Program.check("openssl", words, workingDirectory: path) }
        try await openssl(["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "ca-key.pem"])
        try await openssl(["genpkey", "-out", "key.pem"] + key)
        for (key, subject, request) in [("ca-key.pem", "Test Authority", "ca.csr"), ("key.pem", name, "signer.csr")] {
            try await openssl(
                ["req", "-new", "-key", key, "-subj", "/CN=\(subject)", "-utf8", "-config", "openssl.cnf", "-out", request])
        }
        let good = ["-startdate", "19990101000000Z", "-enddate", "20500101000000Z"]
        let past = ["-startdate", "19990101000000Z", "-enddate", "20000101000000Z"]
        let ca = ["ca", "-batch", "-notext", "-utf8", "-config", "openssl.cnf", "-keyfile", "ca-key.pem"]
        try await openssl(ca + good + ["-selfsign", "-in", "ca.csr", "-extensions", "authority", "-out", "ca.pem"])
        try await openssl(
            ca + (isExpired ? past : good)
                + ["-cert", "ca.pem", "-in", "signer.csr", "-extensions", "signer", "-out", "signer.pem"])
        authority = Array(try Data(contentsOf: URL(filePath: "\(path)/ca.pem")))
        certificate = Array(try Data(contentsOf: URL(filePath: "\(path)/signer.pem")))
    }

    /// A CMS message (RFC 5652) in DER, without the content unless it is `attached`.
    public func sign(
        _ content: [UInt8], digest: String = "sha256", advanced: Bool = false, attached: Bool = false, more: [String] = []
    ) async throws -> [UInt8] {
        try await Program.check(
            "openssl",
            ["cms", "-sign", "-binary", "-md", digest, "-signer", "signer.pem", "-inkey", "key.pem", "-outform", "DER"]
                + (advanced ? ["-cades"] : []) + (attached ? ["-nodetach"] : []) + more,
            workingDirectory: folder.path, input: content
        ).output
    }

    /// A message of ``sign(_:digest:advanced:attached:more:)`` with a time stamp of its signature, or of something else.
    /// `answer` is an authority's to a question, both in DER.
    public func stamped(
        _ message: [UInt8], of other: [UInt8]? = nil, by answer: ([UInt8]) async throws -> [UInt8]
    ) async throws -> [UInt8] {
        // The last of the last: content, signed data, signers, signer, signature.
        let path = try (0..<5).reduce(into: [message[...]]) { path, _ in
            guard let inner = path.last.flatMap(Self.elements)?.last else { throw Program.Failed(description: "no signed data") }
            path.append(inner)
        }
        let signature = Array(path[5].dropFirst(Self.head(path[5])?.length ?? 0))
        let query = try TimeStampQuery(of: SHA256.hash(other ?? signature))
        let token = try query.stamp(in: try await answer(query.bytes), trusting: nil).token
        let name: [UInt8] = [0x06, 0x0b, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x02, 0x0e]
        let attribute = Self.element(0xa1, Self.element(0x30, name + Self.element(0x31, token)))
        var made: [UInt8] = []
        for (depth, whole) in path[..<5].enumerated().reversed() {
            let kept = (Self.elements(whole) ?? []).dropLast().flatMap { $0 }
            let last = depth == 4 ? Array(path[5]) + attribute : made
            made = Self.element(whole.first ?? 0, kept + last)
        }
        return made
    }

    // DER, as far as OpenSSL writes it.

    private static func head(_ element: ArraySlice<UInt8>) -> (length: Int, content: Int)? {
        let bytes = Array(element.prefix(6))
        guard bytes.count >= 2 else { return nil }
        guard bytes[1] & 0x80 != 0 else { return (2, Int(bytes[1])) }
        let count = Int(bytes[1] & 0x7f)
        guard count <= 4, bytes.count >= 2 + count else { return nil }
        return (2 + count, bytes[2..<2 + count].reduce(0) { $0 << 8 | Int($1) })
    }

    private static func elements(_ whole: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
        guard let own = head(whole) else { return nil }
        var rest = whole.dropFirst(own.length)
        var found: [ArraySlice<UInt8>] = []
        while let next = head(rest) {
            found.append(rest.prefix(next.length + next.content))
            rest = rest.dropFirst(next.length + next.content)
        }
        return found
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag, 0x84] + (0..<4).map { UInt8(content.count >> (24 - 8 * $0) & 0xff) } + content
    }
}
