import BlobStore
import Crypto
import Domain
import HTTPServer
import Shared
import Telemetry

/// Turns errors of the modules below into problems.
struct ErrorBoundary: Sendable {
    let logger: Logger
    /// Set if a person may get a problem as a page.
    var browser: BrowserHandlers?

    func run(_ request: HTTPRequest, _ handle: () async throws -> HTTPResponse) async throws -> HTTPResponse {
        do {
            return try await handle()
        } catch {
            guard let problem = problem(for: error, request) else { throw error }
            if let browser, Browser.wantsPage(request) { return browser.tell(problem, to: request) }
            // Its clients look for its version in whatever they are answered with.
            throw Tus.isMeant(by: request) ? TusDialect.refused(problem) : problem
        }
    }

    /// Nil for an error that only the server can answer.
    private func problem(for error: any Error, _ request: HTTPRequest) -> Problem? {
        switch error {
        case let problem as Problem: return problem
        case let pause as SenderKeptWaiting:
            log("a request was refused whose body could not be taken", request, code: "paused", detail: "for \(pause.limit)")
            return .keptWaiting
        case let error as any ProblemConvertible: return error.problem
        case let fault as ConfirmationFault: return .confirmationInvalid(fault)
        case let error as StoreError:
            log("the database did not answer as it should", request, code: error.code.rawValue, detail: error.detail)
            return Problem(error)
        case let error as BlobError:
            log("the blob store did not answer as it should", request, code: error.code.rawValue, detail: error.detail)
            return Problem(error)
        case let error as CryptoError where error.code == .unavailable:
            log("the key that signs did not answer as it should", request, code: error.code.rawValue, detail: error.description)
            return .cannotSign
        default: return nil
        }
    }

    private func log(_ message: String, _ request: HTTPRequest, code: String, detail: String) {
        logger.warning(
            message, ["request_id": .string(request.id), "code": .string(code), "detail": .string(detail)])
    }
}
