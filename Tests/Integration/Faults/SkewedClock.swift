import FoundationEssentials
import Support
import Testing

/// A machine whose clock is off by as much as a test says: what a program that was started with its environment asks for the time
/// gets that, in all of its libraries. Clocks that measure how long something takes are left as they are, as on such a machine.
struct SkewedClock: Sendable {
    private let folder: TemporaryFolder
    private let library: String
    private var amount: String { "\(folder.path)/seconds" }

    /// Cancels the test where there is no C compiler.
    init(seconds: Int) async throws {
        folder = try TemporaryFolder("clock")
        library = "\(folder.path)/clock.so"
        let source = "\(folder.path)/clock.c"
        try FileBytes.write(Array(Self.source.utf8), to: source)
        do {
            _ = try await Program.check("cc", ["-shared", "-fPIC", "-O1", "-o", library, source])
        } catch let failure as Program.Failed {
            try Test.cancel("\(failure)")
        }
        try set(seconds: seconds)
    }

    var environment: [String: String] { ["LD_PRELOAD": library, "SKEWED_CLOCK": amount] }

    func set(seconds: Int) throws { try FileBytes.write(Array("\(seconds)\n".utf8), to: amount) }

    private static let source = """
        #define _GNU_SOURCE
        #include <fcntl.h>
        #include <stdlib.h>
        #include <sys/syscall.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>

        static long skew(void) {
            const char *path = getenv("SKEWED_CLOCK");
            int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
            if (file < 0) return 0;
            char text[32] = {0};
            ssize_t length = read(file, text, sizeof text - 1);
            close(file);
            return length > 0 ? atol(text) : 0;
        }

        int clock_gettime(clockid_t clock, struct timespec *now) {
            int result = syscall(SYS_clock_gettime, clock, now);
            if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
                now->tv_sec += skew();
            return result;
        }

        int gettimeofday(struct timeval *now, void *zone) {
            struct timespec exact;
            syscall(SYS_clock_gettime, CLOCK_REALTIME, &exact);
            now->tv_sec = exact.tv_sec + skew();
            now->tv_usec = exact.tv_nsec / 1000;
            return 0;
        }

        int timespec_get(struct timespec *now, int base) {
            syscall(SYS_clock_gettime, CLOCK_REALTIME, now);
            now->tv_sec += skew();
            return base;
        }

        time_t time(time_t *result) {
            struct timespec exact;
            syscall(SYS_clock_gettime, CLOCK_REALTIME, &exact);
            time_t now = exact.tv_sec + skew();
            if (result) *result = now;
            return now;
        }
        """
}
