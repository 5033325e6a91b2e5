/// A message for a mail server (RFC 5321).
public struct MailRequest: Sendable {
    public enum Security: String, Sendable, Hashable, CaseIterable {
        /// TLS from the first byte on (`smtps`, usually port 465).
        case tls
        /// STARTTLS is required (usually port 587).
        case startTLS = "starttls"
        /// No encryption: for a server on the same machine.
        case none
    }

    /// The credentials for the server.
    public struct Login: Sendable {
        let user: String
        let password: String

        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    public var host: String
    public var port: Int
    public var security: Security
    public var login: Login?
    /// The name of this machine in the greeting.
    public var helo: String
    /// Addresses without brackets.
    public var sender: String
    public var recipient: String
    /// Headers and body. Dots at the beginning of lines are escaped when it is sent.
    public var message: [UInt8]
    /// The limit of the whole exchange.
    public var timeout: Duration = .seconds(30)

    public init(
        host: String, port: Int, security: Security, login: Login? = nil, helo: String, sender: String, recipient: String,
        message: [UInt8]
    ) {
        self.host = host
        self.port = port
        self.security = security
        self.login = login
        self.helo = helo
        self.sender = sender
        self.recipient = recipient
        self.message = message
    }

    /// Throws for characters that may not stand in a line of the protocol.
    func validate() throws(HTTPClientError) {
        let isPlain = [host, helo, sender, recipient].allSatisfy { text in
            !text.isEmpty && text.utf8.count <= 320
                && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
        }
        guard isPlain, !host.contains("/"), !host.contains("@"), !helo.contains("/"), (1...65_535).contains(port) else {
            throw .invalidRequest("an address of the message has characters that it cannot have")
        }
    }

    var url: String { "\(security == .tls ? "smtps" : "smtp")://\(host):\(port)/\(helo)" }
}

extension HTTPClient {
    /// Sends a message to a mail server. Returns the server's last code: 400 to 499 may be tried again, 500 and more is a
    /// final refusal.
    public func send(_ mail: MailRequest) async throws(HTTPClientError) -> Int {
        try mail.validate()
        var request = ClientRequest("MAIL", mail.url, body: .bytes(mail.message))
        request.mail = mail
        request.timeout = mail.timeout
        request.connectTimeout = min(mail.timeout, .seconds(10))
        return try await send(request).status
    }
}
