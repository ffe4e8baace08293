-- Cases: reports to the desk by a rider after a trip (lost item, fare, other) or by a driver during or after it, and
--        the desk's answer.
-- Access: riders and drivers open and read their own cases; admins with the permission bookings read and answer all
-- Tests:  tests/db/cases.sql

create function public.open_case(booking_id uuid, kind text, message text, reach text default null) returns public.cases
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings;
  v_case public.cases;
  v_message text := app.case_text(open_case.message, 2000);
  v_reach text := case when open_case.kind = 'lost' then app.case_text(open_case.reach, 200) end;
begin
  select b.* into v_booking from public.bookings b where b.id = open_case.booking_id and b.customer_id = v_me.id
    for no key update;
  if not found then perform app.refuse('booking_not_found', 404, 'No such booking of the caller'); end if;
  if open_case.kind is null or open_case.kind not in ('lost', 'fare', 'question') then
    perform app.refuse('select_proper', 422, 'kind is lost, fare or question');
  elsif v_message is null then
    perform app.refuse('message_invalid', 422, 'Describe what happened');
  elsif open_case.kind = 'lost' and v_reach is null then
    perform app.refuse('case_reach_missing', 422, 'Give a way to reach you');
  end if;
  perform app.check_case_time(v_booking, open_case.kind);
  select c.* into v_case from public.cases c where c.booking_id = v_booking.id and c.kind = open_case.kind
    and c.driver_id is null and c.closed_at is null;
  if found then
    -- The same text again counts as a retry: the client may not have received the first response.
    if v_case.message = v_message then return v_case; end if;
    perform app.refuse('case_open', 409, 'The desk has not closed the previous case');
  end if;
  perform app.enforce_limit('case', v_me.id::text);
  insert into public.cases (booking_id, customer_id, kind, message, reach)
  values (v_booking.id, v_me.id, open_case.kind, v_message, v_reach) returning * into v_case;
  return v_case;
end $$;
comment on function public.open_case is
  'A rider reports to the desk, within 30 days of a trip''s end: something lost (with reach, up to 200 characters), '
  'the fare, or a question, in up to 2000 characters. One open case per kind and booking; a retry returns it. '
  'Errors: must_login, booking_not_found, wrong_status (the trip is not over), select_proper, message_invalid, '
  'case_reach_missing, case_too_late, case_open, too_many_requests.';
grant execute on function public.open_case(uuid, text, text, text) to authenticated;

-- Opens a case for a driver who once accepted the trip, even if another driver has the trip now: a phone that was
-- offline sends the report later. If the same kind of report about the trip is still open, no second case is opened.
create function public.report_problem(booking_id uuid, kind text, message text,
  client_key uuid default gen_random_uuid()) returns public.cases
language plpgsql security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_key uuid := coalesce(report_problem.client_key, gen_random_uuid());
  v_message text := app.case_text(report_problem.message, 2000);
  v_booking public.bookings;
  v_case public.cases;
begin
  select c.* into v_case from public.cases c where c.client_key = v_key and c.driver_id = v_driver.id;
  if found then return v_case; end if;
  select b.* into v_booking from public.bookings b where b.id = report_problem.booking_id
    and (b.driver_id = v_driver.id and b.accepted_at is not null
    or exists (select 1 from public.booking_events e where e.booking_id = b.id and e.to_status = 'ACCEPTED'
      and e.from_status = 'NEW' and e.actor_id = v_driver.id))
  for no key update;
  if not found then
    perform app.refuse('booking_not_found', 404, 'The caller never accepted this booking');
  elsif report_problem.kind is null or report_problem.kind not in ('passenger', 'accident', 'vehicle', 'fare', 'found',
    'something') then
    perform app.refuse('select_proper', 422, 'kind is passenger, accident, vehicle, fare, found or something');
  elsif v_message is null then
    perform app.refuse('message_invalid', 422, 'Describe what happened');
  elsif coalesce(v_booking.reached_at, v_booking.cancelled_at) < app.now() - app.case_time() then
    perform app.refuse_case();
  end if;
  select c.* into v_case from public.cases c where c.booking_id = v_booking.id and c.kind = report_problem.kind
    and c.driver_id = v_driver.id and c.closed_at is null;
  if found then
    if v_case.message = v_message then return v_case; end if;
    perform app.refuse('case_open', 409, 'The desk has not closed the previous case');
  end if;
  perform app.enforce_limit('case', v_driver.id::text);
  insert into public.cases (booking_id, driver_id, kind, message, client_key)
  values (v_booking.id, v_driver.id, report_problem.kind, v_message, v_key)
  on conflict on constraint cases_client_key_key do nothing returning * into v_case;
  if v_case.id is null then perform app.refuse('select_proper', 422, 'Use a new client_key for every case'); end if;
  return v_case;
end $$;
comment on function public.report_problem is
  'A driver reports a problem on a trip that they accepted, from acceptance until 30 days after its end: kind '
  'passenger, accident, vehicle, fare, found (item left in the car) or something, in up to 2000 characters. One open '
  'case per kind, booking and driver. A repeated client_key, or the same text while a case is open, returns that '
  'case. '
  'Errors: must_login, account_suspended, require_approval, not_a_driver, booking_not_found, select_proper, '
  'message_invalid, case_too_late, case_open, too_many_requests.';
grant execute on function public.report_problem(uuid, text, text, uuid) to authenticated;

-- Admins read cases only through this function, because a demo must mask contacts.
create function public.booking_cases(booking_id uuid) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare v_rows jsonb;
begin
  perform app.require_permission('bookings');
  select jsonb_agg(to_jsonb(l.one) || case when app.is_demo() then jsonb_build_object('reach',
    app.masked_number((l.one).reach)) else '{}' end
    order by (l.one).created_at desc, (l.one).id) into v_rows
  from (select c as one from public.cases c where c.booking_id = booking_cases.booking_id
    order by c.created_at desc, c.id limit 50) l;
  if v_rows is not null then perform app.log_list('chat', booking_cases.booking_id, jsonb_array_length(v_rows)); end if;
  return app.page(v_rows::json);
end $$;
comment on function public.booking_cases is
  'Cases of a booking''s rider and driver, the latest 50, latest first; in a demo `reach` is masked. For admins. The '
  'access log records the read as that of a chat. @returns page of cases. '
  'Errors: must_login, not_allowed.';
grant execute on function public.booking_cases(uuid) to authenticated;

create function public.answer_case(id uuid, answer text default null, closes boolean default false) returns public.cases
language plpgsql security definer set search_path = '' as $$
declare
  v_answer text := app.case_text(answer_case.answer, 2000);
  v_was public.cases;
  v_case public.cases;
begin
  perform app.require_editor('bookings');
  select c.* into v_was from public.cases c where c.id = answer_case.id for no key update;
  if not found then
    perform app.refuse('case_not_found', 404, 'No such case');
  elsif v_was.closed_at is not null then
    perform app.refuse('case_closed', 409, 'The case is already closed');
  elsif v_answer is null and (v_was.answer is null or not coalesce(answer_case.closes, false)) then
    perform app.refuse('message_invalid', 422, 'Write an answer');
  end if;
  update public.cases c set answer = coalesce(v_answer, c.answer),
    answered_at = case when v_answer is null then c.answered_at else app.now() end,
    closed_at = case when answer_case.closes then app.now() end
  where c.id = v_was.id returning c.* into v_case;
  perform app.audit('answer_case', 'bookings', v_case.booking_id::text, jsonb_build_object('kind', v_case.kind),
    jsonb_strip_nulls(jsonb_build_object('answer', v_answer, 'closed', v_case.closed_at is not null)));
  if v_answer is not null then
    perform app.notify(coalesce(v_case.customer_id, v_case.driver_id), 'case_answered',
      jsonb_build_object('reference', b.reference), b.id)
    from public.bookings b where b.id = v_case.booking_id;
  end if;
  if app.is_demo() then v_case.reach := null; end if;
  return v_case;
end $$;
comment on function public.answer_case is
  'An admin answers a rider''s or driver''s case (up to 2000 characters, sent as a notice), closes the case, or both; '
  'a case cannot be closed without an answer. Audited. '
  'Errors: must_login, not_allowed, demo_mode, case_not_found, case_closed, message_invalid.';
grant execute on function public.answer_case(uuid, text, boolean) to authenticated;

create function app.purge_cases() returns void language sql volatile security definer set search_path = '' as $$
  update public.cases c set reach = null where c.reach is not null and c.closed_at < app.now() - interval '30 days';
  delete from public.cases c where c.closed_at < app.now() - interval '2 years'
$$;
comment on function app.purge_cases is 'Deletes `reach` 30 days after a case was closed, and cases after two years.';
