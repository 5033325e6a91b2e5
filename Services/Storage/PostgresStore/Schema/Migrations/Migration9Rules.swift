extension Migration {
    static let rules = Migration(
        version: 9, name: "rules",
        sql: """
            alter table submissions add column consent_version text, add column consent_at timestamptz;
            alter table documents add column period_start date, add column period_end date;

            -- What the rules were checked on, apart from what they said: `facts` in the form of FactsRecord. Other rules can be
            -- tried on it, and it goes with its submission.
            create table inspections (
                submission_id uuid not null references submissions on delete cascade,
                attempt int not null,
                tenant text not null,
                journey text not null,
                journey_version bytea not null references journeys,
                -- When it was handed in.
                moment timestamptz not null,
                facts bytea not null,
                primary key (submission_id, attempt)
            );
            create index inspections_in_order on inspections (journey, moment, submission_id, attempt);

            -- Whether a file was handed in before.
            create index pages_of_original on pages (original_digest) where original_digest is not null;
            """)
}
