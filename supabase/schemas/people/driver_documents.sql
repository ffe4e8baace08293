-- Driver documents: licences, insurances and car registrations, each with a number and an expiry date.
-- Needs:  drivers, settings, audit; dispatch calls app.has_expired_document
-- Access: drivers submit and read their own documents; fleet admins, and admins with the permission people,
--   read and submit for a driver; these admins verify
-- Tests:  tests/db/documents.sql, tests/db/attacks_trips.sql, tests/db/storage_policies.sql

create table public.driver_documents (
  id uuid primary key default app.uuid_v7(),
  driver_id uuid not null references public.drivers (id) on delete cascade,
  kind text not null check (kind in ('license', 'insurance', 'registration')),
  path text not null,
  version text,
  expires_on date not null check (expires_on between '2000-01-01' and '2200-01-01'),
  status text not null default 'pending' check (status in ('pending', 'verified', 'rejected')),
  note text check (length(note) <= 500),
  number text not null default '' check (length(number) <= 60),
  created_at timestamptz not null default app.now(),
  decided_at timestamptz,
  decided_by uuid references public.profiles (id),
  warned_at timestamptz,
  expired_at timestamptz,
  unreadable boolean not null generated always as (status = 'rejected' and decided_by is null) stored,
  check ((status = 'pending') = (decided_at is null) and (decided_at is not null or decided_by is null) and (status <> 'verified' or decided_by is not null)),
  check (starts_with(path, driver_id::text || '/' || kind))
);
call app.describe('public.driver_documents', $$
  Documents of drivers. Of each kind only the latest verified document counts. A driver without any document is not blocked.
  path: Path of the picture in the bucket `users`: <driver>/license…, <driver>/insurance… or <driver>/registration….
  version: Version (eTag) of the submitted picture; after a decision, of the picture that the decision is about. Null if there is no file.
  expires_on: The last day on which the document is valid, in settings.time_zone.
  warned_at: When the driver was warned that the document expires soon.
  expired_at: When the driver was notified that the document has expired.
  kind: Kind of document: license, insurance or registration (of the car).
  number: The document's number as typed, up to 60 characters; empty if not given. Masked in a demo.
  status: Whether the document is valid: pending (no decision yet), verified or rejected.
  note: A note by the admin who verified or rejected the document.
  decided_by: The admin who verified or rejected the document; null also if its file was refused.
  unreadable: Whether the document was rejected because its file is no picture or PDF that can be read; the file is removed.
$$);
create index driver_documents_driver_id on public.driver_documents (driver_id, kind, status, expires_on desc);
create index driver_documents_decided_by on public.driver_documents (decided_by);
create index driver_documents_to_warn on public.driver_documents (expires_on) where status = 'verified' and expired_at is null;
create unique index driver_documents_one_pending on public.driver_documents (driver_id, kind) where status = 'pending';
create trigger driver_documents__attach_file after insert or update of path on public.driver_documents
  for each row execute function app.tg_attach_file('path', 'users');

create function app.tg_file_checks__document() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.driver_documents d set status = 'rejected', decided_at = app.now(), decided_by = null
  where d.id = new.place_id::uuid and d.path = new.path and d.status <> 'rejected';
  return null;
end $$;
comment on function app.tg_file_checks__document is 'Trigger: rejects a document whose file was refused.';
create trigger file_checks__document after update of status on app.file_checks
  for each row when (new.status = 'refused' and new.place = 'public.driver_documents'::regclass) execute function app.tg_file_checks__document();

alter table public.driver_documents enable row level security;
grant select on public.driver_documents to authenticated;
create policy "drivers read their own documents" on public.driver_documents for select to authenticated using (driver_id = (select auth.uid()));
create policy "admins who keep people read every document" on public.driver_documents for select to authenticated using ((select app.has_permission('people')));
create policy "fleet admins read their drivers' documents" on public.driver_documents for select to authenticated
  using ((select app.has_current_role('fleetadmin'))
    and exists (select 1 from public.drivers d where d.id = driver_documents.driver_id and d.fleet_id = (select auth.uid())));

create function app.today() returns date language plpgsql stable security definer set search_path = '' as $$
begin
  return (select (app.now() at time zone s.time_zone)::date from public.settings s where s.id = 1);
end $$;
comment on function app.today is 'The current date in settings.time_zone.';

-- A driver who never submitted a document passes: no document of theirs has expired.
create function app.lacks_document(driver_id uuid, on_day date) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.driver_documents d where d.driver_id = lacks_document.driver_id and d.status = 'verified'
    group by d.kind having max(d.expires_on) < lacks_document.on_day);
end $$;
comment on function app.lacks_document is 'Whether the latest verified document of any kind is not valid on a day.';

create function app.has_expired_document(driver_id uuid) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return app.lacks_document(has_expired_document.driver_id, app.today());
end $$;
comment on function app.has_expired_document is 'Whether the latest verified document of any kind has expired. Such a driver gets no offers.';

create function app.file_version(path text) returns text language plpgsql stable security definer set search_path = '' as $$
begin
  return (select btrim(o.metadata ->> 'eTag', '"') from storage.objects o where o.bucket_id = 'users' and o.name = file_version.path);
end $$;
comment on function app.file_version is 'The version (eTag) of a picture in the bucket `users`; null if there is no file.';

-- Stores a submitted document. All functions that submit documents use this one. The driver need not be approved, because
-- documents are submitted before the approval.
create function app.hand_in(driver_id uuid, kind text, path text, expires_on date, number text) returns public.driver_documents
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_number text := btrim(app.plain(left(coalesce(hand_in.number, ''), 61)));
  v_document public.driver_documents;
begin
  perform 1 from public.drivers d join public.profiles p on p.id = d.id where d.id = hand_in.driver_id and p.usertype = 'driver' for no key update of d;
  if not found then perform app.refuse('not_a_driver', 403, 'Only drivers have documents'); end if;
  if coalesce(hand_in.kind, '') not in ('license', 'insurance', 'registration') or length(v_number) > 60
    or coalesce(hand_in.path, '') !~ ('^' || hand_in.driver_id || '/' || hand_in.kind || '(-[A-Za-z0-9-]{1,60})?$')
    or not coalesce(hand_in.expires_on >= app.today() and hand_in.expires_on < '2200-01-01', false) then
    perform app.refuse('document_invalid', 422, 'kind is license, insurance or registration, path <driver id>/<kind> in the bucket users, expires_on today or later, number up to 60 characters');
  end if;
  -- Inserts a new row instead of updating the old one. So an admin who has looked at the previous picture passes the id of a
  -- deleted row and cannot verify the new picture unseen.
  delete from public.driver_documents d where d.driver_id = hand_in.driver_id and d.kind = hand_in.kind and d.status = 'pending';
  insert into public.driver_documents as d (driver_id, kind, path, version, expires_on, number)
  values (hand_in.driver_id, hand_in.kind, hand_in.path, app.file_version(hand_in.path), hand_in.expires_on,
    case when app.is_demo() then app.masked_number(v_number) else v_number end) returning d.* into v_document;
  if v_document.kind = 'license' then
    update public.drivers d set license_image = v_document.path where d.id = hand_in.driver_id;
  end if;
  return v_document;
end $$;
comment on function app.hand_in is 'Submits a document of a driver and replaces a pending one of the same kind. Errors: not_a_driver, document_invalid.';

create function public.submit_document(kind text, path text, expires_on date, driver_id uuid default null, number text default null) returns public.driver_documents
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.newcomer();
  v_driver uuid := coalesce(submit_document.driver_id, v_me.id);
  v_document public.driver_documents;
begin
  if v_driver <> v_me.id then perform app.lock_person(v_driver, app.require_staff('people')); end if;
  v_document := app.hand_in(v_driver, submit_document.kind, submit_document.path, submit_document.expires_on, submit_document.number);
  if v_driver <> v_me.id then
    perform app.audit('submit_document', 'driver_documents', v_document.id::text, null,
      jsonb_build_object('driver_id', v_driver, 'kind', v_document.kind, 'expires_on', v_document.expires_on));
  end if;
  return v_document;
end $$;
comment on function public.submit_document is 'Submits a licence, insurance or car registration with its number for verification; replaces a pending one. driver_id: for admins and fleet admins who submit for a driver. Errors: must_login, not_allowed, person_not_found, not_a_driver, document_invalid, file_not_found, file_too_large, file_type_refused, too_many_files.';
grant execute on function public.submit_document(text, text, date, uuid, text) to authenticated;

create function public.verify_document(document_id uuid, verified boolean default true, note text default null, version text default null) returns public.driver_documents
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_permission('people');
  v_status text := case when coalesce(verify_document.verified, false) then 'verified' else 'rejected' end;
  v_document public.driver_documents;
  v_file text;
begin
  select d.* into v_document from public.driver_documents d where d.id = verify_document.document_id for no key update;
  if not found then perform app.refuse('document_not_found', 404, 'There is no such document'); end if;
  if v_document.status = v_status then return v_document; end if;
  v_file := app.file_version(v_document.path);
  -- Verifies only the picture that was submitted, or the version named in the call: a picture that was replaced since is
  -- refused.
  if v_status = 'verified' and v_file is distinct from coalesce(btrim(verify_document.version, '"'), v_document.version) then
    perform app.refuse('document_changed', 409, 'The picture was replaced; look at it again and pass its version (eTag)');
  end if;
  if v_status = 'verified' then perform app.require_clean('users', v_document.path); end if;
  if v_status = 'verified' and v_document.expires_on < app.today() then
    perform app.refuse('document_invalid', 422, 'The document has expired');
  end if;
  perform app.audit(v_status, 'driver_documents', v_document.id::text,
    jsonb_build_object('status', v_document.status), jsonb_build_object('driver_id', v_document.driver_id, 'kind', v_document.kind, 'version', v_file, 'note', verify_document.note));
  update public.driver_documents d set status = v_status, version = v_file,
    note = left(verify_document.note, 500), decided_at = app.now(), decided_by = v_me.id
  where d.id = v_document.id returning d.* into v_document;
  perform app.notify(v_document.driver_id, case when v_status = 'verified' then 'document_verified' else 'document_rejected' end,
    jsonb_build_object('kind', v_document.kind, 'reason', coalesce(v_document.note, '')));
  return v_document;
end $$;
comment on function public.verify_document is 'Verifies or rejects a document, and notifies the driver. Idempotent. version: eTag of the picture that the admin looked at; default: that of the submitted picture. Errors: must_login, not_allowed, document_not_found, document_changed, file_being_checked, document_invalid.';
grant execute on function public.verify_document(uuid, boolean, text, text) to authenticated;

-- Sends no notice about a document if the driver has another verified document of the same kind that is valid longer.
create function app.check_documents() returns void language plpgsql security definer set search_path = '' as $$
declare
  v_today date := app.today();
  d record;
begin
  for d in select e.id, e.driver_id, e.kind, e.expires_on, e.expires_on < v_today as expired, not exists (
      select 1 from public.driver_documents l where l.driver_id = e.driver_id and l.kind = e.kind and l.status = 'verified'
        and l.expires_on > e.expires_on) as latest
    from public.driver_documents e
    where e.status = 'verified' and e.expired_at is null and e.expires_on < v_today + 14
      and (e.warned_at is null or e.expires_on < v_today)
    order by e.expires_on, e.id limit 5000 for no key update skip locked
  loop
    update public.driver_documents u set warned_at = coalesce(u.warned_at, app.now()),
      expired_at = case when d.expired then app.now() end where u.id = d.id;
    if d.latest then
      perform app.notify(d.driver_id, case when d.expired then 'document_expired' else 'document_expiring' end,
        jsonb_build_object('document', d.kind, 'expires_on', d.expires_on));
    end if;
  end loop;
end $$;
comment on function app.check_documents is 'Scheduled: notifies drivers 14 days before a document expires and when it has expired. Dispatch itself compares the dates (app.has_expired_document). Idempotent.';
