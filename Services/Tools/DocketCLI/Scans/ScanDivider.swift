import CommandSupport
import EventLoop
import Jail
import Shared
import Synchronization

/// Divides the scans of a folder by their cover sheets.
final class ScanDivider: Sendable {
    private let folder: ScanFolder
    private let reader: SheetReader
    private let pool: BlockingPool
    /// Scans without a sheet, with their identity when they were read. They wait for a sidecar and are not read again.
    private let plain = Mutex<[String: ScanFolder.Identity]>([:])

    /// How long a scan must be unchanged before it is read.
    static let writing = Duration.seconds(10)

    init(folder: ScanFolder, reader: SheetReader, pool: BlockingPool) {
        self.folder = folder
        self.reader = reader
        self.pool = pool
    }

    enum Scan: Sendable {
        case divided(String, parts: Int)
        /// It may still be incomplete.
        case unfinished(String)
        case refused(String, String)
    }

    /// Divides each PDF without a sidecar. A PDF without sheets stays.
    ///
    /// - Throws: `CommandFailure` if the folder cannot be written to, or no jail is available.
    func divide() async throws -> [Scan] {
        let names = folder.names()
        let all = Set(names)
        var scans: [Scan] = []
        for name in names where Self.isPDF(name) && !all.contains(name + ScanSidecar.ending) {
            if let scan = try await divide(name) { scans.append(scan) }
        }
        plain.withLock { plain in plain = plain.filter { all.contains($0.key) } }
        return scans
    }

    private static func isPDF(_ name: String) -> Bool {
        MediaType.fileExtension(ofName: name).flatMap { MediaType(fileExtension: $0) } == .pdf
    }

    private func isKnownPlain(_ name: String, _ identity: ScanFolder.Identity) -> Bool {
        plain.withLock { $0[name]?.text == identity.text }
    }

    private func divide(_ name: String) async throws -> Scan? {
        guard let identity = folder.identity(name), identity.isRegular, !isKnownPlain(name, identity) else { return nil }
        guard identity.age >= Self.writing else { return .unfinished(name) }
        do {
            let (_, opened) = try folder.open(name)
            defer { withExtendedLifetime(opened) {} }
            let parts = try ScanDivision.parts(of: try await reader.pages(of: opened.descriptor))
            guard !parts.isEmpty else {
                plain.withLock { $0[name] = identity }
                return nil
            }
            var made: [ScanFolder.DividedPart] = []
            for part in parts {
                made.append(.init(sheet: part.sheet, pdf: try await reader.extract(part.pages, of: opened.descriptor)))
            }
            // What was written to meanwhile was not what was read.
            guard folder.identity(name)?.text == identity.text else { return .unfinished(name) }
            let tag = String(ScanSender.key([identity]).suffix(8))
            try await pool.run { [folder, made] in try folder.divide(name, into: made, tag: tag) }
            return .divided(name, parts: made.count)
        } catch let fault as ScanFault {
            return .refused(name, fault.words)
        } catch let error as JailError {
            throw CommandFailure(
                .unavailable, "\(name) cannot be read for its sheets now: \(error.description)", advice: "Start it again.")
        }
    }
}
