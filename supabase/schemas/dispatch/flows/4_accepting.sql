-- Accepting and declining offers: several drivers may try to accept the same booking at once.
-- Access: drivers who have an offer for the booking
-- Tests:  tests/db/accepting.sql, tests/db/races.test.ts

create function app.offer_waiting_parcels(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare v_id uuid;
begin
  if (booking).category <> 'delivery' then return; end if;
  -- Skips a parcel whose row is locked, because the transaction that has locked the row is searching for a driver of
  -- this parcel and also finds the driver of the first one.
  for v_id in select b.id from public.bookings b join app.dispatch_queue q on q.booking_id = b.id
    where b.customer_id = (booking).customer_id and b.category = 'delivery' and b.status = 'NEW'
      and q.wave = q.waves_before and q.first_at is not null
      and app.is_one_door(b, booking)
    order by b.created_at, b.id for no key update of b skip locked
  loop
    perform app.dispatch_booking(v_id);
  end loop;
end $$;
comment on function app.offer_waiting_parcels is 'Offers the parcels that waited for this one to its driver.';

-- Closes the offers that an acceptance ends. The driver's offer for this booking gets the status accepted, and the
-- booking's offers to other drivers are withdrawn. If the booking is for now or its lead time has begun (engaged), the
-- driver's offers for other bookings are withdrawn, too. Skips rows that another acceptance has locked: waiting could
-- deadlock two drivers, and a driver who accepts a remaining offer for a taken booking gets booking_taken anyway.
create function app.close_offers(booking_id uuid, driver_id uuid, engaged boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  with settled as (
    select o.id from public.booking_offers o where o.status = 'open'
      and (o.booking_id = close_offers.booking_id or (close_offers.engaged and o.driver_id = close_offers.driver_id
        -- Offers of parcels from the same pickup stay open, because the driver can take such parcels along.
        and not (o.category = 'delivery' and (select app.can_join(b, o.driver_id) from public.bookings b
          where b.id = o.booking_id))))
    for no key update skip locked)
  update public.booking_offers o set answered_at = app.now(), status = case
    when o.booking_id = close_offers.booking_id and o.driver_id = close_offers.driver_id then
      'accepted' else 'withdrawn' end
  from settled s where o.id = s.id;
end $$;

create function app.take_booking(booking public.bookings, driver public.drivers, is_next boolean default false,
  is_along boolean default false) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
  v_due boolean := app.is_due(booking);
begin
  select b.* into v_booking
  from public.profiles p cross join lateral app.move_booking((booking).id, 'ACCEPTED',
    jsonb_build_object('driver_id', p.id, 'driver_name', btrim(p.first_name || ' ' || p.last_name),
    'driver_image', p.profile_image, 'driver_rating', p.rating,
    'vehicle_number', (driver).vehicle_number, 'vehicle_make', (driver).vehicle_make, 'vehicle_model',
      (driver).vehicle_model,
    'vehicle_color', (driver).vehicle_color, 'fleet_id', (driver).fleet_id, 'accepted_at', app.now(),
    -- engaged_at is when the driver sets out. A booking that waits for the end of the driver's current trip (is_next)
    -- is engaged only after that trip. The caller has computed is_next and locked the driver. If is_next were computed
    -- here, a second acceptance at the same moment would become the driver's next job instead of being refused.
    'engaged_at', case when v_due and not take_booking.is_next then app.now() end, 'is_along', take_booking.is_along,
      'dispatch_note', null)) b
  where p.id = (driver).id;
  update public.booking_finances f set driver_id = driver.id, fleet_id = driver.fleet_id
    where f.booking_id = booking.id;
  -- The driver's position becomes part of the trail only once the booking is engaged: before that, the driver is on
  -- another trip or at home.
  if v_booking.engaged_at is not null then perform app.add_trail_point(v_booking, 'ACCEPTED'); end if;
  perform app.close_offers(v_booking.id, driver.id, v_due);
  perform app.offer_waiting_parcels(v_booking);
  -- A parcel that is taken along has the way of the first one, and a claim is not under way.
  if v_due and not v_booking.is_along then perform app.queue_approach(v_booking); end if;
  return v_booking;
exception when unique_violation then
  -- Another acceptance by the same driver was committed first, so the unique index bookings_one_engaged_per_driver
  -- refuses this acceptance.
  perform app.refuse('driver_busy', 409, 'Finish the trip you are on first');
  return null;
end $$;

create function public.accept_booking(booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_booking public.bookings;
  v_is_next boolean := false;
  v_is_along boolean := false;
begin
  -- Skips a locked row instead of waiting for the lock: with 50 drivers who accept at once, all have a response after
  -- 4.3 ms; with waiting it took 17 ms. The transaction that holds the lock may still roll back, so the error is
  -- "try_again", not "taken".
  select b.* into v_booking from public.bookings b where b.id = accept_booking.booking_id for no key update skip locked;
  if not found then
    if exists (select 1 from public.bookings b where b.id = accept_booking.booking_id) then
      perform app.refuse('try_again', 409, 'Another answer is being recorded; retry');
    end if;
    perform app.refuse('offer_not_found', 404, 'The caller has no offer for this booking');
  end if;
  if v_booking.driver_id = v_driver.id and v_booking.status <> 'CANCELLED' then return v_booking; end if;
  perform app.check_offer(v_booking, v_driver.id);
  if v_driver.car_type_id is distinct from v_booking.car_type_id then
    perform app.refuse('driver_unsuitable', 422, 'The booking is for a different car type than the driver''s');
  end if;
  if not v_driver.driver_active_status then perform app.refuse('driver_offline', 409, 'Go on duty first'); end if;
  if app.is_busy(v_driver.id) and app.is_due(v_booking) then
    v_is_along := app.can_join_locked(v_booking, v_driver.id);
    -- Locks the driver, because otherwise two concurrent acceptances would both become the next job. The driver is
    -- locked after the booking, in the same order as at the end of a trip.
    perform 1 from public.drivers d where d.id = v_driver.id for no key update;
    if not v_is_along and app.is_occupied(v_driver.id) then
      perform app.refuse('driver_busy', 409, 'Finish the trip you are on first');
    end if;
    v_is_next := not v_is_along and app.is_busy(v_driver.id);
  end if;
  perform app.check_driver(v_booking, v_driver.id);
  perform app.set_actor('driver', v_driver.id, p.lat, p.lng)
  from (select 1) one left join public.driver_positions p on p.driver_id = v_driver.id;
  return app.take_booking(v_booking, v_driver, v_is_next, v_is_along);
end $$;
comment on function public.accept_booking is
  'The caller accepts an offered booking. If the driver is near the end of a trip, the booking waits (engaged_at '
  'null) until that trip is over; a parcel from the same door as another parcel of the driver is taken along '
  '(is_along). Idempotent. '
  'Errors: not_a_driver, require_approval, offer_not_found, try_again (retry after 200 ms), booking_taken, '
  'offer_expired, driver_unsuitable, vehicle_unsuitable, driver_offline, driver_busy, document_expired, '
  'cannot_afford.';
grant execute on function public.accept_booking(uuid) to authenticated;

create function public.decline_booking(booking_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_booking public.bookings;
  v_settings public.settings;
  v_in_time boolean;
begin
  select b.* into v_booking from public.bookings b where b.id = decline_booking.booking_id
    and exists (select 1 from public.booking_offers o where o.booking_id = b.id and o.driver_id = v_driver.id)
  for no key update;
  if not found then perform app.refuse('offer_not_found', 404, 'The caller has no offer for this booking'); end if;
  v_settings := app.settings();
  update public.booking_offers o set status = 'declined', answered_at = app.now()
  where o.booking_id = v_booking.id and o.driver_id = v_driver.id and o.status = 'open'
  returning o.expires_at > app.now() into v_in_time;
  if not found or v_booking.status <> 'NEW' or app.has_open_offer(v_booking.id) then return; end if;
  if v_settings.auto_dispatch then
    -- A decline before the lead time leaves a later booking open. Its search goes on if it has begun (a driver returned
    -- the booking); if the desk offered it, the search begins later.
    if v_booking.book_later and v_booking.trip_at - make_interval(mins => v_settings.lead_minutes) > app.now() then
      if exists (select 1 from app.dispatch_queue q where q.booking_id = v_booking.id and q.first_at is not null) then
        perform app.dispatch_booking(v_booking.id);
      end if;
      return;
    end if;
    update app.dispatch_queue q set rest_until = null where q.booking_id = v_booking.id;
    if app.dispatch_booking(v_booking.id) > 0 then return; end if;
  elsif v_settings.on_decline = 'requeue' then
    return;
  end if;
  -- Cancels the booking if the last driver who was asked declined in time and no other driver is left. A decline after
  -- the offer expired does not cancel the booking, because other drivers may still be found.
  if v_in_time and exists (select 1 from public.bookings b where b.id = v_booking.id and b.status = 'NEW') then
    perform app.cancel_undriven(v_booking.id, 'no_driver_available');
  end if;
end $$;
comment on function public.decline_booking is
  'The caller declines an offered booking. Idempotent. Cancels the booking if no driver is left to ask. '
  'Errors: not_a_driver, require_approval, offer_not_found.';
grant execute on function public.decline_booking(uuid) to authenticated;
