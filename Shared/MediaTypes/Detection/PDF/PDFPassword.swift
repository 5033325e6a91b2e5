/// The standard security handler (ISO 32000-2, section 7.6.4), just enough to try the empty password.
struct PDFPassword {
    private let revision: Int
    private let owner: [UInt8]
    private let user: [UInt8]
    private let permissions: Int
    private let keyLength: Int
    private let encryptsMetadata: Bool

    /// `dictionary` is the trailer's `Encrypt`. Nil if it is incomplete or of another handler.
    init?(_ dictionary: PDFValue) {
        guard dictionary["Filter"]?.name == "Standard", let revision = dictionary["R"]?.number, (2...6).contains(revision),
            let owner = dictionary["O"]?.string, let user = dictionary["U"]?.string, let permissions = dictionary["P"]?.number,
            owner.count >= 32, user.count >= (revision >= 5 ? 48 : 32)
        else { return nil }
        self.revision = revision
        self.owner = owner
        self.user = user
        self.permissions = permissions
        let bits = dictionary["Length"]?.number ?? 40
        // Crypt filters (V 4) always have keys of 128 bits; some writers give bytes where bits are meant.
        let version = dictionary["V"]?.number ?? 0
        keyLength = revision == 2 ? 5 : version >= 4 ? 16 : min(max(bits >= 40 ? bits / 8 : bits, 5), 16)
        encryptsMetadata = dictionary["EncryptMetadata"]?.boolean ?? true
    }

    /// Whether the file opens without a password. `id` is the first half of the trailer's `ID`.
    func isEmpty(id: [UInt8]) -> Bool {
        switch revision {
        case 2: RC4.apply(fileKey(id), to: Self.padding) == Array(user.prefix(32))
        case 3, 4: validation(fileKey(id), id) == Array(user.prefix(16))
        // Sections 7.6.4.3.3 and 7.6.4.4.10: a hash, then 8 bytes of salt to make it with.
        case 5: SHA256.hash(Array(user[32..<40])) == Array(user.prefix(32))
        default: Self.hardenedHash(salt: Array(user[32..<40])) == Array(user.prefix(32))
        }
    }

    /// Algorithm 2, for the empty password.
    private func fileKey(_ id: [UInt8]) -> [UInt8] {
        let bits = UInt32(truncatingIfNeeded: permissions)
        var input = Self.padding + owner.prefix(32)
        input += (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt32($0))) }
        input += id
        if revision >= 4, !encryptsMetadata { input += [0xff, 0xff, 0xff, 0xff] }
        var key = MD5.hash(input)
        if revision >= 3 {
            for _ in 0..<50 { key = MD5.hash(Array(key.prefix(keyLength))) }
        }
        return Array(key.prefix(keyLength))
    }

    /// Algorithm 5.
    private func validation(_ key: [UInt8], _ id: [UInt8]) -> [UInt8] {
        var value = MD5.hash(Self.padding + id)
        for round in UInt8(0)..<20 { value = RC4.apply(key.map { $0 ^ round }, to: value) }
        return value
    }

    /// Algorithm 2.B, for the empty user password.
    static func hardenedHash(salt: [UInt8]) -> [UInt8] {
        var key = SHA256.hash(salt)
        // Real files need fewer than 100 rounds; the odds that the rule asks for as many as this are nil.
        for round in 0..<1024 {
            let block = Array(repeating: key, count: 64).flatMap(\.self)
            let encrypted = AES128(key: Array(key[0..<16])).encryptCBC(block, vector: Array(key[16..<32]))
            let remainder = encrypted[0..<16].reduce(0) { $0 + Int($1) } % 3
            switch remainder {
            case 0: key = SHA256.hash(encrypted)
            case 1: key = SHA512.hash(encrypted, .bits384)
            default: key = SHA512.hash(encrypted, .bits512)
            }
            if round >= 63, let last = encrypted.last, Int(last) <= round - 31 { break }
        }
        return Array(key.prefix(32))
    }

    /// Pads shorter passwords (Algorithm 2, step a).
    private static let padding: [UInt8] = [
        0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08,
        0x2e, 0x2e, 0x00, 0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
    ]
}
