import CP11Kit

/// A module that speaks PKCS #11 (2.40) for the tokens of a maker, loaded into this process. It stays loaded.
// The table of functions is constant once it is loaded, and the module was told that several threads call it.
final class TokenModule: @unchecked Sendable {
    private let functions: UnsafeMutablePointer<CK_FUNCTION_LIST>

    /// Loads a module by the absolute path of its library; this blocks.
    init(path: String) throws(TokenError) {
        guard let functions = p11_kit_module_load(path, CInt(P11_KIT_MODULE_CRITICAL)) else {
            let why = p11_kit_message().map { String(cString: $0) } ?? "nothing is said of why"
            throw TokenError(.unavailable, "cannot be loaded: \(why)")
        }
        try TokenError.check(p11_kit_module_initialize(functions), "be initialized")
        self.functions = functions
    }

    /// Opens a session with the token of a key, in which the user is logged in, and gives `body` the key.
    ///
    /// A session for each call: none can have ended with a token that was taken out, or a server that was started anew.
    func withKey<Value>(
        _ key: TokenURI, pin: String, _ body: (TokenSession, CK_OBJECT_HANDLE) throws(TokenError) -> Value
    ) throws(TokenError) -> Value {
        try key.withParsed { (uri) throws(TokenError) in
            var handle: CK_SESSION_HANDLE = 0
            let slot = try slot(of: uri)
            try TokenError.check(
                functions.pointee.C_OpenSession?(slot, CKF_SERIAL_SESSION, nil, nil, &handle), "open a session")
            let session = TokenSession(functions: functions, handle: handle)
            defer { session.close() }
            try session.logIn(pin)
            return try body(session, try session.key(uri, key.kind))
        }
    }

    /// The one slot that holds the token.
    private func slot(of uri: OpaquePointer) throws(TokenError) -> CK_SLOT_ID {
        var count: CUnsignedLong = 0
        try TokenError.check(functions.pointee.C_GetSlotList?(1, nil, &count), "list its tokens")
        var slots = [CK_SLOT_ID](repeating: 0, count: Int(clamping: min(count, 1024)))
        count = CUnsignedLong(slots.count)
        try TokenError.check(functions.pointee.C_GetSlotList?(1, &slots, &count), "list its tokens")
        let found = slots.prefix(Int(clamping: count)).filter { slot in
            var token = CK_TOKEN_INFO()
            return functions.pointee.C_GetTokenInfo?(slot, &token) == CKR_OK && p11_kit_uri_match_token_info(uri, &token) == 1
        }
        guard found.count == 1 else {
            throw TokenError(
                .unavailable, found.isEmpty ? "has no such token" : "has several such tokens: name it by `serial`, too")
        }
        return found[0]
    }
}
