/// A tenant tries things out in a tenant of its own: `acme` in `acme.test`. Whatever is kept, counted, listed or told by tenant is apart
/// by that alone.
extension Name where Tag == TenantTag {
    /// What the name of every sandbox ends with, and of no other tenant.
    public static var sandboxSuffix: String { ".test" }

    /// How long anything stays in a sandbox, from when its submission was made, whatever the journey says. Days.
    public static var sandboxDays: Int { 7 }

    public var isSandbox: Bool { rawValue.hasSuffix(Self.sandboxSuffix) }

    /// Its sandbox. Nil for one that is a sandbox itself, or has too long a name for one.
    public var sandbox: TenantID? { isSandbox ? nil : TenantID(rawValue: rawValue + Self.sandboxSuffix) }

    /// Whose sandbox it is; itself for every other tenant.
    public var owner: TenantID {
        isSandbox ? TenantID(rawValue: String(rawValue.dropLast(Self.sandboxSuffix.count))) ?? self : self
    }
}
