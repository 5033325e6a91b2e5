import DocumentFixtures
import FoundationEssentials
import Shared
import Support
import Testing

@testable import DocketCLI

/// `docket check` with the decoder jail.
@Suite(.timeLimit(.minutes(2))) struct CheckCommandTests {
    @Test func `signatures of a PDF are told with it, in words and as JSON`() async throws {
        let (folder, known) = (try TemporaryFolder("check"), try TemporaryFolder("authorities"))
        let signer = try await DocumentSigner(named: "Ada Byron")
        let plain = HandmadePDF.cornered().bytes
        try FolderFiles.write(try await SignedPDF.signed(plain) { try await signer.sign($0) }, to: "\(folder.path)/signed.pdf")
        try FolderFiles.write(plain, to: "\(folder.path)/plain.pdf")
        try FolderFiles.write(signer.authority, to: "\(known.path)/authority.pem")
        func check(_ file: String, _ more: String...) async throws -> String {
            let ended = try await InProcessRun.docket(
                [
                    "check", "\(folder.path)/\(file)", "-j", "proof-of-address", "-t", "utility-bill", "-d",
                    CalendarDate(Timestamp(Date()), in: .utc).description,
                ]
                    + more,
                environment: [
                    "DOCKET_DECODER_PATH": try BuiltPrograms.path("DecoderJail"),
                    "DOCKET_SIGNATURE_AUTHORITIES": known.path,
                ])
            try #require(ended.code == 0, "\(ended)")
            return ended.output
        }
        let words = try await check("signed.pdf")
        #expect(words.contains("a signer for whom a known authority answers; it covers the whole file"), "\(words)")
        #expect(words.contains("signer, as the certificate says: Ada Byron"))
        let told = try CanonicalJSON.decode(DryRun.self, from: Array(try await check("signed.pdf", "--json").utf8))
        let found = try #require(told.documents[0].files[0].signatures)
        #expect(found.map(\.outcome) == [.trusted] && found[0].coversFile && found[0].signer == "Ada Byron")

        #expect(try await !check("plain.pdf").contains("signature"))
        let none = try CanonicalJSON.decode(DryRun.self, from: Array(try await check("plain.pdf", "--json").utf8))
        #expect(none.documents[0].files[0].signatures == nil)
    }
}
