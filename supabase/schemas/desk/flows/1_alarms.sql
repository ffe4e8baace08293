-- SOS: a rider on a trip, or a driver at any time, calls the desk for help.

create function public.raise_alarm(booking_id uuid default null, lat double precision default null,
  lng double precision default null)
returns public.raised_alarm
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings;
  -- An invalid position is left out instead of refused, because the alarm must be raised in any case.
  v_is_place boolean := coalesce(app.is_place(raise_alarm.lat, raise_alarm.lng), false);
begin
  if not app.is_party(v_me.usertype) then
    perform app.refuse('not_allowed', 403, 'Only riders and drivers can raise an alarm');
  end if;
  v_booking := app.alarm_booking(v_me, raise_alarm.booking_id);
  perform app.enforce_limit('alarm', v_me.id::text);
  insert into app.alarms as a (booking_id, reason, person_id, lat, lng)
  values (v_booking.id, 'sos', v_me.id, case when v_is_place then raise_alarm.lat end,
    case when v_is_place then raise_alarm.lng end)
  on conflict on constraint alarms_person do update set booking_id = coalesce(excluded.booking_id, a.booking_id),
    lat = coalesce(excluded.lat, a.lat), lng = coalesce(excluded.lng, a.lng), updated_at = app.now();
  return app.alarm_state(v_me.id);
end $$;
comment on function public.raise_alarm is
  'A rider (from acceptance until 30 minutes after the end) or a driver (at any time) calls the desk for help: '
  'attention_list shows the alarm at once. A repeated call updates the same alarm. An invalid or missing position is '
  'ignored, and the position of the car is shown. Returns {id, since, has_place, has_number}. '
  'Errors: must_login, user_issue_contact_admin, not_allowed, booking_not_found, wrong_status, too_many_requests.';
grant execute on function public.raise_alarm(uuid, double precision, double precision) to authenticated;

create function public.close_alarm(id uuid, note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_note text := nullif(btrim(app.plain_lines(left(close_alarm.note, app.message_length() + 1))), '');
  v_alarm app.alarms;
begin
  perform app.require_permission('bookings');
  if v_note is null or app.is_blank(v_note) then
    perform app.refuse('reason_required', 422, 'Say what was done about the alarm');
  elsif length(v_note) > app.message_length() then
    perform app.refuse('message_invalid', 422, format('Write 1 to %s characters', app.message_length()));
  end if;
  delete from app.alarms a where a.id = close_alarm.id returning a.* into v_alarm;
  if not found then perform app.refuse('alarm_not_found', 404, 'No such alarm, or already closed'); end if;
  perform app.audit('close_alarm', case when v_alarm.booking_id is null then 'profiles' else 'bookings' end,
    coalesce(v_alarm.booking_id, v_alarm.person_id)::text,
    jsonb_build_object('reason', v_alarm.reason, 'person_id', v_alarm.person_id, 'since', v_alarm.since),
      jsonb_build_object('note', v_note));
end $$;
comment on function public.close_alarm is
  'An admin records what was done about an alarm (up to 1000 characters) and closes it. Also allowed in a demo, whose '
  'visitors may raise alarms. Audited. '
  'Errors: must_login, not_allowed, reason_required, message_invalid, alarm_not_found.';
grant execute on function public.close_alarm(uuid, text) to authenticated;
