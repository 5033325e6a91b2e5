/// The tables of the keys in a database of their own, and what leads to them.
enum KeysTables {
    /// Makes them where they are not. They are those that the migrations make beside the submissions, and the id that both sides have.
    static let definitions = """
        create schema if not exists docket_keys;
        create table if not exists docket_keys.home (
            is_only boolean primary key default true check (is_only),
            id uuid not null
        );
        create table if not exists docket_keys.submissions (
            submission_id uuid primary key,
            tenant text not null,
            wrapped bytea not null
        );
        create table if not exists docket_keys.custody_salts (
            tenant text not null,
            leaf bigint not null,
            submission_id uuid,
            salt bytea not null,
            primary key (tenant, leaf)
        );
        create index if not exists custody_salts_of_submission on docket_keys.custody_salts (submission_id)
            where submission_id is not null
        """

    /// The same as foreign tables, and the view of the salts that programs of before read.
    static let foreign = """
        create foreign table docket_keys.home (is_only boolean, id uuid) server \(ForeignAddress.server);
        create foreign table docket_keys.submissions (submission_id uuid not null, tenant text not null, wrapped bytea not null)
            server \(ForeignAddress.server);
        create foreign table docket_keys.custody_salts (
            tenant text not null, leaf bigint not null, submission_id uuid, salt bytea not null) server \(ForeignAddress.server);
        create view custody_salts as select tenant, leaf, submission_id, salt from docket_keys.custody_salts
        """
}
