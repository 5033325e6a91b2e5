-- A database as the steps 1 to 22 of the version before the baseline made it, with some rows: pg_dump --inserts.
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';
CREATE FUNCTION public.move_reasons() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    update reason_places set state = new.state where submission_id = new.id and state is distinct from new.state;
    return null;
end $$;
CREATE FUNCTION public.place_document() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    select s.journey into new.journey from submissions s where s.id = new.submission_id;
    return new;
end $$;
CREATE FUNCTION public.place_reasons_of_document() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.place_reasons_of_submission() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    if tg_op = 'UPDATE' then delete from reason_places where owner = old.id; end if;
    insert into reason_places (owner, rule, submission_id, tenant, created_at, journey, state)
        select distinct new.id, r ->> 'rule', new.id, new.tenant, new.created_at, new.journey, new.state
        from jsonb_array_elements(new.reasons) r where r ->> 'rule' is not null;
    return null;
end $$;
CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    raise exception 'the table % is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;
CREATE FUNCTION public.refuse_change_but_erasing() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE TABLE public.api_keys (
    prefix text NOT NULL,
    tenant text NOT NULL,
    role text NOT NULL,
    name text,
    digest bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    created_by text NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone
)
WITH (fillfactor='80');
CREATE TABLE public.audit (
    id bigint NOT NULL,
    tenant text NOT NULL,
    submission_id uuid,
    action text NOT NULL,
    resource text NOT NULL,
    basis text NOT NULL,
    actor text NOT NULL,
    "time" timestamp with time zone NOT NULL,
    event_id uuid,
    address text,
    note text,
    CONSTRAINT audit_basis_check CHECK ((basis = ANY (ARRAY['person'::text, 'policy'::text])))
);
ALTER TABLE public.audit ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.blob_erasures (
    submission_id uuid NOT NULL,
    digest bytea NOT NULL,
    tenant text NOT NULL,
    erase_after timestamp with time zone NOT NULL
);
CREATE TABLE public.dead_letters (
    "position" bigint NOT NULL,
    stage text NOT NULL,
    event_id uuid,
    attempts integer NOT NULL,
    code text NOT NULL,
    problem text NOT NULL,
    failed_at timestamp with time zone NOT NULL,
    cluster text,
    topic text,
    partition integer,
    record_offset bigint,
    key bytea NOT NULL,
    value bytea NOT NULL
);
CREATE TABLE public.deliveries (
    event_id uuid NOT NULL,
    channel text NOT NULL,
    endpoint text NOT NULL,
    submission_id uuid NOT NULL,
    sequence bigint NOT NULL,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    started_by uuid,
    started_epoch bigint,
    next_at timestamp with time zone,
    last_status integer,
    last_error text,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    tenant text DEFAULT ''::text NOT NULL,
    attempts_before integer DEFAULT 0 NOT NULL,
    planned_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'given_up'::text])))
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='2000');
CREATE TABLE public.delivery_tries (
    event_id uuid NOT NULL,
    channel text NOT NULL,
    endpoint text NOT NULL,
    attempt integer NOT NULL,
    began_at timestamp with time zone NOT NULL,
    milliseconds integer NOT NULL,
    status integer,
    error text,
    request jsonb NOT NULL,
    response jsonb
);
CREATE TABLE public.documents (
    id uuid NOT NULL,
    submission_id uuid NOT NULL,
    "position" integer NOT NULL,
    type text NOT NULL,
    state text NOT NULL,
    issue_date date,
    source text,
    verdict text,
    reasons jsonb NOT NULL,
    pdf_digest bytea,
    pdf_size bigint,
    pdf_media_type text,
    period_start date,
    period_end date,
    tenant text,
    created_at timestamp with time zone,
    journey text,
    CONSTRAINT documents_are_placed CHECK (((tenant IS NOT NULL) AND (created_at IS NOT NULL)))
)
WITH (fillfactor='80');
CREATE TABLE public.endpoint_notices (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    endpoint text NOT NULL,
    tenant text NOT NULL,
    url text NOT NULL,
    contact text NOT NULL,
    because text NOT NULL,
    noted_at timestamp with time zone DEFAULT now() NOT NULL,
    next_at timestamp with time zone DEFAULT now(),
    attempts integer DEFAULT 0 NOT NULL,
    last_error text
);
CREATE TABLE public.erasures (
    submission_id uuid NOT NULL,
    tenant text NOT NULL,
    basis text NOT NULL,
    actor text NOT NULL,
    erased_at timestamp with time zone NOT NULL,
    sweep_at timestamp with time zone
);
CREATE TABLE public.events (
    "position" bigint NOT NULL,
    transaction_id xid8 DEFAULT pg_current_xact_id() NOT NULL,
    id uuid NOT NULL,
    submission_id uuid NOT NULL,
    tenant text NOT NULL,
    sequence bigint NOT NULL,
    type text NOT NULL,
    topic text,
    "time" timestamp with time zone NOT NULL,
    traceparent text,
    payload bytea NOT NULL
);
ALTER TABLE public.events ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.events_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.idempotency_keys (
    tenant text NOT NULL,
    key text NOT NULL,
    holder uuid NOT NULL,
    held_until timestamp with time zone NOT NULL,
    fingerprint bytea,
    submission_id uuid,
    status integer,
    headers jsonb,
    body bytea,
    expires_at timestamp with time zone NOT NULL
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='2000');
CREATE TABLE public.inspections (
    submission_id uuid NOT NULL,
    attempt integer NOT NULL,
    tenant text NOT NULL,
    journey text NOT NULL,
    journey_version bytea NOT NULL,
    moment timestamp with time zone NOT NULL,
    facts bytea NOT NULL
);
CREATE TABLE public.instances (
    id uuid NOT NULL,
    service text NOT NULL,
    epoch bigint NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.journeys (
    digest bytea NOT NULL,
    id text NOT NULL,
    definition jsonb NOT NULL,
    recorded_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.keys (
    purpose text NOT NULL,
    secret bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE SEQUENCE public.lease_epochs
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.legal_holds (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    tenant text NOT NULL,
    submission_id uuid,
    subject text,
    reason text,
    set_by text NOT NULL,
    set_at timestamp with time zone DEFAULT now() NOT NULL,
    released_by text,
    released_at timestamp with time zone,
    CONSTRAINT legal_holds_check CHECK (((released_at IS NULL) = (released_by IS NULL))),
    CONSTRAINT legal_holds_check1 CHECK (((released_at IS NOT NULL) OR ((submission_id IS NULL) <> (subject IS NULL))))
);
CREATE TABLE public.outbox (
    "position" bigint NOT NULL,
    event_id uuid NOT NULL,
    submission_id uuid NOT NULL,
    sequence bigint NOT NULL,
    topic text NOT NULL,
    owner uuid NOT NULL,
    published_at timestamp with time zone,
    cluster text,
    partition integer,
    record_offset bigint,
    passed_over integer DEFAULT 0 NOT NULL
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.01', autovacuum_vacuum_threshold='2000');
CREATE TABLE public.page_images (
    page_id uuid NOT NULL,
    number integer NOT NULL,
    submission_id uuid NOT NULL,
    digest bytea NOT NULL,
    size bigint NOT NULL,
    media_type text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL
);
CREATE TABLE public.pages (
    id uuid NOT NULL,
    submission_id uuid NOT NULL,
    document_id uuid NOT NULL,
    "position" integer NOT NULL,
    rotation integer NOT NULL,
    original_digest bytea,
    original_size bigint,
    media_type text,
    declared_media_type text,
    file_extension text,
    received_at timestamp with time zone,
    preview_digest bytea,
    preview_size bigint,
    preview_media_type text,
    preview_width integer,
    preview_height integer,
    making jsonb
)
WITH (fillfactor='80');
CREATE TABLE public.reason_places (
    owner uuid NOT NULL,
    rule text NOT NULL,
    submission_id uuid NOT NULL,
    tenant text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    journey text,
    state text
);
CREATE TABLE public.reconcile_rounds (
    singleton boolean DEFAULT true NOT NULL,
    began_at timestamp with time zone NOT NULL,
    CONSTRAINT reconcile_rounds_singleton_check CHECK (singleton)
);
CREATE TABLE public.retired_device_tokens (
    digest bytea NOT NULL,
    because text NOT NULL,
    retired_at timestamp with time zone NOT NULL
);
CREATE TABLE public.schema_migrations (
    version integer NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.stage_pauses (
    stage text NOT NULL,
    actor text NOT NULL,
    reason text,
    since timestamp with time zone DEFAULT now() NOT NULL
);
CREATE UNLOGGED TABLE public.stage_progress (
    submission_id uuid NOT NULL,
    version bigint NOT NULL,
    done integer NOT NULL,
    total integer NOT NULL,
    number bigint NOT NULL
)
WITH (fillfactor='50');
CREATE SEQUENCE public.stage_progress_numbers
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.submission_links (
    id uuid NOT NULL,
    prefix text NOT NULL,
    digest bytea NOT NULL,
    tenant text NOT NULL,
    submission_id uuid NOT NULL,
    purpose text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    created_by text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone,
    CONSTRAINT submission_links_purpose_check CHECK ((purpose = ANY (ARRAY['upload'::text, 'status'::text])))
)
WITH (fillfactor='80');
CREATE TABLE public.submissions (
    id uuid NOT NULL,
    tenant text NOT NULL,
    journey text NOT NULL,
    journey_version bytea NOT NULL,
    state text NOT NULL,
    version bigint NOT NULL,
    attempt integer NOT NULL,
    subject text,
    reference text,
    locale text,
    email text,
    push_token text,
    metadata jsonb NOT NULL,
    return_url text,
    reasons jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    submitted_at timestamp with time zone,
    expires_at timestamp with time zone,
    consent_version text,
    consent_at timestamp with time zone,
    previews integer DEFAULT 0 NOT NULL,
    erased_at timestamp with time zone,
    originals_erased_at timestamp with time zone
)
WITH (fillfactor='80');
CREATE TABLE public.uploads (
    id uuid NOT NULL,
    tenant text NOT NULL,
    submission_id uuid NOT NULL,
    document_id uuid NOT NULL,
    kind text NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    length bigint,
    received bigint DEFAULT 0 NOT NULL,
    writer_epoch bigint DEFAULT 1 NOT NULL,
    is_writing boolean NOT NULL,
    segments jsonb NOT NULL,
    digest_state bytea,
    declared_media_type text,
    file_extension text,
    metadata text,
    concatenation text,
    expected_digests jsonb NOT NULL,
    digest bytea,
    problem text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT uploads_kind_check CHECK ((kind = ANY (ARRAY['whole'::text, 'part'::text, 'joined'::text]))),
    CONSTRAINT uploads_length_check CHECK ((length >= 0)),
    CONSTRAINT uploads_received_check CHECK ((received >= 0)),
    CONSTRAINT uploads_state_check CHECK ((state = ANY (ARRAY['open'::text, 'completed'::text, 'refused'::text, 'aborted'::text])))
)
WITH (fillfactor='70');
CREATE TABLE public.webhook_endpoints (
    id text NOT NULL,
    tenant text NOT NULL,
    url text NOT NULL,
    name text,
    event_types jsonb NOT NULL,
    contact text,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    created_by text NOT NULL,
    disabled_at timestamp with time zone,
    disabled_because text,
    failing_since timestamp with time zone,
    CONSTRAINT webhook_endpoints_check CHECK (((disabled_at IS NULL) = (disabled_because IS NULL))),
    CONSTRAINT webhook_endpoints_disabled_because_check CHECK ((disabled_because = ANY (ARRAY['operator'::text, 'gone'::text, 'failing'::text])))
)
WITH (fillfactor='80');
CREATE TABLE public.webhook_keys (
    endpoint text NOT NULL,
    kind text NOT NULL,
    secret bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    CONSTRAINT webhook_keys_kind_check CHECK ((kind = ANY (ARRAY['v1'::text, 'v1a'::text])))
);
CREATE TABLE public.work_items (
    stage text NOT NULL,
    event_id uuid NOT NULL,
    submission_id uuid NOT NULL,
    state text NOT NULL,
    attempts integer NOT NULL,
    started_by uuid,
    started_epoch bigint,
    started_alone boolean DEFAULT false NOT NULL,
    retry_at timestamp with time zone,
    last_error text,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT work_items_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'done'::text, 'parked'::text])))
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='2000');
INSERT INTO public.audit OVERRIDING SYSTEM VALUE VALUES (1, 'acme', 'c81e728d-9d4c-2f63-6f06-7f89cc14862c', 'erase', 'page', 'policy', 'docket', '2026-10-02 12:00:00+00', NULL, NULL, NULL);
INSERT INTO public.documents VALUES ('9948c645-c094-2477-94f4-c7acdbeb2bb6', 'c4ca4238-a0b9-2382-0dcc-509a6f75849b', 0, 'letter', 'accepted', NULL, NULL, NULL, '[]', NULL, NULL, NULL, NULL, NULL, 'acme', '2026-10-02 09:00:00+00', 'sample');
INSERT INTO public.documents VALUES ('b25b0651-e4b6-e887-e519-4135d3692631', 'c81e728d-9d4c-2f63-6f06-7f89cc14862c', 0, 'letter', 'refused', NULL, NULL, NULL, '[{"rule": "legible"}]', NULL, NULL, NULL, NULL, NULL, 'acme', '2026-10-02 10:00:00+00', 'sample');
INSERT INTO public.documents VALUES ('e5312527-5854-4024-00f7-4fd6ab3f7659', 'eccbc87e-4b5c-e2fe-2830-8fd9f2a7baf3', 0, 'letter', 'accepted', NULL, NULL, NULL, '[]', NULL, NULL, NULL, NULL, NULL, 'acme', '2026-10-02 11:00:00+00', 'sample');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (1, '700', 'e1671797-c52e-15f7-6338-0b45e841ec32', 'c81e728d-9d4c-2f63-6f06-7f89cc14862c', 'acme', 1, 'submission.rejected', 'docket.outcomes', '2026-10-02 11:00:00+00', NULL, '\x7b7d');
INSERT INTO public.journeys VALUES ('\x00', 'sample', '{}', '2026-10-01 08:00:00+00');
INSERT INTO public.keys VALUES ('confirmation', '\x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a', '2026-10-01 08:00:00+00');
INSERT INTO public.pages VALUES ('cae444de-1d71-4010-b533-495e6c9b0cf7', 'c4ca4238-a0b9-2382-0dcc-509a6f75849b', '9948c645-c094-2477-94f4-c7acdbeb2bb6', 0, 0, '\x01', 1000, 'image/jpeg', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.pages VALUES ('3c47e58b-a5c2-7680-c332-09b7aa7a70b7', 'c81e728d-9d4c-2f63-6f06-7f89cc14862c', 'b25b0651-e4b6-e887-e519-4135d3692631', 0, 0, '\x01', 1000, 'image/jpeg', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.pages VALUES ('21d3e542-d3cc-dddb-0f46-9c0eafef906f', 'eccbc87e-4b5c-e2fe-2830-8fd9f2a7baf3', 'e5312527-5854-4024-00f7-4fd6ab3f7659', 0, 0, '\x01', 1000, 'image/jpeg', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.reason_places VALUES ('c81e728d-9d4c-2f63-6f06-7f89cc14862c', 'whole', 'c81e728d-9d4c-2f63-6f06-7f89cc14862c', 'acme', '2026-10-02 10:00:00+00', 'sample', 'rejected');
INSERT INTO public.reason_places VALUES ('b25b0651-e4b6-e887-e519-4135d3692631', 'legible', 'c81e728d-9d4c-2f63-6f06-7f89cc14862c', 'acme', '2026-10-02 10:00:00+00', 'sample', 'rejected');
INSERT INTO public.schema_migrations VALUES (1, 'submissions', 'b650fa7efcdc78a8ae42a670faa03371d338f794d7aceceac9d51fa0fc4d1233', '2026-10-01 08:00:00+00');
INSERT INTO public.schema_migrations VALUES (2, 'event log and outbox', '852bf76e247d2ae0dcebc8bee5053a17f169b79def6646bb567d13a9edc2754f', '2026-10-01 08:00:00+00');
INSERT INTO public.schema_migrations VALUES (3, 'leases, work items and deliveries', 'cec4e9cd7f74a74dcf752b3dcf0e48ce276ac120002851794caf42e4d2782440', '2026-10-01 08:00:00+00');
INSERT INTO public.schema_migrations VALUES (4, 'keys, audit trail and erasure', '9f86aefea112947072f1d39c3924f6f6045e90c45fe1fd67347e8924a2e186cd', '2026-10-01 08:00:00+00');
INSERT INTO public.schema_migrations VALUES (5, 'reconciling and pauses', '1b4ccaa9f76290a7c65893448a689041dad7be5ffa67f92ed16931adef561618', '2026-10-01 08:00:00+00');
INSERT INTO public.schema_migrations VALUES (6, 'idempotency keys', '43626f0ee20e1b602421b0ac6e54f337b6b81d04c2f9d58f451dcc3c6a31676a', '2026-10-01 08:00:00+00');
INSERT INTO public.schema_migrations VALUES (7, 'uploads', '02fdbb94909b1db3f85183e80b113722d47879dfcec3e3b8b519b2699839b93f', '2026-10-01 08:00:00+00');
INSERT INTO public.schema_migrations VALUES (8, 'predecessors in the outbox', 'cfe2253b694890eaa16db46f0beee92976cc0fcca6a3a61debf0de7c40525089', '2026-10-01 08:00:00+00');
INSERT INTO public.schema_migrations VALUES (9, 'rules', '3af63405db18f5a31a8cee733ae46ec6c7e3af3337b67f247f7ffeef9ce97908', '2026-10-01 08:00:00+00');
INSERT INTO public.schema_migrations VALUES (10, 'purging', '27886245fa205fb6bf5f389727f74de3068032fea6589fd79b7733e1438ad1c2', '2026-10-01 08:00:00+00');
INSERT INTO public.schema_migrations VALUES (11, 'dead letters', '956afc1809c77fde38bc070b8b32358b74da227dd344820d984646d176ec20e3', '2026-10-01 08:00:00+00');
INSERT INTO public.schema_migrations VALUES (12, 'keys, links and the whole audit trail', 'b71b963ba925b4f3f1d350a08d7eb301cf4093ecb26cf2b219a388393169b22a', '2026-10-01 08:00:00+00');
INSERT INTO public.schema_migrations VALUES (13, 'indexes of listings', '85c09e3f8c64dff56367e70f283cc18af386191f9e6a348cc3c6c52f27fda171', '2026-10-01 08:00:00+00');
INSERT INTO public.schema_migrations VALUES (14, 'how pages are made', 'fa23d5d82ea8da4ddf37688053656f56d53d553f937bbdc78c5ddad984c1736c', '2026-10-01 08:00:00+00');
INSERT INTO public.schema_migrations VALUES (15, 'documents know where their submission is listed', 'fe94c22f370f5a17ad60344045eaaeaa52c4b919eec492fb7f6058db264c6718', '2026-10-01 08:00:00+00');
INSERT INTO public.schema_migrations VALUES (16, 'indexes that keep the order of listings', 'fa3c146174007a274efa3e4c2c497484f4c84adf06964adec914ecd1d29330ad', '2026-10-01 08:00:00+00');
INSERT INTO public.schema_migrations VALUES (17, 'webhook endpoints and tries', '90c5da77fd48324b02ef4f3eb49701a03acccab4271ad340b3034da427865ba8', '2026-10-01 08:00:00+00');
INSERT INTO public.schema_migrations VALUES (18, 'notices to owners of endpoints', 'c3931fd6d276037b6cfb878362432121933035be91d23ced68b1f67200730fef', '2026-10-01 08:00:00+00');
INSERT INTO public.schema_migrations VALUES (19, 'places of reasons in listings', '8b4717bae984ef61f9d2df199da129574967abe81afd7fee53234c3592dcb643', '2026-10-01 08:00:00+00');
INSERT INTO public.schema_migrations VALUES (20, 'retired device tokens', '1971c41aa77ef1f6c3b13e51b070d126ce6e7d9377c2dd996528f90beacfe40d', '2026-10-01 08:00:00+00');
INSERT INTO public.schema_migrations VALUES (21, 'erasing and holding', '40993529bd42e4f772fac79b92630556f56c993438b2716c58361d24685c5612', '2026-10-01 08:00:00+00');
INSERT INTO public.schema_migrations VALUES (22, 'ways through listings by two filters at once', '11ed5ecb998236005b3bae232ab83692a4f3751bd963f914a70d51ec9f3d5062', '2026-10-01 08:00:00+00');
INSERT INTO public.submission_links VALUES ('2a304a13-4845-6ccd-2234-cd71a81bd338', 'link1', '\x02', 'acme', 'c4ca4238-a0b9-2382-0dcc-509a6f75849b', 'upload', '2026-10-02 08:00:00+00', 'operator', '2036-10-02 08:00:00+00', NULL, NULL);
INSERT INTO public.submissions VALUES ('c4ca4238-a0b9-2382-0dcc-509a6f75849b', 'acme', 'sample', '\x00', 'draft', 1, 0, NULL, NULL, NULL, NULL, NULL, '{"n": 1}', NULL, '[]', '2026-10-02 09:00:00+00', '2026-10-02 10:00:00+00', NULL, NULL, NULL, NULL, 0, NULL, NULL);
INSERT INTO public.submissions VALUES ('c81e728d-9d4c-2f63-6f06-7f89cc14862c', 'acme', 'sample', '\x00', 'rejected', 2, 0, NULL, NULL, NULL, NULL, NULL, '{"n": 1}', NULL, '[{"rule": "whole"}]', '2026-10-02 10:00:00+00', '2026-10-02 11:00:00+00', '2026-10-02 11:00:00+00', NULL, NULL, NULL, 0, NULL, NULL);
INSERT INTO public.submissions VALUES ('eccbc87e-4b5c-e2fe-2830-8fd9f2a7baf3', 'acme', 'sample', '\x00', 'accepted', 3, 0, NULL, NULL, NULL, NULL, NULL, '{"n": 1}', NULL, '[]', '2026-10-02 11:00:00+00', '2026-10-02 12:00:00+00', '2026-10-02 12:00:00+00', NULL, NULL, NULL, 0, NULL, NULL);
INSERT INTO public.uploads VALUES ('76ee3de9-7a1b-8b90-3319-b7c013d8c877', 'acme', 'c4ca4238-a0b9-2382-0dcc-509a6f75849b', '9948c645-c094-2477-94f4-c7acdbeb2bb6', 'whole', 'open', 5000, 2000, 1, false, '[]', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, '2026-10-02 08:00:00+00', '2026-10-02 08:00:00+00', '2036-10-02 08:00:00+00', NULL);
SELECT pg_catalog.setval('public.audit_id_seq', 1, true);
SELECT pg_catalog.setval('public.events_position_seq', 1, true);
SELECT pg_catalog.setval('public.lease_epochs', 1, false);
SELECT pg_catalog.setval('public.stage_progress_numbers', 1, false);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (prefix);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.blob_erasures
    ADD CONSTRAINT blob_erasures_pkey PRIMARY KEY (submission_id, digest);
ALTER TABLE ONLY public.dead_letters
    ADD CONSTRAINT dead_letters_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (event_id, channel, endpoint);
ALTER TABLE ONLY public.delivery_tries
    ADD CONSTRAINT delivery_tries_pkey PRIMARY KEY (event_id, channel, endpoint, attempt);
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.endpoint_notices
    ADD CONSTRAINT endpoint_notices_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.erasures
    ADD CONSTRAINT erasures_pkey PRIMARY KEY (submission_id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_id_key UNIQUE (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_submission_id_sequence_key UNIQUE (submission_id, sequence);
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (tenant, key);
ALTER TABLE ONLY public.inspections
    ADD CONSTRAINT inspections_pkey PRIMARY KEY (submission_id, attempt);
ALTER TABLE ONLY public.instances
    ADD CONSTRAINT instances_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.journeys
    ADD CONSTRAINT journeys_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.keys
    ADD CONSTRAINT keys_pkey PRIMARY KEY (purpose);
ALTER TABLE ONLY public.legal_holds
    ADD CONSTRAINT legal_holds_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_event_id_key UNIQUE (event_id);
ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY public.page_images
    ADD CONSTRAINT page_images_pkey PRIMARY KEY (page_id, number);
ALTER TABLE ONLY public.pages
    ADD CONSTRAINT pages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reason_places
    ADD CONSTRAINT reason_places_pkey PRIMARY KEY (owner, rule);
ALTER TABLE ONLY public.reconcile_rounds
    ADD CONSTRAINT reconcile_rounds_pkey PRIMARY KEY (singleton);
ALTER TABLE ONLY public.retired_device_tokens
    ADD CONSTRAINT retired_device_tokens_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.stage_pauses
    ADD CONSTRAINT stage_pauses_pkey PRIMARY KEY (stage);
ALTER TABLE ONLY public.stage_progress
    ADD CONSTRAINT stage_progress_pkey PRIMARY KEY (submission_id);
ALTER TABLE ONLY public.submission_links
    ADD CONSTRAINT submission_links_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.submission_links
    ADD CONSTRAINT submission_links_prefix_key UNIQUE (prefix);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook_keys
    ADD CONSTRAINT webhook_keys_pkey PRIMARY KEY (endpoint, kind, created_at);
ALTER TABLE ONLY public.work_items
    ADD CONSTRAINT work_items_pkey PRIMARY KEY (stage, event_id);
CREATE INDEX api_keys_of_tenant ON public.api_keys USING btree (tenant, created_at);
CREATE INDEX audit_of_submission ON public.audit USING btree (submission_id, id);
CREATE INDEX audit_of_tenant ON public.audit USING btree (tenant, id);
CREATE INDEX blob_erasures_due ON public.blob_erasures USING btree (erase_after);
CREATE INDEX dead_letters_by_age ON public.dead_letters USING btree (failed_at);
CREATE UNIQUE INDEX dead_letters_of_records ON public.dead_letters USING btree (stage, COALESCE(cluster, ''::text), topic, partition, record_offset) WHERE (event_id IS NULL);
CREATE UNIQUE INDEX deliveries_by_id ON public.deliveries USING btree (id);
CREATE INDEX deliveries_ended ON public.deliveries USING btree (changed_at) WHERE (state <> 'pending'::text);
CREATE INDEX deliveries_given_up ON public.deliveries USING btree (channel, endpoint, changed_at) WHERE (state = 'given_up'::text);
CREATE INDEX deliveries_in_order ON public.deliveries USING btree (submission_id, channel, endpoint, sequence);
CREATE INDEX deliveries_of_endpoint ON public.deliveries USING btree (channel, endpoint, next_at) WHERE (state = 'pending'::text);
CREATE INDEX deliveries_of_tenant ON public.deliveries USING btree (tenant, planned_at DESC, id DESC);
CREATE INDEX deliveries_pending ON public.deliveries USING btree (channel, next_at) WHERE (state = 'pending'::text);
CREATE INDEX documents_of_submission ON public.documents USING btree (submission_id);
CREATE INDEX documents_of_type_in_journey ON public.documents USING btree (tenant, type, journey, created_at DESC, submission_id DESC);
CREATE INDEX documents_of_type_newest ON public.documents USING btree (type, tenant, created_at DESC, submission_id DESC);
CREATE INDEX endpoint_notices_waiting ON public.endpoint_notices USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX erasures_to_sweep ON public.erasures USING btree (sweep_at) WHERE (sweep_at IS NOT NULL);
CREATE INDEX events_in_order ON public.events USING btree (transaction_id, "position");
CREATE INDEX events_of_tenant_in_order ON public.events USING btree (tenant, transaction_id, "position");
CREATE INDEX events_of_tenant_in_time ON public.events USING btree (tenant, "time");
CREATE INDEX idempotency_keys_expiring ON public.idempotency_keys USING btree (expires_at);
CREATE INDEX idempotency_keys_of_submission ON public.idempotency_keys USING btree (submission_id) WHERE (submission_id IS NOT NULL);
CREATE INDEX inspections_in_order ON public.inspections USING btree (journey, moment, submission_id, attempt);
CREATE UNIQUE INDEX legal_holds_of_subject ON public.legal_holds USING btree (tenant, subject) WHERE ((released_at IS NULL) AND (subject IS NOT NULL));
CREATE UNIQUE INDEX legal_holds_of_submission ON public.legal_holds USING btree (submission_id) WHERE ((released_at IS NULL) AND (submission_id IS NOT NULL));
CREATE INDEX outbox_of_owner ON public.outbox USING btree (owner, "position") WHERE (published_at IS NULL);
CREATE INDEX outbox_of_submission ON public.outbox USING btree (submission_id, sequence);
CREATE INDEX outbox_published ON public.outbox USING btree (published_at) WHERE (published_at IS NOT NULL);
CREATE INDEX page_images_of_submission ON public.page_images USING btree (submission_id);
CREATE INDEX pages_of_document ON public.pages USING btree (document_id);
CREATE INDEX pages_of_original ON public.pages USING btree (original_digest) WHERE (original_digest IS NOT NULL);
CREATE INDEX pages_of_submission ON public.pages USING btree (submission_id);
CREATE INDEX reason_places_in_journey ON public.reason_places USING btree (tenant, rule, journey, created_at DESC, submission_id DESC);
CREATE INDEX reason_places_in_state ON public.reason_places USING btree (tenant, rule, state, created_at DESC, submission_id DESC);
CREATE INDEX reason_places_newest ON public.reason_places USING btree (rule, tenant, created_at DESC, submission_id DESC);
CREATE INDEX reason_places_of_submission ON public.reason_places USING btree (submission_id);
CREATE INDEX retired_device_tokens_by_age ON public.retired_device_tokens USING btree (retired_at);
CREATE INDEX stage_progress_by_number ON public.stage_progress USING btree (number);
CREATE INDEX submission_links_by_end ON public.submission_links USING btree (expires_at);
CREATE INDEX submission_links_of_submission ON public.submission_links USING btree (submission_id, created_at);
CREATE INDEX submissions_by_reference ON public.submissions USING gin (lower((reference COLLATE "C")) public.gin_trgm_ops) WHERE (reference IS NOT NULL);
CREATE INDEX submissions_changed ON public.submissions USING btree (tenant, changed_at DESC, id DESC);
CREATE INDEX submissions_changed_late ON public.submissions USING btree (tenant, changed_at DESC, id DESC) WHERE ((changed_at - created_at) > '7 days'::interval);
CREATE INDEX submissions_expiring ON public.submissions USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX submissions_handed_in_late ON public.submissions USING btree (tenant, created_at DESC, id DESC) WHERE ((submitted_at - created_at) > '7 days'::interval);
CREATE INDEX submissions_in_state ON public.submissions USING btree (tenant, state, created_at DESC, id DESC);
CREATE INDEX submissions_newest ON public.submissions USING btree (tenant, created_at DESC, id DESC);
CREATE INDEX submissions_of_journey ON public.submissions USING btree (tenant, journey, created_at DESC, id DESC);
CREATE INDEX submissions_of_journey_in_state ON public.submissions USING btree (tenant, journey, state, created_at DESC, id DESC);
CREATE INDEX submissions_of_subject ON public.submissions USING btree (tenant, subject, created_at DESC, id DESC) WHERE (subject IS NOT NULL);
CREATE INDEX submissions_on_their_way ON public.submissions USING btree (id) WHERE (state = ANY (ARRAY['submitted'::text, 'processing'::text]));
CREATE INDEX submissions_to_forget ON public.submissions USING btree (journey_version, state, changed_at) WHERE ((erased_at IS NULL) AND (state = ANY (ARRAY['accepted'::text, 'rejected'::text, 'failed'::text, 'withdrawn'::text, 'expired'::text])));
CREATE INDEX submissions_with_originals ON public.submissions USING btree (journey_version, changed_at) WHERE ((erased_at IS NULL) AND (originals_erased_at IS NULL) AND (state = 'accepted'::text));
CREATE INDEX uploads_ended ON public.uploads USING btree (ended_at) WHERE (state <> 'open'::text);
CREATE INDEX uploads_expiring ON public.uploads USING btree (expires_at) WHERE (state = 'open'::text);
CREATE INDEX uploads_of_submission ON public.uploads USING btree (submission_id);
CREATE INDEX uploads_open_of_document ON public.uploads USING btree (document_id) WHERE (state = 'open'::text);
CREATE INDEX webhook_endpoints_of_tenant ON public.webhook_endpoints USING btree (tenant, created_at);
CREATE INDEX work_items_done ON public.work_items USING btree (changed_at) WHERE (state = 'done'::text);
CREATE INDEX work_items_parked ON public.work_items USING btree (stage, changed_at) WHERE (state = 'parked'::text);
CREATE INDEX work_items_started ON public.work_items USING btree (stage, started_by) WHERE ((state = 'pending'::text) AND (started_by IS NOT NULL));
CREATE INDEX work_items_waiting ON public.work_items USING btree (stage, retry_at) WHERE ((state = 'pending'::text) AND (started_by IS NULL));
CREATE TRIGGER audit_is_append_only BEFORE DELETE OR TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER audit_only_forgets BEFORE UPDATE ON public.audit FOR EACH ROW EXECUTE FUNCTION public.refuse_change_but_erasing();
CREATE TRIGGER document_changed AFTER UPDATE ON public.documents FOR EACH ROW WHEN (((old.reasons <> '[]'::jsonb) OR (new.reasons <> '[]'::jsonb))) EXECUTE FUNCTION public.place_reasons_of_document();
CREATE TRIGGER document_made AFTER INSERT ON public.documents FOR EACH ROW WHEN ((new.reasons <> '[]'::jsonb)) EXECUTE FUNCTION public.place_reasons_of_document();
CREATE TRIGGER document_placed BEFORE INSERT OR UPDATE ON public.documents FOR EACH ROW WHEN ((new.journey IS NULL)) EXECUTE FUNCTION public.place_document();
CREATE TRIGGER document_removed AFTER DELETE ON public.documents FOR EACH ROW WHEN ((old.reasons <> '[]'::jsonb)) EXECUTE FUNCTION public.place_reasons_of_document();
CREATE TRIGGER submission_changed AFTER UPDATE ON public.submissions FOR EACH ROW WHEN (((old.reasons <> '[]'::jsonb) OR (new.reasons <> '[]'::jsonb))) EXECUTE FUNCTION public.place_reasons_of_submission();
CREATE TRIGGER submission_made AFTER INSERT ON public.submissions FOR EACH ROW WHEN ((new.reasons <> '[]'::jsonb)) EXECUTE FUNCTION public.place_reasons_of_submission();
CREATE TRIGGER submission_moved AFTER UPDATE OF state ON public.submissions FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION public.move_reasons();
ALTER TABLE ONLY public.delivery_tries
    ADD CONSTRAINT delivery_tries_event_id_channel_endpoint_fkey FOREIGN KEY (event_id, channel, endpoint) REFERENCES public.deliveries(event_id, channel, endpoint) ON DELETE CASCADE;
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.submissions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.submissions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.inspections
    ADD CONSTRAINT inspections_journey_version_fkey FOREIGN KEY (journey_version) REFERENCES public.journeys(digest);
ALTER TABLE ONLY public.inspections
    ADD CONSTRAINT inspections_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.submissions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.page_images
    ADD CONSTRAINT page_images_page_id_fkey FOREIGN KEY (page_id) REFERENCES public.pages(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.pages
    ADD CONSTRAINT pages_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.pages
    ADD CONSTRAINT pages_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.submissions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.reason_places
    ADD CONSTRAINT reason_places_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.submissions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.stage_progress
    ADD CONSTRAINT stage_progress_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.submissions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.submission_links
    ADD CONSTRAINT submission_links_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.submissions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_journey_version_fkey FOREIGN KEY (journey_version) REFERENCES public.journeys(digest);
ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.submissions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhook_keys
    ADD CONSTRAINT webhook_keys_endpoint_fkey FOREIGN KEY (endpoint) REFERENCES public.webhook_endpoints(id) ON DELETE CASCADE;
