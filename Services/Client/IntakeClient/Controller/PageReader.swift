import Shared

/// Reads the bytes of a page's file from a path or the storage.
struct PageReader<Storage: DraftStorage> {
    let storage: Storage

    /// Exactly `count` bytes from an offset. A file that has changed is refused: an upload never mixes two files.
    ///
    /// - Throws: `fileUnreadable`.
    nonisolated(nonsending) func read(
        _ page: DraftPage, at offset: Int, count: Int
    ) async throws(IntakeClientError) -> [UInt8] {
        switch page.file.place {
        case .gateway: throw IntakeClientError(code: .fileUnreadable, LocalizedMessage(.elsewhere))
        case .storage:
            do throws(DraftStorageError) {
                let bytes = try await storage.read(page.id, at: offset, count: count)
                guard bytes.count == count else { throw .missing }
                return bytes
            } catch {
                throw IntakeClientError(
                    code: .fileUnreadable, LocalizedMessage(.unreadable, ["name": .text(page.file.name)]),
                    detail: error.code.rawValue)
            }
        case .path(let path, let fingerprint):
            return try Self.read(path, fingerprint, page, at: offset, count: count)
        }
    }

    private static func read(
        _ path: String, _ fingerprint: FileFingerprint, _ page: DraftPage, at offset: Int, count: Int
    ) throws(IntakeClientError) -> [UInt8] {
        do throws(SystemFault) {
            let file = try SystemFiles.open(path)
            let bytes = try file.read(at: offset, count: count)
            // Looked at afterwards: what was read is then known to be of the file that was chosen.
            let status = try file.status()
            if status.fingerprint == fingerprint, status.size == page.file.size, bytes.count == count { return bytes }
        } catch {
            throw IntakeClientError(
                code: .fileUnreadable, LocalizedMessage(error.isMissing ? .gone : .unreadable, ["name": .text(page.file.name)]),
                detail: "errno \(error.number)")
        }
        throw IntakeClientError(
            code: .fileUnreadable, LocalizedMessage(.changed, ["name": .text(page.file.name)]), detail: "changed")
    }
}
