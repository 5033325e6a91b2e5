import CommandSupport
import EventLoop
import FoundationEssentials
import IntakeClient
import Shared
import Synchronization

/// Sends the scans that are ready in a folder.
struct ScanRun: Sendable {
    let context: CommandContext
    let folder: ScanFolder
    let sender: ScanSender
    /// Divides scans by their cover sheets; nil to leave them undivided.
    var divider: ScanDivider?
    let tell: @Sendable (ScanNote) -> Void
    private let told = ToldNames()

    /// The longest time between a sidecar and its files.
    static let patience = Duration.seconds(60)
    /// How long an unreadable sidecar may still be incomplete.
    private static let writing = Duration.seconds(2)

    /// The result of one look at the folder.
    struct Pass: Sendable {
        var sent = 0
        var refused = 0
        /// Sidecars that may still be incomplete.
        var unfinished: [String] = []
        /// Files that have waited for a sidecar for more than ``patience``.
        var alone: [String] = []
    }

    private final class ToldNames: Sendable {
        let names = Mutex<Set<String>>([])
    }

    /// Sends until it is cancelled. While the gateway is not available, it retries with growing delays.
    func watch() async throws {
        let watch = try FolderWatch(folder.path, on: context.loop)
        var pause = Self.writing
        while true {
            do {
                let pass = try await pass()
                pause = Self.writing
                tellAlone(pass.alone)
                try await wait(for: watch, atMost: pass.unfinished.isEmpty ? Self.patience : Self.writing)
            } catch let error as IntakeClientError where ScanSender.mayPass(error) {
                context.output.line("  \(error.description) The next try comes in \(pause.shortText).")
                try await context.loop.sleep(for: pause)
                pause = min(pause * 2, Self.patience)
            }
        }
    }

    private func wait(for watch: FolderWatch, atMost limit: Duration) async throws {
        do {
            try await withDeadline(limit, on: context.loop) { try await watch.next() }
        } catch is DeadlineExceeded {
            // What waits has grown older, and may be told.
        }
    }

    private func tellAlone(_ names: [String]) {
        let new = told.names.withLock { told in
            defer { told = Set(names) }
            return names.filter { !told.contains($0) }
        }
        for name in new { context.output.line("  \(name) waits for \(name)\(ScanSidecar.ending), which says what it is") }
    }

    // MARK: - One look

    /// Sends all scans that are ready now.
    ///
    /// - Throws: `IntakeClientError` if the gateway accepts nothing, now or from this sender; `CommandFailure` if the
    ///   folder cannot be written to.
    func pass() async throws -> Pass {
        try await context.group.blocking.run { [folder] in
            try folder.finishMoves()
            try folder.finishDividing()
        }
        var pass = Pass()
        try await divide(&pass)
        let names = folder.names()
        var spokenFor: Set<String> = []
        for sidecar in names where sidecar.hasSuffix(ScanSidecar.ending) {
            spokenFor.insert(sidecar)
            if folder.isNote(sidecar) { continue }
            guard let note = try await note(on: sidecar, &spokenFor) else {
                pass.unfinished.append(sidecar)
                continue
            }
            if note.refused == nil { pass.sent += 1 } else { pass.refused += 1 }
            try await context.group.blocking.run { [folder] in try folder.finish(note) }
            tell(note)
        }
        pass.alone = names.filter { name in
            guard !spokenFor.contains(name), let file = folder.identity(name) else { return false }
            return file.isRegular && file.age >= Self.patience
        }
        return pass
    }

    /// Divides scans by their cover sheets. The parts are then sent like other files with sidecars.
    private func divide(_ pass: inout Pass) async throws {
        guard let divider else { return }
        for scan in try await divider.divide() {
            switch scan {
            case .divided(let name, let parts):
                context.output.line("  \(name): \(parts == 1 ? "1 document" : "\(parts) documents") by cover sheets")
            case .unfinished(let name): pass.unfinished.append(name)
            case .refused(let name, let words):
                pass.refused += 1
                let note = ScanNote(sidecar: nil, files: [name], at: Timestamp(Date()), refused: words)
                try await context.group.blocking.run { [folder] in try folder.finish(note) }
                tell(note)
            }
        }
    }

    /// The result of a scan; nil while it may still be incomplete.
    private func note(on sidecar: String, _ spokenFor: inout Set<String>) async throws -> ScanNote? {
        var files: [String] = []
        let age = folder.identity(sidecar)?.age ?? .zero
        do {
            let scan: ScanSidecar
            do throws(ScanFault) {
                let bytes = try folder.read(sidecar, limit: ScanSidecar.mostBytes)
                guard bytes.count <= ScanSidecar.mostBytes else { throw ScanFault("It is too large for a sidecar.") }
                scan = try ScanSidecar(bytes, name: sidecar)
            } catch {
                guard age >= Self.writing else { return nil }
                throw error
            }
            files = scan.files
            spokenFor.formUnion(files)
            if let missing = files.first(where: { folder.identity($0) == nil }) {
                guard age >= Self.patience else { return nil }
                throw ScanFault("It names \(missing), which is not there.")
            }
            return try await sender.send(scan, named: sidecar)
        } catch let fault as ScanFault {
            let there = files.filter { folder.identity($0)?.isRegular == true }
            return ScanNote(sidecar: sidecar, files: there, at: Timestamp(Date()), refused: fault.words)
        }
    }
}
