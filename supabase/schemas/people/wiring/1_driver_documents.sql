-- Driver documents: licences, insurances and car registrations, each with a number and an expiry date.
-- Access: drivers submit and read their own documents; fleet admins, and admins with the permission people,
--   read and submit for a driver; these admins verify
-- Tests:  tests/db/documents.sql, tests/db/attacks_trips.sql, tests/db/storage_policies.sql

create trigger driver_documents__attach_file after insert or update of path on public.driver_documents
  for each row execute function app.tg_attach_file('path', 'users');

create function app.tg_file_checks__document() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.driver_documents d set status = 'rejected', decided_at = app.now(), decided_by = null
  where d.id = new.place_id::uuid and d.path = new.path and d.status <> 'rejected';
  return null;
end $$;
comment on function app.tg_file_checks__document is 'Trigger: rejects a document whose file was refused.';

create trigger file_checks__document after update of status on app.file_checks
  for each row when (new.status = 'refused' and new.place = 'public.driver_documents'::regclass)
    execute function app.tg_file_checks__document();

create function public.verify_document(document_id uuid, verified boolean default true, note text default null,
  version text default null) returns public.driver_documents
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
  -- Verifies only the picture that was submitted, or the version named in the call: a picture that was replaced since
  -- is refused.
  if v_status = 'verified' and v_file is distinct from coalesce(btrim(verify_document.version, '"'),
    v_document.version) then
    perform app.refuse('document_changed', 409,
      'The picture was replaced; look at it again and pass its version (eTag)');
  end if;
  if v_status = 'verified' then perform app.require_clean('users', v_document.path); end if;
  if v_status = 'verified' and v_document.expires_on < app.today() then
    perform app.refuse('document_invalid', 422, 'The document has expired');
  end if;
  perform app.audit(v_status, 'driver_documents', v_document.id::text,
    jsonb_build_object('status', v_document.status), jsonb_build_object('driver_id', v_document.driver_id, 'kind',
      v_document.kind, 'version', v_file, 'note', verify_document.note));
  update public.driver_documents d set status = v_status, version = v_file,
    note = left(verify_document.note, app.reason_length()), decided_at = app.now(), decided_by = v_me.id
  where d.id = v_document.id returning d.* into v_document;
  perform app.notify(v_document.driver_id, case when v_status = 'verified' then 'document_verified'
    else 'document_rejected' end,
    jsonb_build_object('kind', v_document.kind, 'reason', coalesce(v_document.note, '')));
  return v_document;
end $$;
comment on function public.verify_document is
  'Verifies or rejects a document, and notifies the driver. Idempotent. version: eTag of the picture that the admin '
  'looked at; default: that of the submitted picture. '
  'Errors: must_login, not_allowed, document_not_found, document_changed, file_being_checked, document_invalid.';
grant execute on function public.verify_document(uuid, boolean, text, text) to authenticated;

-- Sends no notice about a document if the driver has another verified document of the same kind that is valid longer.
create function app.check_documents() returns void language plpgsql security definer set search_path = '' as $$
declare
  v_today date := app.today();
  d record;
begin
  for d in select e.id, e.driver_id, e.kind, e.expires_on, e.expires_on < v_today as expired, not exists (
      select 1 from public.driver_documents l where l.driver_id = e.driver_id and l.kind = e.kind
        and l.status = 'verified'
        and l.expires_on > e.expires_on) as latest
    from public.driver_documents e
    where e.status = 'verified' and e.expired_at is null and e.expires_on < v_today + app.document_warning()
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
comment on function app.check_documents is
  'Scheduled: notifies drivers 14 days before a document expires and when it has expired. Dispatch itself compares '
  'the dates (app.has_expired_document). Idempotent.';
