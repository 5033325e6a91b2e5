import Glibc
import Imaging
import Jail
import PDF
import Sandbox

/// What happens after the fork: locks itself in, reads one request, answers it, ends.
struct Child {
    let socket: CInt
    let inputs: [CInt]
    /// Made before the fork.
    let confinement: Confinement
    let decoders: Decoders

    func run() -> Never {
        do {
            try confinement.enter(socket: socket, inputs: inputs)
        } catch {
            end(.notConfined)
        }
        let stream = FrameStream(descriptor: Confinement.jobDescriptor)
        let files = inputs.indices.map { InputFile(descriptor: Confinement.firstInput + CInt($0)) }
        do {
            let request = try WireCoding.decode(JailRequest.self, from: try stream.receive().header)
            do {
                try Job(decoders: decoders, inputs: files, stream: stream).answer(request)
            } catch let refusal as ContentRefusal {
                try stream.send(.refused(refusal))
            }
            end(.answered)
        } catch ImagingError.outOfMemory, PDFError.outOfMemory {
            end(.outOfMemory)
        } catch {
            end(.internalFault)
        }
    }

    /// Without the parent's exit handlers.
    private func end(_ code: DecoderExitCode) -> Never {
        _exit(code.rawValue)
    }
}
