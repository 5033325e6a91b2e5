import CGMime
public import Jail
public import Zygote

/// GMime, loaded once before any fork.
public struct MailWork {
    enum Fault: Error {
        case inputs(found: Int)
        /// It belongs to another jail.
        case foreignRequest
    }

    public let libraries: [String: String]

    public static func load() -> MailWork {
        g_mime_init()
        WarmUp.run()
        return MailWork(
            libraries: ["gmime": "\(gmime_major_version).\(gmime_minor_version).\(gmime_micro_version)"])
    }
}

/// What a child does once it is locked in: reads one request, answers it, ends.
extension MailWork: RequestWork {
    /// Nothing: a character set that is not loaded is done without, for names of persons are not asked for.
    public var readable: [String] { [] }

    public func answer(_ request: JailRequest, inputs: [InputFile], on stream: FrameStream) throws {
        guard case .mail(let request) = request else { throw Fault.foreignRequest }
        guard inputs.count == 1, let input = inputs.first else { throw Fault.inputs(found: inputs.count) }
        let message = try MailMessage(try input.contents(atMost: request.maximumBytes))
        let parts = MailParts(of: message, request)
        try stream.send(.mail(message.facts(of: parts)))
        for part in parts.attachments {
            let bytes = part.content()
            var facts = part.facts
            facts.size = bytes.count
            try stream.send(.attachment(facts), payload: bytes.count <= request.maximumAttachmentBytes ? bytes : [])
        }
        try stream.send(.finished(pages: parts.attachments.count))
    }

    /// GLib ends the process where there is no memory left.
    public static func isOutOfMemory(_ error: any Error) -> Bool { false }
}
