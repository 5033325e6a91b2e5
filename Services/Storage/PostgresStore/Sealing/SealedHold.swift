internal import Crypto
internal import Domain
internal import Postgres
internal import Sealing
internal import Shared

/// Whom a hold is on, and why, as they are stored: by the installation's key, so that a tenant's next key can be coded for it when the
/// tenant's key is lost.
struct SealedHold: Sendable {
    /// Nil for a hold on a submission.
    let subject: Bytes?
    /// Nil if there is none.
    let reason: Bytes?

    enum Part: String, CaseIterable {
        case subject, reason

        fileprivate func sealed(in row: Row) throws -> [UInt8]? { try row.decodeIfPresent("\(rawValue)_sealed") }

        fileprivate func use(of hold: HoldID) -> String { "the \(rawValue) of the hold \(hold)" }
    }

    /// The installation's key.
    struct Opener: Sendable {
        fileprivate let key: SecretBytes

        /// Of a row of `legal_holds`; nil where nothing is sealed.
        /// - Throws: `damaged` for what another key has sealed.
        func open(_ part: Part, _ row: Row, of hold: HoldID) throws -> String? {
            guard let sealed = try part.sealed(in: row) else { return nil }
            let text = try SealingKeyStore.open(sealed, of: .ofInstallation, for: part.use(of: hold), by: key)
            return String(decoding: text, as: UTF8.self)
        }
    }

    static func isThere(_ row: Row) throws -> Bool { try Part.allCases.contains { try $0.sealed(in: row) != nil } }

    /// Of a row of `legal_holds`, sealed or not. What no key opens here keeps no hold from being seen.
    static func read(
        _ part: Part, _ row: Row, of hold: HoldID, by opener: Opener?
    ) throws -> (text: String?, isUnopened: Bool) {
        if let clear = try row.decodeIfPresent(part.rawValue, as: String.self) { return (clear, false) }
        guard try part.sealed(in: row) != nil else { return (nil, false) }
        guard let opener else { return (nil, true) }
        do { return (try opener.open(part, row, of: hold), false) } catch let error as SealingError where error.code == .damaged {
            return (nil, true)
        }
    }
}

extension SealingKeyStore {
    /// What opens sealed holds.
    /// - Throws: `unknownKey`, `damaged` or `gone` where the key is lost, or not here.
    func requiredHoldOpener(
        over executor: (any PostgresExecutor)? = nil
    ) async throws(SealingError) -> SealedHold.Opener {
        SealedHold.Opener(key: try await key(of: .ofInstallation, making: false, over: executor))
    }

    /// The same; nil where the key is lost, or not here.
    func holdOpener(over executor: (any PostgresExecutor)? = nil) async throws(SealingError) -> SealedHold.Opener? {
        do throws(SealingError) { return try await requiredHoldOpener(over: executor) } catch {
            guard [.damaged, .gone, .unknownKey].contains(error.code) else { throw error }
            return nil
        }
    }

    /// Nil where they are stored as they are. In a sandbox a person stays so: its submissions do, and no code finds them.
    func sealedHold(
        _ id: HoldID, subject: String?, reason: String?, of tenant: TenantID
    ) async throws(SealingError) -> SealedHold? {
        guard isOn, try await hasBegun(.holds) else { return nil }
        return SealedHold(
            subject: try await sealed(tenant.isSandbox ? nil : subject, as: .subject, of: id),
            reason: try await sealed(reason, as: .reason, of: id))
    }

    private func sealed(_ text: String?, as part: SealedHold.Part, of id: HoldID) async throws(SealingError) -> Bytes? {
        guard let text else { return nil }
        return Bytes(try await keep(Array(text.utf8), of: .ofInstallation, for: part.use(of: id)).bytes)
    }
}
