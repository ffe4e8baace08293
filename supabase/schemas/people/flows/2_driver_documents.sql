-- Driver documents: papers of the kinds that the firm asks for, such as licences and car registrations.

-- Stores a submitted document. All functions that submit documents use this one. The driver need not be approved,
-- because documents are submitted before the approval.
create function app.store_document(driver_id uuid, kind text, path text, expires_on date, number text)
  returns public.driver_documents
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_number text := btrim(app.plain(left(coalesce(store_document.number, ''), 61)));
  v_kind public.paper_kinds;
  v_document public.driver_documents;
begin
  perform 1 from public.drivers d join public.profiles p on p.id = d.id where d.id = store_document.driver_id
    and p.usertype = 'driver' for no key update of d;
  if not found then perform app.refuse('not_a_driver', 403, 'Only drivers have documents'); end if;
  select k.* into v_kind from public.paper_kinds k where k.id = store_document.kind and k.active;
  if v_kind.id is null or length(v_number) > 60
    or coalesce(store_document.path, '') !~ ('^' || store_document.driver_id || '/' || v_kind.id
      || '(-[A-Za-z0-9-]{1,60})?$')
    or v_kind.has_expiry
      and not coalesce(store_document.expires_on >= app.today() and store_document.expires_on < '2200-01-01', false)
  then
    perform app.refuse('document_invalid', 422,
      'kind is one of paper_kinds that is active, path <driver id>/<kind> in the bucket users, expires_on today or later, number up to 60 characters');
  end if;
  -- Inserts a new row instead of updating the old one. So an admin who has looked at the previous picture passes the id
  -- of a deleted row and cannot verify the new picture unseen.
  delete from public.driver_documents d where d.driver_id = store_document.driver_id and d.kind = store_document.kind
    and d.status = 'pending';
  insert into public.driver_documents as d (driver_id, kind, path, version, expires_on, number)
  values (store_document.driver_id, v_kind.id, store_document.path, app.file_version(store_document.path),
    case when v_kind.has_expiry then store_document.expires_on end,
    case when not v_kind.has_number then '' when app.is_demo() then app.masked_number(v_number) else v_number end)
  returning d.* into v_document;
  if v_document.kind = 'license' then
    update public.drivers d set license_image = v_document.path where d.id = store_document.driver_id;
  end if;
  return v_document;
end $$;
comment on function app.store_document is
  'Submits a document of a driver and replaces a pending one of the same kind. '
  'Errors: not_a_driver, document_invalid.';

create function public.submit_document(kind text, path text, expires_on date default null,
  driver_id uuid default null, number text default null) returns public.driver_documents
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.unsuspended_caller();
  v_driver uuid := coalesce(submit_document.driver_id, v_me.id);
  v_document public.driver_documents;
begin
  if v_driver <> v_me.id then perform app.lock_person(v_driver, app.require_staff('people')); end if;
  v_document := app.store_document(v_driver, submit_document.kind, submit_document.path, submit_document.expires_on,
    submit_document.number);
  if v_driver <> v_me.id then
    perform app.audit('submit_document', 'driver_documents', v_document.id::text, null,
      jsonb_build_object('driver_id', v_driver, 'kind', v_document.kind, 'expires_on', v_document.expires_on));
  end if;
  return v_document;
end $$;
comment on function public.submit_document is
  'Submits a licence, car registration or another paper of paper_kinds with its number for verification; replaces a '
  'pending one. expires_on: its last valid day, for kinds that have one. driver_id: for admins and fleet admins who '
  'submit for a driver. '
  'Errors: must_login, not_allowed, person_not_found, not_a_driver, document_invalid, file_not_found, file_too_large, '
  'file_type_refused, too_many_files.';
grant execute on function public.submit_document(text, text, date, uuid, text) to authenticated;

create function public.order_paper_kinds(ids text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.require_editor('settings');
  update public.paper_kinds k set place = o.place - 1
    from unnest((order_paper_kinds.ids)[:app.most_paper_kinds()]) with ordinality o (id, place)
  where k.id = o.id and k.place <> o.place - 1;
end $$;
comment on function public.order_paper_kinds is
  'Sets the order of the kinds of papers; kinds that are not in ids keep theirs. '
  'Errors: must_login, not_allowed, demo_mode.';
grant execute on function public.order_paper_kinds(text[]) to authenticated;
