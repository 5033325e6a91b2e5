import Decoders
import Glibc
import Jail
import Zygote

// The decoder without its jail: does the same jobs, asked for in the same way, one after the other in one process that forks and locks
// nothing. What a jail costs is the difference. It is for measuring, and never meets a document that somebody sent.

let control = ControlSocket(descriptor: ControlSocket.zygoteDescriptor)
let decoders = try Decoders.load()
try control.send(WireCoding.encode(ZygoteEvent.ready(libraries: decoders.libraries, missingLocks: [])))
while let received = try control.receive() {
    guard case .start(let job, _) = try WireCoding.decode(ZygoteCommand.self, from: received.message),
        let socket = received.descriptors.first
    else { continue }
    let code = decoders.answer(stream: socket, inputs: Array(received.descriptors.dropFirst()))
    for descriptor in received.descriptors { close(descriptor) }
    try control.send(WireCoding.encode(ZygoteEvent.ended(job: job, status: .exited(code: code.rawValue), usage: JobUsage())))
}
