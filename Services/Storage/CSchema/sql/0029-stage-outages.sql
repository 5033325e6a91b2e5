-- 29 stages that are kept from their work
-- Only adds.

-- What a process lacks that a stage of it needs. It counts while the process lives.
create table stage_outages (
    stage text not null,
    instance uuid not null,
    epoch bigint not null,
    dependency text not null,
    reason text not null,
    since timestamptz not null,
    primary key (stage, instance, dependency)
);
