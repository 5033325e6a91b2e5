extension Migration {
    static let reasonPlaces = Migration(
        version: 19, name: "places of reasons in listings",
        beside: [
            .statements(
                """
                -- How often a preview of one of its pages was recorded: that changes what is shown, and not the version.
                alter table submissions add column if not exists previews int not null default 0;

                -- By which rule something was refused or warned of, for each submission and each document that is not removed. The
                -- reasons stay where they are; these rows follow them, and are there for listings by reason alone.
                create table if not exists reason_places (
                    -- The document or the submission.
                    owner uuid not null,
                    rule text not null,
                    submission_id uuid not null references submissions on delete cascade,
                    tenant text not null,
                    -- Of the submission.
                    created_at timestamptz not null,
                    primary key (owner, rule)
                );

                create or replace function place_reasons_of_submission() returns trigger language plpgsql as $$
                begin
                    if tg_op = 'UPDATE' then delete from reason_places where owner = old.id; end if;
                    insert into reason_places (owner, rule, submission_id, tenant, created_at)
                        select distinct new.id, r ->> 'rule', new.id, new.tenant, new.created_at
                        from jsonb_array_elements(new.reasons) r where r ->> 'rule' is not null;
                    return null;
                end $$;

                create or replace function place_reasons_of_document() returns trigger language plpgsql as $$
                begin
                    if tg_op <> 'INSERT' then delete from reason_places where owner = old.id; end if;
                    if tg_op <> 'DELETE' and new.state <> 'removed' then
                        insert into reason_places (owner, rule, submission_id, tenant, created_at)
                            select distinct new.id, r ->> 'rule', new.submission_id, new.tenant, new.created_at
                            from jsonb_array_elements(new.reasons) r where r ->> 'rule' is not null;
                    end if;
                    return null;
                end $$;

                -- Most have no reasons, and cost nothing more than looking.
                drop trigger if exists submission_made on submissions;
                create trigger submission_made after insert on submissions for each row when (new.reasons <> '[]')
                    execute function place_reasons_of_submission();
                drop trigger if exists submission_changed on submissions;
                create trigger submission_changed after update on submissions for each row
                    when (old.reasons <> '[]' or new.reasons <> '[]') execute function place_reasons_of_submission();
                drop trigger if exists document_made on documents;
                create trigger document_made after insert on documents for each row when (new.reasons <> '[]')
                    execute function place_reasons_of_document();
                drop trigger if exists document_changed on documents;
                create trigger document_changed after update on documents for each row
                    when (old.reasons <> '[]' or new.reasons <> '[]') execute function place_reasons_of_document();
                drop trigger if exists document_removed on documents;
                create trigger document_removed after delete on documents for each row when (old.reasons <> '[]')
                    execute function place_reasons_of_document();
                """),
            // What somebody is changing has its places by the triggers.
            .batches(
                """
                with found as (
                    select d.id, d.submission_id, d.tenant, d.created_at, d.reasons from documents d
                    where d.reasons <> '[]' and d.state <> 'removed'
                        and not exists (select from reason_places p where p.owner = d.id)
                    limit 20000 for no key update skip locked
                )
                insert into reason_places (owner, rule, submission_id, tenant, created_at)
                select distinct f.id, r ->> 'rule', f.submission_id, f.tenant, f.created_at
                from found f, jsonb_array_elements(f.reasons) r where r ->> 'rule' is not null on conflict do nothing
                """),
            .batches(
                """
                with found as (
                    select s.id, s.tenant, s.created_at, s.reasons from submissions s
                    where s.reasons <> '[]' and not exists (select from reason_places p where p.owner = s.id)
                    limit 20000 for no key update skip locked
                )
                insert into reason_places (owner, rule, submission_id, tenant, created_at)
                select distinct f.id, r ->> 'rule', f.id, f.tenant, f.created_at
                from found f, jsonb_array_elements(f.reasons) r where r ->> 'rule' is not null on conflict do nothing
                """),
            .index(
                name: "reason_places_newest", definition: "on reason_places (rule, tenant, created_at desc, submission_id desc)"),
            .index(name: "reason_places_of_submission", definition: "on reason_places (submission_id)"),
            // The places do all that these were for.
            .noIndex(name: "documents_with_reasons_newest"),
            .noIndex(name: "submissions_with_reasons_newest"),
            .noIndex(name: "documents_by_reason"),
            .noIndex(name: "submissions_by_reason"),
        ])
}
