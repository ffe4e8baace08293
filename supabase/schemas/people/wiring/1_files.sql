-- Files: what the database checks of a stored file itself, because Storage alone does not: its size, its type, how many
-- there are, and its first bytes, which the edge function `files` reads.

create trigger profiles__attach_file after insert or update of profile_image on public.profiles
  for each row when (new.profile_image is not null) execute function app.tg_attach_file('profile_image', 'users');
create trigger bookings__attach_pickup after insert or update of pickup_image on public.bookings
  for each row when (new.pickup_image is not null) execute function app.tg_attach_file('pickup_image', 'bookings');
create trigger bookings__attach_deliver after insert or update of deliver_image on public.bookings
  for each row when (new.deliver_image is not null) execute function app.tg_attach_file('deliver_image', 'bookings');
create trigger settings__logo_file after update of logo on public.settings
  for each row when (new.logo <> '') execute function app.tg_attach_file('logo', 'company');
create trigger car_types__attach_image after insert or update of image on public.car_types
  for each row when (new.image !~ '^(cab|estate|van|premium|moto|parcel-van|https?://.*)$')
    execute function app.tg_attach_file('image', 'cartypes');

create function app.wake_file_checker() returns boolean language plpgsql security definer set search_path = '' as $$
begin
  return exists (select 1 from app.file_checks c where c.status = 'queued' and c.due_at <= app.now())
    and app.call_worker('files/check');
end $$;
comment on function app.wake_file_checker is 'Calls the route files/check if a check is due.';

create trigger file_checks__wake after insert or update on app.file_checks for each statement
  execute function app.tg_wake('wake_file_checker');

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
      (select a.atttypid::regtype from pg_catalog.pg_attribute a where a.attrelid = v_check.place
        and a.attname = 'id'));
  end if;
  select c.* into v_check from app.file_checks c where c.id = finish_file_check.id and c.status = 'queued'
    and c.mark = finish_file_check.mark for no key update;
  if not found then return; end if;
  select app.file_mark(o.version, o.metadata) into v_mark from storage.objects o where o.bucket_id = v_check.bucket
    and o.name = v_check.path;
  if v_mark is null then
    delete from app.file_checks c where c.id = v_check.id;
  elsif v_mark <> v_check.mark and not app.is_file_fixed(v_check) then
    update app.file_checks c set mark = v_mark, attempts = 0, due_at = app.now() where c.id = v_check.id;
  elsif v_mark = v_check.mark and v_reason is null then
    update app.file_checks c set status = 'clean' where c.id = v_check.id;
  else
    v_reason := case when v_mark = v_check.mark then v_reason else 'replaced' end;
    update app.file_checks c set status = 'refused', reason = v_reason, mark = v_mark, due_at = app.now()
      where c.id = v_check.id;
    -- A file that arrived after its path was stored may be checked before anything says which row uses it.
    if v_check.place is null then
      select u.place, u.place_column, u.place_id into v_check.place, v_check.place_column, v_check.place_id
      from app.files_in_use() u where u.bucket = v_check.bucket and u.path = v_check.path limit 1;
    end if;
    perform app.detach_file(v_check);
    insert into app.outbox (kind, payload, expires_at)
    values ('file', jsonb_build_object('bucket', v_check.bucket, 'path', v_check.path, 'mark', v_mark),
      app.now() + interval '30 days') on conflict do nothing;
    if v_check.place is not null then
      perform app.notify(v_check.person_id, 'file_refused',
        case when v_check.place = 'public.driver_documents'::regclass
          then app.paper_params(substring(v_check.path from '/([^/-]+)'), v_check.person_id)
          else '{"kind": "picture"}' end,
        case when v_check.place = 'public.bookings'::regclass then v_check.place_id::uuid end);
    end if;
  end if;
end $$;
comment on function public.finish_file_check is
  'Stores the result of a check of this content (mark): clean, or with a reason (too_large, wrong_type, '
  'wrong_content, too_many_pixels) refused: the file is taken off its row and removed, and the person who attached it '
  'is notified. A file that changed meanwhile is checked again, or refused as replaced if it may not change.';
grant execute on function public.finish_file_check(bigint, text, text) to service_role;
