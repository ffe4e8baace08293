-- Stops between pickup and drop, and changes of the route.
-- Access: people who can read the booking read its stops and changes; the driver confirms stops; the rider (or an
--         admin) changes the route with a new quote
-- Tests:  tests/db/stops.sql, tests/db/attacks_trips.sql

-- Keeps the stops that were already reached, and replaces the others by the booking's waypoints.
create function app.write_stops(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.booking_stops s where s.booking_id = (booking).id and s.arrived_at is null;
  insert into public.booking_stops (booking_id, position, lat, lng, address, point_name)
  select (booking).id, w.position, (w.stop ->> 'lat')::double precision, (w.stop ->> 'lng')::double precision,
    left(coalesce(w.stop ->> 'add', ''), 500), w.stop ->> 'point_name'
  from jsonb_array_elements((booking).waypoints) with ordinality w (stop, position)
  on conflict on constraint booking_stops_pkey do nothing;
  if exists (select 1 from public.booking_stops s where s.booking_id = (booking).id) then
    perform app.place_stops(booking);
  end if;
end $$;
comment on function app.write_stops is 'Writes the stops of the booking''s new route; stops already reached stay.';

create function public.arrive_at_stop(booking_id uuid, "position" integer, accepted_at timestamptz default null,
  client_key uuid default null,
  at timestamptz default null) returns public.booking_stops
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.lock_driver_booking(arrive_at_stop.booking_id, finishing => true);
  v_stop public.booking_stops;
  v_time record;
begin
  select s.* into v_stop from public.booking_stops s where s.booking_id = v_booking.id
    and s.position = arrive_at_stop.position;
  if (app.find_repeated_step(v_booking, 'stop', arrive_at_stop.client_key)).is_repeat then return v_stop; end if;
  perform app.check_acceptance(v_booking, arrive_at_stop.accepted_at);
  if v_stop.booking_id is null then perform app.refuse('stop_not_found', 404, 'The booking has no such stop'); end if;
  if v_stop.arrived_at is not null then return v_stop; end if;
  if v_booking.status <> 'STARTED' then perform app.refuse_status(v_booking); end if;
  if exists (select 1 from public.booking_stops s where s.booking_id = v_booking.id
      and s.position < v_stop.position and s.arrived_at is null) then
    perform app.refuse('stop_out_of_order', 409, 'Confirm the earlier stops first, or let the rider change the route');
  end if;
  v_time := app.limit_reported_time(v_booking, arrive_at_stop.at);
  update public.booking_stops s set arrived_at = v_time.counts_at
  where s.booking_id = v_booking.id and s.position = v_stop.position returning s.* into v_stop;
  perform app.flag_reported_time(v_booking.id, v_time.counts_at);
  perform app.clear_off_route(v_booking.id);
  perform app.set_driver_actor_at(v_booking, v_time.reported_at);
  perform app.add_event(v_booking.id, v_booking.status, v_booking.status, 'stop_reached');
  perform app.record_step(v_booking, 'stop', arrive_at_stop.client_key);
  perform app.broadcast('booking:' || v_booking.id, 'booking', v_booking.id);
  return v_stop;
end $$;
comment on function public.arrive_at_stop is
  'Confirms that the driver is at a stop of the trip. Stops are counted from 1 and confirmed in order. Idempotent. '
  'accepted_at, client_key and at as in arrive_at_pickup. Returns the stop. '
  'Errors: not_a_driver, require_approval, booking_not_found, job_changed, stop_not_found, wrong_status, '
  'stop_out_of_order, reported_time_invalid.';
grant execute on function public.arrive_at_stop(uuid, integer, timestamptz, uuid, timestamptz) to authenticated;

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
  update public.bookings b set quote_id = quote.id, drop_lat = quote.drop_lat, drop_lng = quote.drop_lng,
    drop_address = quote.drop_address, drop_point_name = quote.drop_point_name,
    waypoints = quote.waypoints, polyline = quote.polyline, estimate = quote.trip_cost,
      estimate_distance = quote.distance_in_km,
    estimate_time = quote.time_in_secs, trip_cost = quote.trip_cost, tax_amount = quote.tax_amount,
      fare_lines = quote.lines,
    discount_amount = v_discount, cash_rounding = v_rounding,
      payable_amount = quote.trip_cost - v_discount + v_rounding,
    parcel_type_selected = v_kept.inputs -> 'parcel_type', option_selected = v_kept.inputs -> 'option',
    parcel_type_index = app.index_of(c.parcel_types, v_kept.inputs -> 'parcel_type'),
      option_index = app.index_of(c.options, v_kept.inputs -> 'option')
  from public.car_types c where b.id = (booking).id and c.id = b.car_type_id returning b.* into v_booking;
  perform app.write_stops(v_booking);
  return v_booking;
end $$;

create function app.replace_route(booking public.bookings, quote public.fare_quotes, actor_id uuid, client_key uuid)
  returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare v_after public.bookings := app.set_route(booking, quote);
begin
  perform app.clear_off_route((booking).id);
  update public.route_proposals p set status = 'withdrawn', answered_at = app.now() where p.booking_id = (booking).id
    and p.status = 'open';
  insert into public.booking_revisions (booking_id, kind, status, actor_id, before, after, client_key)
  values ((booking).id, 'route', (booking).status, replace_route.actor_id, app.route_of(booking),
    app.route_of(v_after), replace_route.client_key);
  perform app.add_event((booking).id, (booking).status, (booking).status, 'route_changed');
  perform app.text_trip(v_after, 'changed', replace_route.client_key::text);
  return v_after;
end $$;
comment on function app.replace_route is
  'Replaces the booking''s route and fare with those of a quote and stores the previous ones in booking_revisions. '
  'The caller sets the actor.';
