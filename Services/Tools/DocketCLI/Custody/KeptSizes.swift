import CommandSupport
import Custody
import EventLoop
import Operations
import Shared

/// The sizes of kept heads, from which an export is to prove that its log goes on. Whether the heads are to be believed,
/// who compares them with the export finds out.
struct KeptSizes: Sendable {
    /// By tenant; nil if none are named.
    private let kept: [String: [KeptHead]]?

    /// Reads the files, folders and records as `docket verify --kept` does.
    init(_ paths: [String], _ context: CommandContext) async throws {
        let paths = paths.map { HomeDirectory.current($0).path }
        kept = paths.isEmpty ? nil : try await context.group.blocking.run { try KeptHeads.read(paths) }
    }

    /// Those of one tenant.
    func of(_ tenant: TenantID) throws(CommandFailure) -> Set<Int> {
        guard let kept else { return [] }
        guard let own = kept[tenant.rawValue] else { throw KeptHeads.none(of: tenant.rawValue, among: kept) }
        let sizes = Set(own.compactMap { LogHead(unverified: $0.statement)?.size })
        guard sizes.count <= CustodyReader.mostSizes else {
            throw CommandFailure(
                .notAccepted,
                "there are kept heads over \(sizes.count) sizes of the log, and an export has proofs from \(CustodyReader.mostSizes) of them",
                advice: "Name fewer files with --kept, such as one head of each day.")
        }
        return sizes
    }
}
