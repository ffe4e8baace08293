-- Positions: where drivers are now, in a narrow table that is written often and that the search for drivers reads.

create function app.refresh_driver(driver_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Also locks a position that does not change: the lock comes before that of the state in every call, so that two
  -- calls cannot deadlock.
  perform 1 from public.driver_positions p where p.driver_id = refresh_driver.driver_id for no key update;
  update public.driver_positions p
  set car_type = d.car_type_id, seats = v.seats, luggage = v.luggage, child_seats = v.child_seats,
    wheelchair = v.wheelchair, available = f.free,
    pt = case when f.free then app.search_point(d.car_type_id, p.lat, p.lng) end,
    away_pt = case when not f.free then app.anchor(p.lat, p.lng) end
  from public.drivers d
  join public.profiles pr on pr.id = d.id
  cross join lateral app.car_of(d.id) v
  cross join lateral (select d.driver_active_status and not d.last_ride and pr.approved and pr.usertype = 'driver'
    and not app.is_occupied(d.id) as free offset 0) f
  where d.id = refresh_driver.driver_id and p.driver_id = d.id
    and (p.available is distinct from f.free or p.car_type is distinct from d.car_type_id
      or (p.seats, p.luggage, p.child_seats, p.wheelchair) <> (v.seats, v.luggage, v.child_seats, v.wheelchair));
  insert into app.driver_states as s (driver_id, state)
  select d.id, case when not (d.driver_active_status and pr.approved and pr.usertype = 'driver') then 'off'
    when app.is_busy(d.id) then 'busy' else 'free' end
  from public.drivers d join public.profiles pr on pr.id = d.id where d.id = refresh_driver.driver_id
  on conflict on constraint driver_states_pkey do update set state = excluded.state, changed_at = excluded.changed_at
    where s.state <> excluded.state;
end $$;
comment on function app.refresh_driver is
  'Updates whether the search can find a driver; called after any change that affects it.';

create function app.refresh_drivers(was public.bookings, booking public.bookings) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (was).driver_id is not null then perform app.refresh_driver((was).driver_id); end if;
  if (booking).driver_id is not null and (booking).driver_id is distinct from (was).driver_id then
    perform app.refresh_driver((booking).driver_id);
  end if;
end $$;
comment on function app.refresh_drivers is
  'Refreshes the previous and the new driver after a change of a booking''s status.';
