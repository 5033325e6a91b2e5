import Crypto
import Sealing
import Shared

/// What lies in a store of sealed files, and a file of keys. What must hold: nothing opens that was not sealed, whatever it looks
/// like; what is changed is never taken for what it was; names of keys are names.
enum SealedFiles: FuzzTarget {
    private static let tenantKey = SecretBytes([UInt8](repeating: 7, count: AES256GCM.keyLength))
    private static let key = SubmissionKey.random(tenant: "acme", submission: .random())
    private static let upload = UploadID.random()
    private static let content = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    private static let digest = ContentDigest(of: content)
    private static let sealed: [UInt8] = {
        var sealer = FileSealer(key)
        guard let most = try? sealer.seal(content), let end = try? sealer.finish() else { return [] }
        return most + end.sealed
    }()

    static func run(_ input: [UInt8]) {
        // As it is, and laid over a file that is sound.
        precondition(!opens(input), "what nobody has sealed opens")
        var changed = sealed
        for (index, byte) in input.enumerated() where index < 4_096 { changed[index * 16 % changed.count] ^= byte }
        precondition(opens(changed) == (changed == sealed), "a changed file opens, or a sound one does not")

        if let size = SealedLayout.size(ofSealed: input.count) { precondition(size >= 0 && size < input.count) }
        precondition((try? PartialState(opening: input, key, upload: upload, count: input.count)) == nil)
        precondition((try? SealedPieces(key, upload: upload).open(input, from: input.count))?.isEmpty != false)
        precondition(
            (try? SubmissionKey(unwrapping: input, by: tenantKey, tenant: key.tenant, submission: key.submission)) == nil)
        if let file = try? KeyFile(parsing: input) { precondition(!file.current.isEmpty && file.current.utf8.count <= 64) }
    }

    private static func opens(_ sealed: [UInt8]) -> Bool {
        guard let opener = try? FileOpener(key, digest, sealed: sealed.count, { Array(sealed[$0]) }),
            let bytes = opener.sealedBytes(for: 0..<opener.size),
            let plain = try? opener.open(Array(sealed[bytes]), for: 0..<opener.size)
        else { return false }
        precondition(plain == content, "something else was read than was sealed")
        return true
    }

    static var seeds: [[UInt8]] {
        [
            [], [0, 0, 1], Array("DKTSEAL".utf8) + [1] + [UInt8](repeating: 0, count: 100),
            Array("DKTPART".utf8) + [1] + [UInt8](repeating: 0, count: 60), Array(KeyFile.text(name: "first").utf8),
            Array("# nothing\na AAAA\n".utf8), [UInt8](repeating: 0, count: 2 * SealedPieces.sealedSize),
        ]
    }
}
