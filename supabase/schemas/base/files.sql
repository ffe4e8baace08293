-- Files: what the database checks of a stored file itself, because Storage alone does not: its size, its type, how many there
-- are, and its first bytes, which the edge function `files` reads. Until then only the person who uploaded the file sees it.
-- Needs:  rate limits, outbox, notices, profiles, bookings, car types, settings; storage
-- Access: the triggers of columns with a file's path; policies of storage; people ask for the state of a check; the service role
--   takes and finishes checks
-- Tests:  tests/db/files.sql, tests/db/storage_policies.sql, tests/db/sweeps.sql, tests/api/storage/checks.test.ts

create table app.file_checks (
  id bigint generated always as identity primary key,
  bucket text not null,
  path text not null,
  mark text not null,
  person_id uuid references public.profiles (id) on delete set null,
  place regclass,
  place_column text,
  place_id text,
  status text not null default 'queued' check (status in ('queued', 'clean', 'refused')),
  reason text check (reason in ('too_large', 'wrong_type', 'wrong_content', 'too_many_pixels', 'replaced')),
  attempts integer not null default 0 check (attempts >= 0),
  due_at timestamptz not null default app.now(),
  created_at timestamptz not null default app.now(),
  unique (bucket, path),
  check ((status = 'refused') = (reason is not null)),
  check (num_nulls(place, place_column, place_id) in (0, 3))
);
call app.describe('app.file_checks', $$
  Files whose bytes are checked, or were. A file without a row, and one that changed since, is shown only to the person who uploaded it.
  bucket: Bucket of the file.
  path: Path of the file in its bucket.
  mark: Which content the check is about (app.file_mark). Of a file that may not change, it stays the attached one until the file is refused.
  person_id: Who attached the file, and is told if it is refused.
  place: Table with the row that the file is attached to; null if the file is not attached yet.
  place_column: Column of that row.
  place_id: Id of that row.
  reason: Why the file was refused, with its removal. replaced: the file may not change, and its content did.
  due_at: When the next attempt is due; a worker that took the check moves it ahead. Of a refused file, when it was refused.
$$);
create index file_checks_due on app.file_checks (due_at, id) where status = 'queued';
create index file_checks_replaced on app.file_checks (due_at) where reason = 'replaced';
create index file_checks_person_id on app.file_checks (person_id);
alter table app.file_checks enable row level security;

insert into app.limits (purpose, most, code, refusal) values
  ('logos', 20, 'too_many_files', 'At most %s logos'),
  ('own_files', 40, 'too_many_files', 'At most %s own files'),
  ('staff_files', 40, 'too_many_files', 'At most %s files of a driver by the office and the fleet'),
  ('unused_photos', 16, 'too_many_files', 'At most %s pictures of cars without a shift');

create function app.is_file_clean(bucket text, path text, mark text) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from app.file_checks c where c.bucket = is_file_clean.bucket and c.path = is_file_clean.path
    and c.mark = is_file_clean.mark and c.status = 'clean')
$$;
comment on function app.is_file_clean is 'Whether this content of a file was checked.';

create function app.is_file_shown(bucket text, path text, mark text) returns boolean language sql stable security definer set search_path = '' as $$
  select app.is_file_clean(is_file_shown.bucket, is_file_shown.path, is_file_shown.mark)
    or exists (select 1 from storage.buckets b where b.id = is_file_shown.bucket and b.public)
$$;
comment on function app.is_file_shown is 'Whether others may see this content of a file: if it was checked, or if its bucket is public, so that hiding its row would hide nothing. Used in policies of storage.';
grant execute on function app.is_file_shown(text, text, text) to authenticated;

create function app.require_clean(bucket text, path text) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select 1 from storage.objects o where o.bucket_id = require_clean.bucket and o.name = require_clean.path
      and not app.is_file_clean(o.bucket_id, o.name, app.file_mark(o.version, o.metadata))) then
    perform app.refuse('file_being_checked', 409, 'The file is being checked; try again in a minute');
  end if;
end $$;
comment on function app.require_clean is 'Refuses a file whose content is not checked: file_being_checked.';

-- Storage asks a policy before the bytes arrive, so parallel uploads pass a policy that counts. Attaching counts again.
create function app.file_room(bucket text, name text, uploader text) returns bigint language plpgsql stable security definer set search_path = '' as $$
declare
  v_folder text := split_part(file_room.name, '/', 1);
  v_is_own boolean := file_room.uploader is not distinct from v_folder;
begin
  return case file_room.bucket
    when 'users' then (app.limit_of(case when v_is_own then 'own_files' else 'staff_files' end)).most
      - (select count(*) from storage.objects o where o.bucket_id = 'users' and o.name like v_folder || '/%'
        and (coalesce(o.owner_id, v_folder) = v_folder) = v_is_own)
    when 'company' then (app.limit_of('logos')).most - (select count(*) from storage.objects o where o.bucket_id = 'company')
    when 'shifts' then (app.limit_of('unused_photos')).most
      - (select count(*) from storage.objects o where o.bucket_id = 'shifts' and o.name like v_folder || '/%' and not exists (
        select 1 from app.file_checks c where c.bucket = o.bucket_id and c.path = o.name and c.place is not null))
    else 1 end;
end $$;
comment on function app.file_room is 'How many files a person may still add beside this one; negative if there are too many.';
grant execute on function app.file_room(text, text, text) to authenticated;

create function app.file_quota(bucket text, is_own boolean) returns text language plpgsql immutable set search_path = '' as $$
begin
  return case file_quota.bucket when 'company' then 'logos' when 'shifts' then 'unused_photos' else case when file_quota.is_own then 'own_files' else 'staff_files' end end;
end $$;
comment on function app.file_quota is 'The limit (app.limits) that counts files of this bucket.';

create function app.check_stored_file(file storage.objects, is_new boolean) returns void language plpgsql stable security definer set search_path = '' as $$
declare
  v_bucket storage.buckets;
  v_uploader text := coalesce((file).owner_id, split_part((file).name, '/', 1));
begin
  select b.* into v_bucket from storage.buckets b where b.id = (file).bucket_id;
  if ((file).metadata ->> 'size')::numeric > v_bucket.file_size_limit then
    perform app.refuse('file_too_large', 422, format('A file here has at most %s bytes', v_bucket.file_size_limit));
  end if;
  if lower(split_part((file).metadata ->> 'mimetype', ';', 1)) <> all (v_bucket.allowed_mime_types)
    or ((file).bucket_id = 'users' and (file).name like '%/profileImage' and (file).metadata ->> 'mimetype' !~* '^image/') then
    perform app.refuse('file_type_refused', 422, format('A file here is one of %s', array_to_string(v_bucket.allowed_mime_types, ', ')));
  end if;
  if check_stored_file.is_new and app.file_room((file).bucket_id, (file).name, v_uploader) < 0 then
    perform app.refuse_above(app.limit_of(app.file_quota((file).bucket_id, v_uploader = split_part((file).name, '/', 1))));
  end if;
end $$;
comment on function app.check_stored_file is 'Refuses a file by what Storage recorded of it: file_too_large, file_type_refused, too_many_files.';

-- A path may be stored before its file arrives, as a phone without a network does: such a file is checked once it is there
-- (app.queue_orphaned_files). A public bucket shows a file to everyone who has its address, so its files are checked before.
create function app.attach_file(bucket text, path text, is_new boolean, place regclass, place_column text, place_id text) returns void
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
  if attach_file.is_new and (v_file.id is null and v_is_public or exists (select 1 from app.outbox q where q.kind = 'file' and q.status = 'queued'
      and q.payload ->> 'bucket' = attach_file.bucket and q.payload ->> 'path' = attach_file.path and coalesce(q.payload ->> 'mark', v_mark) = v_mark)) then
    perform app.refuse('file_not_found', 422, 'Upload the file first');
  end if;
  if v_file.id is null then return; end if;
  perform app.check_stored_file(v_file, attach_file.is_new);
  if v_is_public then perform app.require_clean(attach_file.bucket, attach_file.path); end if;
  insert into app.file_checks as c (bucket, path, mark, person_id, place, place_column, place_id)
  values (attach_file.bucket, attach_file.path, v_mark, (select p.id from public.profiles p where p.id::text = coalesce(auth.uid()::text, split_part(attach_file.path, '/', 1))),
    attach_file.place, attach_file.place_column, attach_file.place_id)
  on conflict on constraint file_checks_bucket_path_key do update set place = excluded.place, place_column = excluded.place_column, place_id = excluded.place_id,
    person_id = excluded.person_id, mark = case when attach_file.is_new then excluded.mark else app.mark_to_check(c, excluded.mark) end,
    status = case when c.mark = excluded.mark then c.status else 'queued' end, reason = case when c.mark = excluded.mark then c.reason end,
    attempts = case when c.mark = excluded.mark then c.attempts else 0 end, due_at = case when c.mark = excluded.mark then c.due_at else app.now() end;
end $$;
comment on function app.attach_file is 'Records that a row uses a file, and queues the check of its bytes. Refuses a file that is not allowed here: file_not_found, file_too_large, file_type_refused, too_many_files; in a public bucket file_being_checked.';

-- A stored picture may be written as <path>#<version>.
create function app.tg_attach_file() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_column text := tg_argv[0];
  v_new jsonb := to_jsonb(new) -> v_column;
  v_old jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) -> v_column end;
  v_path text;
begin
  for v_path in select split_part(p.path, '#', 1) from jsonb_array_elements_text(case jsonb_typeof(v_new) when 'array' then v_new else jsonb_build_array(v_new) end) p (path)
    where p.path <> ''
  loop
    perform app.attach_file(tg_argv[1], v_path, v_new is distinct from v_old, tg_relid::regclass, v_column, to_jsonb(new) ->> 'id');
  end loop;
  return null;
end $$;
comment on function app.tg_attach_file is 'Trigger for a column with the path of a stored file, or a list of paths. Arguments: the column and its bucket. tests/db/sweeps.sql finds a column without it.';

create trigger profiles__attach_file after insert or update of profile_image on public.profiles
  for each row when (new.profile_image is not null) execute function app.tg_attach_file('profile_image', 'users');
create trigger bookings__attach_pickup after insert or update of pickup_image on public.bookings
  for each row when (new.pickup_image is not null) execute function app.tg_attach_file('pickup_image', 'bookings');
create trigger bookings__attach_deliver after insert or update of deliver_image on public.bookings
  for each row when (new.deliver_image is not null) execute function app.tg_attach_file('deliver_image', 'bookings');
create trigger settings__logo_file after update of logo on public.settings
  for each row when (new.logo <> '') execute function app.tg_attach_file('logo', 'company');
create trigger car_types__attach_image after insert or update of image on public.car_types
  for each row when (new.image !~ '^(cab|estate|van|premium|moto|parcel-van|https?://.*)$') execute function app.tg_attach_file('image', 'cartypes');

-- Every column with such a trigger.
create function app.file_columns() returns table (place regclass, place_column text, bucket text) language sql stable security definer set search_path = '' as $$
  select t.tgrelid::regclass, a[1], a[2] from pg_trigger t cross join lateral string_to_array(encode(t.tgargs, 'escape'), '\000') a
  where t.tgfoid = 'app.tg_attach_file'::regproc order by 1, 2
$$;
comment on function app.file_columns is 'The columns with paths of stored files, and the bucket of each.';

create type app.file_use as (bucket text, path text, place regclass, place_column text, place_id text);
comment on type app.file_use is 'A stored file and the row that uses it.';

create function app.files_in_use() returns setof app.file_use
language plpgsql stable security definer set search_path = '' as $$
declare c record;
begin
  for c in select f.* from app.file_columns() f loop
    return query execute format('select %L::text, split_part(u.path, ''#'', 1), %L::regclass, %L::text, f.id::text from %s f cross join lateral unnest(array[f.%I]) u (path) where u.path <> ''''',
      c.bucket, c.place, c.place_column, c.place, c.place_column);
  end loop;
end $$;
comment on function app.files_in_use is 'Every stored file that a row uses, and the row.';

-- Storage asks its policies before the bytes arrive, so an upload that began before its file was attached replaces it afterwards,
-- although no policy would let it begin now.
create function app.mark_to_check(stored app.file_checks, mark text) returns text language plpgsql stable security definer set search_path = '' as $$
begin
  return case when app.is_file_fixed(mark_to_check.stored) then (mark_to_check.stored).mark else mark_to_check.mark end;
end $$;
comment on function app.mark_to_check is 'The mark for the next check of a file: its present content, or the attached one if the file may not change. finish_file_check refuses it if they differ.';

-- The state of a check ------------------------------------------------------------------------------------------------

create function public.check_file(bucket text, path text) returns text language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles := app.newcomer();
  v_file storage.objects;
  v_check app.file_checks;
  v_is_own boolean;
begin
  select o.* into v_file from storage.objects o where o.bucket_id = check_file.bucket and o.name = check_file.path;
  select c.* into v_check from app.file_checks c where c.bucket = check_file.bucket and c.path = check_file.path;
  v_is_own := coalesce(v_file.owner_id = v_me.id::text, false) or coalesce(v_check.person_id = v_me.id, false);
  if not v_is_own and not (check_file.bucket = 'bookings' and app.can_read_booking(split_part(check_file.path, '/', 1)))
    and not (check_file.bucket = 'shifts' and (app.has_permission('people') or exists (select 1 from public.drivers d
      where d.id::text = split_part(check_file.path, '/', 1) and d.fleet_id = v_me.id and app.has_current_role('fleetadmin')))) then
    return null;
  end if;
  if v_file.id is null then return case when v_check.status = 'refused' then 'refused' else 'missing' end; end if;
  if v_check.mark = app.file_mark(v_file.version, v_file.metadata) then return case v_check.status when 'queued' then 'checking' else v_check.status end; end if;
  if (v_is_own or v_check.status = 'clean') and (v_check.status is distinct from 'queued' or not app.is_file_fixed(v_check)) then
    insert into app.file_checks as c (bucket, path, mark, person_id) values (v_file.bucket_id, v_file.name, app.file_mark(v_file.version, v_file.metadata), v_me.id)
    on conflict on constraint file_checks_bucket_path_key do update set mark = app.mark_to_check(c, excluded.mark), status = 'queued', reason = null, attempts = 0, due_at = app.now();
  end if;
  return 'checking';
end $$;
comment on function public.check_file is 'State of a stored file: checking (only the person who uploaded it sees it), clean, refused (removed: upload another one) or missing; null for files that the caller may not know. Queues the check of an own upload that is not checked yet, and of a checked file that changed. For the person who uploaded the file; pictures of parcels for everyone who reads the booking, those of cars for staff. Errors: must_login.';
grant execute on function public.check_file(text, text) to authenticated;

-- Checking ------------------------------------------------------------------------------------------------------------

create function app.wake_file_checker() returns boolean language plpgsql security definer set search_path = '' as $$
begin
  return exists (select 1 from app.file_checks c where c.status = 'queued' and c.due_at <= app.now()) and app.call_worker('files/check');
end $$;
comment on function app.wake_file_checker is 'Calls the route files/check if a check is due.';
create trigger file_checks__wake after insert or update on app.file_checks for each statement execute function app.tg_wake('wake_file_checker');

create function public.take_file_checks(most integer default 20)
returns table (id bigint, bucket text, path text, mark text, size bigint, mimetype text, types text[], most_bytes bigint)
language plpgsql security definer set search_path = '' as $$
begin
  return query
  with due as materialized (
    select q.id from app.file_checks q where q.status = 'queued' and q.due_at <= app.now()
    order by q.due_at, q.id limit least(greatest(coalesce(take_file_checks.most, 20), 1), 100) for no key update skip locked),
  taken as (
    update app.file_checks c set attempts = c.attempts + 1, due_at = app.now() + least(interval '1 hour', interval '1 minute' * 2 ^ least(c.attempts, 10))
    from due where c.id = due.id returning c.id, c.bucket, c.path, c.mark)
  select t.id, t.bucket, t.path, t.mark, (o.metadata ->> 'size')::bigint, lower(split_part(o.metadata ->> 'mimetype', ';', 1)), b.allowed_mime_types, b.file_size_limit
  from taken t join storage.buckets b on b.id = t.bucket left join storage.objects o on o.bucket_id = t.bucket and o.name = t.path;
end $$;
comment on function public.take_file_checks is 'Takes files whose bytes are due for a check, for a worker that then calls finish_file_check for each. Without a result a file is due again after 1, 2, 4 minutes and so on, at most an hour. mimetype: the type that Storage serves it with; types and most_bytes: what its bucket admits.';
grant execute on function public.take_file_checks(integer) to service_role;

-- Takes a file off the row that uses it: sets the column to null or its default. A row that is nothing without its file is left to
-- the trigger of its table (app.tg_file_checks__document).
create function app.detach_file(file app.file_checks) returns void language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id regtype := (select a.atttypid from pg_catalog.pg_attribute a where a.attrelid = (file).place and a.attname = 'id');
  v_column pg_catalog.pg_attribute;
begin
  select a.* into v_column from pg_catalog.pg_attribute a where a.attrelid = (file).place and a.attname = (file).place_column;
  if v_column.attname is null then return; end if;
  case
    when v_column.atttypid = 'text[]'::regtype then
      execute format('update %s set %I = array_remove(%I, %L) where id = %L::%s', (file).place, v_column.attname, v_column.attname, (file).path, (file).place_id, v_id);
    when not v_column.attnotnull then
      execute format('update %s set %I = null where id = %L::%s and split_part(%I, ''#'', 1) = %L', (file).place, v_column.attname, (file).place_id, v_id, v_column.attname, (file).path);
    when v_column.atthasdef then
      execute format('update %s set %I = default where id = %L::%s and split_part(%I, ''#'', 1) = %L', (file).place, v_column.attname, (file).place_id, v_id, v_column.attname, (file).path);
    else null;
  end case;
end $$;
comment on function app.detach_file is 'Takes a refused file off the row that uses it.';

create function public.finish_file_check(id bigint, mark text, reason text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_check app.file_checks;
  v_mark text;
  v_reason text := finish_file_check.reason;
begin
  select c.* into v_check from app.file_checks c where c.id = finish_file_check.id;
  -- Locks the row with the path before the check, as a function that attaches a file does.
  if v_check.place is not null then
    execute format('select 1 from %s where id = %L::%s for no key update', v_check.place, v_check.place_id,
      (select a.atttypid::regtype from pg_catalog.pg_attribute a where a.attrelid = v_check.place and a.attname = 'id'));
  end if;
  select c.* into v_check from app.file_checks c where c.id = finish_file_check.id and c.status = 'queued' and c.mark = finish_file_check.mark for no key update;
  if not found then return; end if;
  select app.file_mark(o.version, o.metadata) into v_mark from storage.objects o where o.bucket_id = v_check.bucket and o.name = v_check.path;
  if v_mark is null then
    delete from app.file_checks c where c.id = v_check.id;
  elsif v_mark <> v_check.mark and not app.is_file_fixed(v_check) then
    update app.file_checks c set mark = v_mark, attempts = 0, due_at = app.now() where c.id = v_check.id;
  elsif v_mark = v_check.mark and v_reason is null then
    update app.file_checks c set status = 'clean' where c.id = v_check.id;
  else
    v_reason := case when v_mark = v_check.mark then v_reason else 'replaced' end;
    update app.file_checks c set status = 'refused', reason = v_reason, mark = v_mark, due_at = app.now() where c.id = v_check.id;
    -- A file that arrived after its path was stored may be checked before anything says which row uses it.
    if v_check.place is null then
      select u.place, u.place_column, u.place_id into v_check.place, v_check.place_column, v_check.place_id
      from app.files_in_use() u where u.bucket = v_check.bucket and u.path = v_check.path limit 1;
    end if;
    perform app.detach_file(v_check);
    insert into app.outbox (kind, payload, expires_at)
    values ('file', jsonb_build_object('bucket', v_check.bucket, 'path', v_check.path, 'mark', v_mark), app.now() + interval '30 days') on conflict do nothing;
    if v_check.place is not null then
      perform app.notify(v_check.person_id, 'file_refused', jsonb_build_object('kind', coalesce(substring(v_check.path from '/(license|insurance|registration)(-|$)'), 'picture')),
        case when v_check.place = 'public.bookings'::regclass then v_check.place_id::uuid end);
    end if;
  end if;
end $$;
comment on function public.finish_file_check is 'Stores the result of a check of this content (mark): clean, or with a reason (too_large, wrong_type, wrong_content, too_many_pixels) refused: the file is taken off its row and removed, and the person who attached it is notified. A file that changed meanwhile is checked again, or refused as replaced if it may not change.';
grant execute on function public.finish_file_check(bigint, text, text) to service_role;
