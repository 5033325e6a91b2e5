extension Migration {
    static let deviceTokens = Migration(
        version: 20, name: "retired device tokens",
        beside: [
            .statements(
                """
                -- Devices that Apple's push service knows no more. Of each a digest, from which nobody can tell the token.
                create table if not exists retired_device_tokens (
                    digest bytea primary key,
                    because text not null,
                    retired_at timestamptz not null
                );
                """),
            .index(name: "retired_device_tokens_by_age", definition: "on retired_device_tokens (retired_at)"),
        ])
}
