import Shared
import Telemetry

@testable import HTTPServer

/// Fields with a shape of their own: media types, languages, traces, lists. What must hold: a language is one that is spoken; a trace
/// is told on as it came; nothing that is a name or a value has blanks at its ends.
enum HeaderFields: FuzzTarget {
    static func run(_ input: [UInt8]) {
        for request in HostileRequests.requests(in: input) {
            let headers = request.headers
            let language = Language.choose(acceptLanguage: headers["accept-language"], locale: request.query["locale"])
            precondition(Language.all.contains(language))
            if let text = headers["content-type"] {
                let header = MediaTypeHeader(text)
                precondition(header.essence == header.essence.lowercased())
                if let type = MediaType(text) {
                    precondition(MediaType(type.essence)?.essence == type.essence, "a media type reads as it is written")
                }
                if let name = header.parameters["filename"], let ending = MediaType.fileExtension(ofName: name) {
                    precondition(!ending.isEmpty)
                }
            }
            if let trace = TraceContext(traceparent: headers["traceparent"] ?? "", tracestate: headers["tracestate"]) {
                precondition(TraceContext(traceparent: trace.traceparent)?.traceID == trace.traceID)
            }
            for member in headers.list("accept") { precondition(!member.isEmpty && member.trimmingBlanks() == member) }
            for segment in request.segments { precondition(!segment.contains("/") && segment != "..") }
        }
    }

    static var seeds: [[UInt8]] {
        [
            "GET /a/%C3%A4/%2e?locale=de-‹1›\nAccept-Language: de-CH;q=‹0›.‹5›, fr ;q=‹1›, *;q=0.‹001›\nAccept: a , ,b\n",
            "POST /\nContent-Type: Multipart/Form-Data; boundary=\"a\\\"b\"; filename=x.‹1›; =;\n",
            "GET /\ntraceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0‹1›\ntracestate: a=b,c=‹1›\n",
        ].flatMap(HostileNumbers.seeds)
    }
}
