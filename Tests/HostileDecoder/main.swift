import CHostileDecoder
import Glibc
import Jail
import Sandbox
import Zygote

// A decoder as a document would like to have it: locked in as the real one is, each child tries what its input names, and tells what
// came of it. What stands behind a plus sign in the name that it is started by are locks that it does without, as on a host that
// does not offer them.

/// What is sent again and again.
let drips: [String: [UInt8]] = ["drip": [1], "drip nothing": []]

struct Hostility: ZygoteWork {
    let libraries = ["hostility": "1"]
    let readable: [String]
    let uncalled = ["libseccomp"]
    let zygote: CInt

    func answer(stream descriptor: CInt, inputs: [CInt]) -> DecoderExitCode {
        let stream = FrameStream(descriptor: descriptor)
        var text = [CChar](repeating: 0, count: 256)
        guard (try? stream.receive()) != nil, let input = inputs.first else { return .internalFault }
        // From its start, unless it is a pipe.
        let count = pread(input, &text, text.count - 1, 0)
        guard count > 0 || read(input, &text, text.count - 1) > 0 else { return .internalFault }
        // That is the attack: it waits, so that neither the limit of processor time nor that of bytes ends it.
        if let payload = drips[text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }] {
            while (try? stream.send(.chunk, payload: payload)) != nil { usleep(10_000) }
        }
        let result = docket_hostile_try(text, zygote)
        let words = result > 0 ? String(cString: strerror(result)) : result == 0 ? "it worked" : "not tried"
        guard (try? stream.send(.refused(.damaged(detail: words)))) != nil else { return .internalFault }
        return .answered
    }
}

let words = CommandLine.arguments[0].split(separator: "/").last?.split(separator: "+").map(String.init) ?? []
ZygoteProgram.run("HostileDecoder", withholding: Set(words.dropFirst().compactMap(Lock.init))) {
    Hostility(readable: ["/usr/share"], zygote: getpid())
}
