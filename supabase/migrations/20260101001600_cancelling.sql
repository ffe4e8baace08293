-- Cancelling: who may, from which status, and what it costs.
-- Needs:  bookings, dispatch
-- Access: the rider, the driver who carries the booking, admins
-- Tests:  tests/db/cancelling.sql

-- The slab with the highest delay below the minutes passed; none below is free. slab: [{mins_delayed, amount}].
create function app.slab_fee(slab jsonb, minutes numeric) returns numeric
language sql immutable set search_path = '' as $$
  select coalesce((select (e ->> 'amount')::numeric from jsonb_array_elements(slab) e
    where (e ->> 'mins_delayed')::numeric < minutes order by (e ->> 'mins_delayed')::numeric desc limit 1), 0)
$$;

create function app.cancellation_fee(booking public.bookings) returns numeric
language sql stable security definer set search_path = '' as $$
  select case when (booking).status in ('ACCEPTED', 'ARRIVED') then round(app.slab_fee(c.cancel_slab, extract(epoch from app.now()
    - greatest((booking).accepted_at, (booking).trip_at - make_interval(mins => case when (booking).book_later then s.lead_minutes else 0 end))) / 60), s."decimal")
    else 0 end
  from public.car_types c, public.settings s where c.id = (booking).car_type_id and s.id = 1
$$;
comment on function app.cancellation_fee is 'What a rider owes who cancels now.';

create function app.end_booking(booking public.bookings, by_role text, reason text, fee numeric) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  update public.bookings b set status = 'CANCELLED', cancelled_at = app.now(), cancelled_by = end_booking.by_role,
    reason = left(nullif(btrim(end_booking.reason), ''), 500), cancellation_fee = end_booking.fee, dispatch_note = null
  where b.id = (booking).id returning b.* into v_booking;
  return v_booking;
end $$;

-- The driver gives the booking back: it is searched for again, twice at most, and never offered to that driver again.
create function app.give_back(booking public.bookings, reason text) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  perform app.act_as_driver((booking).driver_id, left(give_back.reason, 500));
  if (booking).driver_cancel_count >= 2 then
    return app.end_booking(booking, 'driver', give_back.reason, 0);
  end if;
  update public.booking_offers o set status = 'declined', answered_at = app.now()
  where o.booking_id = (booking).id and o.driver_id = (booking).driver_id and o.status = 'accepted';
  update public.booking_finances f set driver_id = null, fleet_id = null, flags = '{}' where f.booking_id = (booking).id;
  update public.bookings b set status = 'NEW', driver_cancel_count = b.driver_cancel_count + 1, dispatch_note = 'driver_cancelled',
    driver_id = null, driver_name = null, driver_image = null, driver_contact = null, driver_rating = null, vehicle_number = null,
    vehicle_make = null, vehicle_model = null, vehicle_color = null, fleet_id = null, accepted_at = null, engaged_at = null, arrived_at = null
  where b.id = (booking).id returning b.* into v_booking;
  if exists (select 1 from app.dispatch_queue q where q.booking_id = v_booking.id and q.due_at <= app.now()) then
    perform app.dispatch_booking(v_booking.id);
    select b.* into v_booking from public.bookings b where b.id = v_booking.id;
  end if;
  return v_booking;
end $$;

create function public.cancel_booking(booking_id uuid, reason text default null) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings := app.lock_booking(cancel_booking.booking_id);
  v_role text := case when v_me.usertype = 'admin' then 'admin' when v_me.id = v_booking.customer_id then 'rider'
    when v_me.id = v_booking.driver_id then 'driver' end;
begin
  if v_role is null then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  -- A demo lets riders and admins cancel, nobody else.
  if v_role = 'driver' then perform app.require_edits(); end if;
  if v_booking.status = 'CANCELLED' then return app.shown(v_booking); end if;
  if v_booking.status not in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED') or (v_role = 'admin' and v_booking.status = 'ARRIVED') then
    raise sqlstate 'PT409' using message = 'cannot_cancel', hint = format('The booking is %s', v_booking.status);
  end if;
  if v_role = 'driver' then return app.give_back(v_booking, cancel_booking.reason); end if;
  perform app.act(v_role, v_me.id, note => left(cancel_booking.reason, 500));
  return app.shown(app.end_booking(v_booking, v_role, cancel_booking.reason,
    case when v_role = 'rider' then app.cancellation_fee(v_booking) else 0 end));
end $$;
comment on function public.cancel_booking is
  'Ends a booking; from its driver it goes back to dispatch, the third time it ends. Riders pay the car type''s slab once accepted. Safe to call twice. Errors: must_login, booking_not_found, cannot_cancel, demo_mode.';
revoke execute on function public.cancel_booking(uuid, text) from public, anon;
grant execute on function public.cancel_booking(uuid, text) to authenticated;

create function public.no_show(booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.lock_carried(no_show.booking_id);
  v_wait interval := (select make_interval(mins => s.free_wait) from public.settings s where s.id = 1);
  v_fee numeric;
begin
  if v_booking.status = 'CANCELLED' then return v_booking; end if;
  if v_booking.status <> 'ARRIVED' then perform app.refuse_status(v_booking); end if;
  if greatest(v_booking.arrived_at, case when v_booking.book_later then v_booking.trip_at else v_booking.arrived_at end) + v_wait > app.now() then
    raise sqlstate 'PT409' using message = 'no_show_too_early', hint = 'Wait for the free minutes to pass';
  end if;
  if not app.is_at(v_booking.driver_id, v_booking.pickup_lat, v_booking.pickup_lng) then
    raise sqlstate 'PT409' using message = 'not_at_pickup', hint = 'Report a position within 500 m of the pickup first';
  end if;
  select app.slab_fee(c.cancel_slab, 'Infinity') into v_fee from public.car_types c where c.id = v_booking.car_type_id;
  perform app.act_as_driver(v_booking.driver_id, 'no_show');
  return app.end_booking(v_booking, 'driver', 'no_show', v_fee);
end $$;
comment on function public.no_show is
  'The rider did not come within settings.free_wait; the highest slab is due. Errors: not_a_driver, require_approval, booking_not_found, wrong_status, no_show_too_early, not_at_pickup.';
revoke execute on function public.no_show(uuid) from public, anon;
grant execute on function public.no_show(uuid) to authenticated;
