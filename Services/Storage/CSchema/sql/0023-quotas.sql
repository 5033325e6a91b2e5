-- 23 budgets of uploads
-- Only adds: an upload that an older version opens reserves nothing beyond its length, and counts for no link.
-- docket: locks uploads, submission_links

-- docket: statements
-- The most bytes that an upload may bring: its length, or the largest file of its journey where that is not known yet.
-- And the link that it came through.
alter table uploads add column if not exists reserved bigint, add column if not exists link_id uuid;
-- What ever came through a link. The bytes of an upload count as announced while it is under way.
alter table submission_links add column if not exists uploads bigint not null default 0,
    add column if not exists upload_bytes bigint not null default 0;

-- An upload that ends gives back what it announced and did not bring.
create or replace function settle_upload() returns trigger language plpgsql as $$
begin
    update submission_links set upload_bytes = greatest(0, upload_bytes - (new.reserved - new.received))
        where id = new.link_id;
    return null;
end $$;
create or replace trigger upload_settled after update of state on uploads for each row
    when (old.state = 'open' and new.state <> 'open' and new.link_id is not null and new.reserved > new.received)
    execute function settle_upload();

-- docket: index
create index concurrently uploads_unfinished_of_tenant on uploads (tenant)
where (state = 'open' or (state = 'completed' and kind = 'part' and segments <> '[]'::jsonb));
