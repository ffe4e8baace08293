-- Told times: steps of a trip (arrival, start, end and so on) that a driver's phone recorded while it was offline and
-- sent later, each with the time that the phone reports for it (reported_at).

-- Times are compared in whole milliseconds, because JavaScript clients store no fractions of a millisecond.
create function app.check_acceptance(booking public.bookings, accepted_at timestamptz) returns void
language plpgsql stable set search_path = '' as $$
begin
  if date_trunc('milliseconds', check_acceptance.accepted_at) is distinct from date_trunc('milliseconds',
    (booking).accepted_at)
    and check_acceptance.accepted_at is not null then
    perform app.refuse('job_changed', 409,
      'The booking was accepted again since; this step belongs to an earlier acceptance');
  end if;
end $$;
comment on function app.check_acceptance is
  'Refuses a step that belongs to an earlier acceptance of the booking: job_changed.';

-- Limits the time that a phone reports for an earlier step. The trail cannot prove this time, because the same phone
-- sends the trail. So the time counts at most settings.late_report_minutes back, never before the last event of the
-- booking and never in the future. Missed steps, and the change of status when the fare is computed at the end, do not
-- count as the last event.
create function app.limit_reported_time(booking public.bookings, at timestamptz, out reported_at timestamptz,
  out counts_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  counts_at := app.now();
  if limit_reported_time.at is null then return; end if;
  if not isfinite(limit_reported_time.at) then
    perform app.refuse('reported_time_invalid', 422, 'Give the time at which it happened');
  end if;
  select least(app.now(), greatest(limit_reported_time.at, max(coalesce(e.reported_at, e.at)))) into reported_at
    from public.booking_events e
  where e.booking_id = (booking).id and coalesce(e.note, '') not like 'missed\_%'
    and not (e.actor_role = 'system' and e.from_status = 'REACHED');
  select greatest(reported_at, app.now() - make_interval(mins => s.late_report_minutes), (booking).accepted_at,
    (booking).arrived_at, (booking).started_at)
    into counts_at from public.settings s where s.id = 1;
end $$;
comment on function app.limit_reported_time is
  'Takes the time that a phone reports for a step. Returns reported_at, the time for the history, and counts_at, the '
  'time that counts for rules, at most settings.late_report_minutes ago. Without a reported time these are null and '
  'now. '
  'Errors: reported_time_invalid.';

-- Returns where the driver was at a time (null: now): the latest position from the time before (`within`), either a
-- point of the trail or the driver's last report. Returns no row if there is no such position.
create function app.place_at(booking public.bookings, at timestamptz, within interval default interval '60 seconds')
returns table (lat double precision, lng double precision, heading double precision, accuracy double precision)
language sql stable security definer set search_path = '' rows 1 as $$
  select x.lat, x.lng, x.heading, x.accuracy from (
    select t.lat, t.lng, t.heading, t.accuracy, t.at from public.tracking_points t
    where t.booking_id = (booking).id and t.driver_id = (booking).driver_id and t.at > place_at.at - place_at.within
      and t.at <= place_at.at
    union all
    select p.lat, p.lng, p.heading, p.accuracy, p.updated_at from public.driver_positions p
    where p.driver_id = (booking).driver_id and p.updated_at > coalesce(place_at.at, app.now()) - place_at.within
      and (place_at.at is null or p.updated_at <= place_at.at)) x
  order by x.at desc limit 1
$$;

create function app.was_at(booking public.bookings, at timestamptz, lat double precision, lng double precision,
  within interval default interval '60 seconds') returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from app.place_at(booking, was_at.at, was_at.within) p
    where app.distance_m(was_at.lat, was_at.lng, p.lat, p.lng) <= 500)
$$;
comment on function app.was_at is
  'Whether the driver''s last report before a time, at most a minute old or `within`, is within 500 m of a place.';

create function app.status_at(booking_id uuid, at timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  select e.to_status from public.booking_events e where e.booking_id = status_at.booking_id
    and e.from_status is distinct from e.to_status and coalesce(e.reported_at, e.at) <= status_at.at
  order by e.id desc limit 1
$$;
comment on function app.status_at is
  'The status of a booking at a time in the past, according to reported_at of its events.';

-- Returns the start and the end of the ride as the driver reported them. Points measured before or after do not belong
-- to the trail. Late points that the server received after received_until, when the end was reported, do not count
-- either.
create function app.trail_span(booking public.bookings, out since timestamptz, out until timestamptz,
  out received_until timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  select coalesce(min(e.reported_at) filter (where e.to_status = 'STARTED'), (booking).started_at),
    coalesce(min(e.reported_at) filter (where e.to_status = 'REACHED'), (booking).reached_at, app.now()),
    coalesce(min(e.at) filter (where e.to_status = 'REACHED'), 'infinity') into since, until, received_until
  from public.booking_events e where e.booking_id = (booking).id and e.to_status in ('STARTED', 'REACHED')
    and e.from_status is distinct from e.to_status;
end $$;

-- If the phone was offline and reported the arrival later (with reported_at), returns when the server received this
-- report; otherwise null. Rules that must not rely on the phone's clock count from this time.
create function app.arrival_received_at(booking public.bookings) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select e.at from public.booking_events e where e.booking_id = (booking).id and e.to_status = 'ARRIVED'
    and e.from_status = 'ACCEPTED'
    and e.reported_at is not null and e.at >= (booking).accepted_at
  order by e.id desc limit 1
$$;
