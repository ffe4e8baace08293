-- The search of bookings: by reference, names, numbers, plates, addresses and notes, several words in any order,
-- whatever their case, accents or script.

-- Every insert and update of a booking calls this (tg_bookings__life, tg_bookings__changed).
create function app.store_search_words(was public.bookings, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if was.id is not null and (was.reference, was.customer_id, was.customer_name, was.guest_name, was.driver_id,
    was.driver_name, was.vehicle_number, was.fleet_id,
      was.pickup_address, was.pickup_point_name, was.drop_address, was.drop_point_name, was.waypoints, was.reason)
    is not distinct from (booking.reference, booking.customer_id, booking.customer_name, booking.guest_name,
      booking.driver_id, booking.driver_name, booking.vehicle_number,
      booking.fleet_id, booking.pickup_address, booking.pickup_point_name, booking.drop_address,
        booking.drop_point_name, booking.waypoints, booking.reason) then return; end if;
  insert into app.booking_words as w (booking_id, words) values (booking.id, app.search_words_of(booking))
  on conflict (booking_id) do update set words = excluded.words where w.words <> excluded.words;
end $$;
comment on function app.store_search_words is 'Keeps the words by which a booking is found as its row is.';
