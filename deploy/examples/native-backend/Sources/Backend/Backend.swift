import Foundation
import IntakeClient
import Shared
import URLSessionTransport

/// Sends a bill, waits for what becomes of it, and keeps its PDF.
@main
enum Backend {
    static func main() async {
        do {
            exit(try await run(CommandLine.arguments.dropFirst().first ?? "bill.jpg") ? 0 : 1)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    /// Whether it was accepted.
    static func run(_ path: String) async throws -> Bool {
        let settings = ProcessInfo.processInfo.environment
        let docket = try IntakeClient(
            baseURL: settings["GATEWAY_URL"] ?? "http://127.0.0.1:8080", token: settings["DOCKET_TOKEN"],
            transport: URLSessionTransport())
        let draft = try await docket.createSubmission(NewSubmission(journey: "proof-of-address", reference: "starter"))
        let today = CalendarDate(Timestamp(Date()), in: .utc)
        let bill = try await docket.addDocument(NewDocument(type: "utility-bill", issueDate: today), to: draft.id)
        try await docket.addPage(UploadFile(path: path), to: bill.id, of: draft.id) { print("\($0) of \($1) bytes") }
        try await docket.submit(draft.id)
        let outcome = try await docket.waitUntilEnded(draft.id, timeout: .seconds(120)) { print($0.state.rawValue) }
        for reason in outcome.allReasons { print("  \(reason.message)") }
        guard outcome.state == .accepted else { return false }
        let place = URL(filePath: "bill.pdf")
        try Data().write(to: place)
        let file = try FileHandle(forWritingTo: place)
        try await docket.fetchPDF(of: bill.id, in: draft.id, into: file.fileDescriptor)
        try file.close()
        print("its PDF is bill.pdf")
        return true
    }
}
