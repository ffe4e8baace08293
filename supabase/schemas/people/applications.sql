-- Applications of drivers: the page on which an applicant waits for approval reads the state of the application and submits
-- missing documents with the functions in this file. An applicant has no session before approval, so the page identifies itself
-- by the random id of the sign-up form.
-- Needs:  sign ups, profiles, documents, rate limits, outbox
-- Access: every client that knows the form's id may call the public functions; application_upload, which decides where a
--   document is uploaded, is for the service role
-- Tests:  tests/db/sign_ups.sql, tests/db/applications.sql, tests/e2e/sign-up.spec.ts

create table app.applications (
  id uuid primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default app.now()
);
call app.describe('app.applications', $$
  Completed sign-up forms of drivers, with the person who applied. Deleted after 90 days.
  id: The id of the sign-up form (app.sign_ups). The form itself is deleted earlier.
$$);
create index applications_user_id on app.applications (user_id);
-- Indexes the id as text, because the name of a broadcast topic contains it as text, which is never cast to uuid.
create index applications_topic on app.applications ((id::text));
alter table app.applications enable row level security;

create function app.keep_application(sign_up_id uuid, user_id uuid) returns void language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into app.applications as a (id, user_id) values (keep_application.sign_up_id, keep_application.user_id) on conflict do nothing;
end $$;

create function public.application_state(sign_up_id uuid) returns text language sql stable security definer set search_path = '' as $$
  select case when p.suspended_at is not null then 'refused' when p.approved then 'approved' else 'waiting' end
  from app.applications a join public.profiles p on p.id = a.user_id and p.deleted_at is null
  where a.id = application_state.sign_up_id
$$;
comment on function public.application_state is 'State of a driver''s application, by the random id of the sign-up form: waiting, approved or refused; null if there is no application.';
grant execute on function public.application_state(uuid) to anon, authenticated;

create function public.follow_application(sign_up_id uuid, token text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare v_user_id uuid;
begin
  if coalesce(octet_length(follow_application.token), 0) not between 8 and 2000 or follow_application.token ~ '[[:space:]]'
    or not app.is_push_subscription(follow_application.token) then
    perform app.refuse('push_token_invalid', 422, 'Give the subscription of a browser as JSON without spaces');
  end if;
  if public.application_state(follow_application.sign_up_id) is distinct from 'waiting' then return false; end if;
  select a.user_id into v_user_id from app.applications a where a.id = follow_application.sign_up_id;
  -- A push token that belongs to another person stays with that person, because this caller is not signed in and cannot prove
  -- to be its new owner.
  insert into public.push_tokens as t (token, user_id, platform, channels) values (follow_application.token, v_user_id, 'WEB', '{trips}')
  on conflict on constraint push_tokens_pkey do update set seen_at = app.now() where t.user_id = v_user_id;
  if not found then return false; end if;
  delete from public.push_tokens t where t.token in (select o.token from public.push_tokens o where o.user_id = v_user_id
    and o.token <> follow_application.token order by o.seen_at desc, o.token offset 2);
  return true;
end $$;
comment on function public.follow_application is 'Registers this browser for a push message when the application is approved; false if no application with this id waits. At most three browsers. Errors: push_token_invalid.';
grant execute on function public.follow_application(uuid, text) to anon, authenticated;

-- Documents and car of an applicant ---------------------------------------------------------------------------------

create function app.waiting_applicant(sign_up_id uuid) returns uuid language plpgsql stable security definer set search_path = '' as $$
declare v_user_id uuid;
begin
  select a.user_id into v_user_id from app.applications a
  where a.id = waiting_applicant.sign_up_id and public.application_state(a.id) = 'waiting';
  if v_user_id is null then perform app.refuse('application_not_found', 404, 'No application with this form waits'); end if;
  return v_user_id;
end $$;
comment on function app.waiting_applicant is 'The id of the person whose application, with this form, waits for approval. Errors: application_not_found.';

-- The functions for an applicant return no names, numbers or pictures, so a leaked form id reveals nothing about the person.
-- This function returns only which data of the car is missing.
create function app.missing_of_car(driver_id uuid) returns text[] language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(f.name order by f.place), '{}') from public.drivers d,
    lateral (values (1, 'vehicle_make', d.vehicle_make), (2, 'vehicle_model', d.vehicle_model), (3, 'vehicle_color', d.vehicle_color),
      (4, 'vehicle_number', d.vehicle_number)) f (place, name, said)
  where d.id = missing_of_car.driver_id and app.is_blank(f.said)
$$;
comment on function app.missing_of_car is 'What is still unknown of a driver''s car but needed by riders: names of empty columns of drivers.';

create type public.driver_application as (state text, car_missing text[], papers jsonb);
comment on type public.driver_application is 'State of a driver''s application. state: waiting, approved or refused; car_missing: names of columns of drivers that are still empty; papers: [{kind, status, expires_on, created_at, note, unreadable}] as in driver_documents.';

create function public.application(sign_up_id uuid) returns public.driver_application
language plpgsql stable security definer set search_path = '' as $$
declare
  v_answer public.driver_application;
  v_user_id uuid := (select a.user_id from app.applications a where a.id = application.sign_up_id);
begin
  v_answer.state := public.application_state(application.sign_up_id);
  if v_answer.state is null then return null; end if;
  v_answer.car_missing := case when v_answer.state = 'waiting' then app.missing_of_car(v_user_id) else '{}' end;
  v_answer.papers := coalesce((select jsonb_agg(jsonb_build_object('kind', d.kind, 'status', d.status, 'unreadable', d.unreadable, 'expires_on', d.expires_on,
      'created_at', d.created_at, 'note', d.note) order by d.created_at desc, d.id desc)
    from public.driver_documents d where d.driver_id = v_user_id and v_answer.state = 'waiting'), '[]');
  return v_answer;
end $$;
comment on function public.application is 'State of a driver''s application, by the random id of the sign-up form; no row if there is none. While it waits also the documents, latest first, and the missing data of the car.';
grant execute on function public.application(uuid) to anon, authenticated;

-- The path ends with a random name, so that an upload cannot replace another file.
create function public.application_upload(sign_up_id uuid, kind text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare v_user_id uuid := app.waiting_applicant(application_upload.sign_up_id);
begin
  if coalesce(application_upload.kind, '') not in ('license', 'insurance', 'registration') then
    perform app.refuse('document_invalid', 422, 'kind is license, insurance or registration');
  end if;
  perform app.take_limit('application_file', v_user_id::text);
  perform app.check_limit('application_files', (select count(*) from storage.objects o where o.bucket_id = 'users' and o.name like v_user_id || '/%'));
  return v_user_id || '/' || application_upload.kind || '-' || gen_random_uuid();
end $$;
comment on function public.application_upload is 'The path in the bucket `users` to which the applicant with this form uploads a document; the route accounts/papers signs an upload URL for it. Errors: application_not_found, document_invalid, too_many_requests.';
grant execute on function public.application_upload(uuid, text) to service_role;

create function public.submit_application_paper(sign_up_id uuid, kind text, path text, expires_on date, number text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_user_id uuid := app.waiting_applicant(submit_application_paper.sign_up_id);
begin
  -- Requires an uploaded file. The file of a document that was already verified or rejected cannot be submitted again.
  if app.file_version(submit_application_paper.path) is null or exists (select 1 from public.driver_documents d
      where d.path = submit_application_paper.path and d.driver_id = v_user_id and d.status <> 'pending') then
    perform app.refuse('document_invalid', 422, 'Upload a new picture first: accounts/papers');
  end if;
  perform app.hand_in(v_user_id, submit_application_paper.kind, submit_application_paper.path, submit_application_paper.expires_on, submit_application_paper.number);
end $$;
comment on function public.submit_application_paper is 'Submits a document of an applicant while the application waits. The picture must already be uploaded to the path that accounts/papers returned. Errors: application_not_found, document_invalid.';
grant execute on function public.submit_application_paper(uuid, text, text, date, text) to anon, authenticated;

-- Fills only empty columns; only the office can change data that the applicant has already given.
create function public.complete_application(sign_up_id uuid, car jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user_id uuid := app.waiting_applicant(complete_application.sign_up_id);
  v_car jsonb := case when jsonb_typeof(complete_application.car) = 'object' then complete_application.car else '{}' end;
begin
  perform app.check_person_facts(v_car);
  update public.drivers d set
    vehicle_make = case when app.is_blank(d.vehicle_make) then btrim(v_car ->> 'vehicle_make') else d.vehicle_make end,
    vehicle_model = case when app.is_blank(d.vehicle_model) then btrim(v_car ->> 'vehicle_model') else d.vehicle_model end,
    vehicle_color = case when app.is_blank(d.vehicle_color) then btrim(v_car ->> 'vehicle_color') else d.vehicle_color end,
    vehicle_number = case when app.is_blank(d.vehicle_number) then btrim(v_car ->> 'vehicle_number') else d.vehicle_number end
  where d.id = v_user_id;
end $$;
comment on function public.complete_application is 'Adds missing data of the car while the application with this form waits: {vehicle_make, vehicle_model, vehicle_color, vehicle_number}. Columns that have a value keep it; other keys are ignored. Errors: application_not_found, person_invalid.';
grant execute on function public.complete_application(uuid, jsonb) to anon, authenticated;

-- Realtime topic of an application ----------------------------------------------------------------------------------

create function app.follows_application(topic text) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from app.applications a
    where a.id::text = substr(follows_application.topic, length('application:') + 1) and public.application_state(a.id) = 'waiting')
$$;
comment on function app.follows_application is 'Whether a client may join the topic application:<id of the form>: an application with this id must wait. The id is random, and only the applicant has it.';
grant execute on function app.follows_application(text) to anon;

create function app.tell_application(user_id uuid, event text) returns void language sql volatile security definer set search_path = '' as $$
  select app.broadcast('application:' || a.id, tell_application.event) from app.applications a where a.user_id = tell_application.user_id
$$;
comment on function app.tell_application is 'Broadcasts an event about this person''s application to the pages on which the applicant waits; the message contains no ids.';
