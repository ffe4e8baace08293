-- Broadcasts: messages on private topics that tell clients what changed.

create function app.broadcast_lists(was public.bookings, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (was).id is not null then
    if (was).driver_id is not null and (was).driver_id is distinct from (booking).driver_id then
      perform app.broadcast('driver:' || (was).driver_id, 'booking', (booking).id);
    end if;
    if (was).fleet_id is not null and (was).fleet_id is distinct from (booking).fleet_id then
      perform app.broadcast('fleet:' || (was).fleet_id, 'booking', (booking).id);
    end if;
  end if;
  perform app.broadcast('user:' || (booking).customer_id, 'booking', (booking).id);
  perform app.broadcast('admin', 'booking', (booking).id);
  if (booking).driver_id is not null then
    perform app.broadcast('driver:' || (booking).driver_id, 'booking', (booking).id);
  end if;
  if (booking).fleet_id is not null then
    perform app.broadcast('fleet:' || (booking).fleet_id, 'booking', (booking).id);
  end if;
end $$;
comment on function app.broadcast_lists is
  'Broadcasts a changed booking to all topics whose lists contain it now or contained it before.';

-- Broadcasts a change of a driver to the driver, to admins and to the given fleets. If the driver changes the fleet,
-- pass both
-- fleets: the driver must disappear from the pages of the former one.
create function app.broadcast_driver(driver_id uuid, variadic fleet_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.broadcast('driver:' || driver_id, 'driver', driver_id);
  perform app.broadcast('admin', 'driver', driver_id);
  perform app.broadcast('fleet:' || f.id, 'driver', driver_id) from unnest(fleet_ids) f (id)
    where f.id is not null group by f.id;
end $$;
