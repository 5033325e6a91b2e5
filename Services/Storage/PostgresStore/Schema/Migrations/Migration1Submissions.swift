extension Migration {
    static let submissions = Migration(
        version: 1, name: "submissions",
        sql: """
            -- The rules that submissions were made under; a row never changes.
            create table journeys (
                digest bytea primary key,
                id text not null,
                definition jsonb not null,
                recorded_at timestamptz not null default now()
            );

            create table submissions (
                id uuid primary key,
                tenant text not null,
                journey text not null,
                journey_version bytea not null references journeys,
                state text not null,
                version bigint not null,
                attempt int not null,
                subject text,
                reference text,
                locale text,
                email text,
                push_token text,
                metadata jsonb not null,
                return_url text,
                reasons jsonb not null,
                created_at timestamptz not null,
                changed_at timestamptz not null,
                submitted_at timestamptz,
                expires_at timestamptz
            ) with (fillfactor = 80);
            create index submissions_newest on submissions (tenant, created_at desc, id desc);
            create index submissions_expiring on submissions (expires_at) where expires_at is not null;

            create table documents (
                id uuid primary key,
                submission_id uuid not null references submissions on delete cascade,
                position int not null,
                type text not null,
                state text not null,
                issue_date date,
                source text,
                verdict text,
                reasons jsonb not null,
                pdf_digest bytea,
                pdf_size bigint,
                pdf_media_type text
            ) with (fillfactor = 80);
            create index documents_of_submission on documents (submission_id);

            -- One file of a document. The original's name is not kept.
            create table pages (
                id uuid primary key,
                submission_id uuid not null references submissions on delete cascade,
                document_id uuid not null references documents on delete cascade,
                position int not null,
                rotation int not null,
                original_digest bytea,
                original_size bigint,
                media_type text,
                declared_media_type text,
                file_extension text,
                received_at timestamptz,
                preview_digest bytea,
                preview_size bigint,
                preview_media_type text,
                preview_width int,
                preview_height int
            ) with (fillfactor = 80);
            create index pages_of_submission on pages (submission_id);
            create index pages_of_document on pages (document_id);

            -- The clean pages that were made of a file.
            create table page_images (
                page_id uuid not null references pages on delete cascade,
                number int not null,
                submission_id uuid not null,
                digest bytea not null,
                size bigint not null,
                media_type text not null,
                width int not null,
                height int not null,
                primary key (page_id, number)
            );
            create index page_images_of_submission on page_images (submission_id);
            """)
}
