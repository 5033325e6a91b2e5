import Configuration

extension GatewayConfiguration {
    /// The configured access. Open access needs an explicit setting. Without any setting, only keys of the database give
    /// access.
    static func access(_ reader: inout ConfigurationReader, _ names: TokenClaimNames) -> Access {
        let isDevelopment = reader.bool(
            "DOCKET_DEVELOPMENT", default: false, "Lets everybody in as the tenant “default”; never where others can reach it")
        let tokens = reader.optionalSecret(
            "DOCKET_TOKENS", "Who may come in: tenant=token, several separated by commas; a token has 16 characters or more")
        let signed = TokenAccess(reading: &reader, names: names)
        switch (tokens, isDevelopment) {
        case (let tokens?, false):
            switch StaticTokens.parse(tokens.reveal) {
            case .success(let entries): return .tokens(entries, signed: signed)
            case .failure(let fault): reader.fault("DOCKET_TOKENS", fault.description)
            }
        case (nil, false) where signed != nil:
            return .tokens([], signed: signed)
        case (_, true) where tokens != nil || signed != nil:
            reader.fault(
                "DOCKET_DEVELOPMENT",
                "is true beside \(tokens != nil ? "DOCKET_TOKENS" : "DOCKET_JWT_ISSUER"), which it would make useless; set one of them"
            )
        case (_?, true):
            break
        case (nil, true):
            return .development
        case (nil, false):
            break
        }
        return .tokens([])
    }
}
