-- Storage buckets and their policies.
-- Access: only the service role uses the bucket regions; everyone reads cartypes and company; in users, bookings and
--         shifts the path of a file decides who may read and write it
-- Tests:  tests/db/storage.sql, tests/db/storage_policies.sql, tests/db/shift_photos.sql, tests/db/logo.sql,
--         tests/api/storage, tests/db/attacks_trips.sql

create policy "others see files whose bytes were checked" on storage.objects as restrictive for select to authenticated
  using (coalesce(owner_id, split_part(name, '/', 1)) = (select auth.uid())::text or (select app.is_uploading())
    or app.is_file_shown(bucket_id, name, app.file_mark(version, metadata)));
create policy "admins who set prices read car images" on storage.objects for select to authenticated
  using (bucket_id = 'cartypes' and (select app.has_permission('prices')));

-- Images of car types cannot change in demo mode, like the car types themselves.
create policy "admins who set prices add car images" on storage.objects for insert to authenticated
  with check (bucket_id = 'cartypes' and (select app.has_permission('prices'))
    and (select s.allow_critical_edits_admin from public.settings s where s.id = 1));
create policy "admins who set prices replace car images" on storage.objects for update to authenticated
  using (bucket_id = 'cartypes' and (select app.has_permission('prices')) and not app.is_file_attached(bucket_id, name)
    and (select s.allow_critical_edits_admin from public.settings s where s.id = 1))
  with check (bucket_id = 'cartypes' and (select app.has_permission('prices'))
    and (select s.allow_critical_edits_admin from public.settings s where s.id = 1));
create policy "admins who set prices delete car images" on storage.objects for delete to authenticated
  using (bucket_id = 'cartypes' and (select app.has_permission('prices')) and not app.is_file_attached(bucket_id, name)
    and (select s.allow_critical_edits_admin from public.settings s where s.id = 1));

-- The operator's logo is a file company/logo-<anything>. The logo in use cannot be replaced: a new logo gets a new
-- name, so that no cache shows the old one and the audit log records who changed it.
create policy "admins read logos" on storage.objects for select to authenticated
  using (bucket_id = 'company' and (select app.has_permission('settings')));
create policy "admins add logos, twenty at most" on storage.objects for insert to authenticated
  with check (bucket_id = 'company' and app.file_room('company', name, (select auth.uid())::text) > 0
    and name ~ '^logo-[a-z0-9-]{1,60}$' and (select app.has_permission('settings'))
    and (select s.allow_critical_edits_admin from public.settings s where s.id = 1));
create policy "admins replace logos that are not in use" on storage.objects for update to authenticated
  using (bucket_id = 'company' and (select app.has_permission('settings'))
    and (select s.allow_critical_edits_admin and s.logo <> name from public.settings s where s.id = 1))
  with check (bucket_id = 'company' and name ~ '^logo-[a-z0-9-]{1,60}$' and (select app.has_permission('settings'))
    and (select s.allow_critical_edits_admin and s.logo <> name from public.settings s where s.id = 1));
create policy "admins delete logos that are not in use" on storage.objects for delete to authenticated
  using (bucket_id = 'company' and (select app.has_permission('settings'))
    and (select s.allow_critical_edits_admin and s.logo <> name from public.settings s where s.id = 1));

-- Refuses a logo without a file in the bucket `company`, and one whose file is queued for removal. Queues the removal
-- of the former logo's file.
create function app.tg_settings__logo() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.logo <> '' and (not exists (select 1 from storage.objects o where o.bucket_id = 'company'
    and o.name = new.logo)
    or exists (select 1 from app.outbox o where o.kind = 'file' and o.status = 'queued'
      and o.payload ->> 'bucket' = 'company' and o.payload ->> 'path' = new.logo)) then
    perform app.refuse('logo_not_found', 422, 'Upload the file to the bucket company first');
  end if;
  perform app.queue_file_removals('company', array(select old.logo where old.logo <> ''));
  return null;
end $$;

create trigger settings__logo after update on public.settings
  for each row when (old.logo is distinct from new.logo) execute function app.tg_settings__logo();

-- These policies are restrictive: they apply in addition to all others. A suspended driver can still add and replace
-- pictures of a parcel (app.can_add_image).
create policy "suspended people add nothing" on storage.objects as restrictive for insert to authenticated
  with check (not (select app.is_suspended())
    or (bucket_id = 'bookings' and (app.can_add_image(name) or app.can_add_extra_photo(name))));
create policy "suspended people replace nothing" on storage.objects as restrictive for update to authenticated
  using (not (select app.is_suspended())
    or (bucket_id = 'bookings' and (app.can_add_image(name) or app.can_add_extra_photo(name))));
create policy "suspended people delete nothing" on storage.objects as restrictive for delete to authenticated
  using (not (select app.is_suspended()));
create policy "people sign no uploads for others" on storage.objects as restrictive
  for insert to authenticated with check (not (select app.is_signing_upload()));
create policy "people sign no replacements for others" on storage.objects as restrictive for update to authenticated
  using (not (select app.is_signing_upload()));
create policy "people read their own files" on storage.objects for select to authenticated
  using (bucket_id = 'users' and split_part(name, '/', 1) = (select auth.uid())::text);
create policy "people add their own files, forty at most" on storage.objects for insert to authenticated
  with check (bucket_id = 'users' and split_part(name, '/', 1) = (select auth.uid())::text
    and app.file_room('users', name, (select auth.uid())::text) > 0
    and (name = (select auth.uid())::text || '/profileImage' or app.is_paper_path(name)));
create policy "people replace their own files" on storage.objects for update to authenticated
  using (bucket_id = 'users' and split_part(name, '/', 1) = (select auth.uid())::text and not app.is_document(name))
  with check (bucket_id = 'users' and split_part(name, '/', 1) = (select auth.uid())::text
    and (name = (select auth.uid())::text || '/profileImage' or app.is_paper_path(name)));
create policy "people delete their own files" on storage.objects for delete to authenticated
  using (bucket_id = 'users' and split_part(name, '/', 1) = (select auth.uid())::text and not app.is_document(name));

-- Staff reads profile pictures, and of papers only those that open_document has shown within a minute.
create policy "admins read people's pictures" on storage.objects for select to authenticated
  using (bucket_id = 'users' and (select app.has_current_role('admin')) and split_part(name, '/', 2) = 'profileImage');
create policy "fleet admins read their drivers' pictures" on storage.objects for select to authenticated
  using (bucket_id = 'users' and (select app.has_current_role('fleetadmin'))
    and split_part(name, '/', 2) = 'profileImage'
    and split_part(name, '/', 1) in (select d.id::text from public.drivers d where d.fleet_id = (select auth.uid())));
create policy "staff reads the papers that it opened" on storage.objects for select to authenticated
  using (bucket_id = 'users' and name in (select app.files_shown()));

-- Storage reads the row of an upload, and an upload whose answer was lost is repeated.
create policy "people read what they have just uploaded" on storage.objects for select to authenticated
  using (bucket_id = 'users' and owner_id = (select auth.uid())::text and created_at > now() - interval '1 minute');
create policy "staff repeats uploads of papers" on storage.objects for update to authenticated
  using (bucket_id = 'users' and owner_id = (select auth.uid())::text and created_at > now() - interval '1 minute'
    and ((select app.has_permission('people')) or (select app.has_current_role('fleetadmin')))
    and split_part(name, '/', 2) <> 'profileImage' and not app.is_document(name))
  with check (bucket_id = 'users' and owner_id = (select auth.uid())::text
    and app.is_paper_path(name)
    and split_part(name, '/', 1) in (select d.id::text from public.drivers d
      where (select app.has_permission('people')) or d.fleet_id = (select auth.uid())));
create policy "admins who keep people add documents of drivers" on storage.objects for insert to authenticated
  with check (bucket_id = 'users' and (select app.has_permission('people'))
    and app.is_paper_path(name)
    and split_part(name, '/', 1) in (select d.id::text from public.drivers d)
      and app.file_room('users', name, (select auth.uid())::text) > 0);
create policy "fleet admins add documents of their drivers" on storage.objects for insert to authenticated
  with check (bucket_id = 'users' and (select app.has_current_role('fleetadmin'))
    and app.is_paper_path(name)
    and split_part(name, '/', 1) in (select d.id::text from public.drivers d where d.fleet_id = (select auth.uid()))
    and app.file_room('users', name, (select auth.uid())::text) > 0);
create policy "rider and driver see each other's picture" on storage.objects for select to authenticated
  using (bucket_id = 'users' and split_part(name, '/', 2) = 'profileImage'
    and app.is_trip_partner(split_part(name, '/', 1)));

-- Paths in the bucket `bookings`: <id of the booking>/pickup_image and …/deliver_image, the driver's pictures of a
-- parcel, and …/extra-<key of an extra>, the picture of a receipt.
create policy "people see the images of bookings they see" on storage.objects for select to authenticated
  using (bucket_id = 'bookings' and app.can_read_booking(split_part(name, '/', 1)));
create policy "drivers add images to the booking they carry" on storage.objects for insert to authenticated
  with check (bucket_id = 'bookings' and name ~ '^[^/]+/(pickup_image|deliver_image)$'
    and app.can_add_image(name));
create policy "drivers add receipts of their extras" on storage.objects for insert to authenticated
  with check (bucket_id = 'bookings' and app.can_add_extra_photo(name));
create policy "drivers replace receipts that they have not added yet" on storage.objects for update to authenticated
  using (bucket_id = 'bookings' and app.can_add_extra_photo(name)) with check (bucket_id = 'bookings'
    and app.can_add_extra_photo(name));
create policy "drivers replace images of the booking they carry" on storage.objects for update to authenticated
  using (bucket_id = 'bookings' and app.can_add_image(name))
  with check (bucket_id = 'bookings' and name ~ '^[^/]+/(pickup_image|deliver_image)$'
    and app.can_add_image(name));

-- Paths in the bucket `shifts`: <id of the driver>/<name>, pictures of a car at the start of a shift. A picture is
-- evidence, so it can no longer change once a shift has begun with it.
create policy "drivers read their own pictures of cars" on storage.objects for select to authenticated
  using (bucket_id = 'shifts' and split_part(name, '/', 1) = (select auth.uid())::text);
create policy "drivers add pictures of their cars, sixteen unused ones at most" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'shifts' and split_part(name, '/', 1) = (select auth.uid())::text
    and name ~ '^[^/]+/[A-Za-z0-9-]{1,60}$'
    and (select app.has_current_role('driver')) and app.file_room('shifts', name, (select auth.uid())::text) > 0);
create policy "drivers replace pictures that no shift began with" on storage.objects for update to authenticated
  using (bucket_id = 'shifts' and split_part(name, '/', 1) = (select auth.uid())::text and not app.is_shift_photo(name))
  with check (bucket_id = 'shifts' and split_part(name, '/', 1) = (select auth.uid())::text
    and name ~ '^[^/]+/[A-Za-z0-9-]{1,60}$');
create policy "drivers delete pictures that no shift began with" on storage.objects for delete to authenticated
  using (bucket_id = 'shifts' and split_part(name, '/', 1) = (select auth.uid())::text
    and not app.is_shift_photo(name));
create policy "admins who keep people read pictures of cars" on storage.objects for select to authenticated
  using (bucket_id = 'shifts' and (select app.has_permission('people')));
create policy "fleet admins read pictures of their drivers' cars" on storage.objects for select to authenticated
  using (bucket_id = 'shifts' and (select app.has_current_role('fleetadmin'))
    and split_part(name, '/', 1) in (select d.id::text from public.drivers d where d.fleet_id = (select auth.uid())));

-- Queues the removal of files that no row has used for a day after the upload, of files of deleted accounts, and of
-- pictures of shifts older than a year. The next run also finds files whose removal failed, or that a deleted person
-- uploaded with a token that was still valid. Also queues the check of files that arrived after their path was stored.
create function app.queue_orphaned_files() returns integer language plpgsql security definer set search_path = '' as $$
declare
  v_bucket text;
  v_count integer := app.queue_file_removals('users', array(select o.name from storage.objects o
    where o.bucket_id = 'users' and not exists (select 1 from public.profiles p
      where p.id::text = split_part(o.name, '/', 1) and p.deleted_at is null)
    order by o.name limit 10000));
begin
  -- Until this transaction ends, nobody attaches a file (app.attach_file).
  perform pg_advisory_xact_lock(4842101);
  insert into app.file_checks as c (bucket, path, mark, person_id, place, place_column, place_id)
  select distinct on (u.bucket, u.path) u.bucket, u.path, app.file_mark(o.version, o.metadata), p.id, u.place,
    u.place_column, u.place_id
  from app.files_in_use() u join storage.objects o on o.bucket_id = u.bucket and o.name = u.path
    left join public.profiles p on p.id::text = coalesce(o.owner_id, split_part(o.name, '/', 1))
  where not exists (select 1 from app.file_checks e where e.bucket = u.bucket and e.path = u.path
    and e.mark = app.file_mark(o.version, o.metadata))
  order by u.bucket, u.path
  on conflict on constraint file_checks_bucket_path_key do update set mark = app.mark_to_check(c, excluded.mark),
    status = 'queued', reason = null, attempts = 0, due_at = app.now();
  for v_bucket in select distinct f.bucket from app.file_columns() f order by 1 loop
    v_count := v_count + app.queue_file_removals(v_bucket, array(
      with used as materialized (select u.path from app.files_in_use() u where u.bucket = v_bucket
        -- A booking keeps the picture that its car type had.
        union select split_part(b.car_image, '#', 1) from public.bookings b where v_bucket = 'cartypes')
      select o.name from storage.objects o where o.bucket_id = v_bucket
        and app.outside_time(o.created_at) < app.now() - interval '1 day'
        and o.name not in (select u.path from used u) order by o.name limit 10000));
  end loop;
  v_count := v_count + app.queue_file_removals('shifts', array(select o.name from storage.objects o
    where o.bucket_id = 'shifts' and app.outside_time(o.created_at) < app.now() - interval '1 day'
      and not exists (select 1 from app.driver_shifts s
      where s.photos @> array[o.name] and s.began_at > app.now() - interval '1 year')
    order by o.name limit 10000));
  delete from app.file_checks c where c.due_at < app.now() - interval '7 days'
    and not exists (select 1 from storage.objects o where o.bucket_id = c.bucket and o.name = c.path);
  return v_count;
end $$;
comment on function app.queue_orphaned_files is
  'Scheduled: queues for removal the files that nothing has used for a day, those of deleted accounts, and pictures '
  'of shifts older than a year; queues checks that are missing. Idempotent.';
