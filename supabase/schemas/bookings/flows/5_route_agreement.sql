-- Changing to a cheaper route after a driver has accepted: the driver accepted the old fare, so the driver must agree
-- to the new one or is compensated.
-- Access: people who can read a booking read its proposals; the driver of the booking accepts or declines, the rider
--         withdraws; the rider or an admin previews a change
-- Tests:  tests/db/route_agreement.sql

create function app.propose_route(booking public.bookings, quote public.fare_quotes, client_key uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.route_proposals p set status = 'withdrawn', answered_at = app.now() where p.booking_id = (booking).id
    and p.status = 'open';
  insert into public.route_proposals (booking_id, quote_id, asked_by, trip_cost, drop_address, client_key)
  values ((booking).id, (quote).id, (booking).customer_id, (quote).trip_cost, (quote).drop_address,
    propose_route.client_key);
  perform app.notify((booking).driver_id, 'route_proposed', jsonb_build_object('reference', (booking).reference,
    'drop', (quote).drop_address, 'fare', (quote).trip_cost, 'before', (booking).trip_cost), (booking).id);
  perform app.broadcast('booking:' || (booking).id, 'booking', (booking).id);
end $$;

-- Stores the compensation as an extra of the trip: it is a separate line of the receipt, and the driver gets all of it.
create function app.compensate_route(booking public.bookings, client_key uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare v_amount numeric := app.compensation_for(app.accepted_fare(booking), (booking).estimate);
begin
  delete from public.booking_extras x where x.booking_id = (booking).id and x.key = 'route_change';
  if v_amount > 0 then
    insert into public.booking_extras (booking_id, key, amount, by_role, added_by, client_key)
    values ((booking).id, 'route_change', v_amount, 'system', (booking).customer_id, compensate_route.client_key);
  end if;
end $$;

create function public.accept_route_change(booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.lock_driver_booking(accept_route_change.booking_id);
  v_proposal public.route_proposals := app.lock_proposal(v_booking);
  v_quote public.fare_quotes;
  v_after public.bookings;
begin
  select q.* into strict v_quote from public.fare_quotes q where q.id = v_proposal.quote_id;
  update public.route_proposals p set status = 'accepted', answered_at = app.now() where p.id = v_proposal.id;
  perform app.set_driver_actor(v_booking.driver_id);
  v_after := app.replace_route(v_booking, v_quote, v_proposal.asked_by, v_proposal.client_key);
  perform app.notify(v_after.customer_id, 'route_accepted', jsonb_build_object('reference', v_after.reference, 'drop',
    v_after.drop_address), v_after.id);
  return v_after;
end $$;
comment on function public.accept_route_change is
  'The driver accepts the cheaper route that the rider requested; it applies at once. Returns the booking. '
  'Errors: not_a_driver, require_approval, booking_not_found, route_change_not_found.';
grant execute on function public.accept_route_change(uuid) to authenticated;

create function public.decline_route_change(booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings := app.lock_booking(decline_route_change.booking_id);
  v_role text := app.role_in(v_booking, v_me);
  v_proposal public.route_proposals := app.lock_proposal(v_booking);
begin
  if v_role = 'admin' then perform app.refuse('not_allowed', 403, 'Only rider and driver decide this'); end if;
  update public.route_proposals p set status = case v_role when 'driver' then 'declined' else 'withdrawn' end,
    answered_at = app.now()
  where p.id = v_proposal.id;
  if v_role = 'driver' then
    perform app.notify(v_booking.customer_id, 'route_declined', jsonb_build_object('reference', v_booking.reference,
      'drop', v_booking.drop_address), v_booking.id);
  end if;
  perform app.broadcast('booking:' || v_booking.id, 'booking', v_booking.id);
  return v_booking;
end $$;
comment on function public.decline_route_change is
  'The driver declines the cheaper route, or the rider withdraws it; the old route stays. Returns the booking. '
  'Errors: must_login, booking_not_found, route_change_not_found, not_allowed.';
grant execute on function public.decline_route_change(uuid) to authenticated;

-- Withdraws an unanswered proposal when the trip starts, or the booking is cancelled or returns to dispatch. When it
-- returns to dispatch, the driver's compensation is also removed, because the next driver accepts the new fare.
create function app.end_proposal(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.route_proposals p set status = 'withdrawn', answered_at = app.now() where p.booking_id = (booking).id
    and p.status = 'open';
  if (booking).status = 'NEW' then
    delete from public.booking_extras x where x.booking_id = (booking).id and x.key = 'route_change';
  end if;
end $$;
comment on function app.end_proposal is
  'Withdraws an open proposal of a cheaper route when the trip starts, ends or returns to dispatch.';
