-- Waves: the search for a driver asks a few drivers at a time (a wave), then the next ones.

-- A driver who goes off duty gets no push of an old offer; one who comes on duty is asked by the searches that rest.
create function app.tg_drivers__offers() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not new.driver_active_status then
    perform app.end_offers(new.id, 'left_duty');
  else
    update app.dispatch_queue q set due_at = app.now() where q.booking_id in (
      select r.booking_id from app.dispatch_queue r where r.rest_until > app.now() and r.due_at > app.now() limit 200
        for no key update skip locked);
  end if;
  return null;
end $$;

create trigger drivers__offers after update of driver_active_status on public.drivers
  for each row when (old.driver_active_status is distinct from new.driver_active_status)
    execute function app.tg_drivers__offers();
