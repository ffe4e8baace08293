-- Saved addresses: places where a rider has been, with a count, and named places such as home and work.

-- Limits the number of saved places, because each ride may add one: deletes the least visited places without a name.
create function app.tg_saved_addresses__trim() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.saved_addresses a where a.id in (select o.id from public.saved_addresses o
    where o.user_id = new.user_id and o.label is null and o.id <> new.id order by o.count desc, o.id desc offset 99);
  return null;
end $$;

create trigger saved_addresses__trim after insert on public.saved_addresses
  for each row when (new.label is null) execute function app.tg_saved_addresses__trim();
