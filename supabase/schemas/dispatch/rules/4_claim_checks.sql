-- Claims at risk: a driver who accepted a later booking ahead of time may be unable to come. Such a driver is asked in
-- time, and without a yes the booking returns to dispatch while a free driver still has the whole lead time.
-- Access: internal, except answer_claim for the driver of the booking; the desk reads the attention list
-- Tests:  tests/db/claim_checks.sql, tests/db/races.test.ts

-- Drivers who lost more than three claims within seven days by what they did or left undone, and since when. A trip
-- that takes longer, a car that was retired and a suspension are not theirs. Reported for 72 hours, as frequent
-- overrides are.
create function app.frequent_claim_losers() returns table (person_id uuid, since timestamptz)
language sql stable security definer set search_path = '' as $$
  select w.driver_id, min(w.at)
  from (select l.driver_id, l.at, count(*) over (partition by l.driver_id
    order by l.at range between interval '7 days' preceding and current row) as times
    from app.lost_claims l where l.at > app.now() - interval '10 days'
      and l.reason in ('cancelled', 'given_back', 'papers', 'off_duty', 'silent')) w
  where w.times > 3 and w.at > app.now() - interval '72 hours' group by w.driver_id
$$;

create function public.lost_claims(driver_id uuid) returns setof public.lost_claim_sum
language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.require_staff('desk');
begin
  if not exists (select 1 from public.drivers d where d.id = lost_claims.driver_id
    and (v_me.usertype = 'admin' or d.fleet_id = v_me.id)) then
    perform app.refuse('person_not_found', 404, 'No such driver, or not in your fleet');
  end if;
  return query select l.reason, count(*)::integer, max(l.at) from app.lost_claims l
  where l.driver_id = lost_claims.driver_id and l.at > app.now() - interval '30 days' group by l.reason
    order by 2 desc, 1;
end $$;
comment on function public.lost_claims is
  'How many later bookings that a driver had accepted ahead of time went back in the last 30 days: cancelled (by the '
  'driver), given_back (the driver was asked and said no), or passed on because the driver was suspended, without '
  'papers, car or signal (silent), off_duty or late. For admins, and the driver''s fleet admin. '
  'Errors: must_login, not_allowed, person_not_found.';
grant execute on function public.lost_claims(uuid) to authenticated;

-- How long a car needs for a distance: 2 minutes a kilometre as the crow flies, as in offers.
create function app.travel_time(from_lat double precision, from_lng double precision, to_lat double precision,
  to_lng double precision) returns interval
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(app.distance_m(from_lat, from_lng, to_lat, to_lng), 0) / 1000 * interval '2 minutes'
$$;
comment on function app.travel_time is
  'Estimated time for the straight line between two places, at 30 km/h; 0 if a place is unknown.';

-- Reckons when a driver can be at the pickup of a claim: first come the trip under way, and the jobs and claims before
-- this one, each with its way. A trip takes as long as estimated, but never ends before the car can be at its drop; a
-- car near the drop has no other estimate. has_work is false if the driver can set out now.
create function app.estimate_claim_arrival(booking public.bookings, out at timestamptz, out has_work boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_lat double precision;
  v_lng double precision;
  j record;
begin
  at := app.now();
  has_work := false;
  select p.lat, p.lng into v_lat, v_lng from public.driver_positions p
  where p.driver_id = (booking).driver_id and p.updated_at > app.now() - interval '60 seconds';
  for j in
    select b.status, b.book_later, b.trip_at, b.started_at, b.pickup_lat, b.pickup_lng, b.drop_lat, b.drop_lng,
      make_interval(secs => coalesce(b.estimate_time, 0)) as takes,
      exists (select 1 from app.trip_watch w where w.booking_id = b.id and w.driver_id = b.driver_id
        and w.ending_at is not null) as is_ending
    from public.bookings b
    where b.driver_id = (booking).driver_id and b.id <> (booking).id and app.is_under_way(b.status)
      and (b.engaged_at is not null or (b.trip_at, b.id) < ((booking).trip_at, (booking).id))
    order by b.engaged_at is null, b.status = 'ACCEPTED', b.trip_at, b.id
  loop
    has_work := true;
    case j.status
      when 'REACHED' then null;
      when 'STARTED' then
        at := greatest(at + app.travel_time(v_lat, v_lng, j.drop_lat, j.drop_lng),
          case when not j.is_ending then j.started_at + j.takes end);
      else
        at := greatest(at + case when j.status = 'ACCEPTED' then app.travel_time(v_lat, v_lng,
          j.pickup_lat, j.pickup_lng)
          else interval '0' end,
          case when j.book_later then j.trip_at end) + j.takes;
    end case;
    v_lat := coalesce(j.drop_lat, v_lat);
    v_lng := coalesce(j.drop_lng, v_lng);
  end loop;
  at := at + app.travel_time(v_lat, v_lng, (booking).pickup_lat, (booking).pickup_lng);
end $$;
comment on function app.estimate_claim_arrival is
  'When the driver of a claim can be at its pickup, after the work before it.';

-- A driver without a suitable car now may still take one: before settings.reminder_minutes only a car that was
-- withdrawn counts.
create function app.lacks_car(booking public.bookings, early boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when exists (select 1 from app.driver_shifts s join app.shared_vehicles v on v.id = s.vehicle_id
      where s.driver_id = d.id and s.ended_at is null and v.retired_at is not null) then true
    when d.car_type_id is not distinct from (booking).car_type_id and app.driver_can_carry((booking).requirements, d.id)
      and (app.is_blank((booking).vehicle_number) or not app.is_blank(d.vehicle_number)) then false
    when early then not app.is_blank((booking).vehicle_number) and exists (select 1 from app.shared_vehicles v
        where v.fleet_id is not distinct from d.fleet_id and lower(v.vehicle_number) = lower((booking).vehicle_number)
          and v.retired_at is not null)
      and not exists (select 1 from app.shared_vehicles v
        where v.fleet_id is not distinct from d.fleet_id and lower(v.vehicle_number) = lower((booking).vehicle_number)
          and v.retired_at is null)
    else true end
  from public.drivers d where d.id = (booking).driver_id
$$;
comment on function app.lacks_car is
  'Whether the driver of a claim has no car for it: the car was retired, or another driver has it and the present one '
  'does not fit.';

-- Returns why the driver of a claim may be unable to come; null if nothing speaks against it. Before
-- settings.reminder_minutes (early) a driver may be at home, so only what does not pass by itself counts.
create function app.claim_risk(booking public.bookings, early boolean) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_driver record;
  v_estimate record;
begin
  select p.approved and p.usertype = 'driver' as is_approved, d.driver_active_status as is_on_duty,
    (select o.updated_at from public.driver_positions o where o.driver_id = d.id) as seen_at into v_driver
  from public.drivers d join public.profiles p on p.id = d.id where d.id = (booking).driver_id;
  if not v_driver.is_approved then return 'suspended'; end if;
  if app.lacks_document((booking).driver_id,
    (select greatest(app.today(), ((booking).trip_at at time zone s.time_zone)::date) from public.settings s
    where s.id = 1)) then
    return 'papers';
  end if;
  if app.lacks_car(booking, early) then return 'car'; end if;
  if not early and not v_driver.is_on_duty then return 'off_duty'; end if;
  if not early and coalesce(v_driver.seen_at, '-infinity') <= app.now() - interval '60 seconds' then
    return 'silent';
  end if;
  v_estimate := app.estimate_claim_arrival(booking);
  if v_estimate.at > (booking).trip_at + interval '5 minutes' and (v_estimate.has_work or not early) then
    return 'late';
  end if;
  return null;
end $$;
comment on function app.claim_risk is
  'Why the driver of a claim may be unable to come: suspended, papers (they expire before the trip), car, off_duty, '
  'silent (no position for 60 s) or late (expected more than 5 minutes after trip_at); null if nothing speaks against '
  'it.';

-- The lead time begins with another driver on the way, so a driver without an answer has to be gone half a minute
-- before.
create function app.answer_until(booking public.bookings, settings public.settings) returns timestamptz
language sql immutable set search_path = '' as $$
  select (booking).trip_at - make_interval(mins => (settings).lead_minutes) - interval '30 seconds'
$$;
comment on function app.answer_until is 'Until when the answer of a claim''s driver counts.';

-- Whether a driver with this risk loses the booking now. A yes counts until half of the lead time has passed, because a
-- driver who promised to come sets out in it; expired papers it cannot mend. A driver who was never asked, or has set
-- out, is not given up for a short gap in the signal; nor one who has set out for being late if nobody else would be
-- there sooner.
create function app.is_claim_lost(booking public.bookings, risk text, asked_at timestamptz, kept_at timestamptz,
  settings public.settings) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_lead interval := make_interval(mins => (settings).lead_minutes);
  v_lead_at timestamptz := (booking).trip_at - v_lead;
begin
  if app.now() < app.answer_until(booking, settings) or (booking).accepted_at > app.now() - interval '1 minute' then
    return false;
  end if;
  if risk in ('suspended', 'papers') then return true; end if;
  if is_claim_lost.kept_at is not null and app.now() < v_lead_at + v_lead / 2 then return false; end if;
  if risk = 'silent' and (is_claim_lost.asked_at is null or (booking).engaged_at is not null) then
    return not exists (select 1 from public.driver_positions p where p.driver_id = (booking).driver_id
      and p.updated_at > greatest(case when is_claim_lost.asked_at is not null then v_lead_at end,
        app.now() - interval '3 minutes'));
  end if;
  if (booking).engaged_at is null then return true; end if;
  return risk <> 'late' or exists (select 1 from app.rank_candidates(booking, 1) j
    where j.reason is null and app.now() + interval '1 minute' + j.distance_km::double precision * interval '2 minutes'
      < (app.estimate_claim_arrival(booking)).at);
end $$;
