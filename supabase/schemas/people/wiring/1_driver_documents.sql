-- Driver documents: papers of the kinds that the firm asks for, such as licences and car registrations.
-- Access: admins with the permission settings decide which kinds there are; drivers submit and read their own
--   documents; fleet admins, and admins with the permission people, read and submit for a driver; these admins verify
-- Tests:  tests/db/documents.sql, tests/db/paper_kinds.sql, tests/db/attacks_trips.sql, tests/db/storage_policies.sql

create trigger paper_kinds__require_edits before insert or update on public.paper_kinds for each row
  execute function app.tg_require_edits();
create trigger paper_kinds__version before insert or update on public.paper_kinds for each row
  execute function app.tg_version('place');

-- A kind that counts from today on would take every driver off the road in the same minute, so people give drivers some
-- days to hand it in. The day may be moved back, and taken away, at any time.
create function app.tg_paper_kinds__grace() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_was date := case when tg_op = 'UPDATE' and old.active then old.needed_from end;
  v_is date := case when new.active then new.needed_from end;
begin
  if not app.is_person() then return new; end if;
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(4841403);
    if (select count(*) from public.paper_kinds) >= app.most_paper_kinds() then
      perform app.refuse('too_many_rows', 422, format('At most %s kinds of papers', app.most_paper_kinds()));
    end if;
  end if;
  if v_is < least(coalesce(v_was, 'infinity'), app.today() + app.paper_grace()) then
    perform app.refuse('paper_too_soon', 422,
      format('needed_from is at least %s days ahead', app.paper_grace()), app.paper_grace()::text);
  end if;
  return new;
end $$;
comment on function app.tg_paper_kinds__grace is
  'Trigger: refuses a kind of paper that drivers would need within app.paper_grace() days.';

create trigger paper_kinds__grace before insert or update on public.paper_kinds for each row
  execute function app.tg_paper_kinds__grace();

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
    app.paper_params(v_document.kind, v_document.driver_id)
      || jsonb_build_object('reason', coalesce(v_document.note, '')));
  return v_document;
end $$;
comment on function public.verify_document is
  'Verifies or rejects a document, and notifies the driver. Idempotent. version: eTag of the picture that the admin '
  'looked at; default: that of the submitted picture. '
  'Errors: must_login, not_allowed, document_not_found, document_changed, file_being_checked, document_invalid.';
grant execute on function public.verify_document(uuid, boolean, text, text) to authenticated;

-- Reminds drivers of a paper that they will need, once before the day and once from the day on.
create function app.remind_of_papers() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_today date := app.today();
  d record;
begin
  -- Skip: another run is sending the same notices.
  if not pg_try_advisory_xact_lock(hashtextextended('remind_of_papers', 0)) then return; end if;
  for d in select p.id, k.id as kind, k.needed_from
    from public.paper_kinds k
    join public.profiles p on p.usertype = 'driver' and p.approved and p.deleted_at is null
    where k.active and k.needed_from <= v_today + app.document_warning()
      and not exists (select 1 from public.driver_documents o where o.driver_id = p.id and o.kind = k.id
        and o.status in ('pending', 'verified'))
      and not exists (select 1 from public.notices n where n.user_id = p.id and n.key = 'document_needed'
        and n.params ->> 'kind' = k.id and n.params ->> 'until' = (k.needed_from - 1)::text
        and (k.needed_from > v_today or n.params ->> 'due' = 'true'))
    order by k.needed_from, p.id limit 5000
  loop
    perform app.notify(d.id, 'document_needed', app.paper_params(d.kind, d.id)
      || jsonb_build_object('until', d.needed_from - 1, 'due', d.needed_from <= v_today));
  end loop;
end $$;
comment on function app.remind_of_papers is
  'Notifies drivers without a document of a kind that they need: from 14 days before its day on, and once more from '
  'the day on. Idempotent.';

-- Sends no notice about a document if the driver has another verified document of the same kind that is valid longer.
create function app.check_documents() returns void language plpgsql security definer set search_path = '' as $$
declare
  v_today date := app.today();
  d record;
begin
  for d in select e.id, e.driver_id, e.kind, e.expires_on, e.expires_on < v_today as expired, not exists (
      select 1 from public.driver_documents l where l.driver_id = e.driver_id and l.kind = e.kind
        and l.status = 'verified'
        and coalesce(l.expires_on, 'infinity') > e.expires_on) as latest
    from public.driver_documents e join public.paper_kinds k on k.id = e.kind and k.active and k.has_expiry
    where e.status = 'verified' and e.expired_at is null and e.expires_on < v_today + app.document_warning()
      and (e.warned_at is null or e.expires_on < v_today)
    order by e.expires_on, e.id limit 5000 for no key update of e skip locked
  loop
    update public.driver_documents u set warned_at = coalesce(u.warned_at, app.now()),
      expired_at = case when d.expired then app.now() end where u.id = d.id;
    if d.latest then
      perform app.notify(d.driver_id, case when d.expired then 'document_expired' else 'document_expiring' end,
        app.paper_params(d.kind, d.driver_id)
          || jsonb_build_object('document', d.kind, 'expires_on', d.expires_on));
    end if;
  end loop;
  perform app.remind_of_papers();
end $$;
comment on function app.check_documents is
  'Scheduled: notifies drivers 14 days before a document expires and when it has expired, and of papers that they need '
  'and lack. Dispatch itself compares the dates (app.has_expired_document). Idempotent.';
