-- Claims and next jobs: drivers accept later bookings ahead of time (claim them), and get their next job shortly before
-- a trip ends.
-- Access: approved drivers; before they claim a booking they see its area and times, but no exact address
-- Tests:  tests/db/claims.sql, tests/db/next_job.sql, tests/db/races.test.ts

-- Assigns a later booking to the driver who claims it. Locks the booking; if another call has locked it, refuses with
-- try_again. Locks the driver's row as well: of two concurrent claims of one driver, the second waits, so that the
-- first already counts towards settings.later_claims_max.
create function public.claim_booking(booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_booking public.bookings;
  v_settings public.settings;
begin
  select b.* into v_booking from public.bookings b where b.id = claim_booking.booking_id and b.book_later
    for no key update skip locked;
  if not found then
    if exists (select 1 from public.bookings b where b.id = claim_booking.booking_id and b.book_later) then
      perform app.refuse('try_again', 409, 'Another answer is being recorded; retry');
    end if;
    perform app.refuse('booking_not_found', 404, 'No such later booking');
  end if;
  if v_booking.driver_id = v_driver.id and v_booking.status <> 'CANCELLED' then return v_booking; end if;
  if v_booking.status <> 'NEW' then perform app.refuse('booking_taken', 409, 'This booking is no longer open'); end if;
  if not app.is_open_later(v_booking) or app.has_left_job(v_booking.id, v_driver.id) then
    perform app.refuse('booking_not_open', 409, 'It has an open offer, or this driver returned it before');
  end if;
  if v_driver.car_type_id is distinct from v_booking.car_type_id then
    perform app.refuse('driver_unsuitable', 422, 'The booking is for a different car type than the driver''s');
  end if;
  v_settings := app.settings();
  perform 1 from public.drivers d where d.id = v_driver.id for no key update;
  if (select count(*) from public.bookings b where b.driver_id = v_driver.id and b.book_later
    and b.status = 'ACCEPTED') >= v_settings.later_claims_max then
    perform app.refuse('too_many_claims', 409,
      format('At most %s later bookings at a time', v_settings.later_claims_max));
  end if;
  if exists (select 1 from public.bookings b where b.driver_id = v_driver.id and app.is_on_the_road(b.status)
      and app.job_window(b, v_settings.lead_minutes) && app.job_window(v_booking, v_settings.lead_minutes)) then
    perform app.refuse('claims_overlap', 409, 'The driver has another booking at that time');
  end if;
  perform app.check_driver(v_booking, v_driver.id);
  perform app.make_offers(v_booking, array[v_driver.id], 0, v_settings.assign_timeout);
  -- No position is stored with the claim, because the driver may be at home.
  perform app.set_actor('driver', v_driver.id, note => 'claimed');
  return app.take_booking(v_booking, v_driver);
end $$;
comment on function public.claim_booking is
  'The caller claims a later booking ahead of time, on or off duty: at most settings.later_claims_max at a time, '
  'without overlaps. Idempotent. '
  'Errors: must_login, account_suspended, require_approval, not_a_driver, booking_not_found, try_again (retry after '
  '200 ms), booking_taken, booking_not_open, driver_unsuitable, vehicle_unsuitable, too_many_claims, claims_overlap, '
  'document_expired, cannot_afford, driver_busy.';
grant execute on function public.claim_booking(uuid) to authenticated;

create function app.watch_drop(booking public.bookings, lat double precision, lng double precision) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_km double precision := (app.settings()).next_job_km;
  v_near boolean;
begin
  if v_km = 0 or (booking).drop_lat is null then return; end if;
  v_near := app.distance_m((booking).drop_lat, (booking).drop_lng, watch_drop.lat, watch_drop.lng) <= 1000 * v_km
    and (booking).returning_at is null
    and not exists (select 1 from public.booking_stops s where s.booking_id = (booking).id and s.arrived_at is null);
  if v_near = exists (select 1 from app.trip_watch w where w.booking_id = (booking).id
    and w.driver_id = (booking).driver_id and w.ending_at is not null) then
    return;
  end if;
  insert into app.trip_watch as w (booking_id, driver_id, ending_at)
    values ((booking).id, (booking).driver_id, case when v_near then app.now() end)
  on conflict on constraint trip_watch_pkey do update set ending_at = excluded.ending_at;
  perform app.refresh_driver((booking).driver_id);
end $$;
comment on function app.watch_drop is
  'Records that a trip has come within settings.next_job_km of its drop, or is farther away again.';

create function app.engage_next(driver_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_id uuid;
begin
  if app.is_busy(engage_next.driver_id) then
    perform app.promote_parcel(engage_next.driver_id);
    return;
  end if;
  update public.bookings b set engaged_at = app.now(), vehicle_number = d.vehicle_number,
    vehicle_make = d.vehicle_make, vehicle_model = d.vehicle_model,
    vehicle_color = d.vehicle_color
  from public.drivers d where d.id = b.driver_id and b.id = (
    select n.id from public.bookings n, public.settings s where n.driver_id = engage_next.driver_id
      and n.status = 'ACCEPTED' and n.engaged_at is null
      and s.id = 1 and n.trip_at - make_interval(mins => s.lead_minutes) <= app.now()
    order by n.trip_at limit 1 for no key update of n skip locked)
  returning b.id into v_id;
  if v_id is null then return; end if;
  perform app.refresh_driver(engage_next.driver_id);
  perform app.broadcast('driver:' || engage_next.driver_id, 'booking', v_id);
exception when unique_violation then
  null; -- the driver accepted another booking concurrently; the next run retries
end $$;
comment on function app.engage_next is
  'Called when a driver''s trip has ended: makes the booking that waited for it the driver''s engaged booking. If the '
  'driver still carries parcels, makes the next parcel the engaged one.';

-- An accepted booking waits (engaged_at is null) while its driver is still on another trip. If it still waits ten
-- minutes after the promised arrival, returns it to dispatch, so that another driver can serve the rider, and notifies
-- the driver.
create function app.return_late_jobs() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id uuid;
  v_booking public.bookings;
begin
  for v_id in select b.id from public.bookings b where b.status = 'ACCEPTED' and b.engaged_at is null
    and b.promised_at < app.now() - interval '10 minutes' limit 50 loop
    begin
      select b.* into v_booking from public.bookings b where b.id = v_id and b.status = 'ACCEPTED'
        and b.engaged_at is null for no key update skip locked;
      continue when not found;
      perform app.return_booking(v_booking, 'next_job_late', by_desk => true);
      perform app.notify(v_booking.driver_id, 'job_passed_on', app.notice_params(v_booking), v_booking.id);
    exception when others then raise warning 'giving back % failed: %', v_id, sqlerrm;
    end;
  end loop;
end $$;
comment on function app.return_late_jobs is
  'Returns to dispatch the waiting jobs whose driver is more than 10 minutes later than promised.';
