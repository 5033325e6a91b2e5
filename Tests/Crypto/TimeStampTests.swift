import Crypto
import FoundationEssentials
import Shared
import Support
import Testing

/// Stamps of an authority of OpenSSL's own making.
@Suite(.timeLimit(.minutes(2)))
struct TimeStampTests {
    private static let digest = SHA256.hash(Array("a head".utf8))

    private static func trust(_ signer: StampSigner) throws -> TimeStampAuthorities {
        try TimeStampAuthorities(pem: signer.certificate)
    }

    @Test func `an answer is a stamp of what was asked for, and OpenSSL's own command says so, too`() async throws {
        let signer = try await StampSigner()
        let query = try TimeStampQuery(of: Self.digest)
        let stamp = try query.stamp(in: try await signer.answer(query.bytes), trusting: try Self.trust(signer))
        #expect(abs(Double(stamp.seconds) - Date().timeIntervalSince1970) < 600)
        let kept = try TimeStamp(token: stamp.token, of: Self.digest)
        #expect(kept == stamp)
        try kept.check(trusting: try Self.trust(signer))

        let folder = try TemporaryFolder("stamp")
        try FolderFiles.write(stamp.token, to: "\(folder.path)/token")
        let words = ["ts", "-verify", "-token_in", "-in", "\(folder.path)/token", "-digest", Hex.encode(Self.digest)]
        _ = try await Program.check("openssl", words + ["-CAfile", signer.certificatePath])
    }

    @Test func `a stamp of something else is told, wherever it comes from`() async throws {
        let signer = try await StampSigner()
        let other = try TimeStampQuery(of: SHA256.hash(Array("another head".utf8)))
        let answer = try await signer.answer(other.bytes)
        let query = try TimeStampQuery(of: Self.digest)
        #expect(throws: TimeStampFault.otherDigest) { try query.stamp(in: answer, trusting: nil) }
        let token = try other.stamp(in: answer, trusting: nil).token
        #expect(throws: TimeStampFault.otherDigest) { try TimeStamp(token: token, of: Self.digest) }
        // An answer of before, to the same digest, was asked for with another number.
        let again = try TimeStampQuery(of: Self.digest)
        let earlier = try await signer.answer(query.bytes)
        #expect(throws: TimeStampFault.otherQuestion) { try again.stamp(in: earlier, trusting: nil) }
    }

    @Test func `a signer that nobody trusts, or whose certificate had ended, is told`() async throws {
        let (signer, stranger) = (try await StampSigner(), try await StampSigner(named: "Stranger"))
        let expired = try await StampSigner(isExpired: true)
        let query = try TimeStampQuery(of: Self.digest)
        func fault(_ answer: [UInt8], _ trusted: StampSigner) throws -> String {
            let found = #expect(throws: TimeStampFault.self) { try query.stamp(in: answer, trusting: try Self.trust(trusted)) }
            guard case .untrusted(let words)? = found else {
                Issue.record("\(String(describing: found))")
                return ""
            }
            return words
        }
        #expect(try fault(await stranger.answer(query.bytes), signer).contains("certificate"))
        #expect(try fault(await expired.answer(query.bytes), expired).contains("certificate has expired"))
        // Without anybody who is trusted nothing is said of the signer.
        _ = try query.stamp(in: try await stranger.answer(query.bytes), trusting: nil)
    }

    @Test func `each changed bit of a token is found`() async throws {
        let signer = try await StampSigner()
        let query = try TimeStampQuery(of: Self.digest)
        let authorities = try Self.trust(signer)
        let token = try query.stamp(in: try await signer.answer(query.bytes), trusting: authorities).token
        for place in token.indices {
            var changed = token
            changed[place] ^= 1
            let found = try? TimeStamp(token: changed, of: Self.digest)
            guard let found else { continue }
            if (try? found.check(trusting: authorities)) != nil {
                // What is not signed, such as how the parts lie side by side, may be written another way: it says the same.
                #expect(found.seconds == (try TimeStamp(token: token, of: Self.digest).seconds), "byte \(place)")
            }
        }
    }

    @Test func `what is no answer is told`() async throws {
        let query = try TimeStampQuery(of: Self.digest)
        let signer = try await StampSigner()
        let answer = try await signer.answer(query.bytes)
        let garbage: [[UInt8]] = [
            [], [0x30], Array("<html>".utf8), Array(repeating: 0x30, count: 5_000), Array(answer.dropLast(20)),
            answer + Array(repeating: 0, count: TimeStamp.maximumLength), query.bytes,
        ]
        for bytes in garbage {
            #expect(throws: TimeStampFault.malformed, "\(bytes.count) bytes") { try query.stamp(in: bytes, trusting: nil) }
            #expect(throws: TimeStampFault.malformed, "\(bytes.count) bytes") { try TimeStamp(token: bytes, of: Self.digest) }
        }
        // Section 2.4.2: rejection, of a request that is not supported.
        let rejected: [UInt8] = [0x30, 0x09, 0x30, 0x07, 0x02, 0x01, 0x02, 0x03, 0x02, 0x02, 0x04]
        guard case .refused? = #expect(throws: TimeStampFault.self, performing: { try query.stamp(in: rejected, trusting: nil) })
        else {
            Issue.record("a refusal")
            return
        }
        #expect(throws: CryptoError.self) { try TimeStampAuthorities(pem: Array("none".utf8)) }
    }
}
