-- The steps of a past booking. Each makes the calls that a person's page or a payment provider makes. Between the steps the
-- product's clock is set to another time, so that the product itself writes every row, event, fare and posting.

create or replace function seed.id(n integer) returns uuid language sql immutable as $$
  select ('0d000000-0000-4000-8000-000000000' || n)::uuid
$$;

create or replace function seed.car(n integer) returns uuid language sql immutable as $$
  select ('0c000000-0000-4000-8000-00000000000' || n)::uuid
$$;

-- Sets the product's clock for this transaction. No message is sent meanwhile; notices of the last five days are stored.
create or replace function seed.turn(to_time timestamptz) returns void language plpgsql as $$
begin
  if coalesce(current_setting('seed.offset', true), '') = '' then
    -- The row stays locked until this transaction restores it, so that another change of the clock starts from the restored value.
    perform set_config('seed.offset', c."offset"::text, true) from app.clock c for update;
  end if;
  perform set_config('app.quiet', case when to_time > seed.present() - interval '5 days' then 'kept' else 'on' end, true);
  update app.clock set "offset" = to_time - now();
end $$;

-- Later calls of the transaction run as this person.
create or replace function seed.act_as(n integer) returns void language sql as $$
  select set_config('request.jwt.claims', jsonb_build_object('sub', p.id, 'role', 'authenticated', 'user_role', p.usertype)::text, true)
  from public.profiles p where p.id = seed.id(n)
$$;

-- Drivers ---------------------------------------------------------------------------------------------------------

-- A driver with this car type who is free at that time. Drivers whose phones reported in the last ten minutes are skipped:
-- a user is signed in as them.
create or replace function seed.free_driver(p seed.plan, at timestamptz, busy integer[] default '{}') returns integer language sql as $$
  select (array_agg(c.n order by c.n))[1 + floor(p.which_driver ^ 1.4 * count(*))::integer]
  from (select right(d.id::text, 3)::integer as n from public.drivers d
    left join public.driver_positions l on l.driver_id = d.id and l.updated_at > seed.present() - interval '10 minutes'
    where l.driver_id is null and d.id between seed.id(401) and seed.id(430) and d.car_type_id = seed.car(p.car)
      and not exists (select from public.driver_documents x where x.driver_id = d.id and x.status = 'verified' and x.expires_on < free_driver.at::date)) c
  where c.n <> all (busy)
    and not exists (select from seed.plan q where q.driver = c.n and q.played_until > free_driver.at - interval '4 minutes')
    -- Bookings under way now get drivers from 406 on, so that driver@ and the first drivers stay free for visitors.
    and (p.story not like 'now%' or c.n > 405)
$$;

-- The driver goes on duty and reports a position, `away` degrees of longitude from the pickup. The last report is dated back
-- first, so that the new one does not look like a jump.
create or replace function seed.come(driver integer, route integer, away double precision) returns void language plpgsql as $$
begin
  update public.driver_positions p set updated_at = app.now() - interval '1 day' where p.driver_id = seed.id(driver) and p.updated_at <= app.now();
  perform seed.act_as(driver), public.set_driver_active(true);
  perform public.report_position(r.pickup_lat + away / 3, r.pickup_lng + away, 90, 8) from seed.routes r where r.n = route;
end $$;

-- The driver goes off duty. driver@ (401) stays on duty, as in seed.sql.
create or replace function seed.leave(driver integer) returns void language plpgsql as $$
begin
  if driver is distinct from 401 then perform seed.act_as(driver), public.set_driver_active(false); end if;
end $$;

-- The driver's phone reports a part of the route, a position every 40 seconds.
create or replace function seed.follow(line extensions.geometry, from_at timestamptz, secs double precision, first double precision, last double precision)
returns void language sql as $$
  select public.report_positions((select jsonb_agg(jsonb_build_object('lat', extensions.st_y(f.point), 'lng', extensions.st_x(f.point),
      'accuracy', 6, 'at', from_at + make_interval(secs => secs * f.part) - c."offset") order by f.part)
    from app.clock c, lateral (select k.n / ceil(secs / 40) as part, extensions.st_lineinterpolatepoint(line, least(1, greatest(0,
      first + (last - first) * k.n / ceil(secs / 40)))) as point from generate_series(1, ceil(secs / 40)::integer) k (n)) f))
$$;

-- Booking ---------------------------------------------------------------------------------------------------------

create or replace function seed.credit(rider integer, amount numeric) returns void language plpgsql as $$
begin
  perform seed.act_as(101 + rider % 2), public.add_to_wallet(seed.id(rider), amount);
end $$;

create or replace function seed.mode_of(p seed.plan) returns text language sql immutable as $$
  select case when p.story = 'desk_parcel' or p.story in ('now_paid', 'desk', 'to_come_desk') then 'cash'
    when p.story in ('now_pending', 'now_unpaid', 'to_come_parcel') then 'card' when p.story = 'now_parcel' then 'wallet'
    when p.car in (4, 5) then case when p.payment < 0.6 then 'card' else 'wallet' end
    when p.payment < 0.45 then 'cash' when p.payment < 0.75 then 'card' else 'wallet' end
$$;

create or replace function seed.details_of(p seed.plan) returns jsonb language sql immutable as $$
  select case when p.car in (4, 5) then jsonb_build_object(
      'delivery_person', (array['Reception', 'Monika Beck', 'Goldsmith Huber', 'Dr. Batliner', 'Workshop', 'Nico Wohlwend'])[1 + floor(6 * p.extra)::integer],
      'delivery_person_phone', '+423555090' || floor(10 * p.mood)::integer,
      'pick_up_instructions', (array['Ring twice', 'Second floor, left', 'At the loading ramp'])[1 + floor(3 * p.mood)::integer],
      'delivery_instructions', (array['Against a signature', 'Do not tilt', 'Call on arrival'])[1 + floor(3 * p.extra)::integer])
    when p.story in ('guest', 'to_come_desk') then jsonb_build_object('guest_name', (array['Margrit Hoop', 'Herr Lampert', 'Ms Okafor', 'Familie Real'])[1 + floor(4 * p.mood)::integer],
      'guest_phone', '+423555771' || floor(10 * p.mood)::integer)
    else '{}' end
$$;

-- Fills the rider's wallet if needed, asks for a quote, applies a promotion in some cases, and books.
create or replace function seed.book(p seed.plan, trip_at timestamptz default null) returns uuid language plpgsql as $$
declare
  r seed.routes;
  v_mode text := seed.mode_of(p);
  v_balance numeric := (select w.wallet_balance - w.bonus_balance from public.profiles w where w.id = seed.id(p.rider));
  v_quote uuid;
begin
  if v_balance < 0 or (v_mode = 'wallet' and v_balance < 40) then
    perform seed.credit(p.rider, case when v_mode <> 'wallet' then 20 when p.payment > 0.9 then 100 else 50 end);
  end if;
  select * into r from seed.routes s where s.n = p.route;
  perform seed.act_as(p.rider);
  v_quote := (to_jsonb(public.quote_fare(seed.id(p.rider), jsonb_build_object('car_type_id', seed.car(p.car), 'trip_at', book.trip_at,
    'distance_in_km', r.km, 'time_in_secs', r.secs, 'polyline', r.polyline, 'waypoints', r.stops,
    'parcel_type_index', floor(2 * p.mood), 'option_index', floor(2 * p.extra),
    'pickup', jsonb_build_object('lat', r.pickup_lat, 'lng', r.pickup_lng, 'add', r.pickup),
    'drop', jsonb_build_object('lat', r.drop_lat, 'lng', r.drop_lng, 'add', r."drop"))
    - case when p.car in (4, 5) then '{}'::text[] else '{parcel_type_index,option_index}'::text[] end)) ->> 'quote_id')::uuid;
  if p.promo < 0.25 then
    begin
      perform public.apply_promo(v_quote, (array['WELCOME5', 'ALPEN20', 'STADTFEST10', 'PAKET3', 'NACHT15'])[1 + floor(20 * p.promo)::integer]);
    exception when sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT410' or sqlstate 'PT422' then
      null; -- The promotion is not valid for this ride.
    end;
  end if;
  if p.story in ('desk', 'desk_parcel', 'to_come_desk') then perform seed.act_as(101 + p.n % 3); end if;
  return (public.create_booking(v_quote, v_mode, book.trip_at, seed.details_of(p))).id;
end $$;

-- Paying ----------------------------------------------------------------------------------------------------------

-- Pays by card: the payment as the page creates it, then the provider's events. `outcomes` may begin with failed.
create or replace function seed.pay_by_card(booking_id uuid, rider integer, outcomes text[]) returns void language plpgsql as $$
declare
  v_payment jsonb;
  v_before text := current_setting('request.jwt.claims', true);
  v_outcome text;
begin
  perform set_config('request.jwt.claims', '{"role": "service_role"}', true);
  v_payment := public.create_payment('booking', 'stripe', seed.id(rider), pay_by_card.booking_id);
  foreach v_outcome in array outcomes loop
    perform public.record_payment_event('stripe', 'evt_' || (v_payment ->> 'id') || '_' || v_outcome, (v_payment ->> 'id')::uuid,
      (v_payment ->> 'amount')::numeric, v_payment ->> 'currency', v_outcome);
  end loop;
  perform set_config('request.jwt.claims', v_before, true);
end $$;

create or replace function seed.pay(p seed.plan, booking_id uuid) returns void language plpgsql as $$
declare v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = pay.booking_id;
  if v_booking.status not in ('PENDING', 'PAYMENT_PENDING') then return; end if;
  if v_booking.payment_mode = 'card' then
    perform seed.pay_by_card(v_booking.id, p.rider, case when p.extra < 0.12 then '{failed,paid}' else '{paid}' end::text[]);
  elsif v_booking.payment_mode = 'wallet' then
    perform seed.act_as(p.rider);
    -- Without a part from the wallet, the fare is far above the agreed one and waits for the rider's confirmation.
    if v_booking.used_wallet_money = 0 then v_booking := public.pay_with_wallet(v_booking.id); end if;
    if v_booking.payable_amount > 0 then
      -- The wallet did not cover the fare: the rest is paid by card or in cash.
      if v_booking.category = 'delivery' then perform seed.pay_by_card(v_booking.id, p.rider, '{paid}');
      else perform seed.act_as(p.driver), public.confirm_cash(v_booking.id); end if;
    end if;
  else
    perform seed.act_as(p.driver), public.confirm_cash(v_booking.id);
  end if;
end $$;

-- After the ride: stars, in some cases a comment, and a tip if the wallet has money.
create or replace function seed.thank(p seed.plan, booking_id uuid) returns void language plpgsql as $$
declare v_stars integer := case when p.mood < 0.23 then 2 when p.mood < 0.3 then 3 when p.mood < 0.5 then 4 else 5 end;
begin
  perform seed.act_as(p.rider);
  if p.mood < 0.2 then return; end if;
  perform public.rate_booking(thank.booking_id, v_stars, case
    when v_stars = 2 then (array['Drove past me twice.', 'Der Wagen roch nach Rauch.'])[1 + p.n % 2]
    when v_stars = 3 then (array['Fine, but ten minutes late.', 'Etwas hektische Fahrt.', null])[1 + p.n % 3]
    when v_stars = 4 then (array['Good ride.', 'Pünktlich, danke.', null, null])[1 + p.n % 4]
    else (array['Friendly and on time', 'Sehr angenehm, gerne wieder', 'Helped with the luggage', 'Sauberes Auto', 'Knows every corner of the valley', null, null, null])[1 + p.n % 8] end);
  if v_stars = 5 and p.payment > 0.55 and (select w.wallet_balance - w.bonus_balance >= 5 from public.profiles w where w.id = seed.id(p.rider)) then
    perform public.tip_driver(thank.booking_id, (array[1, 2, 2, 3, 5])[1 + p.n % 5]);
  end if;
  if p.extra < 0.5 then
    perform seed.act_as(p.driver), public.rate_booking(thank.booking_id, case when p.mood < 0.24 then 3 when p.mood < 0.4 then 4 else 5 end,
      case when p.n % 9 = 0 then 'Waited at the door' end);
  end if;
end $$;

-- Driving ---------------------------------------------------------------------------------------------------------

create or replace function seed.chat(p seed.plan, booking_id uuid) returns void language plpgsql as $$
declare v_n integer := p.n % 5;
begin
  perform seed.act_as(p.driver);
  perform public.send_chat_message(chat.booking_id, (array['I am on my way.', 'Traffic at the bridge, three minutes more.', 'I wait at the entrance.',
    'Bin gleich da.', 'White car, hazard lights on.'])[1 + v_n]);
  perform seed.act_as(p.rider);
  perform public.send_chat_message(chat.booking_id, (array['Thank you!', 'No hurry.', 'See you there.', 'Danke, ich komme runter.', 'I see you.'])[1 + v_n]);
end $$;

-- The driver reaches the pickup, reports the position and arrives.
create or replace function seed.arrive(p seed.plan, booking_id uuid, at timestamptz) returns void language plpgsql as $$
begin
  perform seed.turn(at), seed.act_as(p.driver);
  perform public.report_position(r.pickup_lat, r.pickup_lng, 90, 6) from seed.routes r where r.n = p.route;
  perform public.arrive_at_pickup(arrive.booking_id);
end $$;

-- Drives from the pickup to the drop; `at` returns the time of arrival. With a part below 1 the driver stays on the way.
create or replace function seed.drive(p seed.plan, booking_id uuid, inout at timestamptz, part double precision default 1) language plpgsql as $$
declare
  r seed.routes;
  v_secs double precision;
  v_code text := (select c.code from app.start_codes c where c.booking_id = drive.booking_id);
begin
  select * into r from seed.routes s where s.n = p.route;
  v_secs := r.secs * p.pace * part;
  perform seed.turn(at), seed.act_as(p.driver);
  perform public.start_trip(drive.booking_id, v_code);
  if p.car not in (4, 5) and p.extra between 0.83 and 0.88 then perform public.add_extra(drive.booking_id, 'parking', 2.50);
  elsif p.car not in (4, 5) and p.extra between 0.88 and 0.91 then perform public.add_extra(drive.booking_id, 'other', 5, 'Child seat'); end if;
  if r.stops <> '[]' and part = 1 then
    perform seed.turn(at + make_interval(secs => v_secs / 2)), seed.follow(r.line, at, v_secs / 2, 0, 0.5);
    perform public.arrive_at_stop(drive.booking_id, 1);
    at := at + make_interval(secs => v_secs / 2);
    perform seed.turn(at + make_interval(secs => v_secs / 2)), seed.follow(r.line, at, v_secs / 2, 0.5, 1);
    at := at + make_interval(secs => v_secs / 2);
  else
    perform seed.turn(at + make_interval(secs => v_secs)), seed.follow(r.line, at, v_secs, 0, part);
    at := at + make_interval(secs => v_secs);
  end if;
  if part < 1 then return; end if;
  if p.story = 'returned' then
    perform public.return_to_sender(drive.booking_id, (array['Nobody at home', 'Address closed for holidays'])[1 + p.n % 2]);
    perform seed.turn(at + make_interval(secs => v_secs)), seed.follow(r.line, at, v_secs, 1, 0);
    at := at + make_interval(secs => v_secs);
  end if;
  perform public.reach_drop(drive.booking_id, v_code);
end $$;
