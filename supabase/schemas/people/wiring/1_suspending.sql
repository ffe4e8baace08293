-- Suspending: what happens to a person's bookings and offers when their approval is taken away, and when the sessions
-- of a person who still has a trip end.

-- Takes a suspended driver off duty and returns their bookings to dispatch. Offers are withdrawn first: a concurrent
-- acceptance has locked one of them, so this function waits for its commit and then finds the accepted booking.
create function app.end_work(driver_id uuid) returns void language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  perform 1 from public.booking_offers o where o.driver_id = end_work.driver_id and o.status = 'open' for no key update;
  perform app.end_offers(end_work.driver_id, 'withdrawn');
  for v_booking in select b.* from public.bookings b where b.driver_id = end_work.driver_id
    and app.is_awaiting_pickup(b.status)
    order by b.id for no key update loop
    perform app.return_booking(v_booking, 'driver_suspended', by_desk => true);
  end loop;
  update public.drivers d set driver_active_status = false where d.id = end_work.driver_id and d.driver_active_status;
end $$;
comment on function app.end_work is
  'Takes a driver off duty: withdraws open offers and returns bookings that have not started to dispatch. A started '
  'trip continues.';
