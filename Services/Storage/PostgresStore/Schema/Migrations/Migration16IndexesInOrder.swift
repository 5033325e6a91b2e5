extension Migration {
    static let indexesInOrder = Migration(
        version: 16, name: "indexes that keep the order of listings",
        beside: [
            .batches(
                """
                update documents d set tenant = s.tenant, created_at = s.created_at from submissions s
                where s.id = d.submission_id and d.id = any(array(select id from documents where created_at is null limit 20000))
                """),
            .statements(
                """
                alter table documents drop constraint if exists documents_are_placed;
                alter table documents add constraint documents_are_placed
                    check (tenant is not null and created_at is not null) not valid;
                """),
            .statements("alter table documents validate constraint documents_are_placed"),
            .index(
                name: "documents_of_type_newest",
                definition: "on documents (type, tenant, created_at desc, submission_id desc)"),
            .noIndex(name: "documents_of_type"),
            // Few have any reason.
            .index(
                name: "documents_with_reasons_newest",
                definition: "on documents (tenant, created_at desc, submission_id desc) where reasons <> '[]'"),
            .index(
                name: "submissions_with_reasons_newest",
                definition: "on submissions (tenant, created_at desc, id desc) where reasons <> '[]'"),
            // Those that expired long ago are forgotten.
            .index(name: "submission_links_by_end", definition: "on submission_links (expires_at)"),
            .index(name: "submissions_changed", definition: "on submissions (tenant, changed_at desc, id desc)"),
        ])
}
