import Crypto
import EventLoop
import Glibc
import Support
import Testing

extension OwnRuns {
    /// Services that were given other keys than what is stored was sealed with.
    @Suite struct SealingFaultTests {
        @Test func whoWasGivenOtherKeysIsNotReadyAndSaysWhichItLacks() async throws {
            try await ServiceGround.run { ground in
                let gateway = try await ground.start("IntakeGateway")
                try await gateway.isWell()
                _ = try await ground.draft(at: gateway)

                func keys(_ name: String) throws -> [String: String] {
                    let path = "\(ground.folder)/keys-\(name)"
                    try FileBytes.write(Array("\(name) \(Base64.encode([UInt8](repeating: 7, count: 32)))\n".utf8), to: path)
                    #expect(chmod(path, 0o600) == 0)
                    return ["DOCKET_SEALING_KEYS": path]
                }
                for name in ServiceGround.services {
                    let service = try await ground.start(name, environment: try keys("another"))
                    let words = "DOCKET_SEALING_KEYS has no key “test”; give this service the file with the key “test”"
                    try await service.says([words], status: 503)
                    await service.program.stop()
                }
                // The name alone is no key.
                let second = try await ground.start("IntakeGateway", environment: try keys("test"))
                try await second.says(
                    ["the key “test” of DOCKET_SEALING_KEYS is not the one that has wrapped this"], status: 503)
                // Whoever has the right ones goes on.
                #expect(try await gateway.ready().status == 200)
            }
        }
    }
}
