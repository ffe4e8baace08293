-- Told times: steps of a trip (arrival, start, end and so on) that a driver's phone recorded while it was offline and
-- sent later, each with the time that the phone reports for it (reported_at).
-- Access: internal, for the functions that confirm the steps of a trip; but each driver who once accepted a booking can
--         add missed steps to its history
-- Tests:  tests/db/reported_times.sql

create function app.find_repeated_step(booking public.bookings, step text, client_key uuid, out is_repeat boolean,
  out refusal jsonb)
language plpgsql volatile security definer set search_path = '' as $$
begin
  is_repeat := false;
  if find_repeated_step.client_key is null then return; end if;
  select true, t.refusal into is_repeat, refusal from app.reported_steps t
  where t.booking_id = (booking).id and t.driver_id = auth.uid() and t.step = find_repeated_step.step
    and t.client_key = find_repeated_step.client_key;
  is_repeat := coalesce(is_repeat, false);
  -- A retry of a refused step returns the stored refusal with its HTTP status.
  if refusal is not null then perform set_config('response.status', '403', true); end if;
end $$;
comment on function app.find_repeated_step is
  'Whether the caller has already sent this step with this key; if it was refused, also the refusal.';

create function app.record_step(booking public.bookings, step text, client_key uuid,
  refusal jsonb default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if record_step.client_key is null then return; end if;
  -- The call of an admin is not stored, because only drivers' phones retry.
  insert into app.reported_steps (booking_id, driver_id, step, client_key, refusal)
  select (booking).id, d.id, record_step.step, record_step.client_key, record_step.refusal from public.drivers d
    where d.id = auth.uid() on conflict do nothing;
end $$;

create function app.flag_reported_time(booking_id uuid, counts_at timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  update public.booking_finances f set flags = f.flags || '{reported_time}'
  where f.booking_id = flag_reported_time.booking_id and flag_reported_time.counts_at < app.now()
    and not 'reported_time' = any (f.flags)
$$;
comment on function app.flag_reported_time is
  'Flags a booking if a step counts from a time before the server received it.';

-- Sets the driver as actor for the next event, with the driver's position.
create function app.set_driver_actor(driver_id uuid, note text default null) returns void
language sql volatile security definer set search_path = '' as $$
  select app.set_actor('driver', set_driver_actor.driver_id, p.lat, p.lng, set_driver_actor.note)
  from (select 1) one left join public.driver_positions p on p.driver_id = set_driver_actor.driver_id
$$;

-- Sets the driver as actor for the next event, with the time that the phone reports (reported_at) and the driver's
-- position at that time.
create function app.set_driver_actor_at(booking public.bookings, reported_at timestamptz,
  note text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if set_driver_actor_at.reported_at is null then
    perform app.set_driver_actor((booking).driver_id, set_driver_actor_at.note);
    return;
  end if;
  perform app.set_actor('driver', (booking).driver_id, p.lat, p.lng, set_driver_actor_at.note)
  from (select 1) one left join lateral app.place_at(booking, set_driver_actor_at.reported_at) p on true;
  perform set_config('app.actor',
    (app.actor() || jsonb_build_object('reported_at', set_driver_actor_at.reported_at))::text, true);
end $$;

create function public.record_missed_step(booking_id uuid, step text, reason text, client_key uuid, at timestamptz)
  returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.driver_row(app.caller());
  v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = record_missed_step.booking_id
    and exists (select 1 from public.booking_events e where e.booking_id = b.id and e.to_status = 'ACCEPTED'
      and e.from_status = 'NEW' and e.actor_id = v_driver.id)
  for no key update;
  if not found then perform app.refuse('booking_not_found', 404, 'The caller never accepted this booking'); end if;
  if record_missed_step.step is null or record_missed_step.step not in ('arrived', 'stop', 'started', 'returning',
    'reached', 'cash')
    or coalesce(record_missed_step.reason, '') !~ '^[a-z_]{1,60}$' or record_missed_step.client_key is null then
    perform app.refuse('select_proper', 422,
      'Give step (arrived, stop, started, returning, reached, cash), reason (the key of the refusal) and client_key');
  end if;
  if not coalesce(isfinite(record_missed_step.at), false) then
    perform app.refuse('reported_time_invalid', 422, 'Give the time at which it happened');
  end if;
  if (app.find_repeated_step(v_booking, 'missed_' || record_missed_step.step, record_missed_step.client_key)).is_repeat
    or (select count(*) from public.booking_events e where e.booking_id = v_booking.id and e.actor_id = v_driver.id
      and e.note like 'missed\_%') >= 20 then
    return false;
  end if;
  -- The time of the step is never before the acceptance. Later events of the booking do not limit it, because the
  -- driver was offline and could not know of them.
  perform app.set_actor('driver', v_driver.id);
  perform set_config('app.actor',
    (app.actor() || jsonb_build_object('reported_at', least(app.now(), greatest(record_missed_step.at,
    (select min(e.at) from public.booking_events e where e.booking_id = v_booking.id and e.to_status = 'ACCEPTED'
      and e.actor_id = v_driver.id)))))::text, true);
  perform app.add_event(v_booking.id, v_booking.status, v_booking.status,
    format('missed_%s: %s', record_missed_step.step, record_missed_step.reason));
  perform app.record_step(v_booking, 'missed_' || record_missed_step.step, record_missed_step.client_key);
  perform app.broadcast('booking:' || v_booking.id, 'booking', v_booking.id);
  return true;
end $$;
comment on function public.record_missed_step is
  'Stores in a booking''s history a step that its current or former driver made while offline and that was refused '
  'when it was sent (step: arrived, stop, started, returning, reached, cash; reason: the key of the refusal; at: '
  'when). Changes nothing else. Returns false if this key is already stored, or twenty steps are. '
  'Errors: must_login, not_a_driver, require_approval, booking_not_found, select_proper, reported_time_invalid.';
grant execute on function public.record_missed_step(uuid, text, text, uuid, timestamptz) to authenticated;
