-- Driver documents: licences, insurances and car registrations, each with a number and an expiry date.

-- Stores a submitted document. All functions that submit documents use this one. The driver need not be approved,
-- because documents are submitted before the approval.
create function app.store_document(driver_id uuid, kind text, path text, expires_on date, number text)
  returns public.driver_documents
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_number text := btrim(app.plain(left(coalesce(store_document.number, ''), 61)));
  v_document public.driver_documents;
begin
  perform 1 from public.drivers d join public.profiles p on p.id = d.id where d.id = store_document.driver_id
    and p.usertype = 'driver' for no key update of d;
  if not found then perform app.refuse('not_a_driver', 403, 'Only drivers have documents'); end if;
  if coalesce(store_document.kind, '') not in ('license', 'insurance', 'registration') or length(v_number) > 60
    or coalesce(store_document.path, '') !~ ('^' || store_document.driver_id || '/' || store_document.kind
      || '(-[A-Za-z0-9-]{1,60})?$')
    or not coalesce(store_document.expires_on >= app.today() and store_document.expires_on < '2200-01-01', false) then
    perform app.refuse('document_invalid', 422,
      'kind is license, insurance or registration, path <driver id>/<kind> in the bucket users, expires_on today or later, number up to 60 characters');
  end if;
  -- Inserts a new row instead of updating the old one. So an admin who has looked at the previous picture passes the id
  -- of a deleted row and cannot verify the new picture unseen.
  delete from public.driver_documents d where d.driver_id = store_document.driver_id and d.kind = store_document.kind
    and d.status = 'pending';
  insert into public.driver_documents as d (driver_id, kind, path, version, expires_on, number)
  values (store_document.driver_id, store_document.kind, store_document.path, app.file_version(store_document.path),
    store_document.expires_on,
    case when app.is_demo() then app.masked_number(v_number) else v_number end) returning d.* into v_document;
  if v_document.kind = 'license' then
    update public.drivers d set license_image = v_document.path where d.id = store_document.driver_id;
  end if;
  return v_document;
end $$;
comment on function app.store_document is
  'Submits a document of a driver and replaces a pending one of the same kind. '
  'Errors: not_a_driver, document_invalid.';

create function public.submit_document(kind text, path text, expires_on date, driver_id uuid default null,
  number text default null) returns public.driver_documents
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
  'Submits a licence, insurance or car registration with its number for verification; replaces a pending one. '
  'driver_id: for admins and fleet admins who submit for a driver. '
  'Errors: must_login, not_allowed, person_not_found, not_a_driver, document_invalid, file_not_found, file_too_large, '
  'file_type_refused, too_many_files.';
grant execute on function public.submit_document(text, text, date, uuid, text) to authenticated;
