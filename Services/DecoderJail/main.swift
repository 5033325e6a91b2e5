import Glibc
import Jail

// The process that may die of a document so that no other does. A worker starts it; see `Zygote`.

private func complain(_ text: String) {
    _ = text.utf8CString.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count - 1) }
}

private let control = ControlSocket(descriptor: ControlSocket.zygoteDescriptor)

guard control.isConnected else {
    complain(
        """
        DecoderJail decodes documents for Docket's workers, one in each process that it forks.
        It is started by them, with a control socket as descriptor \(control.descriptor), and does nothing by itself.

        """)
    exit(64)
}

do {
    try Zygote(control: control, decoders: try Decoders.load()).run()
} catch {
    complain("DecoderJail: \(error)\n")
    exit(DecoderExitCode.internalFault.rawValue)
}
