import EventLoop
import PKCS11
import Support

@testable import Sealing

extension SoftToken {
    /// In a process of its own: gives `body` the keys of a folder's token, by label.
    static func within(
        _ folder: String, _ body: (EventLoopGroup, _ keys: (String) throws -> PKCS11Keys) async throws -> Void
    ) async throws {
        use(folder)
        let group = try EventLoopGroup(threads: 1)
        try await body(group) { label in
            PKCS11Keys(
                try TokenURI("pkcs11:token=docket;\(label)", .aes),
                TokenAccess(TokenConfiguration(module: module, pinFile: "\(folder)/pin")))
        }
        await group.shutdown()
    }
}
