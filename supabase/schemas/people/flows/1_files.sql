-- Files: what the database checks of a stored file itself, because Storage alone does not: its size, its type, how many
--        there are, and its first bytes, which the edge function `files` reads. Until then only the person who uploaded
--        the file sees it.
-- Access: the triggers of columns with a file's path; policies of storage; people ask for the state of a check; the
--         service role takes and finishes checks
-- Tests:  tests/db/files.sql, tests/db/storage_policies.sql, tests/db/sweeps.sql, tests/api/storage/checks.test.ts

-- A path may be stored before its file arrives, as a phone without a network does: such a file is checked once it is
-- there (app.queue_orphaned_files). A public bucket shows a file to everyone who has its address, so its files are
-- checked before.
create function app.attach_file(bucket text, path text, is_new boolean, place regclass, place_column text,
  place_id text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_file storage.objects;
  v_mark text;
  v_is_public boolean := (select b.public from storage.buckets b where b.id = attach_file.bucket);
begin
  -- Waits for app.queue_orphaned_files, which would not see this use of the file.
  perform pg_advisory_xact_lock_shared(4842101);
  select o.* into v_file from storage.objects o where o.bucket_id = attach_file.bucket and o.name = attach_file.path;
  v_mark := app.file_mark(v_file.version, v_file.metadata);
  if attach_file.is_new and (v_file.id is null and v_is_public or exists (select 1 from app.outbox q
    where q.kind = 'file' and q.status = 'queued'
      and q.payload ->> 'bucket' = attach_file.bucket and q.payload ->> 'path' = attach_file.path
        and coalesce(q.payload ->> 'mark', v_mark) = v_mark)) then
    perform app.refuse('file_not_found', 422, 'Upload the file first');
  end if;
  if v_file.id is null then return; end if;
  perform app.check_stored_file(v_file, attach_file.is_new);
  if v_is_public then perform app.require_clean(attach_file.bucket, attach_file.path); end if;
  insert into app.file_checks as c (bucket, path, mark, person_id, place, place_column, place_id)
  values (attach_file.bucket, attach_file.path, v_mark, (select p.id from public.profiles p
    where p.id::text = coalesce(auth.uid()::text, split_part(attach_file.path, '/', 1))),
    attach_file.place, attach_file.place_column, attach_file.place_id)
  on conflict on constraint file_checks_bucket_path_key do update
    set place = excluded.place, place_column = excluded.place_column, place_id = excluded.place_id,
    person_id = excluded.person_id, mark = case when attach_file.is_new then excluded.mark
      else app.mark_to_check(c, excluded.mark) end,
    status = case when c.mark = excluded.mark then c.status else 'queued' end,
      reason = case when c.mark = excluded.mark then c.reason end,
    attempts = case when c.mark = excluded.mark then c.attempts else 0 end,
      due_at = case when c.mark = excluded.mark then c.due_at else app.now() end;
end $$;
comment on function app.attach_file is
  'Records that a row uses a file, and queues the check of its bytes. Refuses a file that is not allowed here: '
  'file_not_found, file_too_large, file_type_refused, too_many_files; in a public bucket file_being_checked.';

-- A stored picture may be written as <path>#<version>.
create function app.tg_attach_file() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_column text := tg_argv[0];
  v_new jsonb := to_jsonb(new) -> v_column;
  v_old jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) -> v_column end;
  v_path text;
begin
  for v_path in select split_part(p.path, '#', 1)
    from jsonb_array_elements_text(case jsonb_typeof(v_new) when 'array' then v_new
    else jsonb_build_array(v_new) end) p (path)
    where p.path <> ''
  loop
    perform app.attach_file(tg_argv[1], v_path, v_new is distinct from v_old, tg_relid::regclass, v_column,
      to_jsonb(new) ->> 'id');
  end loop;
  return null;
end $$;
comment on function app.tg_attach_file is
  'Trigger for a column with the path of a stored file, or a list of paths. Arguments: the column and its bucket. '
  'tests/db/sweeps.sql finds a column without it.';

-- Every column with such a trigger.
create function app.file_columns() returns table (place regclass, place_column text, bucket text)
language sql stable security definer set search_path = '' as $$
  select t.tgrelid::regclass, a[1], a[2] from pg_trigger t
    cross join lateral string_to_array(encode(t.tgargs, 'escape'), '\000') a
  where t.tgfoid = 'app.tg_attach_file'::regproc order by 1, 2
$$;
comment on function app.file_columns is 'The columns with paths of stored files, and the bucket of each.';

create function app.files_in_use() returns setof app.file_use
language plpgsql stable security definer set search_path = '' as $$
declare c record;
begin
  for c in select f.* from app.file_columns() f loop
    return query
      execute format('select %L::text, split_part(u.path, ''#'', 1), %L::regclass, %L::text, f.id::text from %s f cross join lateral unnest(array[f.%I]) u (path) where u.path <> ''''',
      c.bucket, c.place, c.place_column, c.place, c.place_column);
  end loop;
end $$;
comment on function app.files_in_use is 'Every stored file that a row uses, and the row.';

-- The state of a check ------------------------------------------------------------------------------------------------

create function public.check_file(bucket text, path text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles := app.unsuspended_caller();
  v_file storage.objects;
  v_check app.file_checks;
  v_is_own boolean;
begin
  select o.* into v_file from storage.objects o where o.bucket_id = check_file.bucket and o.name = check_file.path;
  select c.* into v_check from app.file_checks c where c.bucket = check_file.bucket and c.path = check_file.path;
  v_is_own := coalesce(v_file.owner_id = v_me.id::text, false) or coalesce(v_check.person_id = v_me.id, false);
  if not v_is_own and not (check_file.bucket = 'bookings' and app.can_read_booking(split_part(check_file.path, '/', 1)))
    and not (check_file.bucket = 'shifts' and (app.has_permission('people') or exists (select 1 from public.drivers d
      where d.id::text = split_part(check_file.path, '/', 1) and d.fleet_id = v_me.id
        and app.has_current_role('fleetadmin')))) then
    return null;
  end if;
  if v_file.id is null then return case when v_check.status = 'refused' then 'refused' else 'missing' end; end if;
  if v_check.mark = app.file_mark(v_file.version, v_file.metadata) then
    return case v_check.status when 'queued' then 'checking' else v_check.status end; end if;
  if (v_is_own or v_check.status = 'clean')
    and (v_check.status is distinct from 'queued' or not app.is_file_fixed(v_check)) then
    insert into app.file_checks as c (bucket, path, mark, person_id)
      values (v_file.bucket_id, v_file.name, app.file_mark(v_file.version, v_file.metadata), v_me.id)
    on conflict on constraint file_checks_bucket_path_key do update set mark = app.mark_to_check(c, excluded.mark),
      status = 'queued', reason = null, attempts = 0, due_at = app.now();
  end if;
  return 'checking';
end $$;
comment on function public.check_file is
  'State of a stored file: checking (only the person who uploaded it sees it), clean, refused (removed: upload '
  'another one) or missing; null for files that the caller may not know. Queues the check of an own upload that is '
  'not checked yet, and of a checked file that changed. For the person who uploaded the file; pictures of parcels for '
  'everyone who reads the booking, those of cars for staff. '
  'Errors: must_login.';
grant execute on function public.check_file(text, text) to authenticated;

-- Checking ------------------------------------------------------------------------------------------------------------

create function public.take_file_checks(most integer default 20)
returns table (id bigint, bucket text, path text, mark text, size bigint, mimetype text, types text[],
  most_bytes bigint)
language plpgsql security definer set search_path = '' as $$
begin
  return query
  with due as materialized (
    select q.id from app.file_checks q where q.status = 'queued' and q.due_at <= app.now()
    order by q.due_at, q.id limit least(greatest(coalesce(take_file_checks.most, 20), 1), 100)
      for no key update skip locked),
  taken as (
    update app.file_checks c
      set attempts = c.attempts + 1,
      due_at = app.now() + least(interval '1 hour', interval '1 minute' * 2 ^ least(c.attempts, 10))
    from due where c.id = due.id returning c.id, c.bucket, c.path, c.mark)
  select t.id, t.bucket, t.path, t.mark, (o.metadata ->> 'size')::bigint,
    lower(split_part(o.metadata ->> 'mimetype', ';', 1)), b.allowed_mime_types, b.file_size_limit
  from taken t join storage.buckets b on b.id = t.bucket left join storage.objects o on o.bucket_id = t.bucket
    and o.name = t.path;
end $$;
comment on function public.take_file_checks is
  'Takes files whose bytes are due for a check, for a worker that then calls finish_file_check for each. Without a '
  'result a file is due again after 1, 2, 4 minutes and so on, at most an hour. mimetype: the type that Storage '
  'serves it with; types and most_bytes: what its bucket admits.';
grant execute on function public.take_file_checks(integer) to service_role;

-- Takes a file off the row that uses it: sets the column to null or its default. A row that is nothing without its file
-- is left to the trigger of its table (app.tg_file_checks__document).
create function app.detach_file(file app.file_checks) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id regtype := (select a.atttypid from pg_catalog.pg_attribute a where a.attrelid = (file).place
    and a.attname = 'id');
  v_column pg_catalog.pg_attribute;
begin
  select a.* into v_column from pg_catalog.pg_attribute a where a.attrelid = (file).place
    and a.attname = (file).place_column;
  if v_column.attname is null then return; end if;
  case
    when v_column.atttypid = 'text[]'::regtype then
      execute format('update %s set %I = array_remove(%I, %L) where id = %L::%s', (file).place, v_column.attname,
        v_column.attname, (file).path, (file).place_id, v_id);
    when not v_column.attnotnull then
      execute format('update %s set %I = null where id = %L::%s and split_part(%I, ''#'', 1) = %L', (file).place,
        v_column.attname, (file).place_id, v_id, v_column.attname, (file).path);
    when v_column.atthasdef then
      execute format('update %s set %I = default where id = %L::%s and split_part(%I, ''#'', 1) = %L', (file).place,
        v_column.attname, (file).place_id, v_id, v_column.attname, (file).path);
    else null;
  end case;
end $$;
comment on function app.detach_file is 'Takes a refused file off the row that uses it.';
