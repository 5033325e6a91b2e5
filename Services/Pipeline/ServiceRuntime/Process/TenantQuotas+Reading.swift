public import Configuration
public import Domain

extension TenantQuotas {
    public init(reading reader: inout ConfigurationReader) {
        let name = "DOCKET_TENANT_QUOTAS"
        let entries = reader.list(
            name, default: [],
            "What a tenant may use in a calendar month (UTC), as tenant:submissions=1000:bytes=50000000000:pages=20000:reading-minutes=600; * for those that are not named, *.test for sandboxes, and unlimited for what has no limit"
        )
        var faults: [String] = []
        self.init(parsing: entries) { faults.append($0) }
        for fault in faults { reader.fault(name, fault) }
    }
}
