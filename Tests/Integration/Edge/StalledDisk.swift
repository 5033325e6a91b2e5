import FoundationEssentials
import Support
import Testing

/// A disk that takes none of the bytes of uploads for as long as a test says: what a program that was started with its environment
/// writes to them waits.
struct StalledDisk: Sendable {
    private let folder: TemporaryFolder
    private let library: String
    private var mark: String { "\(folder.path)/stalled" }

    /// Cancels the test where there is no C compiler.
    init() async throws {
        folder = try TemporaryFolder("disk")
        library = "\(folder.path)/disk.so"
        let source = "\(folder.path)/disk.c"
        try FileBytes.write(Array(Self.source.utf8), to: source)
        do {
            _ = try await Program.check("cc", ["-shared", "-fPIC", "-O1", "-o", library, source])
        } catch let failure as Program.Failed {
            try Test.cancel("\(failure)")
        }
    }

    var environment: [String: String] { ["LD_PRELOAD": library, "STALLED_DISK": mark] }

    func stall() throws { try FileBytes.write([], to: mark) }

    func resume() throws { try FileManager.default.removeItem(atPath: mark) }

    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>

        static void pass(int file) {
            char name[64], path[4096];
            snprintf(name, sizeof name, "/proc/self/fd/%d", file);
            ssize_t length = readlink(name, path, sizeof path - 1);
            if (length <= 0) return;
            path[length] = 0;
            if (!strstr(path, "/.partial/")) return;
            const char *mark = getenv("STALLED_DISK");
            while (mark && access(mark, F_OK) == 0) usleep(5000);
        }

        #define PWRITE(name) \\
            ssize_t name(int file, const void *bytes, size_t count, off_t offset) { \\
                static ssize_t (*next)(int, const void *, size_t, off_t); \\
                if (!next) next = dlsym(RTLD_NEXT, #name); \\
                pass(file); \\
                return next(file, bytes, count, offset); \\
            }

        PWRITE(pwrite)
        PWRITE(pwrite64)
        """
}
