import Crypto

/// What all chunks of one file have in common.
struct SealedChunks: Sendable {
    private let key: SecretBytes
    private let context: [UInt8]

    /// The chunks of the file with this header.
    init(_ submission: SubmissionKey, header: [UInt8]) {
        key = submission.key(for: "docket sealed file 1", salt: header)
        context = submission.context
    }

    /// Only the last chunk has `whole`.
    func seal(_ plain: ArraySlice<UInt8>, _ index: Int, last whole: WholeFile?, into output: inout [UInt8]) throws(SealingError) {
        do {
            try AES256GCM.seal(
                plain, key: key, nonce: SealedLayout.nonce(index, isLast: whole != nil), context: context(of: index, whole),
                into: &output)
        } catch {
            throw SealingError(.unavailable, "a chunk cannot be sealed: \(error.description)")
        }
    }

    func open(_ sealed: ArraySlice<UInt8>, _ index: Int, last whole: WholeFile?, into output: inout [UInt8]) throws(SealingError)
    {
        let isOpen = AES256GCM.open(
            sealed, key: key, nonce: SealedLayout.nonce(index, isLast: whole != nil), context: context(of: index, whole),
            into: &output)
        guard isOpen else {
            throw SealingError(.damaged, "chunk \(index) of a sealed file is not what was sealed there")
        }
    }

    private func context(of index: Int, _ whole: WholeFile?) -> [UInt8] {
        context + BigEndian.bytes(UInt64(index)) + (whole?.context ?? [])
    }
}
