import Configuration
import DocumentFixtures
import EventLoop
import FoundationEssentials
import Jail
import Shared
import Support
import Testing

/// What the real DecoderJail says of signed PDFs, by the certificates of a folder.
@Suite(.timeLimit(.minutes(2)))
struct SignatureTests {
    private static let base = HandmadePDF.cornered().bytes

    /// Runs `body` with a jail that trusts these certificates, and gives it what checks a file.
    private static func trusting(
        _ certificates: [[UInt8]], _ body: @Sendable (@Sendable ([UInt8]) async throws -> FileOrigin) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder("authorities")
        for (index, certificate) in certificates.enumerated() {
            try FolderFiles.write(certificate, to: "\(folder.path)/\(index).pem")
        }
        var reader = ConfigurationReader(environment: [SignatureFolder.variable: folder.path])
        var configuration = JailConfiguration()
        #expect(configuration.trustSigners(reading: &reader) == !certificates.isEmpty)
        try reader.finish()
        try await withJail(configuration) { jail, _ in
            try await body { try await jail.inspect(.bytes($0), mediaType: .pdf).origin }
        }
    }

    @Test func `a signature is told with its signer, and so is whatever was changed since`() async throws {
        let (signer, stranger) = (try await DocumentSigner(named: "Ada Lovelace, née Byron"), try await DocumentSigner())
        let known = try await SignedPDF.signed(Self.base, date: "D:20261031090507Z") { try await signer.sign($0) }
        let advanced = try await SignedPDF.signed(Self.base, form: "ETSI.CAdES.detached") {
            try await signer.sign($0, advanced: true)
        }
        let unknown = try await SignedPDF.signed(Self.base) { try await stranger.sign($0) }
        try await Self.trusting([signer.authority]) { check in
            for file in [known, advanced] {
                let found = try #require(try await check(file).checks.first)
                #expect(found.outcome == .trusted && found.coversFile && found.signer == "Ada Lovelace, née Byron")
                #expect(found.claimedAt != nil && found.stampedAt == nil)
            }
            let other = try #require(try await check(unknown).checks.first)
            #expect(other.outcome == .unknownSigner && other.coversFile && other.signer == "Ada Example")

            var changed = known
            let place = try #require(changed.firstRange(of: Array("1 0 0 rg".utf8)))
            changed[place.lowerBound] = UInt8(ascii: "0")
            let broken = try await check(changed)
            #expect(broken.checks.map(\.outcome) == [.broken] && broken.checks.first?.signer == "Ada Lovelace, née Byron")

            let added = try await check(known + Array("\n% something\n%%EOF\n".utf8))
            #expect(added.checks.map(\.outcome) == [.trusted] && added.checks.first?.coversFile == false)
            #expect(added.isChangedAfterSigning)
        }
    }

    @Test func `two signatures one after the other both hold, and only the second covers the whole file`() async throws {
        let (first, second) = (try await DocumentSigner(named: "First"), try await DocumentSigner(named: "Second"))
        let once = try await SignedPDF.signed(Self.base) { try await first.sign($0) }
        let twice = try await SignedPDF.signed(once) { try await second.sign($0) }
        try await Self.trusting([first.authority, second.authority]) { check in
            let found = try await check(twice)
            #expect(found.checks.map(\.outcome) == [.trusted, .trusted] && found.signatures == 2)
            #expect(found.checks.map(\.signer) == ["First", "Second"] && found.checks.map(\.coversFile) == [false, true])
            #expect(!found.isChangedAfterSigning)
        }
    }

    /// Neither a dictionary without a signature nor a stranger's signature vouches for what follows a known signer's.
    @Test func `what is added behind a known signer's signature is told, whoever signs it again`() async throws {
        let (signer, stranger) = (try await DocumentSigner(), try await DocumentSigner(named: "Stranger"))
        let known = try await SignedPDF.signed(Self.base) { try await signer.sign($0) }
        let again = try await SignedPDF.signed(known) { try await stranger.sign($0) }
        let stub = try await SignedPDF.signed(known) { _ in [] }
        try await Self.trusting([signer.authority]) { check in
            let second = try await check(again)
            #expect(second.checks.map(\.outcome) == [.trusted, .unknownSigner] && second.isChangedAfterSigning)
            let empty = try await check(stub)
            #expect(empty.checks.first?.outcome == .trusted && empty.checks.count == 2 && empty.isChangedAfterSigning)
        }
        try await Self.trusting([signer.authority, stranger.authority]) { check in
            let both = try await check(again)
            #expect(both.checks.map(\.outcome) == [.trusted, .trusted] && !both.isChangedAfterSigning)
        }
    }

    @Test func `each kind of signature that proves nothing has an outcome of its own`() async throws {
        let (signer, expired) = (try await DocumentSigner(), try await DocumentSigner(isExpired: true))
        let past = try await SignedPDF.signed(Self.base) { try await expired.sign($0) }
        let weak = try await SignedPDF.signed(Self.base) { try await signer.sign($0, digest: "sha1") }
        let kind = try await SignedPDF.signed(Self.base, form: "adbe.x509.rsa_sha1") { try await signer.sign($0) }
        let stamp = try await SignedPDF.signed(Self.base, form: "ETSI.RFC3161") { try await signer.sign($0) }
        let garbage = try await SignedPDF.signed(Self.base) { _ in Array("garbage".utf8) }
        let short = SignedPDF.prepared(Self.base) { [0, $0.lowerBound - 9, $0.upperBound, $1 - $0.upperBound] }
        let signature = try await signer.sign(
            Array(short.bytes[..<(short.gap.lowerBound - 9)] + short.bytes[short.gap.upperBound...]))
        let hole = SignedPDF.filled(short, with: signature)
        try await Self.trusting([signer.authority, expired.authority]) { check in
            for (file, outcome) in [
                (past, FileSignature.Outcome.expired), (weak, .weak), (kind, .unknown), (stamp, .unknown), (garbage, .unknown),
                (hole, .broken),
            ] {
                let found = try await check(file)
                #expect(found.checks.map(\.outcome) == [outcome])
            }
            for range in [[-1, 0, 5, 9], [0, .max, .max, .max], [0, 400, 300, 200], [0, 0, 0, 0]] {
                let hostile = SignedPDF.filled(SignedPDF.prepared(Self.base) { _, _ in range }, with: [0x30, 0])
                #expect(try await check(hostile).checks.map(\.outcome) == [.broken], "\(range)")
            }
        }
        try await Self.trusting([]) { check in
            let found = try await check(past)
            #expect(found.checks.map(\.outcome) == [.unknownSigner])
        }
    }

    /// As others sign: pyHanko, by PAdES and by the older form, once and twice.
    @Test(.timeLimit(.minutes(5)))
    func `what another program has signed is told as well, and OpenSSL's command says the same`() async throws {
        let python: String
        do {
            python = try await PythonPeers.interpreter(with: ["pyhanko==0.26.0"])
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("\(missing)")
        }
        let signer = try await DocumentSigner(key: ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"])
        let folder = try TemporaryFolder("peer")
        try FolderFiles.write(Self.base, to: "\(folder.path)/base.pdf")
        for words in [
            ["base.pdf", "pades.pdf", "PADES", "sha256", "S1"],
            ["base.pdf", "adobe.pdf", "ADOBE_PKCS7_DETACHED", "sha512", "S1"],
            ["pades.pdf", "twice.pdf", "PADES", "sha384", "S2"], ["base.pdf", "sha1.pdf", "ADOBE_PKCS7_DETACHED", "sha1", "S1"],
        ] {
            _ = try await Program.check(python, ["-c", Self.peer, signer.path] + words, workingDirectory: folder.path)
        }
        func file(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: "\(folder.path)/\(name)"))) }
        let files = try ["pades.pdf", "adobe.pdf", "twice.pdf", "sha1.pdf"].map(file)
        try await Self.trusting([signer.authority]) { check in
            for (bytes, outcomes) in zip(files, [[FileSignature.Outcome.trusted], [.trusted], [.trusted, .trusted], [.weak]]) {
                let found = try await check(bytes)
                #expect(found.checks.map(\.outcome) == outcomes && found.checks.last?.coversFile == true)
                #expect(found.checks.allSatisfy { $0.signer == "Ada Example" && $0.claimedAt != nil })
            }
        }

        // As the manual says it.
        let manual = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../deploy/manual/evidence.md"),
            encoding: .utf8)
        let start = try #require(manual.firstRange(of: "# signature.sh"))
        let script = manual[start.lowerBound...].prefix { $0 != "`" }
        try FolderFiles.write(Array(script.utf8), to: "\(folder.path)/signature.sh")
        let range = try #require(String(decoding: files[0], as: UTF8.self).split(separator: "/ByteRange [").last)
        let numbers = range.prefix { $0 != "]" }.split(separator: " ").map(String.init)
        let words = ["signature.sh", "pades.pdf", "\(signer.path)/ca.pem"] + numbers
        let said = try await Program.check("sh", words, workingDirectory: folder.path)
        #expect(said.complaints.contains("CMS Verification successful"))
        var changed = files[0]
        changed[60] ^= 1
        try FolderFiles.write(changed, to: "\(folder.path)/pades.pdf")
        #expect(try await !Program.run("sh", words, workingDirectory: folder.path).status.isSuccess)
    }

    private static let peer = """
        import sys
        from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
        from pyhanko.sign import PdfSigner, PdfSignatureMetadata, fields, signers

        folder, source, target, form, digest, name = sys.argv[1:]
        signer = signers.SimpleSigner.load(
            folder + "/key.pem", folder + "/signer.pem", ca_chain_files=(folder + "/ca.pem",))
        with open(source, "rb") as file:
            about = PdfSignatureMetadata(
                field_name=name, md_algorithm=digest, subfilter=getattr(fields.SigSeedSubFilter, form))
            made = PdfSigner(about, signer).sign_pdf(IncrementalPdfFileWriter(file))
        with open(target, "wb") as file:
            file.write(made.getvalue())
        """

    @Test func `a type that requires a known signer accepts a PDF as that signer left it, and no other`() async throws {
        let (signer, stranger) = (try await DocumentSigner(), try await DocumentSigner(named: "Stranger"))
        let known = try await SignedPDF.signed(Self.base) { try await signer.sign($0) }
        let unknown = try await SignedPDF.signed(Self.base) { try await stranger.sign($0) }
        var changed = known
        let place = try #require(changed.firstRange(of: Array("1 0 0 rg".utf8)))
        changed[place.lowerBound] = UInt8(ascii: "0")
        let files: [([UInt8], WordingKey?)] = [
            (known, nil), (Self.base, "file.signed/unsigned"), (changed, "file.signed/changed"),
            (unknown, "file.signed/unknown-signer"), (known + Array("\n% more\n%%EOF\n".utf8), "file.signed/changed"),
        ]
        let type = DocumentType(
            id: "contract", title: "Contract", hint: "", icon: "doc", mediaTypes: [.pdf], signature: .trusted)
        try await Self.trusting([signer.authority]) { check in
            for (file, wording) in files {
                var facts = PageFacts(id: .random(), size: file.count, mediaType: .pdf, integrity: .intact)
                facts.origin = try await check(file)
                #expect(FileSigned().finding(for: facts, of: type)?.wording == wording)
            }
        }
    }

    @Test func `every file of the folder that is no certificate is named at the start`() async throws {
        let folder = try TemporaryFolder("authorities")
        let signer = try await DocumentSigner()
        for (name, bytes) in [
            ("a.pem", signer.authority), ("b.crt", Array("nothing".utf8)), ("readme", []), (".hidden", []), ("c.der", [0x30]),
        ] {
            try FolderFiles.write(bytes, to: "\(folder.path)/\(name)")
        }
        func faults(_ path: String) throws -> [String] {
            var reader = ConfigurationReader(environment: [SignatureFolder.variable: path])
            var configuration = JailConfiguration()
            configuration.trustSigners(reading: &reader)
            do {
                try reader.finish()
                return []
            } catch {
                return error.faults.map { "\($0.name) \($0.problem)" }
            }
        }
        let found = try faults(folder.path)
        #expect(found.count == 3 && found.allSatisfy { $0.hasPrefix("DOCKET_SIGNATURE_AUTHORITIES ") }, "\(found)")
        for name in ["b.crt", "readme", "c.der"] { #expect(found.contains { $0.contains("“\(name)”") }, "\(found)") }
        #expect(try faults("/nowhere").count == 1)
        #expect(try faults("").isEmpty)
    }

    /// A zygote that is started later goes on without a file that has become unusable.
    @Test func `a certificate that is no longer usable is left out, and the jail starts`() async throws {
        let folder = try TemporaryFolder("authorities")
        let signer = try await DocumentSigner()
        try FolderFiles.write(signer.authority, to: "\(folder.path)/good.pem")
        try FolderFiles.write([1, 2, 3], to: "\(folder.path)/bad.pem")
        let file = try await SignedPDF.signed(Self.base) { try await signer.sign($0) }
        var configuration = JailConfiguration()
        configuration.environment[SignatureFolder.variable] = folder.path
        let facts = try await withJail(configuration) { jail, _ in try await jail.inspect(.bytes(file), mediaType: .pdf) }
        #expect(facts.origin.checks.map(\.outcome) == [.trusted])
    }
}
