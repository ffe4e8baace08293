-- Applications of drivers: the page on which an applicant waits for approval reads the state of the application and
-- submits missing documents with the functions in this file.

create function public.application_state(sign_up_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when p.suspended_at is not null then 'refused' when p.approved then 'approved' else 'waiting' end
  from app.applications a join public.profiles p on p.id = a.user_id and p.deleted_at is null
  where a.id = application_state.sign_up_id
$$;
comment on function public.application_state is
  'State of a driver''s application, by the random id of the sign-up form: waiting, approved or refused; null if '
  'there is no application.';
grant execute on function public.application_state(uuid) to anon, authenticated;

create function app.waiting_applicant(sign_up_id uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare v_user_id uuid;
begin
  select a.user_id into v_user_id from app.applications a
  where a.id = waiting_applicant.sign_up_id and public.application_state(a.id) = 'waiting';
  if v_user_id is null then
    perform app.refuse('application_not_found', 404, 'No application with this form waits');
  end if;
  return v_user_id;
end $$;
comment on function app.waiting_applicant is
  'The id of the person whose application, with this form, waits for approval. '
  'Errors: application_not_found.';

-- The functions for an applicant return no names, numbers or pictures, so a leaked form id reveals nothing about the
-- person. This function returns only which data of the car is missing.
create function app.missing_car_facts(driver_id uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(f.name order by f.place), '{}') from public.drivers d,
    lateral (values (1, 'vehicle_make', d.vehicle_make), (2, 'vehicle_model', d.vehicle_model),
      (3, 'vehicle_number', d.vehicle_number)) f (place, name, said)
  where d.id = missing_car_facts.driver_id and app.is_blank(f.said)
$$;
comment on function app.missing_car_facts is
  'What is still unknown of a driver''s car but needed by riders: names of empty columns of drivers. The colour is '
  'optional.';

create function public.application(sign_up_id uuid) returns public.driver_application
language plpgsql stable security definer set search_path = '' as $$
declare
  v_answer public.driver_application;
  v_user_id uuid := (select a.user_id from app.applications a where a.id = application.sign_up_id);
begin
  v_answer.state := public.application_state(application.sign_up_id);
  if v_answer.state is null then return null; end if;
  v_answer.car_missing := case when v_answer.state = 'waiting' then app.missing_car_facts(v_user_id) else '{}' end;
  v_answer.papers := coalesce((select jsonb_agg(jsonb_build_object('kind', d.kind, 'status', d.status, 'unreadable',
    d.unreadable, 'expires_on', d.expires_on,
      'created_at', d.created_at, 'note', d.note) order by d.created_at desc, d.id desc)
    from public.driver_documents d where d.driver_id = v_user_id and v_answer.state = 'waiting'), '[]');
  return v_answer;
end $$;
comment on function public.application is
  'State of a driver''s application, by the random id of the sign-up form; no row if there is none. While it waits '
  'also the documents, latest first, and the missing data of the car.';
grant execute on function public.application(uuid) to anon, authenticated;

create function app.can_follow_application(topic text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from app.applications a
    where a.id::text = substr(can_follow_application.topic, length('application:') + 1)
      and public.application_state(a.id) = 'waiting')
$$;
comment on function app.can_follow_application is
  'Whether a client may join the topic application:<id of the form>: an application with this id must wait. The id is '
  'random, and only the applicant has it.';
grant execute on function app.can_follow_application(text) to anon;
