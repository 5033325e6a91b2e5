import FoundationEssentials

/// An authority for time stamps of OpenSSL's making, with a certificate of its own that signs itself.
public struct StampSigner: Sendable {
    private let folder: TemporaryFolder
    /// Of the certificate.
    public let certificatePath: String

    /// The certificate is good, or has ended long ago.
    public init(named name: String = "Test", isExpired: Bool = false) async throws {
        folder = try TemporaryFolder("stamps")
        let path = folder.path
        certificatePath = "\(path)/tsa.pem"
        let configuration = """
            [ca]
            default_ca = own
            [own]
            database = index.txt
            new_certs_dir = .
            serial = certificates.txt
            default_md = sha256
            policy = any
            x509_extensions = extensions
            [any]
            commonName = supplied
            [req]
            distinguished_name = subject
            prompt = no
            [subject]
            CN = \(name)
            [extensions]
            basicConstraints = critical, CA:false
            extendedKeyUsage = critical, timeStamping
            [config]
            serial = serial.txt
            signer_digest = sha256
            default_policy = 1.2.3.4.1
            digests = sha256
            accuracy = secs:1
            clock_precision_digits = 3
            """
        try FolderFiles.write(Array(configuration.utf8), to: "\(path)/openssl.cnf")
        try FolderFiles.write([], to: "\(path)/index.txt")
        for file in ["serial.txt", "certificates.txt"] { try FolderFiles.write(Array("01\n".utf8), to: "\(path)/\(file)") }
        _ = try await Program.check(
            "openssl",
            [
                "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "key.pem", "-out",
                "request.pem", "-config", "openssl.cnf",
            ], workingDirectory: path)
        _ = try await Program.check(
            "openssl",
            [
                "ca", "-batch", "-selfsign", "-config", "openssl.cnf", "-keyfile", "key.pem", "-in", "request.pem", "-out",
                "tsa.pem",
                "-notext", "-startdate", "19990101000000Z", "-enddate", isExpired ? "20000101000000Z" : "20990101000000Z",
            ], workingDirectory: path)
    }

    public var certificate: [UInt8] { get throws { Array(try Data(contentsOf: URL(filePath: certificatePath))) } }

    /// What it answers to a question, both in DER.
    public func answer(_ question: [UInt8]) async throws -> [UInt8] {
        let name = "\(UUID())"
        try FolderFiles.write(question, to: "\(folder.path)/\(name).tsq")
        _ = try await Program.check(
            "openssl",
            [
                "ts", "-reply", "-config", "openssl.cnf", "-section", "config", "-queryfile", "\(name).tsq", "-signer", "tsa.pem",
                "-inkey", "key.pem", "-out", "\(name).tsr",
            ], workingDirectory: folder.path)
        return Array(try Data(contentsOf: URL(filePath: "\(folder.path)/\(name).tsr")))
    }
}
