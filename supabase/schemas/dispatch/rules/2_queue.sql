-- The queue of bookings that wait for a driver, as the desk sees it.

-- Clients read this function as a computed column of drivers: from('drivers').select('*, queue').
create function public.queue(driver public.drivers) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select app.is_busy(d.id) from public.drivers d where d.id = (driver).id
    and (not app.is_person() or d.id = auth.uid() and app.has_session()
      or d.fleet_id = auth.uid() and app.has_current_role('fleetadmin') or app.has_current_role('admin')));
end $$;
comment on function public.queue is
  'Whether an engaged booking keeps the driver busy now (a computed column of drivers); null for drivers whom the '
  'caller may not see.';
grant execute on function public.queue(public.drivers) to authenticated;
