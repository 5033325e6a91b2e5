-- 28 the part of a photo that is the page
-- Only adds: of the pages that are there, all of the photo is the page.
-- docket: locks pages

alter table pages add column crop jsonb;
