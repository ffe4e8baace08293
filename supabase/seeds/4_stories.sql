-- The course of each past booking, a story made of the steps of 3_steps.sql.

-- Other drivers on duty near the pickup: they decline, do not answer, or take over a trip that was given back.
create or replace function seed.others(p seed.plan) returns integer[] language plpgsql as $$
declare v_busy integer[] := array[p.driver];
begin
  for i in 1 .. case when p.story = 'given_up' then 2 when p.story = 'given_back' or (p.extra between 0.62 and 0.82 and p.story <> 'declined') then 1 else 0 end loop
    v_busy := v_busy || seed.free_driver(p, p.at, v_busy);
  end loop;
  return array_remove(v_busy[2:], null);
end $$;

create or replace function seed.come_near(drivers integer[], route integer) returns void language sql as $$
  select seed.come(d, come_near.route, 0.012 + 0.001 * (d % 5)) from unnest(drivers) d
$$;

-- A driver accepts and, in some stories, gives the trip back to the next one; the third time the booking ends. Returns the
-- driver and the time of acceptance.
create or replace function seed.find_driver(p seed.plan, others integer[], inout at timestamptz, out driver integer) language plpgsql as $$
declare d integer;
begin
  driver := p.driver;
  perform seed.act_as(p.rider);
  if p.car in (4, 5) then perform seed.pay(p, p.booking_id); end if;
  perform public.nudge_dispatch(p.booking_id);
  at := at + make_interval(secs => 5 + 9 * p.mood);
  perform seed.turn(at);
  if p.extra < 0.69 and p.story not in ('given_back', 'given_up') then
    perform seed.act_as(o), public.decline_booking(p.booking_id) from unnest(others) o;
  end if;
  perform seed.act_as(p.driver), public.accept_booking(p.booking_id);
  if p.story not in ('given_back', 'given_up') then return; end if;
  foreach d in array others || case p.story when 'given_up' then array[null::integer] else '{}' end loop
    at := at + make_interval(secs => 40 + 60 * p.mood);
    perform seed.turn(at), seed.come_near(others, p.route), seed.act_as(driver);
    perform public.cancel_booking(p.booking_id, (array['Flat tyre', 'Motor warning light', 'Stuck behind an accident'])[1 + driver % 3]);
    perform seed.leave(driver);
    exit when d is null;
    driver := d;
    perform seed.act_as(d), public.accept_booking(p.booking_id);
  end loop;
  -- With few free drivers no one is left who could give it back a third time: the rider cancels.
  if p.story = 'given_up' and exists (select from public.bookings b where b.id = p.booking_id and b.status = 'NEW') then
    perform seed.act_as(p.rider), public.cancel_booking(p.booking_id, 'My plans changed');
  end if;
end $$;

-- Stories that end before a driver accepts. Returns the time of the end; null if the story continues.
create or replace function seed.end_early(p seed.plan, booking_id uuid, at timestamptz) returns timestamptz language plpgsql as $$
begin
  case p.story
  when 'no_driver' then
    perform seed.turn(at + interval '31 minutes'), seed.act_as(p.rider), public.nudge_dispatch(end_early.booking_id);
    return at + interval '31 minutes';
  when 'unpaid' then
    perform seed.turn(at + interval '16 minutes'), app.housekeeping();
    return at + interval '16 minutes';
  when 'cancelled_new', 'dropped_parcel' then
    perform seed.turn(at + interval '20 seconds'), seed.act_as(p.rider), public.cancel_booking(end_early.booking_id, 'My plans changed');
    return at + interval '20 seconds';
  when 'declined' then
    perform seed.turn(at + interval '9 seconds'), seed.act_as(p.driver), public.decline_booking(end_early.booking_id);
    return at + interval '9 seconds';
  else
    return null;
  end case;
end $$;

-- Stories that end between acceptance and start; returns as above.
create or replace function seed.end_before_start(p seed.plan, booking_id uuid, at timestamptz) returns timestamptz language plpgsql as $$
declare v_wait interval;
begin
  if p.story in ('cancelled_early', 'cancelled_late', 'cancelled_parcel') then
    v_wait := make_interval(secs => case when p.story = 'cancelled_early' then 70 else 150 + 250 * p.mood end);
    perform seed.turn(at + v_wait), seed.act_as(p.rider);
    perform public.cancel_booking(end_before_start.booking_id, (array['My plans changed', 'The driver is too far away', 'I found another way'])[1 + p.n % 3]);
    return at + v_wait;
  elsif p.story = 'cancelled_by_desk' then
    perform seed.turn(at + interval '3 minutes'), seed.act_as(102), public.cancel_booking(end_before_start.booking_id, 'Something else');
    return at + interval '3 minutes';
  elsif p.story = 'no_show' then
    perform seed.arrive(p, end_before_start.booking_id, at + interval '4 minutes');
    for minute in 4 .. 10 loop
      perform seed.turn(at + make_interval(mins => minute));
      perform public.report_position(r.pickup_lat, r.pickup_lng, 90, 6) from seed.routes r where r.n = p.route;
    end loop;
    perform public.no_show(end_before_start.booking_id);
    return at + interval '10 minutes';
  end if;
  return null;
end $$;

-- One past booking from the quote to the rating. Returns its plan row with the driver and the time of its end.
create or replace function seed.tell(p seed.plan) returns seed.plan language plpgsql as $$
declare
  v_at timestamptz := p.at;
  v_trip_at timestamptz;
  v_others integer[] := seed.others(p);
begin
  if p.story in ('later', 'parcel_later') then
    v_trip_at := date_bin('5 minutes', p.at, '2000-01-01') + interval '15 minutes';
    perform seed.turn(v_at - make_interval(mins => 90 + floor(1500 * p.promo)::integer));
    p.booking_id := seed.book(p, v_trip_at);
    if p.car in (4, 5) then perform seed.pay(p, p.booking_id); end if;
  end if;
  perform seed.turn(v_at);
  if p.story <> 'no_driver' then
    perform seed.come(p.driver, p.route, 0.006 * (p.mood - 0.4)), seed.come_near(v_others, p.route);
  end if;
  if p.booking_id is null then p.booking_id := seed.book(p); end if;
  p.played_until := seed.end_early(p, p.booking_id, v_at);
  if p.played_until is null then
    select f.at, f.driver into v_at, p.driver from seed.find_driver(p, v_others, v_at) f;
  end if;
  perform seed.leave(o) from unnest(v_others) o where o <> p.driver;
  if p.played_until is not null then return p; end if;
  p.played_until := case when p.story = 'given_up' then v_at else seed.end_before_start(p, p.booking_id, v_at) end;
  if p.played_until is not null then return p; end if;

  if p.extra < 0.15 then perform seed.chat(p, p.booking_id); end if;
  v_at := greatest(v_at + make_interval(secs => 90 + 240 * p.mood), v_trip_at - interval '2 minutes');
  perform seed.arrive(p, p.booking_id, v_at);
  v_at := seed.drive(p, p.booking_id, greatest(v_at + make_interval(secs => 30 + 400 * p.extra * p.mood), v_trip_at));
  v_at := v_at + interval '40 seconds';
  perform seed.turn(v_at), seed.pay(p, p.booking_id);
  p.played_until := v_at;
  perform seed.turn(v_at + interval '1 minute'), seed.thank(p, p.booking_id);
  if p.story = 'refunded' then
    perform seed.turn(v_at + interval '20 hours'), seed.act_as(101);
    perform public.refund_booking(p.booking_id, 5, 'Detour that nobody asked for', p.n % 2 = 0);
    perform seed.turn(v_at);
  end if;
  return p;
end $$;

-- Now --------------------------------------------------------------------------------------------------------------

-- A time of day in the operator's time zone, some days ahead.
create or replace function seed.coming(days integer, hour time) returns timestamptz language sql as $$
  select ((seed.present() at time zone s.time_zone)::date + days + hour) at time zone s.time_zone from public.settings s where s.id = 1
$$;

-- A booking for one of the coming days; the desk has assigned some to a driver.
create or replace function seed.tell_coming(p seed.plan) returns seed.plan language plpgsql as $$
begin
  perform seed.turn(seed.present() - make_interval(mins => 40 * (392 - p.n)));
  p.booking_id := seed.book(p, seed.coming(2 + p.n % 4, (array['05:40', '08:15', '18:30', '13:00'])[1 + p.n % 4]::time));
  if p.story = 'to_come_parcel' then perform seed.pay(p, p.booking_id); end if;
  if p.story = 'to_come_taken' then
    perform seed.act_as(101), public.assign_driver(p.booking_id, seed.id(p.driver));
    perform seed.come(p.driver, p.route, 0.01), public.accept_booking(p.booking_id), seed.leave(p.driver);
  else
    p.driver := null;
  end if;
  return p;
end $$;

-- A booking that is under way now: created some minutes ago, and taken up to the step of its story. Its driver stays on duty.
create or replace function seed.tell_now(p seed.plan) returns seed.plan language plpgsql as $$
declare v_at timestamptz := seed.present() - make_interval(mins => case p.story when 'now_paid' then 34 + 5 * (p.n % 2) when 'now_pending' then 29 when 'now_parcel' then 13 when 'now_started' then 12
  when 'now_arrived' then 9 when 'now_accepted' then 4 when 'now_new' then 6 else 2 end);
begin
  perform seed.turn(v_at);
  if p.story in ('now_new', 'now_unpaid') then
    p.booking_id := seed.book(p);
    p.driver := null;
    return p;
  end if;
  perform seed.come(p.driver, p.route, 0.02);
  p.booking_id := seed.book(p);
  perform seed.act_as(p.rider);
  if p.car in (4, 5) then perform seed.pay(p, p.booking_id); end if;
  v_at := v_at + interval '12 seconds';
  perform seed.turn(v_at), seed.act_as(p.driver), public.accept_booking(p.booking_id);
  if p.story = 'now_accepted' then
    perform seed.chat(p, p.booking_id), seed.turn(seed.present()), seed.come(p.driver, p.route, 0.008);
    return p;
  end if;
  v_at := v_at + interval '4 minutes';
  perform seed.arrive(p, p.booking_id, v_at);
  if p.story = 'now_arrived' then
    perform seed.turn(seed.present()), seed.come(p.driver, p.route, 0.0002);
    return p;
  end if;
  v_at := v_at + interval '50 seconds';
  v_at := seed.drive(p, p.booking_id, v_at, case when p.story in ('now_parcel', 'now_started')
    then least(0.8, extract(epoch from seed.present() - v_at) / p.pace / r.secs) else 1 end) from seed.routes r where r.n = p.route;
  if p.story = 'now_pending' then
    perform seed.pay_by_card(p.booking_id, p.rider, '{failed}');
  elsif p.story = 'now_paid' then
    perform seed.turn(v_at + interval '40 seconds'), seed.pay(p, p.booking_id);
  end if;
  if p.story in ('now_paid', 'now_pending') then perform seed.leave(p.driver); end if;
  return p;
end $$;
