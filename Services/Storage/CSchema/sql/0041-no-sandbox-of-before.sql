-- 41 no sandbox of before
-- Only looks. What is in a sandbox is erased after a week: no tenant of before becomes one by its name.

do $$
declare
    found text;
begin
    select tenant into found from submissions where tenant like '%.test' and erased_at is null limit 1;
    if found is not null then
        raise exception 'The tenant “%” has the name of a sandbox, whose submissions are erased after a week.', found
            using hint = 'Export its submissions and erase them with the version before; then migrate.';
    end if;
end
$$;
