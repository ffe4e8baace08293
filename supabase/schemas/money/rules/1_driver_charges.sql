-- Driver charges: amounts that drivers pay weekly or once (rent, insurance, radio), taken from their wallets.

create function public.list_driver_charges(of_driver uuid default null, running boolean default null,
  before_id uuid default null, page_size integer default 50)
returns table (id uuid, driver_id uuid, name text, kind text, amount numeric, weekly boolean, from_day date,
  until_day date, charged_until date, note text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('payouts');
  return query
  select c.id, c.driver_id, btrim(p.first_name || ' ' || p.last_name), c.kind, c.amount, c.weekly, c.from_day,
    c.until_day, c.charged_until, c.note, c.created_at
  from public.driver_charges c join public.profiles p on p.id = c.driver_id
  where (list_driver_charges.of_driver is null or c.driver_id = list_driver_charges.of_driver)
    and (list_driver_charges.before_id is null or c.id < list_driver_charges.before_id)
    and (list_driver_charges.running is null
      or list_driver_charges.running = (coalesce(c.until_day >= app.today(), true)
      and (c.weekly or c.charged_until is null)))
  order by c.id desc limit least(greatest(coalesce(list_driver_charges.page_size, 50), 1), 1000);
end $$;
comment on function public.list_driver_charges is
  'Charges of drivers, latest first. running: only those that will be charged again; false: only the others. Pass the '
  'last row''s id as before_id for the next page. '
  'Errors: must_login, not_allowed.';
grant execute on function public.list_driver_charges(uuid, boolean, uuid, integer) to authenticated;
