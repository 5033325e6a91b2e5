import Shared
import Testing

/// The whole table: what is added to a role is added here as well.
@Suite struct RoleTests {
    @Test func noRoleMayMoreThanItsWorkAsksFor() {
        #expect(Role.person.permissions == [.status, .read, .preview, .upload, .arrange, .write])
        #expect(Role.reviewer.permissions == [.status, .read, .preview, .decide])
        #expect(Role.auditor.permissions == [.status, .read, .preview, .audit])
        #expect(Role.backend.permissions == Set(Permission.allCases).subtracting([.operate]))
        #expect(Role.operator.permissions == [.operate])
    }
}
