import Crypto
import FoundationEssentials
import Support
import Testing

/// Signatures of authorities of OpenSSL's making, by its own command.
@Suite(.timeLimit(.minutes(2)))
struct ContentSignatureTests {
    private static let content = Array("what was signed".utf8)
    private static var now: Int64 { Int64(Date().timeIntervalSince1970) }

    private static func trust(_ files: [UInt8]...) throws -> SignatureAuthorities {
        var authorities = SignatureAuthorities()
        for file in files { try authorities.add(file) }
        return authorities
    }

    /// Of content in two parts, as a PDF has it.
    private static func check(
        _ message: [UInt8], _ authorities: SignatureAuthorities, form: ContentSignature.Form = .detached,
        of content: [UInt8] = content, at time: Int64 = now
    ) -> ContentSignature {
        ContentSignature(message, form, of: [content.prefix(4), content.dropFirst(4)], trusting: authorities, now: time)
    }

    @Test func `what is as it was signed is told apart by who answers for the signer`() async throws {
        let (signer, stranger) = (try await DocumentSigner(), try await DocumentSigner(named: "Somebody"))
        let message = try await signer.sign(Self.content)
        let trusted = try Self.trust(signer.authority)
        let found = Self.check(message, trusted)
        #expect(found.verdict == .trusted && found.signer == "Ada Example" && found.stampedSeconds == nil)
        #expect(try abs(#require(found.claimedSeconds) - Self.now) < 600)
        // A signer can be trusted by itself, and others may be trusted beside it.
        let (itself, both) = (try Self.trust(signer.certificate), try Self.trust(stranger.authority, signer.authority))
        #expect(Self.check(message, itself).verdict == .trusted && Self.check(message, both).verdict == .trusted)
        let unknown = Self.check(message, try Self.trust(stranger.authority))
        #expect(unknown.verdict == .unknownSigner && unknown.signer == "Ada Example")
        #expect(Self.check(message, SignatureAuthorities()).verdict == .unknownSigner)
        // What fills the room of a signature is zeros, and nothing else.
        #expect(Self.check(message + [0, 0, 0], trusted).verdict == .trusted)
        #expect(Self.check(message + [0, 1], trusted).verdict == .unknown)
    }

    @Test func `a changed byte of the content or of the signature is told`() async throws {
        let signer = try await DocumentSigner()
        let trusted = try Self.trust(signer.authority)
        for (form, advanced) in [(ContentSignature.Form.detached, false), (.advanced, true)] {
            let message = try await signer.sign(Self.content, advanced: advanced)
            #expect(Self.check(message, trusted, form: form).verdict == .trusted)
            #expect(Self.check(message, trusted, form: form, of: Self.content + [0]).verdict == .broken)
            // The last bytes are the signature's own.
            var other = message
            other[other.count - 1] ^= 1
            #expect([.broken, .unknown].contains(Self.check(other, trusted, form: form).verdict))
        }
        // What was signed is known by its digest, a signed attribute: another one in its place is not.
        var moved = try await signer.sign(Self.content)
        let place = try #require(moved.firstRange(of: SHA256.hash(Self.content)))
        let others = Array("what was never signed".utf8)
        moved.replaceSubrange(place, with: SHA256.hash(others))
        #expect(Self.check(moved, trusted, of: others).verdict == .broken)
    }

    @Test func `a certificate that had ended is told, unless it was good when the signature was stamped`() async throws {
        let signer = try await DocumentSigner(isExpired: true)
        let trusted = try Self.trust(signer.authority)
        let message = try await signer.sign(Self.content)
        #expect(Self.check(message, trusted).verdict == .expired)
        // Of 1999-06-01: whatever the signer claims.
        #expect(Self.check(message, trusted, at: 928_195_200).verdict == .trusted)
        // Of 1998: before it began.
        #expect(Self.check(message, trusted, at: 883_612_800).verdict == .expired)
        #expect(Self.check(message, SignatureAuthorities()).verdict == .unknownSigner)
    }

    @Test func `only a trusted stamp moves the time at which a certificate is judged`() async throws {
        let (signer, stamps, past) = (
            try await DocumentSigner(), try await StampSigner(), try await StampSigner(isExpired: true)
        )
        let message = try await signer.sign(Self.content)
        let kept = try await signer.stamped(message) { try await stamps.answer($0) }
        let trusted = try Self.trust(signer.authority, stamps.certificate)
        // In 2060 the signer's certificate has ended, and that of the stamps has not.
        let later: Int64 = 2_840_140_800
        #expect(Self.check(message, trusted, at: later).verdict == .expired)
        let found = Self.check(kept, trusted, at: later)
        #expect(found.verdict == .trusted)
        #expect(try abs(#require(found.stampedSeconds) - Self.now) < 600)
        // By nobody who is trusted, by a certificate that has ended, of the future, and of another signature.
        let old = try await signer.stamped(message) { try await past.answer($0) }
        let moved = try await signer.stamped(message, of: [1, 2, 3]) { try await stamps.answer($0) }
        for (stamped, authorities, time) in [
            (kept, try Self.trust(signer.authority), later), (kept, trusted, 4_200_000_000),
            (old, try Self.trust(signer.authority, past.certificate), later), (moved, trusted, later),
        ] {
            let judged = Self.check(stamped, authorities, at: time)
            #expect(judged.verdict == .expired && judged.stampedSeconds == nil)
        }
        #expect(Self.check(kept, trusted, at: Self.now - 86_400).stampedSeconds == nil)
    }

    @Test func `a digest or a key that can be forged proves nothing`() async throws {
        let signer = try await DocumentSigner()
        let trusted = try Self.trust(signer.authority)
        let old = Self.check(try await signer.sign(Self.content, digest: "sha1"), trusted)
        #expect(old.verdict == .weak)
        let strong = Self.check(try await signer.sign(Self.content, digest: "sha512"), trusted)
        #expect(strong.verdict == .trusted)
        for (bits, verdict) in [(1024, ContentSignature.Verdict.weak), (2048, .trusted)] {
            let other = try await DocumentSigner(key: ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:\(bits)"])
            for more in [[], ["-keyopt", "rsa_padding_mode:pss"]] {
                let found = Self.check(try await other.sign(Self.content, more: more), try Self.trust(other.authority))
                #expect(found.verdict == verdict, "\(bits) \(more)")
            }
            let older = Self.check(try await other.sign(Self.content, digest: "md5"), try Self.trust(other.authority))
            #expect(older.verdict == .weak)
        }

        // Of the old form, which signs a SHA-1.
        let attached = try await signer.sign(Digest.hash(Self.content, .sha1), attached: true)
        #expect(Self.check(attached, trusted, form: .overSHA1).verdict == .weak)
        #expect(Self.check(attached, trusted, form: .overSHA1, of: Self.content + [0]).verdict == .broken)
        #expect(Self.check(attached, trusted).verdict == .unknown)
        let detached = try await signer.sign(Self.content)
        #expect(Self.check(detached, trusted, form: .overSHA1).verdict == .unknown)
    }

    @Test func `what is no signature of a document by one signer cannot be told`() async throws {
        let (signer, other) = (try await DocumentSigner(), try await DocumentSigner())
        let trusted = try Self.trust(signer.authority, other.authority)
        let message = try await signer.sign(Self.content)
        for bytes in [
            [], [0x30], [0x30, 0x80], Array("garbage".utf8), Array(message.dropLast(9)), [UInt8](repeating: 0, count: 99),
        ] {
            #expect(Self.check(bytes, trusted).verdict == .unknown)
        }
        // Without the signer's certificate, without signed attributes, and of two signers.
        for more in [["-nocerts"], ["-noattr"], ["-signer", "\(other.path)/signer.pem", "-inkey", "\(other.path)/key.pem"]] {
            let found = Self.check(try await signer.sign(Self.content, more: more), trusted)
            #expect(found.verdict == .unknown, "\(more)")
        }
        // One that has to name its certificate.
        #expect(Self.check(message, trusted, form: .advanced).verdict == .unknown)
    }

    @Test(arguments: [
        ("emailProtection", true), ("1.3.6.1.5.5.7.3.36", true), ("serverAuth,1.2.840.113583.1.1.5", true), ("serverAuth", false),
        ("timeStamping", false), ("codeSigning", false),
    ])
    func `a certificate for something else signs no documents`(purposes: String, isForDocuments: Bool) async throws {
        let signer = try await DocumentSigner(purposes: purposes)
        let found = Self.check(try await signer.sign(Self.content), try Self.trust(signer.authority))
        #expect(found.verdict == (isForDocuments ? .trusted : .unknownSigner))
    }

    @Test func `a file of authorities holds one in DER or any number in PEM, and nothing that is damaged`() async throws {
        let (signer, other) = (try await DocumentSigner(), try await DocumentSigner())
        #expect(try Self.trust(signer.authority + other.authority).count == 2)
        #expect(throws: CryptoError.self) { try Self.trust([]) }
        #expect(throws: CryptoError.self) { try Self.trust(Array("no certificate".utf8)) }
        let damaged = signer.authority + Array(other.authority.filter { $0 != UInt8(ascii: "M") })
        #expect(throws: CryptoError.self) { try Self.trust(damaged) }
    }
}
