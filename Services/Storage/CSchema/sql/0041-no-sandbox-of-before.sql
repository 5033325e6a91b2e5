-- 41 no sandbox of before
-- Only looks. What is in a sandbox is erased after a week: no tenant of before becomes one by its name.

do $$
declare
    found text;
begin
    select tenant into found from submissions where tenant like '%.test' and erased_at is null limit 1;
    if found is not null then
        raise exception 'the tenant “%” has the name of a sandbox, in which all is erased after a week: export its submissions and erase them with the version before, then migrate', found
            using errcode = 'object_not_in_prerequisite_state';
    end if;
end
$$;
