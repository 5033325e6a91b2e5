import Domain
import Shared

@testable import HTTPServer
@testable import IntakeGateway
@testable import PostgresStore

/// One upload as the gateway's pure parts make it of requests: dialects, rules and judge are the real ones; row and bytes are
/// numbers. How much of a body arrives is said by a field `Arrived`; without it, all of it does.
enum UploadModel {
    static let document = DocumentID("0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b") ?? .random()
    private static let id = UploadID("0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5c") ?? .random()
    private static let now = Timestamp(millisecondsSinceEpoch: 1_793_437_507_123)
    private static let limits = UploadLimits(maximumBytes: 50 << 20, expiry: .seconds(86_400), now: now)
    private static let type = JourneyRegistry.builtIn.offered[0].documentTypes[0]

    static func dialect(of request: HTTPRequest) -> any UploadDialect {
        Tus.isMeant(by: request) ? TusDialect(limits: limits) : ResumableDialect(request, limits: limits)
    }

    static func create(_ request: HTTPRequest, _ upload: inout Upload?) throws(Problem) {
        let creation = try dialect(of: request).creation(request, document: document)
        let kind: Upload.Kind =
            switch creation.concatenation {
            case .none: .whole
            case .part: .part
            case .joined: .joined
            }
        let length: Int?
        do throws(UploadRefusal) {
            length = try UploadRules().agree(on: creation.length, creation.content)
        } catch {
            throw Problem(error)
        }
        try FileJudge(
            type: type, declaration: FileDeclaration(size: length == 0 ? nil : length),
            installationLimit: limits.maximumBytes, limits: FileLimits()
        ).checkDeclaration()
        var made = Upload(
            id: id, tenant: "tenant", submission: SubmissionID(id.uuid), document: document, kind: kind, state: .open,
            length: length,
            offset: 0, epoch: 1, isWriting: false, segments: [], digestState: nil,
            declaredMediaType: creation.declaration.mediaType, fileExtension: creation.declaration.fileExtension,
            metadata: creation.metadata, concatenation: request.headers["upload-concat"], expectedDigests: [:], createdAt: now,
            expiresAt: now.adding(limits.expiry), digest: nil, problem: nil)
        defer { upload = made }
        if let content = creation.content { try take(content, of: request, &made) }
    }

    static func handle(_ request: HTTPRequest, _ upload: inout Upload?) throws(Problem) {
        guard var changed = upload else { return }
        let dialect = dialect(of: request)
        switch request.method {
        case .patch:
            let append = try dialect.append(request)
            do throws(UploadRefusal) {
                changed.length = try UploadRules(changed).accept(append)
            } catch {
                throw Problem(error)
            }
            upload = changed
            defer { upload = changed }
            try take(append.content, of: request, &changed)
        case .head: try dialect.check(request)
        case .delete:
            try dialect.check(request)
            if changed.state == .open { changed.state = .aborted }
            upload = changed
        default: break
        }
    }

    /// What has arrived is acknowledged, unless it is more than there may be.
    private static func take(_ content: UploadContent, of request: HTTPRequest, _ upload: inout Upload) throws(Problem) {
        let said = request.headers["arrived"].flatMap { Int($0) } ?? content.length ?? 0
        let arrived = max(0, min(said, content.length ?? .max, limits.maximumBytes))
        let end = upload.offset + arrived
        if let length = upload.length, end > length { throw Problem(UploadRefusal.lengthExceeded(length: length)) }
        upload.offset = end
        guard arrived == content.length ?? arrived else { return }
        do throws(UploadRefusal) {
            guard try UploadRules(upload).isWhole(at: end, after: content.completion) else { return }
        } catch {
            throw Problem(error)
        }
        upload.state = .completed
    }

    static func checkAnswer(to request: HTTPRequest, _ upload: Upload) {
        let dialect = dialect(of: request)
        let address = UploadAddress(upload: "/v1/uploads/\(upload.id)", page: nil)
        for answer in [
            dialect.state(of: upload, upload.metadata, address), dialect.created(.open(upload), address),
            dialect.appended(.part(upload), address),
        ] {
            precondition(answer.headers["upload-offset"] == String(upload.offset), "an answer says another offset")
            let length = answer.headers["upload-length"].flatMap { Int($0) }
            precondition(length == nil || length == upload.length ?? upload.offset, "an answer says another length")
        }
    }
}
