-- 66 how pages look, for finding pages that are alike
-- Only adds. Pages of before are not among them.
-- docket: locks-writes pages

-- Of clean pages of journeys that ask. They go with their page. A hash differs from a like one in three bits at most, so one of its
-- quarters is the same.
create table page_likenesses (
    page_id uuid not null references pages on delete cascade,
    number int not null,
    submission_id uuid not null,
    tenant text not null,
    likeness bigint not null,
    primary key (page_id, number)
);
create index page_likenesses_by_first on page_likenesses (tenant, ((likeness >> 48) & 65535));
create index page_likenesses_by_second on page_likenesses (tenant, ((likeness >> 32) & 65535));
create index page_likenesses_by_third on page_likenesses (tenant, ((likeness >> 16) & 65535));
create index page_likenesses_by_fourth on page_likenesses (tenant, ((likeness >> 0) & 65535));
create index page_likenesses_of_submission on page_likenesses (submission_id);
