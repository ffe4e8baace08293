-- Cancelling: who may cancel a booking in which status, and the fee for it.

create function app.end_booking(booking public.bookings, by_role text, reason text, fee numeric) returns public.bookings
language plpgsql security definer set search_path = '' as $$
begin
  return app.move_booking((booking).id, 'CANCELLED', jsonb_build_object('cancelled_at', app.now(), 'cancelled_by',
    end_booking.by_role,
    'reason', left(nullif(btrim(end_booking.reason), ''), 500), 'cancellation_fee', end_booking.fee,
      'dispatch_note', null));
end $$;

-- Takes a booking from its driver and gives it back to dispatch, which searches for another driver and never asks this
-- driver again. If drivers have given the booking back twice before, cancels it instead. by_desk is true if the system
-- takes the booking away from a driver who was suspended, is too late or cannot come: this is not counted and never
-- cancels the booking.
create function app.return_booking(booking public.bookings, reason text, by_desk boolean default false)
  returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  -- Before the booking is engaged, the driver's position is not recorded: it may be the home.
  if (booking).engaged_at is null then
    perform app.set_actor('driver', (booking).driver_id, note => left(return_booking.reason, app.reason_length()));
  else
    perform app.set_driver_actor((booking).driver_id, left(return_booking.reason, app.reason_length()));
  end if;
  if (booking).driver_cancel_count >= 2 and not by_desk then
    return app.end_booking(booking, 'driver', return_booking.reason, 0);
  end if;
  update public.booking_offers o set status = 'declined', answered_at = app.now()
  where o.booking_id = (booking).id and o.driver_id = (booking).driver_id and o.status = 'accepted';
  update public.booking_finances f set driver_id = null, fleet_id = null, flags = '{}'
    where f.booking_id = (booking).id;
  v_booking := app.move_booking((booking).id, 'NEW', jsonb_build_object('dispatch_note', 'driver_cancelled',
      'driver_cancel_count', (booking).driver_cancel_count + (not by_desk)::integer)
    || '{"driver_id": null, "driver_name": null, "driver_image": null, "driver_rating": null, "vehicle_number": null, "vehicle_make": null,
      "vehicle_model": null, "vehicle_color": null, "fleet_id": null, "accepted_at": null, "engaged_at": null, "is_along": false, "arrived_at": null, "arrival_confirmed_at": null}');
  return app.begin_search(v_booking);
end $$;

create function public.cancel_booking(booking_id uuid, reason text default null) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings := app.lock_booking(cancel_booking.booking_id);
  v_role text := app.role_in(v_booking, v_me);
  v_was text := v_booking.status;
  v_reason text := cancel_booking.reason;
begin
  -- In demo mode drivers cannot cancel; riders and admins can.
  if v_role = 'driver' then perform app.require_edits(); end if;
  if v_booking.status = 'CANCELLED' then return v_booking; end if;
  perform app.check_cancel(v_booking, v_role), app.check_cancel_reason(v_reason, v_role);
  if v_role = 'driver' then return app.return_booking(v_booking, v_reason); end if;
  if v_was = 'PAYMENT_PENDING' then v_reason := 'incomplete_booking'; end if;
  perform app.set_actor(v_role, v_me.id, note => left(v_reason, app.reason_length()));
  v_booking := app.end_booking(v_booking, v_role, v_reason,
    case when v_role = 'rider' then app.cancellation_fee(v_booking) else 0 end);
  if v_role = 'admin' then
    perform app.audit('cancel_booking', 'bookings', v_booking.id::text, jsonb_build_object('status', v_was),
      jsonb_build_object('status', v_booking.status, 'reason', v_booking.reason));
  end if;
  return v_booking;
end $$;
comment on function public.cancel_booking is
  'Cancels a booking. If its driver cancels, it returns to dispatch; the third time it is cancelled. After a driver '
  'has accepted, riders pay the fee that cancellation_quote returns: the step of the car type''s cancel_slab, or at '
  'least its lowest step once they have used up settings.free_cancellations within 24 hours. Driver and admin pay '
  'nothing. An unpaid parcel is cancelled with the reason incomplete_booking. A reason of cancel_reasons must be '
  'meant for the caller. Idempotent. '
  'Errors: must_login, booking_not_found, cannot_cancel, reason_not_offered, demo_mode.';
grant execute on function public.cancel_booking(uuid, text) to authenticated;
