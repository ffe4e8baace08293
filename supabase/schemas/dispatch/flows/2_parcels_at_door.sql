-- Several parcels from one door: a driver who fetches a parcel takes along further parcels from the same pickup, and
-- confirms steps of several bookings at once.
-- Access: drivers who have an offer take parcels along; each driver confirms steps of their own bookings
-- Tests:  tests/db/parcels_at_door.sql, tests/db/races.test.ts

-- Does not wait for locks: a parcel that is locked at this moment keeps is_along, and its driver stays busy anyway.
create function app.promote_parcel(driver_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (select 1 from app.engaged_jobs(promote_parcel.driver_id) j where not j.is_along) then return; end if;
  update public.bookings b set is_along = false where b.id = (
    select n.id from public.bookings n where n.driver_id = promote_parcel.driver_id and n.is_along
      and n.engaged_at is not null
      and app.is_under_way(n.status) order by n.accepted_at, n.id limit 1 for no key update skip locked);
exception when unique_violation then
  null; -- another parcel has become the first one concurrently
end $$;
comment on function app.promote_parcel is
  'Makes the next parcel the driver''s engaged booking when the first of several parcels ends.';

-- Returns whether this parcel must wait. It waits while an earlier parcel of its sender at the same pickup is being
-- offered: its search is postponed until these offers expire. One driver should take all parcels, so only the first is
-- offered, and the others then go to the driver who accepts it. If no driver accepts the first within one round of
-- offers, the others are offered separately.
create function app.is_waiting_for_first_parcel(booking public.bookings, queue app.dispatch_queue,
  settings public.settings)
  returns boolean
language plpgsql security definer set search_path = '' as $$
declare v_until timestamptz;
begin
  if (queue).first_at + make_interval(secs => (settings).offer_timeout) <= app.now()
    or exists (select 1 from public.booking_offers o where o.booking_id = (booking).id) then
    return false;
  end if;
  select max(o.expires_at) into v_until from public.bookings b join public.booking_offers o on o.booking_id = b.id
  where b.customer_id = (booking).customer_id and b.category = 'delivery' and b.status = 'NEW'
    and (b.created_at, b.id) < ((booking).created_at, (booking).id)
    and app.is_one_door(b, booking) and o.status = 'open' and o.expires_at > app.now();
  if v_until is null then return false; end if;
  update app.dispatch_queue q set due_at = v_until where q.booking_id = (booking).id;
  return true;
end $$;
comment on function app.is_waiting_for_first_parcel is
  'Whether a parcel that was never offered waits, because an earlier parcel of its sender from the same door is being '
  'offered now.';

-- Before the normal search, offers a parcel to drivers who already fetch parcels at the same pickup and may take this
-- one along. Returns their number. If none of them accepts before the offers expire, the normal search begins. If there
-- are no such drivers, returns 0, or null while the parcel waits for its sender's first parcel.
create function app.ask_at_door(booking public.bookings, queue app.dispatch_queue, settings public.settings)
  returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_here jsonb;
  v_others jsonb;
  v_asked integer;
begin
  if (booking).category <> 'delivery' or (settings).parcels_at_once < 2 then return 0; end if;
  select coalesce(jsonb_agg(jsonb_build_object('driver_id', h.driver_id, 'distance_km', h.km)
    order by h.km, h.driver_id), '[]') into v_here from (
    select distinct b.driver_id,
      round((app.distance_m((booking).pickup_lat, (booking).pickup_lng, p.lat, p.lng) / 1000)::numeric, 2) as km
    from public.bookings b join public.driver_positions p on p.driver_id = b.driver_id
    where b.category = 'delivery' and app.is_awaiting_pickup(b.status) and b.engaged_at is not null
      -- Compares with a box around the pickup, which can use the index of pickups; app.can_join then checks the exact
      -- distance.
      and extensions.st_setsrid(extensions.st_makepoint(b.pickup_lng, b.pickup_lat), 4326) operator(extensions.&&)
        extensions.st_expand(extensions.st_setsrid(extensions.st_makepoint((booking).pickup_lng,
          (booking).pickup_lat), 4326),
          0.0005 / greatest(0.05, cos(radians((booking).pickup_lat))), 0.0005)
      and app.can_join(booking, b.driver_id) and app.exclusion_reason(booking, b.driver_id) is null) h;
  v_asked := jsonb_array_length(v_here);
  if v_asked = 0 then
    return case when app.is_waiting_for_first_parcel(booking, queue, settings) then null else 0 end;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('driver_id', j.driver_id, 'distance_km', j.distance_km, 'reason',
    coalesce(j.reason, 'beyond_wave'))), '[]')
    into v_others from app.rank_candidates(booking, (settings).wave_size) j;
  perform app.make_offers(booking, (select array_agg(c.driver_id)
    from jsonb_to_recordset(v_here) as c (driver_id uuid)), (queue).wave + 1, (settings).offer_timeout);
  perform app.record_wave(booking, (queue).wave + 1, 'door', 0.05, v_here, v_others);
  -- waves_before grows together with wave, so that this search does not count as one of settings.wave_count and does
  -- not widen the radius of the next wave.
  update app.dispatch_queue q set wave = q.wave + 1, waves_before = q.waves_before + 1,
    due_at = app.now() + make_interval(secs => (settings).offer_timeout)
  where q.booking_id = (booking).id;
  perform app.set_dispatch_note((booking).id, null);
  return v_asked;
end $$;
comment on function app.ask_at_door is
  'Offers a parcel to drivers who fetch parcels at its door. Returns the number of drivers asked; null while it waits '
  'for its sender''s first parcel.';

create function app.confirm_step(step jsonb) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid := app.uuid_of(step ->> 'booking_id');
  v_key uuid := app.uuid_of(step ->> 'client_key');
  v_accepted_at timestamptz := (step ->> 'accepted_at')::timestamptz;
  v_at timestamptz := (step ->> 'at')::timestamptz;
begin
  case step ->> 'step'
    when 'arrived' then return to_jsonb(public.arrive_at_pickup(v_id, v_accepted_at, v_key, v_at));
    when 'started' then return public.start_trip(v_id, step ->> 'otp', v_accepted_at, v_key, v_at);
    when 'reached' then return public.reach_drop(v_id, step ->> 'otp', v_accepted_at, v_key, v_at);
    else perform app.refuse('select_proper', 422, 'step is arrived, started or reached');
  end case;
  return null;
end $$;

create function public.confirm_steps(steps jsonb) returns setof public.step_result
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_results jsonb := jsonb_build_array();
  v_answer jsonb;
  v_hint text;
  v_message text;
  p record;
begin
  if v_me.usertype <> 'driver' then perform app.refuse('not_a_driver', 403, 'Only drivers confirm steps'); end if;
  if jsonb_typeof(steps) is distinct from 'array' or jsonb_array_length(steps) not between 1 and 20 then
    perform app.refuse('select_proper', 422, 'Give 1 to 20 of {step, booking_id, client_key, accepted_at, at, otp}');
  end if;
  -- Runs the steps in the order of booking ids, so that two concurrent calls cannot deadlock. The steps of one booking
  -- keep the given order.
  for p in select s.step, s.place from jsonb_array_elements(steps) with ordinality s (step, place)
    order by s.step ->> 'booking_id', s.place loop
    v_message := null;
    v_hint := null;
    begin
      v_answer := app.confirm_step(p.step);
      -- A refusal because of a wrong code is returned and not raised, because raising would roll back the count of
      -- tries.
      if v_answer ? 'message' then
        v_message := v_answer ->> 'message';
        v_hint := v_answer ->> 'hint';
      end if;
    exception
      when invalid_datetime_format or datetime_field_overflow or invalid_time_zone_displacement_value then
        v_message := 'reported_time_invalid';
      when others then
        if sqlstate not like 'PT4%' then raise; end if;
        get stacked diagnostics v_hint = pg_exception_hint;
        v_message := sqlerrm;
    end;
    v_results := v_results || jsonb_build_object('place', p.place, 'booking_id', p.step ->> 'booking_id', 'client_key',
      p.step ->> 'client_key',
      'done', v_message is null, 'message', v_message, 'hint', v_hint);
  end loop;
  perform set_config('response.status', '200', true);
  return query select t.* from jsonb_array_elements(v_results) r (line),
    jsonb_populate_record(null::public.step_result, r.line) t order by (r.line ->> 'place')::integer;
end $$;
comment on function public.confirm_steps is
  'Confirms steps of several parcels from one door in one call: [{step: arrived | started | reached, booking_id, '
  'client_key, accepted_at, at, otp}], at most 20. Each step runs arrive_at_pickup, start_trip or reach_drop; a '
  'refusal rolls back only this step. Returns [{booking_id, client_key, done, message, hint}] in the same order; '
  'message is the key of the refusal. '
  'Errors: must_login, account_suspended, not_a_driver, select_proper.';
grant execute on function public.confirm_steps(jsonb) to authenticated;
