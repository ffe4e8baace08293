-- Car types and reasons for cancelling: the catalogues to which a booking refers.

create function app.tg_cancel_reasons__renumber() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.cancel_reasons c set value = n.place
  from (select r.id, row_number() over (order by r.value, r.id) - 1 as place from public.cancel_reasons r) n
  where n.id = c.id and c.value <> n.place;
  return null;
end $$;

create trigger cancel_reasons__renumber after insert or update or delete on public.cancel_reasons
  for each statement when (pg_trigger_depth() = 0) execute function app.tg_cancel_reasons__renumber();
create trigger car_types__audit after insert or update or delete on public.car_types
  for each row when (pg_trigger_depth() = 0) execute function app.tg_audit();
create trigger cancel_reasons__audit after insert or update or delete on public.cancel_reasons
  for each row when (pg_trigger_depth() = 0) execute function app.tg_audit();
