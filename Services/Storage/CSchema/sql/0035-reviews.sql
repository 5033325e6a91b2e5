-- 35 the reviewers' desk
-- Only adds. What is in review when this is carried out has waited since it last changed. An older version that decides meanwhile
-- looks at no claim.
-- docket: locks submissions

-- docket: statements
-- Since when it waits for a reviewer, and until when a decision was promised. They stay when it has been decided on.
alter table submissions add column if not exists review_since timestamptz, add column if not exists review_due timestamptz;

-- Who has a submission on the screen, until when. A row whose time is over is nobody's.
create table if not exists review_claims (
    submission_id uuid primary key references submissions on delete cascade,
    tenant text not null,
    actor text not null,
    -- What people call them.
    name text not null,
    claimed_at timestamptz not null default now(),
    ends_at timestamptz not null
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
create index if not exists review_claims_of_tenant on review_claims (tenant, ends_at);
create index if not exists review_claims_by_end on review_claims (ends_at);

-- What a reviewer has decided and may still take back: carried out once it is due, of this version of the submission or not at all.
create table if not exists review_holds (
    submission_id uuid primary key references submissions on delete cascade,
    tenant text not null,
    actor text not null,
    address text,
    version bigint not null,
    decision jsonb not null,
    note text,
    traceparent text,
    decided_at timestamptz not null,
    due_at timestamptz not null
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
create index if not exists review_holds_by_time on review_holds (due_at);
create index if not exists review_holds_of_tenant on review_holds (tenant);

-- What a reviewer has filled in and not decided yet.
create table if not exists review_drafts (
    submission_id uuid not null references submissions on delete cascade,
    actor text not null,
    draft jsonb not null,
    changed_at timestamptz not null default now(),
    primary key (submission_id, actor)
) with (fillfactor = 70);

-- What each reviewer has said. The words and the documents stand in `decision` until the submission leaves the review; then numbers
-- are left.
create table if not exists review_verdicts (
    submission_id uuid not null references submissions on delete cascade,
    -- That was judged: it stays the same until the review is over.
    version bigint not null,
    actor text not null,
    name text not null,
    tenant text not null,
    journey text not null,
    is_accepted boolean not null,
    decision jsonb,
    decided_at timestamptz not null,
    -- From the claim to the verdict; null where there was no claim.
    seconds double precision,
    -- Documents that were judged, and those of them that the rules say the same of.
    documents int not null,
    agreed int not null,
    ended_at timestamptz,
    was_overturned boolean not null default false,
    primary key (submission_id, version, actor)
);
create index if not exists review_verdicts_in_time on review_verdicts (tenant, decided_at);
create index if not exists review_verdicts_by_time on review_verdicts (decided_at);
create index if not exists review_verdicts_open on review_verdicts (tenant, actor) where ended_at is null;

-- Whoever moves it: what enters the review waits from then on, and what leaves it has no draft of a decision any more.
create or replace function enter_review() returns trigger language plpgsql as $$
begin
    -- As exact as a place in the queue can be told.
    new.review_since := date_trunc('milliseconds', new.changed_at);
    new.review_due := new.review_since
        + (select (j.definition ->> 'reviewWithin')::int from journeys j where j.digest = new.journey_version) * interval '1 second';
    delete from review_claims where submission_id = new.id;
    return new;
end $$;
create or replace function leave_review() returns trigger language plpgsql as $$
begin
    delete from review_drafts where submission_id = new.id;
    update review_verdicts set ended_at = new.changed_at, decision = null,
        was_overturned = new.state in ('accepted', 'needs_input', 'rejected') and is_accepted <> (new.state = 'accepted')
    where submission_id = new.id and ended_at is null;
    return null;
end $$;
create or replace trigger review_entered before update of state on submissions for each row
    when (new.state = 'in_review' and old.state <> 'in_review') execute function enter_review();
create or replace trigger review_left after update of state on submissions for each row
    when (old.state = 'in_review' and new.state <> 'in_review') execute function leave_review();

-- docket: batches
update submissions set review_since = date_trunc('milliseconds', changed_at) where id in (
    select id from submissions where state = 'in_review' and review_since is null limit 1000);

-- docket: index
create index concurrently submissions_in_review on submissions (tenant, review_since, id) where state = 'in_review';
-- docket: index
create index concurrently submissions_in_review_of_journey on submissions (tenant, journey, review_since, id)
where state = 'in_review';
-- docket: index
create index concurrently submissions_overdue on submissions (tenant, review_due)
where (state = 'in_review' and review_due is not null);
