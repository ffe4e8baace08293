-- A booking's life: which steps run, and in which order, after a booking is created and after each change of its
-- status.
-- Access: internal; one trigger on bookings runs both functions; only app.move_booking
--         (bookings/flows/1_booking_states.sql) writes a status
-- Tests:  tests/db/booking_paths.test.ts (the effects of each path), tests/db/booking_life.sql, tests/db/states.test.ts
-- Diagram: docs/reference/booking-life.md

create function app.booking_created(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.add_event((booking).id, null, (booking).status, app.actor() ->> 'note');
  perform app.broadcast_booking(null, booking);
  perform app.store_search_words(null, booking);
  if (booking).created_by <> (booking).customer_id then perform app.notify_created(booking); end if;
  perform app.queue_search(booking);
  if (booking).waypoints <> '[]' then perform app.write_stops(booking); end if;
  if (booking).promo_applied then perform app.reserve_promo(booking); end if;
  if (booking).payment_mode = 'card' and (booking).status = 'NEW' then perform app.request_hold(booking); end if;
  -- A street trip already has its driver and is under way when it is created.
  if (booking).driver_id is not null then
    perform app.refresh_driver((booking).driver_id);
    perform app.rotate_position_topic(null, booking);
  end if;
end $$;
comment on function app.booking_created is 'Runs the steps after a booking is created, in the order of its statements.';

-- Runs the steps that follow a change of status. The driver is locked first, then settle_booking locks wallets before
-- later steps lock monthly earnings and promotions: every function that locks several of these rows takes them in this
-- order. This function decides which steps are needed and calls only those. If each step decided that itself, the
-- database session would have to compile all of them on their first call, and a driver who accepts a booking would wait
-- for it.
create function app.booking_moved(was public.bookings, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_has_other_driver boolean := (was).driver_id is distinct from (booking).driver_id;
  -- Whether the change concerns what the driver does: the driver is on the way before it or after it.
  v_drives boolean := array[(was).status,
    (booking).status] && '{ACCEPTED,ARRIVED,STARTED,REACHED}'::public.booking_status[];
begin
  -- Two bookings of one driver may change at the same time. The lock lets the second of them see the first, for example
  -- that the driver's other parcel has ended, and comes before the wallets' locks, so that the two cannot deadlock.
  if v_drives then perform 1 from public.drivers d where d.id = (was).driver_id for no key update; end if;
  perform app.add_event((booking).id, (was).status, (booking).status, app.actor() ->> 'note');
  perform app.broadcast_booking(was, booking);
  perform app.store_search_words(was, booking);
  if (booking).status in ('PAID', 'CANCELLED') then
    perform app.settle_booking(booking);
    perform app.report_booking(booking);
  end if;
  if 'card' in ((was).payment_mode, (booking).payment_mode)
    and (booking).status in ('PENDING', 'PAID', 'CANCELLED') then
    perform app.settle_holds(booking);
  end if;
  if (booking).status = 'PAID' then perform app.queue_receipt((booking).id); end if;
  if (booking).source = 'street' and (booking).status in ('PENDING', 'PAID') and (was).status <> 'PENDING' then
    perform app.queue_street_check((booking).id);
  end if;
  perform app.queue_search(booking);
  if (was).status = 'ACCEPTED' and (was).book_later then perform app.end_claim_check(was, booking); end if;
  if (booking).promo_applied then perform app.settle_promo(booking); end if;
  if app.is_awaiting_pickup((was).status) and not app.is_awaiting_pickup((booking).status) then
    perform app.end_proposal(booking);
  end if;
  if v_drives then perform app.refresh_drivers(was, booking); end if;
  if (was).driver_id is not null and (booking).status in ('PENDING', 'PAID', 'NEW', 'CANCELLED')
    and (was).status in ('REACHED', 'ACCEPTED', 'ARRIVED') then
    perform app.engage_next((was).driver_id);
  end if;
  if v_has_other_driver then perform app.copy_driver_contact(booking); end if;
  if v_has_other_driver or 'ARRIVED' in ((was).status, (booking).status) or (was).status = 'STARTED' then
    perform app.allot_code_tries(was, booking);
  end if;
  perform app.rotate_position_topic(was, booking);
  perform app.notify_move(was, booking);
  if app.is_at_work((was).status)
    and (v_has_other_driver or not app.is_at_work((booking).status)) then
    perform app.end_suspended((was).driver_id, (booking).customer_id);
  end if;
end $$;
comment on function app.booking_moved is
  'Runs the steps after a change of a booking''s status, in the order of its statements. `was` is the row before the '
  'change.';

create function app.tg_bookings__life() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform app.booking_created(new);
  elsif old.status <> new.status then
    perform app.booking_moved(old, new);
  end if;
  return null;
end $$;

create trigger bookings__life after insert or update of status on public.bookings for each row
  execute function app.tg_bookings__life();

-- Every flow that creates a booking, pays one or takes one from its driver ends with this call: the search needs the
-- row of booking_finances, which a new booking does not have yet when booking_created runs.
create function app.begin_search(booking public.bookings) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  if exists (select 1 from app.dispatch_queue q where q.booking_id = (booking).id and q.due_at <= app.now()) then
    -- An error in the search must not undo what came before it, such as a payment; the next tick of dispatch searches
    -- again.
    begin
      perform app.dispatch_booking((booking).id);
    exception when others then raise warning 'dispatch of % failed: %', (booking).id, sqlerrm;
    end;
  end if;
  select b.* into v_booking from public.bookings b where b.id = (booking).id;
  return v_booking;
end $$;
comment on function app.begin_search is
  'Asks the first drivers, if the booking waits for one now, and returns the booking as it is then.';
