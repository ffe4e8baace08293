-- Assigning: the desk offers one or several bookings to drivers that it chooses.
-- Access: admins; while auto-dispatch is on, only for bookings without an open offer
-- Tests:  tests/db/dispatch.sql

create function app.assign(booking_id uuid, driver_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.lock_booking(assign.booking_id);
  v_settings public.settings;
  v_km numeric;
begin
  v_settings := app.settings();
  if v_booking.status <> 'NEW' then perform app.refuse_status(v_booking); end if;
  perform app.expire_offers(v_booking.id);
  if app.is_being_asked(v_booking, assign.driver_id) then
    perform app.refuse('offer_open', 409, 'Drivers have open offers; wait for their answer');
  end if;
  if not exists (select 1 from public.drivers d join public.profiles p on p.id = d.id
      where d.id = assign.driver_id and p.usertype = 'driver' and p.approved
        and d.car_type_id = v_booking.car_type_id) then
    perform app.refuse('driver_unsuitable', 422, 'Choose an approved driver with this car type');
  end if;
  perform app.check_driver(v_booking, assign.driver_id);
  if app.is_busy(assign.driver_id) and not app.can_join(v_booking, assign.driver_id)
    and v_booking.trip_at - make_interval(mins => v_settings.lead_minutes) <= app.now() then
    perform app.refuse('driver_busy', 409, 'This driver is on a trip');
  end if;
  select round((app.distance_m(v_booking.pickup_lat, v_booking.pickup_lng, p.lat, p.lng) / 1000)::numeric, 2) into v_km
  from public.driver_positions p where p.driver_id = assign.driver_id;
  perform app.make_offers(v_booking, array[assign.driver_id], 0, v_settings.assign_timeout);
  insert into public.dispatch_waves (booking_id, wave, mode, candidates)
  values (v_booking.id, 0, 'assigned',
    jsonb_build_array(jsonb_build_object('driver_id', assign.driver_id, 'distance_km', v_km)));
  update app.dispatch_queue q
    set due_at = greatest(q.due_at, app.now() + make_interval(secs => v_settings.assign_timeout))
  where q.booking_id = v_booking.id;
  perform app.audit('assign_driver', 'bookings', v_booking.id::text, null,
    jsonb_build_object('driver_id', assign.driver_id));
  return v_booking;
end $$;

create function public.assign_driver(booking_id uuid, driver_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
begin
  perform app.require_permission('bookings');
  return app.assign(assign_driver.booking_id, assign_driver.driver_id);
end $$;
comment on function public.assign_driver is
  'An admin offers a booking to one driver, who has settings.assign_timeout seconds to answer. Returns the booking. '
  'Errors: not_allowed, booking_not_found, wrong_status, offer_open, driver_unsuitable, vehicle_unsuitable, '
  'document_expired, cannot_afford, driver_busy.';
grant execute on function public.assign_driver(uuid, uuid) to authenticated;

create function public.assign_drivers(assignments jsonb) returns setof public.assignment_result
language plpgsql security definer set search_path = '' as $$
declare
  v_results jsonb := jsonb_build_array();
  v_hint text;
  p record;
begin
  perform app.require_permission('bookings');
  if jsonb_typeof(assignments) is distinct from 'array' or jsonb_array_length(assignments) not between 1 and 200 then
    perform app.refuse('assignments_invalid', 422, 'Give 1 to 200 of {booking_id, driver_id}');
  end if;
  -- The bookings stay locked until the end of the transaction, so they are locked in the order of ids: in this order
  -- two concurrent calls cannot deadlock.
  for p in
    select a.place, app.uuid_of(a.line ->> 'booking_id') as booking_id,
      app.uuid_of(a.line ->> 'driver_id') as driver_id,
      a.line ->> 'booking_id' as said_booking, a.line ->> 'driver_id' as said_driver
    from jsonb_array_elements(assignments) with ordinality a (line, place) order by 2, 1
  loop
    -- Makes each assignment in a separate subtransaction, so that a refusal rolls back only this assignment.
    begin
      perform app.assign(p.booking_id, p.driver_id);
      v_results := v_results || jsonb_build_object('place', p.place, 'booking_id', p.booking_id, 'driver_id',
        p.driver_id, 'assigned', true);
    exception when others then
      if sqlstate not like 'PT4%' then raise; end if;
      get stacked diagnostics v_hint = pg_exception_hint;
      v_results := v_results || jsonb_build_object('place', p.place, 'booking_id', p.said_booking,
        'driver_id', p.said_driver,
        'assigned', false, 'message', sqlerrm, 'hint', v_hint);
    end;
  end loop;
  return query select t.* from jsonb_array_elements(v_results) r (line),
    jsonb_populate_record(null::public.assignment_result, r.line) t order by (r.line ->> 'place')::integer;
end $$;
comment on function public.assign_drivers is
  'Assigns several bookings, like assign_driver: [{booking_id, driver_id}], at most 200. Returns [{booking_id, '
  'driver_id, assigned, message, hint}] in the same order; message is the key of the refusal. '
  'Errors: not_allowed, assignments_invalid.';
grant execute on function public.assign_drivers(jsonb) to authenticated;
