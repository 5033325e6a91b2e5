import EventLoop
import Glibc
import Support

/// A file system of its own, in memory, that can be made as small as what lies on it. Root alone can have one.
struct SmallDisk: Sendable {
    let path: String

    private static let size = "2g"

    /// Nil where none can be mounted, with the reason told.
    static func mount(at path: String, _ say: (String) -> Void) async throws -> SmallDisk? {
        guard mkdir(path, 0o755) == 0 else { return nil }
        let mounted = try await Program.run("mount", ["-t", "tmpfs", "-o", "mode=0755,size=\(size)", "docket-chaos", path])
        guard mounted.status.isSuccess else {
            say(mounted.complaints)
            return nil
        }
        return SmallDisk(path: path)
    }

    /// Nothing more can be written: what is there goes on being readable.
    func fill() async throws {
        try await eventually("the disk is full", within: .seconds(10), every: .milliseconds(20)) {
            // More may have been written since it was looked at.
            try await remount("\(used)")
        }
    }

    func clear() async throws {
        guard try await remount(Self.size) else { throw Program.Failed(description: "\(path) cannot be enlarged again") }
    }

    func unmount() async { _ = try? await Program.run("umount", ["--lazy", path]) }

    private func remount(_ size: String) async throws -> Bool {
        try await Program.run("mount", ["-o", "remount,size=\(size)", path]).status.isSuccess
    }

    /// Bytes.
    private var used: UInt {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return 0 }
        return (UInt(status.f_blocks) - UInt(status.f_bfree)) * UInt(status.f_frsize)
    }
}
