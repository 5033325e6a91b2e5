public import FoundationEssentials

/// A stored attempt of a delivery: request and answer, bounded and without secrets.
public struct DeliveryTry: Sendable, Hashable {
    /// The request, without the event itself.
    public struct Request: Sendable, Hashable, Codable {
        /// The address; for a webhook the URL without its query.
        public var target: String
        public var headers: [String: String]
        /// The size of the body in bytes.
        public var size: Int

        public init(target: String, headers: [String: String], size: Int) {
            self.target = target
            self.headers = headers
            self.size = size
        }
    }

    /// The answer.
    public struct Response: Sendable, Hashable, Codable {
        /// The address that answered, as `ip:port`.
        public var address: String?
        public var headers: [String: String]
        /// The beginning of the body.
        public var excerpt: String
        /// The size of the body in bytes.
        public var size: Int

        public init(address: String?, headers: [String: String], excerpt: String, size: Int) {
            self.address = address
            self.headers = headers
            self.excerpt = excerpt
            self.size = size
        }
    }

    public var beganAt: Date
    public var duration: Duration
    public var request: Request
    /// Nil without an answer.
    public var response: Response?

    public init(beganAt: Date, duration: Duration, request: Request, response: Response?) {
        self.beganAt = beganAt
        self.duration = duration
        self.request = request
        self.response = response
    }
}
