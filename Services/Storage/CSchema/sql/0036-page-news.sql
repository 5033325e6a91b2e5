-- 36 whose pages have got more than they had
-- Only adds.

-- The newest previews and suggestions, for who watches: nothing depends on them, and a crash may lose them. There are so many places,
-- taken in turn, and each new one takes that of the oldest.
create sequence page_news_places maxvalue 4096 cycle;
create unlogged table page_news (
    place int primary key,
    submission_id uuid not null,
    transaction_id xid8 not null default pg_current_xact_id()
) with (fillfactor = 50);
