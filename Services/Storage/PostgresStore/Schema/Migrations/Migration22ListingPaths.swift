extension Migration {
    /// Only adds, beside whoever reads and writes: what a version writes that does not know of it is completed by triggers.
    static let listingPaths = Migration(
        version: 22, name: "ways through listings by two filters at once",
        beside: [
            .statements(
                """
                -- The submission's journey, which never changes: with it an index gives the documents of a type in a journey. Of what
                -- has reasons there is little, so that the submission's state can stand beside each of them as well.
                alter table documents add column if not exists journey text;
                alter table reason_places add column if not exists journey text, add column if not exists state text;

                create or replace function place_document() returns trigger language plpgsql as $$
                begin
                    select s.journey into new.journey from submissions s where s.id = new.submission_id;
                    return new;
                end $$;
                create or replace trigger document_placed before insert or update on documents for each row
                    when (new.journey is null) execute function place_document();

                create or replace function place_reasons_of_submission() returns trigger language plpgsql as $$
                begin
                    if tg_op = 'UPDATE' then delete from reason_places where owner = old.id; end if;
                    insert into reason_places (owner, rule, submission_id, tenant, created_at, journey, state)
                        select distinct new.id, r ->> 'rule', new.id, new.tenant, new.created_at, new.journey, new.state
                        from jsonb_array_elements(new.reasons) r where r ->> 'rule' is not null;
                    return null;
                end $$;

                create or replace function place_reasons_of_document() returns trigger language plpgsql as $$
                begin
                    if tg_op <> 'INSERT' then delete from reason_places where owner = old.id; end if;
                    if tg_op <> 'DELETE' and new.state <> 'removed' then
                        insert into reason_places (owner, rule, submission_id, tenant, created_at, journey, state)
                            select distinct new.id, r ->> 'rule', new.submission_id, new.tenant, new.created_at, s.journey, s.state
                            from jsonb_array_elements(new.reasons) r join submissions s on s.id = new.submission_id
                            where r ->> 'rule' is not null;
                    end if;
                    return null;
                end $$;

                create or replace function move_reasons() returns trigger language plpgsql as $$
                begin
                    update reason_places set state = new.state where submission_id = new.id and state is distinct from new.state;
                    return null;
                end $$;
                create or replace trigger submission_moved after update of state on submissions for each row
                    when (old.state <> new.state) execute function move_reasons();
                """),
            // The table from its beginning to its end, a part at a time. Who changes a row meanwhile has it completed by the triggers.
            .batches(
                """
                update documents d set journey = s.journey from submissions s
                where s.id = d.submission_id and d.id = any(array(select id from documents where journey is null limit 20000))
                """),
            .batches(
                """
                with found as (
                    select p.owner, p.rule, s.journey, s.state from reason_places p join submissions s on s.id = p.submission_id
                    where p.journey is null limit 5000 for no key update of s
                )
                update reason_places p set journey = f.journey, state = f.state from found f
                where p.owner = f.owner and p.rule = f.rule
                """),
            .index(
                name: "submissions_of_journey_in_state",
                definition: "on submissions (tenant, journey, state, created_at desc, id desc)"),
            .index(
                name: "documents_of_type_in_journey",
                definition: "on documents (tenant, type, journey, created_at desc, submission_id desc)"),
            .index(
                name: "reason_places_in_journey",
                definition: "on reason_places (tenant, rule, journey, created_at desc, submission_id desc)"),
            .index(
                name: "reason_places_in_state",
                definition: "on reason_places (tenant, rule, state, created_at desc, submission_id desc)"),
            // Most are handed in within days, and decided, so that one moment says where to look in the order of another. These are not.
            .index(
                name: "submissions_handed_in_late",
                definition: """
                    on submissions (tenant, created_at desc, id desc) where submitted_at - created_at > interval '7 days'
                    """),
            .index(
                name: "submissions_changed_late",
                definition: """
                    on submissions (tenant, changed_at desc, id desc) where changed_at - created_at > interval '7 days'
                    """),
        ])
}
