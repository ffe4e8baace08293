-- Applications of drivers: the page on which an applicant waits for approval reads the state of the application and
-- submits missing documents with the functions in this file. An applicant has no session before approval, so the page
-- identifies itself by the random id of the sign-up form.
-- Access: every client that knows the form's id may call the public functions; application_upload, which decides where
--         a document is uploaded, is for the service role
-- Tests:  tests/db/sign_ups.sql, tests/db/applications.sql, tests/e2e/sign-up.spec.ts

create function app.store_application(sign_up_id uuid, user_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into app.applications as a (id, user_id) values (store_application.sign_up_id, store_application.user_id)
    on conflict do nothing;
end $$;

create function public.follow_application(sign_up_id uuid, token text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare v_user_id uuid;
begin
  if coalesce(octet_length(follow_application.token), 0) not between 8 and 2000
    or follow_application.token ~ '[[:space:]]'
    or not app.is_push_subscription(follow_application.token) then
    perform app.refuse('push_token_invalid', 422, 'Give the subscription of a browser as JSON without spaces');
  end if;
  if public.application_state(follow_application.sign_up_id) is distinct from 'waiting' then return false; end if;
  select a.user_id into v_user_id from app.applications a where a.id = follow_application.sign_up_id;
  -- A push token that belongs to another person stays with that person, because this caller is not signed in and cannot
  -- prove to be its new owner.
  insert into public.push_tokens as t (token, user_id, platform, channels)
    values (follow_application.token, v_user_id, 'WEB', '{trips}')
  on conflict on constraint push_tokens_pkey do update set seen_at = app.now() where t.user_id = v_user_id;
  if not found then return false; end if;
  delete from public.push_tokens t where t.token in (select o.token from public.push_tokens o
    where o.user_id = v_user_id
    and o.token <> follow_application.token order by o.seen_at desc, o.token offset 2);
  return true;
end $$;
comment on function public.follow_application is
  'Registers this browser for a push message when the application is approved; false if no application with this id '
  'waits. At most three browsers. '
  'Errors: push_token_invalid.';
grant execute on function public.follow_application(uuid, text) to anon, authenticated;

-- The path ends with a random name, so that an upload cannot replace another file.
create function public.application_upload(sign_up_id uuid, kind text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare v_user_id uuid := app.waiting_applicant(application_upload.sign_up_id);
begin
  if not exists (select 1 from public.paper_kinds k where k.id = application_upload.kind and k.active) then
    perform app.refuse('document_invalid', 422, 'kind is one of paper_kinds that is active');
  end if;
  perform app.enforce_limit('application_file', v_user_id::text);
  perform app.check_limit('application_files', (select count(*) from storage.objects o where o.bucket_id = 'users'
    and o.name like v_user_id || '/%'));
  return v_user_id || '/' || application_upload.kind || '-' || gen_random_uuid();
end $$;
comment on function public.application_upload is
  'The path in the bucket `users` to which the applicant with this form uploads a document; the route accounts/papers '
  'signs an upload URL for it. '
  'Errors: application_not_found, document_invalid, too_many_requests.';
grant execute on function public.application_upload(uuid, text) to service_role;

create function public.submit_application_paper(sign_up_id uuid, kind text, path text, expires_on date default null,
  number text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_user_id uuid := app.waiting_applicant(submit_application_paper.sign_up_id);
begin
  -- Requires an uploaded file. The file of a document that was already verified or rejected cannot be submitted again.
  if app.file_version(submit_application_paper.path) is null or exists (select 1 from public.driver_documents d
      where d.path = submit_application_paper.path and d.driver_id = v_user_id and d.status <> 'pending') then
    perform app.refuse('document_invalid', 422, 'Upload a new picture first: accounts/papers');
  end if;
  perform app.store_document(v_user_id, submit_application_paper.kind, submit_application_paper.path,
    submit_application_paper.expires_on, submit_application_paper.number);
end $$;
comment on function public.submit_application_paper is
  'Submits a document of an applicant while the application waits. The picture must already be uploaded to the path '
  'that accounts/papers returned. '
  'Errors: application_not_found, document_invalid.';
grant execute on function public.submit_application_paper(uuid, text, text, date, text) to anon, authenticated;

-- Fills only empty columns; only the office can change data that the applicant has already given.
create function public.complete_application(sign_up_id uuid, car jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user_id uuid := app.waiting_applicant(complete_application.sign_up_id);
  v_car jsonb := case when jsonb_typeof(complete_application.car)
    = 'object' then complete_application.car else '{}' end;
begin
  perform app.check_person_facts(v_car);
  update public.drivers d set
    vehicle_make = case when app.is_blank(d.vehicle_make) then btrim(v_car ->> 'vehicle_make') else d.vehicle_make end,
    vehicle_model = case when app.is_blank(d.vehicle_model) then btrim(v_car ->> 'vehicle_model')
      else d.vehicle_model end,
    vehicle_color = case when app.is_blank(d.vehicle_color) then btrim(v_car ->> 'vehicle_color')
      else d.vehicle_color end,
    vehicle_number = case when app.is_blank(d.vehicle_number) then btrim(v_car ->> 'vehicle_number')
      else d.vehicle_number end
  where d.id = v_user_id;
end $$;
comment on function public.complete_application is
  'Adds missing data of the car while the application with this form waits: {vehicle_make, vehicle_model, '
  'vehicle_color, vehicle_number}. Columns that have a value keep it; other keys are ignored. '
  'Errors: application_not_found, person_invalid.';
grant execute on function public.complete_application(uuid, jsonb) to anon, authenticated;

create function app.broadcast_application(user_id uuid, event text) returns void
language sql volatile security definer set search_path = '' as $$
  select app.broadcast('application:' || a.id, broadcast_application.event) from app.applications a
    where a.user_id = broadcast_application.user_id
$$;
comment on function app.broadcast_application is
  'Broadcasts an event about this person''s application to the pages on which the applicant waits; the message '
  'contains no ids.';
