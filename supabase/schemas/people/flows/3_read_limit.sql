-- Read limit: how many bookings and people one staff member may read within a day (settings.export_limit).

create function public.open_document(id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('people');
  v_document public.driver_documents;
  v_refusal jsonb;
begin
  perform app.require_edits();
  v_refusal := app.read_refusal('documents', open_document.id);
  if v_refusal is not null then return v_refusal; end if;
  select o.* into v_document from public.driver_documents o join public.drivers d on d.id = o.driver_id
  where o.id = open_document.id and (v_me.usertype = 'admin' or d.fleet_id = v_me.id);
  if not found then perform app.refuse('document_not_found', 404, 'There is no such document'); end if;
  perform app.require_clean('users', v_document.path);
  v_refusal := app.count_shown_rows('documents', v_document.driver_id, array[v_document.id]);
  if v_refusal is not null then return v_refusal; end if;
  insert into app.shown_files as f (actor_id, path) values (v_me.id, v_document.path)
  on conflict on constraint shown_files_pkey do update set at = excluded.at;
  return jsonb_build_object('path', v_document.path);
end $$;
comment on function public.open_document is
  'Opens the picture of a driver''s document for admins and for the fleet admin of the driver: returns its path in '
  'the bucket users, which storage shows the caller for a minute. The access log records it, and it counts towards '
  'the read limit. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, document_not_found, file_being_checked, '
  'needs_approval. @returns opened_file';
grant execute on function public.open_document(uuid) to authenticated;
