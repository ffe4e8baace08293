-- Stops between pickup and drop, and changes of the route.
-- Needs:  bookings, create_booking, dispatch, trip
-- Access: people who can read the booking read its stops and changes; the driver confirms stops; the rider (or an admin)
--   changes the route with a new quote
-- Tests:  tests/db/stops.sql, tests/db/attacks_trips.sql

create table public.booking_stops (
  booking_id uuid not null references public.bookings (id),
  position integer not null check (position between 1 and 23),
  lat double precision not null,
  lng double precision not null,
  address text not null default '',
  point_name text,
  arrived_at timestamptz,
  along_m double precision check (along_m >= 0),
  primary key (booking_id, position),
  check (app.is_place(lat, lng))
);
call app.describe('public.booking_stops', $$
  Stops of a trip between pickup and drop, in their order; bookings.waypoints contains the same places.
  arrived_at: When the driver arrived at the stop; null before.
  along_m: Metres from the start of the quoted route to this stop; null if the route is unknown.
  point_name: Name of the stop on the server's map; null if it has no name.
  position: Number of the stop in the order of the trip: 1, 2, …
$$);

create table public.booking_revisions (
  id uuid primary key default app.uuid_v7(),
  booking_id uuid not null references public.bookings (id),
  kind text not null check (kind in ('route', 'return')),
  status public.booking_status not null,
  actor_id uuid not null,
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  after jsonb not null check (jsonb_typeof(after) = 'object'),
  client_key uuid not null default gen_random_uuid(),
  at timestamptz not null default app.now(),
  unique (booking_id, client_key)
);
call app.describe('public.booking_revisions', $$
  Values of the booking before and after each change of its route.
  status: Status of the booking at the time of the change.
  before: Values before the change: {quote_id, drop_lat, drop_lng, drop_address, waypoints, estimate, estimate_distance, estimate_time, trip_cost, discount_amount}.
  kind: Why the route changed: route (by a new quote) or return (a parcel is returned to its sender).
  after: Values after the change, with the same keys as in the column `before`.
$$);

alter table public.booking_stops enable row level security;
alter table public.booking_revisions enable row level security;
grant select on public.booking_stops, public.booking_revisions to authenticated;
-- The queries on bookings inside these policies obey the policies of bookings, so they find only bookings that the caller may
-- read.
create policy "people read the stops of bookings they see" on public.booking_stops for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = booking_stops.booking_id));
-- Admins need policies of their own for stops and changes (and for booking_events), because in demo mode no policy on bookings
-- admits them.
create policy "admins read every stop" on public.booking_stops for select to authenticated using ((select app.has_current_role('admin')));
create policy "admins read every change" on public.booking_revisions for select to authenticated using ((select app.has_current_role('admin')));
create policy "people read the changes of bookings they see" on public.booking_revisions for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = booking_revisions.booking_id));

-- Stops -------------------------------------------------------------------------------------------------------------

-- Keeps the stops that were already reached, and replaces the others by the booking's waypoints.
create function app.write_stops(booking public.bookings) returns void language plpgsql security definer set search_path = '' as $$
begin
  delete from public.booking_stops s where s.booking_id = (booking).id and s.arrived_at is null;
  insert into public.booking_stops (booking_id, position, lat, lng, address, point_name)
  select (booking).id, w.position, (w.stop ->> 'lat')::double precision, (w.stop ->> 'lng')::double precision, left(coalesce(w.stop ->> 'add', ''), 500), w.stop ->> 'point_name'
  from jsonb_array_elements((booking).waypoints) with ordinality w (stop, position)
  on conflict on constraint booking_stops_pkey do nothing;
  if exists (select 1 from public.booking_stops s where s.booking_id = (booking).id) then perform app.place_stops(booking); end if;
end $$;
comment on function app.write_stops is 'Writes the stops of the booking''s new route; stops already reached stay.';

create function public.arrive_at_stop(booking_id uuid, "position" integer, accepted_at timestamptz default null, client_key uuid default null,
  at timestamptz default null) returns public.booking_stops
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.lock_carried(arrive_at_stop.booking_id, finishing => true);
  v_stop public.booking_stops;
  v_time record;
begin
  select s.* into v_stop from public.booking_stops s where s.booking_id = v_booking.id and s.position = arrive_at_stop.position;
  if (app.repeated(v_booking, 'stop', arrive_at_stop.client_key)).is_repeat then return v_stop; end if;
  perform app.check_acceptance(v_booking, arrive_at_stop.accepted_at);
  if v_stop.booking_id is null then perform app.refuse('stop_not_found', 404, 'The booking has no such stop'); end if;
  if v_stop.arrived_at is not null then return v_stop; end if;
  if v_booking.status <> 'STARTED' then perform app.refuse_status(v_booking); end if;
  if exists (select 1 from public.booking_stops s where s.booking_id = v_booking.id
      and s.position < v_stop.position and s.arrived_at is null) then
    perform app.refuse('stop_out_of_order', 409, 'Confirm the earlier stops first, or let the rider change the route');
  end if;
  v_time := app.told_time(v_booking, arrive_at_stop.at);
  update public.booking_stops s set arrived_at = v_time.counts_at
  where s.booking_id = v_booking.id and s.position = v_stop.position returning s.* into v_stop;
  perform app.flag_told(v_booking.id, v_time.counts_at);
  perform app.clear_off_route(v_booking.id);
  perform app.set_driver_actor_at(v_booking, v_time.told_at);
  perform app.add_event(v_booking.id, v_booking.status, v_booking.status, 'stop_reached');
  perform app.record_step(v_booking, 'stop', arrive_at_stop.client_key);
  perform app.broadcast('booking:' || v_booking.id, 'booking', v_booking.id);
  return v_stop;
end $$;
comment on function public.arrive_at_stop is 'Confirms that the driver is at a stop of the trip. Stops are counted from 1 and confirmed in order. Idempotent. accepted_at, client_key and at as in arrive_at_pickup. Returns the stop. Errors: not_a_driver, require_approval, booking_not_found, job_changed, stop_not_found, wrong_status, stop_out_of_order, told_time_invalid.';
grant execute on function public.arrive_at_stop(uuid, integer, timestamptz, uuid, timestamptz) to authenticated;

-- Returns the seconds of waiting at all stops, as far as the trail proves them, less free_minutes for each stop. At a stop the
-- time counts from the arrival until the last point before the car was more than 150 m away. Without a point after the arrival
-- no time counts.
create function app.stop_wait_secs(booking public.bookings, free_minutes numeric) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(greatest(0, round(extract(epoch from w.left_at - w.arrived_at)) - 60 * free_minutes)), 0)
  from (
    select s.arrived_at, (select max(t.at) from public.tracking_points t where t.booking_id = s.booking_id and t.driver_id = (booking).driver_id
      and t.at between s.arrived_at and s.until and not exists (select 1 from public.tracking_points f where f.booking_id = t.booking_id
        and f.driver_id = t.driver_id and f.at between s.arrived_at and t.at and app.distance_m(s.lat, s.lng, f.lat, f.lng) > 150)) as left_at
    from (select p.*, coalesce(lead(p.arrived_at) over (order by p.position), (booking).reached_at) as until
      from public.booking_stops p where p.booking_id = (booking).id and p.arrived_at is not null) s) w
$$;

-- Changing the route --------------------------------------------------------------------------------------------------

create function app.route_of(booking public.bookings) returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_object('quote_id', booking.quote_id, 'drop_lat', booking.drop_lat, 'drop_lng', booking.drop_lng,
    'drop_address', booking.drop_address, 'waypoints', booking.waypoints, 'estimate', booking.estimate, 'estimate_distance', booking.estimate_distance,
    'estimate_time', booking.estimate_time, 'trip_cost', booking.trip_cost, 'discount_amount', booking.discount_amount)
$$;

-- The new quote must cover the whole route from the start: from the same pickup via the stops already reached.
create function app.check_route(booking public.bookings, quote public.fare_quotes) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (quote).customer_id <> (booking).customer_id or (quote).car_type_id <> (booking).car_type_id
    or app.distance_m((quote).pickup_lat, (quote).pickup_lng, (booking).pickup_lat, (booking).pickup_lng) > 100
    or exists (select 1 from public.booking_stops s
      left join lateral (select (quote).waypoints -> (s.position - 1) as stop) w on true
      where s.booking_id = (booking).id and s.arrived_at is not null and (w.stop is null or app.distance_m(s.lat, s.lng,
        (w.stop ->> 'lat')::double precision, (w.stop ->> 'lng')::double precision) > 100)) then
    perform app.refuse('quote_unsuitable', 422, 'Request the fare with the same car and pickup, and with the stops already reached first');
  end if;
  if exists (select 1 from app.fare_quote_rules k where k.quote_id = (quote).id
      and (k.inputs #>> '{parcel_type,description}' is distinct from (booking).parcel_type_selected ->> 'description'
        or k.inputs #>> '{option,description}' is distinct from (booking).option_selected ->> 'description')) then
    perform app.refuse('quote_unsuitable', 422, 'Request the fare with the booked parcel type and option');
  end if;
  if not app.quote_holds(quote, case when (booking).book_later then (booking).trip_at end) then
    perform app.refuse('quote_mismatch', 409, 'Request the fare with the booking''s trip_at');
  end if;
  -- During the trip the fare must not fall: the quote for a shorter route could be less than the distance already driven costs.
  if (booking).status = 'STARTED' and (quote).trip_cost < (booking).estimate then
    perform app.refuse('route_shortened', 422, 'To leave earlier, let the driver end the trip there');
  end if;
  if (quote).trip_cost < coalesce(((booking).promo_details ->> 'min_order')::numeric, 0) then
    perform app.refuse('promo_min_order', 422, 'The booking''s promotion needs a higher fare');
  end if;
end $$;
comment on function app.check_route is 'Refuses a quote that cannot replace that of the booking: quote_unsuitable, quote_mismatch, route_shortened, promo_min_order.';

create function app.route_price(booking public.bookings, quote public.fare_quotes, out discount numeric, out rounding numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  discount := app.promo_discount((booking).id, (quote).trip_cost);
  rounding := case when (booking).payment_mode = 'cash' then app.cash_rounding((quote).trip_cost - discount, (quote).cash_unit) else 0 end;
end $$;
comment on function app.route_price is 'The promotion''s discount and the cash rounding for the fare of a new route.';

create function app.set_route(booking public.bookings, quote public.fare_quotes) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
  v_kept app.fare_quote_rules;
  v_discount numeric;
  v_rounding numeric;
begin
  select p.discount, p.rounding into v_discount, v_rounding from app.route_price(booking, quote) p;
  select k.* into v_kept from app.fare_quote_rules k where k.quote_id = (quote).id;
  update public.booking_finances f set rule = v_kept.rule, quote_inputs = v_kept.inputs, quote_fare = v_kept.fare,
    ride_cost = (v_kept.fare ->> 'ride_cost')::numeric, driver_share = (v_kept.fare ->> 'driver_share')::numeric,
    convenience_fees = (v_kept.fare ->> 'convenience_fees')::numeric
  where f.booking_id = (booking).id;
  update public.bookings b set quote_id = quote.id, drop_lat = quote.drop_lat, drop_lng = quote.drop_lng, drop_address = quote.drop_address, drop_point_name = quote.drop_point_name,
    waypoints = quote.waypoints, polyline = quote.polyline, estimate = quote.trip_cost, estimate_distance = quote.distance_in_km,
    estimate_time = quote.time_in_secs, trip_cost = quote.trip_cost, tax_amount = quote.tax_amount, fare_lines = quote.lines,
    discount_amount = v_discount, cash_rounding = v_rounding, payable_amount = quote.trip_cost - v_discount + v_rounding,
    parcel_type_selected = v_kept.inputs -> 'parcel_type', option_selected = v_kept.inputs -> 'option',
    parcel_type_index = app.index_of(c.parcel_types, v_kept.inputs -> 'parcel_type'), option_index = app.index_of(c.options, v_kept.inputs -> 'option')
  from public.car_types c where b.id = (booking).id and c.id = b.car_type_id returning b.* into v_booking;
  perform app.write_stops(v_booking);
  return v_booking;
end $$;

-- If the booking has open offers, withdraws them, because they show the old route, and starts the search for a driver again.
create function app.search_again(booking_id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  update public.booking_offers o set status = 'withdrawn', answered_at = app.now()
  where o.booking_id = search_again.booking_id and o.status = 'open';
  if not found then return; end if;
  update app.dispatch_queue q set due_at = app.now() where q.booking_id = search_again.booking_id;
  perform app.dispatch_booking(search_again.booking_id);
end $$;

create function app.replace_route(booking public.bookings, quote public.fare_quotes, actor_id uuid, client_key uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare v_after public.bookings := app.set_route(booking, quote);
begin
  perform app.clear_off_route((booking).id);
  update public.route_proposals p set status = 'withdrawn', answered_at = app.now() where p.booking_id = (booking).id and p.status = 'open';
  insert into public.booking_revisions (booking_id, kind, status, actor_id, before, after, client_key)
  values ((booking).id, 'route', (booking).status, replace_route.actor_id, app.route_of(booking), app.route_of(v_after), replace_route.client_key);
  perform app.add_event((booking).id, (booking).status, (booking).status, 'route_changed');
  return v_after;
end $$;
comment on function app.replace_route is 'Replaces the booking''s route and fare with those of a quote and stores the previous ones in booking_revisions. The caller sets the actor.';

-- Refuses bookings whose route cannot change. These checks need no quote, so they run before the quote is read.
create function app.check_rerouting(booking public.bookings) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if (booking).status not in ('NEW', 'ACCEPTED', 'ARRIVED', 'STARTED') then perform app.refuse_status(booking); end if;
  if (booking).prepaid or (booking).returning_at is not null or (booking).source = 'street' then
    perform app.refuse('route_fixed', 409, 'Prepaid, returning and street trips keep their route');
  end if;
  perform app.check_limit('route_changes', (select count(*) from public.booking_revisions r where r.booking_id = (booking).id)
    + (select count(*) from public.route_proposals p where p.booking_id = (booking).id and p.status <> 'accepted'));
end $$;
comment on function app.check_rerouting is 'Refuses a route change for a booking whose route cannot change any more: wrong_status, route_fixed, too_many_changes.';

create function public.change_route(booking_id uuid, quote_id uuid, client_key uuid default gen_random_uuid()) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings := app.lock_booking(change_route.booking_id);
  v_after public.bookings;
  v_quote public.fare_quotes;
  v_key uuid := coalesce(change_route.client_key, gen_random_uuid());
  v_agrees boolean;
begin
  if app.role_in(v_booking, v_me) = 'driver' then perform app.refuse('not_allowed', 403, 'Only the rider or an admin changes the route'); end if;
  if exists (select 1 from public.booking_revisions r where r.booking_id = v_booking.id and r.client_key = v_key)
    or exists (select 1 from public.route_proposals p where p.booking_id = v_booking.id and p.client_key = v_key) then return v_booking; end if;
  perform app.check_rerouting(v_booking);
  v_quote := app.take_quote(change_route.quote_id, v_me);
  perform app.check_route(v_booking, v_quote);
  v_agrees := app.needs_agreement(v_booking, v_quote, v_me);
  if v_agrees and (app.settings()).cheaper_route = 'agree' then
    perform app.propose_route(v_booking, v_quote, v_key);
    return v_booking;
  end if;
  perform app.set_actor(v_me.usertype, v_me.id);
  v_after := app.replace_route(v_booking, v_quote, v_me.id, v_key);
  -- Compensates the driver for the cheaper route. An earlier compensation becomes smaller if the route becomes more expensive
  -- again.
  if v_agrees or app.route_compensation(v_booking) > 0 then perform app.compensate_route(v_after, v_key); end if;
  if v_me.usertype = 'admin' then
    perform app.audit('change_route', 'bookings', v_booking.id::text, app.route_of(v_booking), app.route_of(v_after));
  end if;
  if v_after.driver_id is not null then
    perform app.notify(v_after.driver_id, 'trip_rerouted', jsonb_build_object('reference', v_after.reference, 'drop', v_after.drop_address), v_after.id);
  elsif v_after.status = 'NEW' then
    perform app.search_again(v_after.id);
    select b.* into v_after from public.bookings b where b.id = v_after.id;
  end if;
  return v_after;
end $$;
comment on function public.change_route is 'Gives a booking another drop or other stops with a new quote, from its pickup via the stops already reached. The driver stays and is notified; open offers are replaced. During the trip the fare may not fall. Between acceptance and start, a fare below the accepted one either waits for accept_route_change (returns the booking unchanged; the proposal is in route_proposals) or costs a compensation (settings.cheaper_route). The booking''s promotion stays; a promotion on the new quote is ignored. A repeated client_key changes nothing. Errors: must_login, booking_not_found, not_allowed, wrong_status, route_fixed, too_many_changes, quote_not_found, quote_used, quote_expired, quote_unsuitable, quote_mismatch, route_shortened, promo_min_order.';
grant execute on function public.change_route(uuid, uuid, uuid) to authenticated;
