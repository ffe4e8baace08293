-- A booking's life: what follows when one is made and when its status changes, step by step, in this order.
-- Needs:  every file that has a step: bookings, promotions, positions, dispatch, trip, stops, settlement, earnings, notices, broadcasts
-- Access: one trigger; app.move_booking (bookings) is the only writer of a status
-- Tests:  tests/db/booking_paths.test.ts (what each path leaves behind), tests/db/booking_life.sql, tests/db/states.test.ts
-- Drawn:  docs/booking-life.md

create function app.booking_created(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.record_move(null, booking);
  perform app.broadcast_booking(null, booking);
  perform app.notify_created(booking);
  perform app.queue_search(booking);
  perform app.write_stops(booking);
  perform app.reserve_promo(booking);
end $$;
comment on function app.booking_created is 'The steps after a booking was made, in their order.';

-- Wallets are locked before promotions and months, as in every other function that locks more than one of them.
create function app.booking_moved(was public.bookings, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.record_move(was, booking);
  perform app.broadcast_booking(was, booking);
  perform app.settle_booking(booking);
  perform app.report_booking(booking);
  perform app.queue_search(booking);
  perform app.settle_promo(booking);
  perform app.end_proposal(was, booking);
  perform app.refresh_drivers(was, booking);
  perform app.copy_driver_contact(was, booking);
  perform app.allot_code_tries(was, booking);
  perform app.rotate_position_topic(was, booking);
  perform app.notify_move(was, booking);
end $$;
comment on function app.booking_moved is 'The steps after a change of status, in their order. was is the row before.';

create function app.tg_bookings__life() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform app.booking_created(new);
  elsif old.status <> new.status then
    perform app.booking_moved(old, new);
  end if;
  return null;
end $$;
create trigger bookings__life after insert or update of status on public.bookings
  for each row execute function app.tg_bookings__life();
