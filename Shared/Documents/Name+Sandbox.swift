/// A tenant's sandbox is a tenant of its own: `acme` has `acme.test`. This alone separates everything that belongs to a
/// tenant.
extension Name where Tag == TenantTag {
    /// The end of the name of every sandbox, and of no other tenant.
    public static var sandboxSuffix: String { ".test" }

    /// The retention of everything in a sandbox, in days since its submission was created, whatever the journey says.
    public static var sandboxDays: Int { 7 }

    public var isSandbox: Bool { rawValue.hasSuffix(Self.sandboxSuffix) }

    /// The tenant's sandbox; nil for a sandbox, and for a name that is too long.
    public var sandbox: TenantID? { isSandbox ? nil : TenantID(rawValue: rawValue + Self.sandboxSuffix) }

    /// The tenant of a sandbox; every other tenant itself.
    public var owner: TenantID {
        isSandbox ? TenantID(rawValue: String(rawValue.dropLast(Self.sandboxSuffix.count))) ?? self : self
    }
}
