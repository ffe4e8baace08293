-- Suspending: whether somebody who is suspended still has a trip to finish.

-- Returns whether a suspended person keeps some access. A driver keeps it to end a trip that has started, a rider to
-- follow a ride that has a driver and to pay for it.
create function app.has_trip(user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.bookings b where b.driver_id = has_trip.user_id and app.is_finishable(b.status))
    or exists (select 1 from public.bookings b where b.customer_id = has_trip.user_id
      and app.is_at_work(b.status));
end $$;
comment on function app.has_trip is
  'Whether a suspended person still has a trip to finish: a rider from acceptance to payment, a driver from the start '
  'of the trip.';
