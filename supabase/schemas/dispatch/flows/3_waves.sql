-- Waves: the search for a driver asks a few drivers at a time (a wave), then the next ones.
-- Access: internal, except nudge_dispatch for the rider
-- Tests:  tests/db/dispatch.sql, tests/db/races.test.ts

create function app.expire_offers(booking_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.booking_offers o set status = 'lapsed', answered_at = app.now()
  where o.booking_id = expire_offers.booking_id and o.status = 'open' and o.expires_at <= app.now();
end $$;

create function app.cancel_undriven(booking_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.set_actor('system', note => cancel_undriven.reason);
  perform app.move_booking(cancel_undriven.booking_id, 'CANCELLED',
    jsonb_build_object('cancelled_by', 'system', 'reason', cancel_undriven.reason, 'cancelled_at', app.now()));
end $$;

-- Offers the booking to the next wave of drivers and logs the search; returns the number of drivers asked.
create function app.ask_wave(booking public.bookings, queue app.dispatch_queue, settings public.settings)
  returns integer
language plpgsql security definer set search_path = '' as $$
declare
  -- In mode "all" every driver within the radius is asked, but at most 500, because a server can handle that many at
  -- once.
  v_size integer := case when (settings).dispatch_mode = 'all' then 500 else (settings).wave_size end;
  v_wave integer := (queue).wave + 1;
  v_in_search integer := v_wave - (queue).waves_before;
  v_candidates jsonb;
  v_exclusions jsonb;
  v_asked integer;
begin
  with ranked as (
    select j.*, row_number() over (partition by j.reason is null order by j.distance_km, j.driver_id) as place
    from app.rank_candidates(booking, v_size) j
  ), passed as (
    select j.driver_id, j.distance_km, coalesce(j.reason, 'beyond_wave') as reason from ranked j
      where j.reason is not null or j.place > v_size
    union all
    select o.driver_id, o.distance_km, o.reason from app.excluded_drivers(booking) o
      where not exists (select 1 from ranked j where j.driver_id = o.driver_id)
  )
  select
    (select coalesce(jsonb_agg(jsonb_build_object('driver_id', j.driver_id, 'distance_km', j.distance_km)
      order by j.place), '[]')
      from ranked j where j.reason is null and j.place <= v_size),
    (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from passed p)
    into v_candidates, v_exclusions;
  v_asked := jsonb_array_length(v_candidates);

  perform app.make_offers(booking, (select array_agg(c.driver_id)
    from jsonb_to_recordset(v_candidates) as c (driver_id uuid)),
    v_wave, (settings).offer_timeout);
  perform app.record_wave(booking, v_wave, (settings).dispatch_mode,
    case when (settings).dispatch_mode = 'all' then round((app.radius_m() / 1000)::numeric, 3)
      else app.wave_circle(settings, v_in_search, v_asked, (v_candidates -> -1 ->> 'distance_km')::numeric) end,
    v_candidates, v_exclusions);
  -- If no driver was asked, the search is repeated after 4 s, because drivers may come on duty or become free. The
  -- search rests for a minute (rest_until) only after the last of settings.wave_count waves that asked drivers.
  update app.dispatch_queue q set wave = q.wave + (v_asked > 0)::integer,
    due_at = app.now() + make_interval(secs => case when v_asked > 0 then (settings).offer_timeout else 4 end),
    rest_until = case when v_asked > 0 and v_in_search >= (settings).wave_count then app.now() + interval '1 minute' end
  where q.booking_id = (booking).id;
  perform app.set_dispatch_note((booking).id, case when v_asked > 0 then null
    when v_exclusions @> '[{"reason": "lapsed"}]' or v_exclusions @> '[{"reason": "left_duty"}]' then
      'no_driver_answered' else 'no_driver_nearby' end);
  return v_asked;
end $$;

-- While a search rests after its waves, asks drivers who came since: who were neither asked nor left out as too many by
-- the last wave. The rest is for drivers who did not answer; a driver who comes on duty must not wait for its end.
create function app.ask_new_drivers(booking public.bookings, queue app.dispatch_queue, settings public.settings)
  returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_size integer := case when (settings).dispatch_mode = 'all' then 500 else (settings).wave_size end;
  v_last public.dispatch_waves;
  v_farthest numeric;
  v_candidates jsonb;
  v_asked integer;
begin
  select w.* into v_last from public.dispatch_waves w where w.booking_id = (booking).id order by w.id desc limit 1;
  -- The log lists the 50 nearest drivers who were not asked. Beyond the last of a full list nobody is known to be new.
  select case when count(*) >= 50 then max((x ->> 'distance_km')::numeric) end into v_farthest
    from jsonb_array_elements(v_last.exclusions) x;
  select coalesce(jsonb_agg(jsonb_build_object('driver_id', n.driver_id, 'distance_km', n.distance_km)
    order by n.distance_km, n.driver_id), '[]') into v_candidates
  from (select j.driver_id, j.distance_km from app.rank_candidates(booking, v_size) j
    where j.reason is null and (v_farthest is null or j.distance_km < v_farthest)
      and not exists (select 1 from public.booking_offers o where o.booking_id = (booking).id
        and o.driver_id = j.driver_id)
      and not coalesce(v_last.exclusions, '[]') @> jsonb_build_array(jsonb_build_object('driver_id', j.driver_id,
        'reason', 'beyond_wave'))
    order by j.distance_km, j.driver_id limit v_size) n;
  v_asked := jsonb_array_length(v_candidates);
  if v_asked = 0 then
    perform app.set_dispatch_note((booking).id, 'no_driver_answered');
    update app.dispatch_queue q set due_at = least((queue).rest_until, app.now() + interval '4 seconds')
      where q.booking_id = (booking).id;
    return 0;
  end if;
  perform app.make_offers(booking, (select array_agg(c.driver_id)
    from jsonb_to_recordset(v_candidates) as c (driver_id uuid)), (queue).wave + 1, (settings).offer_timeout);
  perform app.record_wave(booking, (queue).wave + 1, (settings).dispatch_mode,
    round((app.radius_m() / 1000)::numeric, 3), v_candidates, coalesce(v_last.exclusions, '[]'));
  update app.dispatch_queue q
    set wave = q.wave + 1, due_at = app.now() + make_interval(secs => (settings).offer_timeout)
    where q.booking_id = (booking).id;
  perform app.set_dispatch_note((booking).id, null);
  return v_asked;
end $$;

-- Makes one step of the search for a driver. The caller has locked the booking. Returns the number of drivers asked.
create function app.dispatch_booking(booking_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
  v_queue app.dispatch_queue;
  v_settings public.settings;
  v_expires_at timestamptz;
  v_asked integer;
begin
  select b.* into v_booking from public.bookings b where b.id = dispatch_booking.booking_id;
  select q.* into v_queue from app.dispatch_queue q where q.booking_id = dispatch_booking.booking_id for no key update;
  v_settings := app.settings();
  if v_booking.status is distinct from 'NEW' or v_queue.booking_id is null then return 0; end if;
  perform app.expire_offers(v_booking.id);
  select max(o.expires_at) into v_expires_at from public.booking_offers o where o.booking_id = v_booking.id
    and o.status = 'open';
  if v_expires_at is not null then
    update app.dispatch_queue q set due_at = v_expires_at where q.booking_id = v_booking.id;
    return 0;
  end if;
  if not v_settings.auto_dispatch then
    update app.dispatch_queue q set due_at = app.now() + interval '1 minute' where q.booking_id = v_booking.id;
    return 0;
  end if;
  if v_queue.first_at + make_interval(mins => v_settings.search_minutes) <= app.now() then
    perform app.cancel_undriven(v_booking.id, 'no_driver_available');
    return 0;
  end if;
  if v_queue.rest_until > app.now() then return app.ask_new_drivers(v_booking, v_queue, v_settings); end if;
  -- The time of the search counts from the lead time of a later booking, also if a returned one is offered before.
  update app.dispatch_queue q set first_at = coalesce(q.first_at, greatest(app.now(),
    case when v_booking.book_later then v_booking.trip_at - make_interval(mins => v_settings.lead_minutes) end))
      where q.booking_id = v_booking.id;
  v_asked := app.ask_at_door(v_booking, v_queue, v_settings);
  if v_asked = 0 then v_asked := app.ask_wave(v_booking, v_queue, v_settings); end if;
  return coalesce(v_asked, 0);
end $$;
comment on function app.dispatch_booking is
  'Offers the booking to the next wave of drivers, unless offers are open, the search pauses or auto-dispatch is off; '
  'cancels the booking after settings.search_minutes. Returns the number of drivers asked.';

create function app.queue_search(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (booking).status = 'NEW' then
    insert into app.dispatch_queue as q (booking_id, due_at, wave, waves_before)
    select (booking).id, case when (booking).book_later then greatest(app.now(),
      (booking).trip_at - make_interval(mins =>
        -- A later booking that its driver returned shortly before the trip is offered at once, so that another driver
        -- has all the time that is left.
        case when (booking).dispatch_note = 'driver_cancelled' then greatest(s.lead_minutes, s.reminder_minutes)
          else s.lead_minutes end)) else app.now() end, w.n, w.n
    from public.settings s
    cross join lateral (select coalesce(max(w.wave), 0) as n from public.dispatch_waves w
      where w.booking_id = (booking).id) w
    where s.id = 1
    on conflict on constraint dispatch_queue_pkey do nothing;
  else
    delete from app.dispatch_queue q where q.booking_id = (booking).id;
  end if;
  if (booking).status = 'CANCELLED' then
    update public.booking_offers o set status = 'withdrawn', answered_at = app.now() where o.booking_id = (booking).id
      and o.status = 'open';
  end if;
end $$;
comment on function app.queue_search is
  'Puts a NEW booking into the queue of the search, and removes a booking with another status from it; withdraws the '
  'offers of a cancelled booking.';

-- Going on and off duty -----------------------------------------------------------------------------------------------

-- Ends the open offers of a driver, so that the next drivers are asked at once. Skips rows that an acceptance has
-- locked: it wins, and waiting for it could deadlock. A later booking whose search has not begun waits for it as
-- before. A wave whose drivers have all left duty does not count, so that nobody uses up a search by going on and off
-- duty.
create function app.end_offers(driver_id uuid, status public.offer_status) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  with open as (select o.id from public.booking_offers o where o.driver_id = end_offers.driver_id and o.status = 'open'
    for no key update skip locked),
  ended as (update public.booking_offers o set status = end_offers.status, answered_at = app.now() from open
    where o.id = open.id returning o.booking_id, o.wave),
  waiting as (select q.booking_id,
      case when b.book_later and q.first_at is null then greatest(app.now(),
        b.trip_at - make_interval(mins => s.lead_minutes)) else app.now() end as due_at,
      q.waves_before < q.wave and q.wave = e.wave and end_offers.status = 'left_duty'
        and not exists (select 1 from public.booking_offers o
        where o.booking_id = e.booking_id and o.wave = e.wave and o.driver_id <> end_offers.driver_id
          and o.status <> 'left_duty') as is_void
    from ended e join app.dispatch_queue q on q.booking_id = e.booking_id join public.bookings b on b.id = q.booking_id
      join public.settings s on s.id = 1
    where not exists (select 1 from public.booking_offers o where o.booking_id = e.booking_id and o.status = 'open'
      and o.driver_id <> end_offers.driver_id)
    for no key update of q skip locked)
  update app.dispatch_queue q set due_at = least(q.due_at, waiting.due_at),
    waves_before = q.waves_before + waiting.is_void::integer,
    rest_until = case when not waiting.is_void then q.rest_until end
  from waiting where q.booking_id = waiting.booking_id;
end $$;
comment on function app.end_offers is
  'Ends a driver''s open offers with this status: left_duty if the driver went off duty, otherwise withdrawn. The '
  'searches continue at once.';

-- What is due in dispatch ---------------------------------------------------------------------------------------------

-- Engages drivers for later bookings that they accepted ahead of time: at the booking's lead time, once the driver is
-- free.
create function app.engage_due() returns void language plpgsql volatile security definer set search_path = '' as $$
declare
  v_driver_id uuid;
  v_id uuid;
begin
  for v_driver_id, v_id in
    -- The driver may have another car than at the acceptance: the rider looks for the plate that comes.
    update public.bookings b set engaged_at = app.now(), vehicle_number = v.vehicle_number,
      vehicle_make = v.vehicle_make, vehicle_model = v.vehicle_model,
      vehicle_color = v.vehicle_color
    from public.drivers v
    where v.id = b.driver_id and b.id in (
      select distinct on (d.driver_id) d.id from public.bookings d, public.settings s
      where d.status = 'ACCEPTED' and d.engaged_at is null and s.id = 1
        and d.trip_at - make_interval(mins => s.lead_minutes) <= app.now() and not app.is_busy(d.driver_id)
      order by d.driver_id, d.trip_at)
      and b.status = 'ACCEPTED' and b.engaged_at is null
    returning b.driver_id, b.id
  loop
    perform app.refresh_driver(v_driver_id);
    perform app.broadcast('driver:' || v_driver_id, 'booking', v_id);
  end loop;
end $$;

-- Reminds the rider and the assigned driver of a later booking, once. No reminder is sent if the booking was made less
-- than settings.reminder_minutes before the trip, or if the time of the trip has passed.
create function app.remind_due() returns void language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  for v_booking in
    update public.bookings b set reminded_at = app.now()
    where b.id in (select r.id from public.bookings r, public.settings s
      where r.book_later and r.reminded_at is null and app.is_upcoming(r.status) and s.id = 1
        and r.trip_at - make_interval(mins => s.reminder_minutes) <= app.now()
      order by r.trip_at limit 200 for no key update of r skip locked)
    returning b.*
  loop
    continue when v_booking.trip_at <= app.now()
      or v_booking.created_at >= v_booking.trip_at - make_interval(mins => (app.settings()).reminder_minutes);
    perform app.notify(p.id, 'trip_reminder', app.notice_params(v_booking), v_booking.id)
    from unnest(array[v_booking.customer_id, v_booking.driver_id]) p (id) where p.id is not null;
  end loop;
end $$;

create function public.nudge_dispatch(booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = nudge_dispatch.booking_id
    and (b.customer_id = v_me.id or v_me.usertype = 'admin' and app.is_shown(b.id));
  if not found then perform app.refuse('booking_not_found', 404, 'No such booking of the caller'); end if;
  perform 1 from public.bookings b where b.id = v_booking.id for no key update skip locked;
  if found and exists (select 1 from app.dispatch_queue q where q.booking_id = v_booking.id
    and q.due_at <= app.now()) then
    perform app.dispatch_booking(v_booking.id);
  end if;
  select b.* into v_booking from public.bookings b where b.id = v_booking.id;
  return v_booking;
end $$;
comment on function public.nudge_dispatch is
  'Continues the search for a driver if its next step is due; called by the rider''s page. Returns the booking. '
  'Errors: must_login, booking_not_found.';
grant execute on function public.nudge_dispatch(uuid) to authenticated;
