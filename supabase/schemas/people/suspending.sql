-- Suspending: what happens to a person's bookings and offers when their approval is taken away, and when the sessions of a person
-- who still has a trip end.
-- Needs:  profiles, bookings, dispatch, cancelling, sessions
-- Access: person_suspended ends the work; booking_moved calls end_suspended; the token hook calls has_trip
-- Tests:  tests/db/suspension.sql, tests/db/functions.test.ts (every function and table, tried by suspended people)

-- Returns whether a suspended person keeps some access. A driver keeps it to end a trip that has started, a rider to follow a
-- ride that has a driver and to pay for it.
create function app.has_trip(user_id uuid) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.bookings b where b.driver_id = has_trip.user_id and app.is_to_finish(b.status))
    or exists (select 1 from public.bookings b where b.customer_id = has_trip.user_id
      and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING'));
end $$;
comment on function app.has_trip is 'Whether a suspended person still has a trip to finish: a rider from acceptance to payment, a driver from the start of the trip.';

-- Takes a suspended driver off duty and returns their bookings to dispatch. Offers are withdrawn first: a concurrent acceptance
-- has locked one of them, so this function waits for its commit and then finds the accepted booking.
create function app.end_work(driver_id uuid) returns void language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  perform 1 from public.booking_offers o where o.driver_id = end_work.driver_id and o.status = 'open' for no key update;
  perform app.withdraw_offers(end_work.driver_id);
  for v_booking in select b.* from public.bookings b where b.driver_id = end_work.driver_id and b.status in ('ACCEPTED', 'ARRIVED')
    order by b.id for no key update loop
    perform app.return_booking(v_booking, 'driver_suspended', by_desk => true);
  end loop;
  update public.drivers d set driver_active_status = false where d.id = end_work.driver_id and d.driver_active_status;
end $$;
comment on function app.end_work is 'Takes a driver off duty: withdraws open offers and returns bookings that have not started to dispatch. A started trip continues.';

-- Ends the sessions of suspended people with the last trip that they had to finish: app.end_lost_rights has left them
-- open for it. The driver is the one who had the trip, also if it went back to dispatch.
create function app.end_suspended(driver_id uuid, customer_id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform app.end_sessions(p.id) from public.profiles p
  where p.id in (end_suspended.driver_id, end_suspended.customer_id) and p.suspended_at is not null and not app.has_trip(p.id);
end $$;
comment on function app.end_suspended is 'Signs a suspended rider or driver out when the trip is over that they could still finish.';

-- A suspension that is over is no news: whoever drives again need not read it.
create function app.close_suspension(user_id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  update public.notices n set read_at = app.now() where n.user_id = close_suspension.user_id and n.key = 'account_suspended' and n.read_at is null;
  if found then perform app.broadcast('user:' || close_suspension.user_id, 'notice'); end if;
end $$;
comment on function app.close_suspension is 'Marks the notice of a suspension as read once the person is approved again.';
