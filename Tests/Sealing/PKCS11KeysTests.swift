import Crypto
import EventLoop
import PKCS11
import Shared
import Support
import Testing

@testable import Sealing

/// Keys in a token of SoftHSM's.
@Suite(.timeLimit(.minutes(3)))
struct PKCS11KeysTests {
    @Test func `a token's key wraps as every provider does`() async throws {
        let token = try await SoftToken(keys: ["main-2026", "main-2027"])
        await #expect(processExitsWith: .success) { [folder = token.folder as String] in
            try await SoftToken.within(folder) { group, keys in
                let (old, new) = (try keys("object=main-2026"), try keys("object=main-2027"))
                let ground = KeyProviderGround(provider: old, rotate: { new }, group: group)
                try await KeyProviderConformance.comesBack(ground)
                try await KeyProviderConformance.refusesWhatIsNone(ground)
                try await KeyProviderConformance.turns(ground)
                #expect(try await old.wrap(.random(32), of: "acme").by == "pkcs11:token=docket;object=main-2026")
            }
        }
    }

    @Test func `a key is named by its id, and one that is not there or there twice is told`() async throws {
        let token = try await SoftToken(keys: ["twice", "twice"])
        await #expect(processExitsWith: .success) { [folder = token.folder as String] in
            try await SoftToken.within(folder) { _, keys in
                try await keys("id=%02;object=twice").check()
                for (name, problem) in [
                    ("object=twice", "several of that name: give the AES key by `id`"), ("object=none", "no such AES key"),
                ] {
                    let keys = try keys(name)
                    let error = await #expect(throws: SealingError.self) { try await keys.check() }
                    #expect(
                        error?.code == .unknownKey && error?.description.contains(problem) == true, "\(String(describing: error))"
                    )
                }
            }
        }
    }

    @Test func `a PIN that was refused is not tried again, and another one is`() async throws {
        let token = try await SoftToken(keys: ["main"])
        await #expect(processExitsWith: .success) { [folder = token.folder as String] in
            try await SoftToken.within(folder) { _, keys in
                let keys = try keys("object=main")
                try SoftToken.write(pin: "00000000", in: folder)
                for problem in ["cannot log in", "is not asked again", "is not asked again"] {
                    let error = await #expect(throws: SealingError.self) { try await keys.check() }
                    #expect(
                        error?.code == .unavailable && error?.description.contains(problem) == true,
                        "\(String(describing: error))")
                    #expect(error?.description.contains("00000000") == false)
                }
                try SoftToken.write(pin: SoftToken.pin, in: folder)
                try await keys.check()
                // Calls beside each other.
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<40 { group.addTask { try await keys.check() } }
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test func `a module or a token that cannot be had is unavailable, with the reason`() async throws {
        let token = try await SoftToken(keys: [])
        await #expect(processExitsWith: .success) { [folder = token.folder as String] in
            try await SoftToken.within(folder) { _, _ in
                for (uri, module, problem) in [
                    ("pkcs11:token=docket;object=main", "/nowhere/libtoken.so", "cannot be loaded"),
                    ("pkcs11:token=other;object=main", SoftToken.module, "has no such token"),
                ] {
                    let keys = PKCS11Keys(
                        try TokenURI(uri, .aes), TokenAccess(TokenConfiguration(module: module, pinFile: "\(folder)/pin")))
                    let error = await #expect(throws: SealingError.self) { try await keys.check() }
                    #expect(
                        error?.code == .unavailable && error?.description.contains(problem) == true,
                        "\(String(describing: error))")
                }
            }
        }
    }

    @Test func `a module that hangs is given up, and holds no thread of others`() async throws {
        let token = try await SoftToken(keys: [])
        try FolderFiles.write(
            Array("#include <unistd.h>\nunsigned long C_GetFunctionList(void **list) { for (;;) pause(); }\n".utf8),
            to: "\(token.folder)/hangs.c")
        _ = try await Program.check("cc", ["-shared", "-fPIC", "-o", "hangs.so", "hangs.c"], workingDirectory: token.folder)
        await #expect(processExitsWith: .success) { [folder = token.folder as String] in
            try await SoftToken.within(folder) { group, _ in
                let configuration = TokenConfiguration(module: "\(folder)/hangs.so", pinFile: "\(folder)/pin")
                let keys = PKCS11Keys(
                    try TokenURI("pkcs11:token=docket;object=main", .aes),
                    TokenAccess(configuration, patience: .milliseconds(200)))
                for _ in 0..<6 {
                    let error = await #expect(throws: SealingError.self) { try await keys.check() }
                    #expect(error?.code == .unavailable && error?.description.contains("has not answered within") == true)
                }
                #expect(try await group.blocking.run { true })
            }
        }
    }
}
