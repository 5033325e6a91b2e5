import CommandSupport
import Glibc
import Shared

// A killed process has divided a scan completely or not at all, and no part exists twice. The parts are written to a
// folder of the scan, `.NAME.parts`, and the scan itself is moved there last. From then on its parts are moved out, and
// then the scan.

extension ScanFolder {
    /// One document of a scan.
    struct DividedPart: Sendable {
        let sheet: CoverSheet
        let pdf: [UInt8]
    }

    /// The folder of divided scans.
    static let dividedName = "divided"

    private static func partsName(_ name: String) -> String { ".\(name).parts" }

    /// Replaces the scan with its parts and their sidecars. The tag distinguishes the parts from those of another scan of
    /// the same name.
    func divide(_ name: String, into parts: [DividedPart], tag: String) throws(CommandFailure) {
        try Self.advising { () throws(CommandFailure) in
            let folder = "\(path)/\(Self.partsName(name))"
            try HomeDirectory.makeFolder(folder, mode: 0o770)
            let base = name.utf8.count <= 200 ? String(name.dropLast(4)) : "scan"
            for (number, part) in parts.enumerated() {
                let pdf = "\(folder)/\(base).\(tag)-\(number + 1).pdf"
                let sidecar = ["submission": part.sheet.submission.description, "type": part.sheet.type.rawValue]
                for (file, bytes) in [(pdf, part.pdf), (pdf + ScanSidecar.ending, Array(JSONText.of(sidecar).utf8))] {
                    try FileText.write(file, bytes: bytes, mode: 0o660)
                    try Self.sync(file)
                }
            }
            try Self.sync(folder)
            guard rename("\(path)/\(name)", "\(folder)/\(name)") == 0 else { throw .cannotCreate("\(folder)/\(name)") }
            try finishDividing(name)
        }
    }

    /// Completes the divisions that an earlier process has begun.
    func finishDividing() throws(CommandFailure) {
        for folder in FolderNames.all(in: path) where folder.hasPrefix(".") && folder.hasSuffix(".parts") {
            let name = String(folder.dropFirst().dropLast(".parts".count))
            guard Self.isName(name) else { continue }
            try Self.advising { () throws(CommandFailure) in
                let isMoved = access("\(path)/\(folder)/\(name)", F_OK) == 0
                if isMoved { try finishDividing(name) } else { try discardParts(of: name) }
            }
        }
    }

    private func finishDividing(_ name: String) throws(CommandFailure) {
        let folder = "\(path)/\(Self.partsName(name))"
        // A sidecar goes after its file.
        let parts = FolderNames.all(in: folder).filter { Self.isName($0) && !$0.hasSameBytes(as: name) }
        for part in parts.sorted(by: { $0.utf8.count < $1.utf8.count }) {
            guard rename("\(folder)/\(part)", "\(path)/\(part)") == 0 else { throw .cannotCreate("\(path)/\(part)") }
        }
        let divided = "\(path)/\(Self.dividedName)"
        try HomeDirectory.makeFolder(divided, mode: 0o770)
        try move("\(folder)/\(name)", into: divided, as: name, isThere: true)
        guard rmdir(folder) == 0 else { throw .cannotCreate(folder) }
    }

    /// Deletes the parts of a scan that is still in its place: it is divided again.
    private func discardParts(of name: String) throws(CommandFailure) {
        let folder = "\(path)/\(Self.partsName(name))"
        for part in FolderNames.all(in: folder) where part != "." && part != ".." { unlink("\(folder)/\(part)") }
        guard rmdir(folder) == 0 else { throw .cannotCreate(folder) }
    }

    private static func sync(_ path: String) throws(CommandFailure) {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotCreate(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .cannotCreate(path) }
    }
}
