import Glibc
import Jail
public import Sandbox

/// The `main` of a zygote, which a worker starts to fork children.
public enum ZygoteProgram {
    /// EX_USAGE.
    private static let usage: CInt = 64

    /// Enters namespaces of its own, loads, prepares the locks, and serves until the worker ends.
    ///
    /// - Parameters:
    ///   - name: The name of the program, for its messages.
    ///   - withheld: Locks that it does not use, as on a host without them.
    ///   - load: Prepares what the children need. It must leave the process with one thread.
    public static func run<Work: ZygoteWork>(
        _ name: String, withholding withheld: Set<Lock> = [], load: () throws -> Work
    ) -> Never {
        let control = ControlSocket(descriptor: ControlSocket.zygoteDescriptor)
        guard control.isConnected else {
            complain(
                """
                \(name) decodes documents for Docket's workers, one in each process that it forks.
                It is started by them, with a control socket as descriptor \(control.descriptor), and does nothing by itself.

                """)
            exit(usage)
        }
        do {
            let alone = withheld.contains(.namespaces) ? Lock.Fault(lock: .namespaces, errno: 0) : Namespaces.enter()
            let work = try load()
            LoadedLibraries.keepFromChildren(work.uncalled)
            var locks = try Locks(readable: work.readable, withholding: withheld)
            if let alone { locks.add(alone) }
            try locks.tryOut()
            FreedMemory.giveBack()
            let loop = try ZygoteLoop(control: control, work: work, locks: locks)
            try locks.restrictParent()
            try loop.run()
            // Nothing is left to be kept, and libraries that are taken down complain.
            _exit(DecoderExitCode.answered.rawValue)
        } catch {
            complain("\(name): \(error)\n")
            exit(DecoderExitCode.internalFault.rawValue)
        }
    }

    private static func complain(_ text: String) {
        _ = text.utf8CString.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count - 1) }
    }
}
