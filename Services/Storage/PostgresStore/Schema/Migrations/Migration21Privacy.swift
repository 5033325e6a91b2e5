extension Migration {
    /// Only adds, beside whoever reads and writes. A version that does not know of it shows what was erased as a submission
    /// without documents, and goes on working.
    static let privacy = Migration(
        version: 21, name: "erasing and holding",
        beside: [
            .statements(
                """
                -- When everything personal was taken out of it, and when its originals were. The row stays, for the log of events
                -- has to add up: it says no more than the events do.
                alter table submissions add column if not exists erased_at timestamptz,
                    add column if not exists originals_erased_at timestamptz;
                """),
            .statements(
                """
                -- What nobody may destroy, nor any policy, until it is released: one submission, or all of a subject.
                create table if not exists legal_holds (
                    id uuid primary key default gen_random_uuid(),
                    tenant text not null,
                    submission_id uuid,
                    subject text,
                    reason text,
                    set_by text not null,
                    set_at timestamptz not null default now(),
                    released_by text,
                    released_at timestamptz,
                    check ((released_at is null) = (released_by is null)),
                    check (released_at is not null or (submission_id is null) <> (subject is null))
                );
                create unique index if not exists legal_holds_of_submission on legal_holds (submission_id)
                    where released_at is null and submission_id is not null;
                create unique index if not exists legal_holds_of_subject on legal_holds (tenant, subject)
                    where released_at is null and subject is not null;

                -- What was erased on whose word, in ids alone; and when its folder of the blob store is to be looked at next, for a
                -- worker that was in the middle of it may write there once more.
                create table if not exists erasures (
                    submission_id uuid primary key,
                    tenant text not null,
                    basis text not null,
                    actor text not null,
                    erased_at timestamptz not null,
                    sweep_at timestamptz
                );
                create index if not exists erasures_to_sweep on erasures (sweep_at) where sweep_at is not null;
                """),
            .statements(
                """
                -- The trail stays what it is. What it says of a person (the address they came from, words that were written down) can
                -- be taken out by who erases that person, and nothing else can be changed.
                create or replace function refuse_change_but_erasing() returns trigger language plpgsql as $$
                begin
                    if current_setting('docket.erasing', true) is distinct from 'on' or new.address is not null
                        or new.note is not null or (new.actor <> old.actor and new.actor <> 'erased')
                        or (old.id, old.tenant, old.submission_id, old.action, old.resource, old.basis, old.time, old.event_id)
                            is distinct from
                            (new.id, new.tenant, new.submission_id, new.action, new.resource, new.basis, new.time, new.event_id)
                    then
                        raise exception 'the table % is append-only', tg_table_name using errcode = 'restrict_violation';
                    end if;
                    return new;
                end
                $$;
                begin;
                drop trigger if exists audit_is_append_only on audit;
                create trigger audit_is_append_only before delete or truncate on audit
                    for each statement execute function refuse_change();
                drop trigger if exists audit_only_forgets on audit;
                create trigger audit_only_forgets before update on audit
                    for each row execute function refuse_change_but_erasing();
                commit;
                """),
            // What has ended, by the rules that it ended under: the oldest goes first.
            .index(
                name: "submissions_to_forget",
                definition: """
                    on submissions (journey_version, state, changed_at) where erased_at is null
                    and state in ('accepted', 'rejected', 'failed', 'withdrawn', 'expired')
                    """),
            .index(
                name: "submissions_with_originals",
                definition: """
                    on submissions (journey_version, changed_at)
                    where erased_at is null and originals_erased_at is null and state = 'accepted'
                    """),
        ])
}
