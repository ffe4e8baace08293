-- Told times: steps of a trip (arrival, start, end and so on) that a driver's phone recorded while it was offline and sent
-- later, each with the time that the phone reports for it (told_at).
-- Needs:  bookings, positions, settings
-- Access: internal, for the functions that confirm the steps of a trip; but each driver who once accepted a booking can add
--   missed steps to its history
-- Tests:  tests/db/told_times.sql

-- Detects repeated steps: phones send a step again if they get no response. When the driver presses a button, the phone makes a
-- client_key, which is stored here with the step. So a repeated step changes nothing, even if the driver has meanwhile given
-- the booking back and accepted it again.
create table app.told_steps (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  driver_id uuid not null references public.drivers (id) on delete cascade,
  step text not null check (length(step) between 1 and 40),
  client_key uuid not null,
  refusal jsonb,
  at timestamptz not null default app.now(),
  primary key (booking_id, driver_id, step, client_key)
);
create index told_steps_driver_id on app.told_steps (driver_id);
create index told_steps_at on app.told_steps (at);
call app.describe('app.told_steps', $$
  Steps of trips that phones sent, by client_key; kept for 30 days.
  refusal: The response to a wrong start code. A retry gets it again, without counting as another try. Null if the step succeeded.
$$);
alter table app.told_steps enable row level security;

create function app.repeated(booking public.bookings, step text, client_key uuid, out is_repeat boolean, out refusal jsonb)
language plpgsql volatile security definer set search_path = '' as $$
begin
  is_repeat := false;
  if repeated.client_key is null then return; end if;
  select true, t.refusal into is_repeat, refusal from app.told_steps t
  where t.booking_id = (booking).id and t.driver_id = auth.uid() and t.step = repeated.step and t.client_key = repeated.client_key;
  is_repeat := coalesce(is_repeat, false);
  -- A retry of a refused step returns the stored refusal with its HTTP status.
  if refusal is not null then perform set_config('response.status', '403', true); end if;
end $$;
comment on function app.repeated is 'Whether the caller has already sent this step with this key; if it was refused, also the refusal.';

create function app.record_step(booking public.bookings, step text, client_key uuid, refusal jsonb default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if record_step.client_key is null then return; end if;
  -- The call of an admin is not stored, because only drivers' phones retry.
  insert into app.told_steps (booking_id, driver_id, step, client_key, refusal)
  select (booking).id, d.id, record_step.step, record_step.client_key, record_step.refusal from public.drivers d where d.id = auth.uid() on conflict do nothing;
end $$;

-- Times are compared in whole milliseconds, because JavaScript clients store no fractions of a millisecond.
create function app.check_acceptance(booking public.bookings, accepted_at timestamptz) returns void language plpgsql stable set search_path = '' as $$
begin
  if date_trunc('milliseconds', check_acceptance.accepted_at) is distinct from date_trunc('milliseconds', (booking).accepted_at)
    and check_acceptance.accepted_at is not null then
    perform app.refuse('job_changed', 409, 'The booking was accepted again since; this step belongs to an earlier acceptance');
  end if;
end $$;
comment on function app.check_acceptance is 'Refuses a step that belongs to an earlier acceptance of the booking: job_changed.';

-- Limits the time that a phone reports for an earlier step. The trail cannot prove this time, because the same phone sends the
-- trail. So the time counts at most settings.told_minutes back, never before the last event of the booking and never in the
-- future. Missed steps, and the change of status when the fare is computed at the end, do not count as the last event.
create function app.told_time(booking public.bookings, at timestamptz, out told_at timestamptz, out counts_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  counts_at := app.now();
  if told_time.at is null then return; end if;
  if not isfinite(told_time.at) then perform app.refuse('told_time_invalid', 422, 'Give the time at which it happened'); end if;
  select least(app.now(), greatest(told_time.at, max(coalesce(e.told_at, e.at)))) into told_at from public.booking_events e
  where e.booking_id = (booking).id and coalesce(e.note, '') not like 'missed\_%' and not (e.actor_role = 'system' and e.from_status = 'REACHED');
  select greatest(told_at, app.now() - make_interval(mins => s.told_minutes), (booking).accepted_at, (booking).arrived_at, (booking).started_at)
    into counts_at from public.settings s where s.id = 1;
end $$;
comment on function app.told_time is 'Takes the time that a phone reports for a step. Returns told_at, the time for the history, and counts_at, the time that counts for rules, at most settings.told_minutes ago. Without a reported time these are null and now. Errors: told_time_invalid.';

create function app.flag_told(booking_id uuid, counts_at timestamptz) returns void language sql volatile security definer set search_path = '' as $$
  update public.booking_finances f set flags = f.flags || '{told_time}'
  where f.booking_id = flag_told.booking_id and flag_told.counts_at < app.now() and not 'told_time' = any (f.flags)
$$;
comment on function app.flag_told is 'Flags a booking if a step counts from a time before the server received it.';

-- Returns where the driver was at a time (null: now): the latest position from the time before (`within`), either a point of the
-- trail or the driver's last report. Returns no row if there is no such position.
create function app.place_at(booking public.bookings, at timestamptz, within interval default interval '60 seconds')
returns table (lat double precision, lng double precision, heading double precision, accuracy double precision)
language sql stable security definer set search_path = '' rows 1 as $$
  select x.lat, x.lng, x.heading, x.accuracy from (
    select t.lat, t.lng, t.heading, t.accuracy, t.at from public.tracking_points t
    where t.booking_id = (booking).id and t.driver_id = (booking).driver_id and t.at > place_at.at - place_at.within and t.at <= place_at.at
    union all
    select p.lat, p.lng, p.heading, p.accuracy, p.updated_at from public.driver_positions p
    where p.driver_id = (booking).driver_id and p.updated_at > coalesce(place_at.at, app.now()) - place_at.within
      and (place_at.at is null or p.updated_at <= place_at.at)) x
  order by x.at desc limit 1
$$;

create function app.was_at(booking public.bookings, at timestamptz, lat double precision, lng double precision,
  within interval default interval '60 seconds') returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from app.place_at(booking, was_at.at, was_at.within) p where app.distance_m(was_at.lat, was_at.lng, p.lat, p.lng) <= 500)
$$;
comment on function app.was_at is 'Whether the driver''s last report before a time, at most a minute old or `within`, is within 500 m of a place.';

-- Sets the driver as actor for the next event, with the time that the phone reports (told_at) and the driver's position at that
-- time.
create function app.set_driver_actor_at(booking public.bookings, told_at timestamptz, note text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if set_driver_actor_at.told_at is null then
    perform app.set_driver_actor((booking).driver_id, set_driver_actor_at.note);
    return;
  end if;
  perform app.set_actor('driver', (booking).driver_id, p.lat, p.lng, set_driver_actor_at.note)
  from (select 1) one left join lateral app.place_at(booking, set_driver_actor_at.told_at) p on true;
  perform set_config('app.actor', (app.actor() || jsonb_build_object('told_at', set_driver_actor_at.told_at))::text, true);
end $$;

create function app.status_at(booking_id uuid, at timestamptz) returns text language sql stable security definer set search_path = '' as $$
  select e.to_status from public.booking_events e where e.booking_id = status_at.booking_id
    and e.from_status is distinct from e.to_status and coalesce(e.told_at, e.at) <= status_at.at
  order by e.id desc limit 1
$$;
comment on function app.status_at is 'The status of a booking at a time in the past, according to told_at of its events.';

-- Returns the start and the end of the ride as the driver reported them. Points measured before or after do not belong to the
-- trail. Late points that the server received after heard_until, when the end was reported, do not count either.
create function app.trail_span(booking public.bookings, out since timestamptz, out until timestamptz, out heard_until timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  select coalesce(min(e.told_at) filter (where e.to_status = 'STARTED'), (booking).started_at),
    coalesce(min(e.told_at) filter (where e.to_status = 'REACHED'), (booking).reached_at, app.now()),
    coalesce(min(e.at) filter (where e.to_status = 'REACHED'), 'infinity') into since, until, heard_until
  from public.booking_events e where e.booking_id = (booking).id and e.to_status in ('STARTED', 'REACHED') and e.from_status is distinct from e.to_status;
end $$;

-- If the phone was offline and reported the arrival later (with told_at), returns when the server received this report;
-- otherwise null. Rules that must not rely on the phone's clock count from this time.
create function app.arrival_heard(booking public.bookings) returns timestamptz language sql stable security definer set search_path = '' as $$
  select e.at from public.booking_events e where e.booking_id = (booking).id and e.to_status = 'ARRIVED' and e.from_status = 'ACCEPTED'
    and e.told_at is not null and e.at >= (booking).accepted_at
  order by e.id desc limit 1
$$;

create function public.keep_missed_step(booking_id uuid, step text, reason text, client_key uuid, at timestamptz) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.driver_row(app.caller());
  v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = keep_missed_step.booking_id
    and exists (select 1 from public.booking_events e where e.booking_id = b.id and e.to_status = 'ACCEPTED' and e.from_status = 'NEW' and e.actor_id = v_driver.id)
  for no key update;
  if not found then perform app.refuse('booking_not_found', 404, 'The caller never accepted this booking'); end if;
  if keep_missed_step.step is null or keep_missed_step.step not in ('arrived', 'stop', 'started', 'returning', 'reached', 'cash')
    or coalesce(keep_missed_step.reason, '') !~ '^[a-z_]{1,60}$' or keep_missed_step.client_key is null then
    perform app.refuse('select_proper', 422, 'Give step (arrived, stop, started, returning, reached, cash), reason (the key of the refusal) and client_key');
  end if;
  if not coalesce(isfinite(keep_missed_step.at), false) then
    perform app.refuse('told_time_invalid', 422, 'Give the time at which it happened');
  end if;
  if (app.repeated(v_booking, 'missed_' || keep_missed_step.step, keep_missed_step.client_key)).is_repeat
    or (select count(*) from public.booking_events e where e.booking_id = v_booking.id and e.actor_id = v_driver.id and e.note like 'missed\_%') >= 20 then
    return false;
  end if;
  -- The time of the step is never before the acceptance. Later events of the booking do not limit it, because the driver was
  -- offline and could not know of them.
  perform app.set_actor('driver', v_driver.id);
  perform set_config('app.actor', (app.actor() || jsonb_build_object('told_at', least(app.now(), greatest(keep_missed_step.at,
    (select min(e.at) from public.booking_events e where e.booking_id = v_booking.id and e.to_status = 'ACCEPTED' and e.actor_id = v_driver.id)))))::text, true);
  perform app.add_event(v_booking.id, v_booking.status, v_booking.status, format('missed_%s: %s', keep_missed_step.step, keep_missed_step.reason));
  perform app.record_step(v_booking, 'missed_' || keep_missed_step.step, keep_missed_step.client_key);
  perform app.broadcast('booking:' || v_booking.id, 'booking', v_booking.id);
  return true;
end $$;
comment on function public.keep_missed_step is 'Stores in a booking''s history a step that its current or former driver made while offline and that was refused when it was sent (step: arrived, stop, started, returning, reached, cash; reason: the key of the refusal; at: when). Changes nothing else. Returns false if this key is already stored, or twenty steps are. Errors: must_login, not_a_driver, require_approval, booking_not_found, select_proper, told_time_invalid.';
grant execute on function public.keep_missed_step(uuid, text, text, uuid, timestamptz) to authenticated;
