public import FoundationEssentials

/// One try of a delivery as it is kept: what was sent and what came back, bounded and without secrets.
public struct DeliveryTry: Sendable, Hashable {
    /// What was sent, besides the event itself.
    public struct Request: Sendable, Hashable, Codable {
        /// Where to; for a webhook the URL without its query.
        public var target: String
        public var headers: [String: String]
        /// Of the body. Bytes.
        public var size: Int

        public init(target: String, headers: [String: String], size: Int) {
            self.target = target
            self.headers = headers
            self.size = size
        }
    }

    /// What came back.
    public struct Response: Sendable, Hashable, Codable {
        /// Who answered, as `ip:port`.
        public var address: String?
        public var headers: [String: String]
        /// How the answer begins.
        public var excerpt: String
        /// Bytes.
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
    /// Nil when none came.
    public var response: Response?

    public init(beganAt: Date, duration: Duration, request: Request, response: Response?) {
        self.beganAt = beganAt
        self.duration = duration
        self.request = request
        self.response = response
    }
}
