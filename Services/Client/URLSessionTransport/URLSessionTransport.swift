#if canImport(FoundationNetworking) || canImport(Darwin)
    #if canImport(FoundationNetworking)
        import Foundation
        public import FoundationNetworking
    #else
        public import Foundation
    #endif
    public import IntakeClient

    /// A transport over the system's own client, for apps. It needs no library but Foundation.
    ///
    /// The session follows no redirect, and stores no cookie, cache or credentials on disk.
    public struct URLSessionTransport: GatewayTransport {
        private let session: URLSession
        private let maximumResponseBytes: Int
        /// For a body that is not sent in pieces: it is held in memory.
        private static let maximumBody = 100 << 20

        public init(maximumResponseBytes: Int = 200 << 20, configuration: URLSessionConfiguration = .ephemeral) {
            self.maximumResponseBytes = maximumResponseBytes
            session = URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
        }

        public func send(_ request: GatewayRequest) async throws(IntakeClientError) -> GatewayResponse {
            let wanted = try Self.request(request)
            let (body, answer): (Data, URLResponse)
            let session = self.session(for: wanted)
            defer { if session !== self.session { session.finishTasksAndInvalidate() } }
            do {
                (body, answer) = try await session.data(for: wanted)
            } catch {
                throw IntakeClientError(sending: error)
            }
            guard let answer = answer as? HTTPURLResponse, body.count <= maximumResponseBytes else {
                throw Self.tooLarge
            }
            if let sent = wanted.httpBody.map({ Int64($0.count) }) { request.progress?(sent, sent) }
            return GatewayResponse(status: answer.statusCode, headers: Self.fields(answer), body: Array(body))
        }

        public func download(
            _ request: GatewayRequest, to sink: @escaping @Sendable ([UInt8]) async throws -> Void
        ) async throws(IntakeClientError) -> GatewayResponse {
            let wanted = try Self.request(request)
            let reception = Reception()
            // A session of its own, since a delegate is a session's.
            let session = URLSession(configuration: session.configuration, delegate: reception, delegateQueue: nil)
            defer { session.invalidateAndCancel() }
            session.dataTask(with: wanted).resume()
            var (status, headers, refusal) = (0, [String: String](), [UInt8]())
            do {
                // Who is cancelled asks for no more, and the session ends with this call.
                for try await part in reception.parts {
                    switch part {
                    case .head(let code, let fields): (status, headers) = (code, fields)
                    case .body(let bytes):
                        // What is handed on is held by nobody, and a live stream has no end.
                        guard (200..<300).contains(status) else {
                            guard refusal.count + bytes.count <= maximumResponseBytes else { throw Self.tooLarge }
                            refusal += bytes
                            continue
                        }
                        do {
                            try await sink(bytes)
                        } catch {
                            throw IntakeClientError(
                                code: .fileUnwritable, description: "The answer cannot be written down.",
                                detail: String(describing: error))
                        }
                    }
                }
            } catch let error as IntakeClientError {
                throw error
            } catch {
                throw IntakeClientError(sending: error)
            }
            if Task.isCancelled { throw IntakeClientError(sending: CancellationError()) }
            guard status > 0 else { throw Self.tooLarge }
            return GatewayResponse(status: status, headers: headers, body: refusal)
        }

        /// On Linux, where a connection breaks that was used before, the session sends the request again by itself, with a
        /// body from where it broke: another one than was given. A session of its own has a new connection, and sends
        /// once. Apple's sends a body again from its beginning.
        private func session(for request: URLRequest) -> URLSession {
            #if canImport(FoundationNetworking)
                if request.httpBody != nil {
                    return URLSession(configuration: session.configuration, delegate: NoRedirects(), delegateQueue: nil)
                }
            #endif
            return session
        }

        private static let tooLarge = IntakeClientError(
            code: .unexpectedAnswer, description: "The gateway's answer is too large, or is none.")

        fileprivate static func fields(_ answer: HTTPURLResponse) -> [String: String] {
            var headers: [String: String] = [:]
            for case (let name as String, let value as String) in answer.allHeaderFields { headers[name.lowercased()] = value }
            return headers
        }

        private static func request(_ request: GatewayRequest) throws(IntakeClientError) -> URLRequest {
            guard let url = URL(string: request.url) else {
                throw IntakeClientError(code: .invalidAddress, description: "The address of the request is no URL.")
            }
            var wanted = URLRequest(url: url)
            wanted.httpMethod = request.method
            for (name, value) in request.headers { wanted.setValue(value, forHTTPHeaderField: name) }
            switch request.body {
            case .none: break
            case .bytes(let bytes): wanted.httpBody = Data(bytes)
            case .file(let file):
                guard file.length <= Int64(maximumBody) else {
                    throw IntakeClientError(
                        code: .fileUnreadable, description: "The file is too large for one request. Send it as an upload.")
                }
                wanted.httpBody = Data(try file.read(at: 0, count: Int(file.length)))
            }
            return wanted
        }
    }

    /// Refuses redirects: their target would receive the token.
    private final class NoRedirects: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }
    }

    /// Passes on an answer as it arrives: a live stream has no end. The system keeps reading, so unread data waits in
    /// memory.
    private final class Reception: NSObject, URLSessionDataDelegate {
        enum Part: Sendable {
            case head(Int, [String: String])
            case body([UInt8])
        }

        let parts: AsyncThrowingStream<Part, any Error>
        private let continuation: AsyncThrowingStream<Part, any Error>.Continuation

        override init() {
            (parts, continuation) = AsyncThrowingStream.makeStream(of: Part.self, throwing: (any Error).self)
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
        ) {
            if let answer = response as? HTTPURLResponse {
                continuation.yield(.head(answer.statusCode, URLSessionTransport.fields(answer)))
            }
            completionHandler(.allow)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            continuation.yield(.body(Array(data)))
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            continuation.finish(throwing: error)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }
    }

    extension IntakeClientError {
        fileprivate init(sending error: any Error) {
            if error is CancellationError || (error as? URLError)?.code == .cancelled {
                self.init(code: .cancelled, description: "The call was cancelled.")
                return
            }
            let code = (error as? URLError)?.code
            let isHopeless = code == .badURL || code == .unsupportedURL || code == .serverCertificateUntrusted
            self.init(
                code: .unreachable, isRetriable: !isHopeless,
                description: "The gateway did not answer. Is there a connection?", detail: "URLError \(code?.rawValue ?? 0)")
        }
    }
#endif
