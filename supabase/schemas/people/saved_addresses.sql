-- Saved addresses: places where a rider has been, with a count, and named places such as home and work.
-- Needs:  profiles
-- Access: their owner reads, adds, names and deletes; a finished trip adds a place or increases its count
-- Tests:  tests/db/saved_addresses.sql

create table public.saved_addresses (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  label text check (btrim(label) <> '' and length(label) <= 40),
  description text not null check (length(description) <= 500),
  lat double precision not null,
  lng double precision not null,
  count integer not null default 1 check (count >= 0),
  created_at timestamptz not null default app.now(),
  constraint saved_addresses_place check (app.is_place(lat, lng))
);
call app.describe('public.saved_addresses', $$
  Places of a rider. A ride that ends within 100 m of a saved place increases its count.
  label: The rider's name for the place (home, work, …); null for places that rides added.
  count: Number of rides that ended at the place.
  description: Address of the place, as text.
$$);
create index saved_addresses_user_id on public.saved_addresses (user_id, count desc);
create unique index saved_addresses_label on public.saved_addresses (user_id, lower(label)) where label is not null;
alter table public.saved_addresses enable row level security;
grant select, delete on public.saved_addresses to authenticated;
create policy "people read their own addresses" on public.saved_addresses for select to authenticated using (user_id = (select auth.uid()));
create policy "people delete their own addresses" on public.saved_addresses for delete to authenticated
  using (user_id = (select auth.uid()) and not (select app.is_suspended()));

-- Limits the number of saved places, because each ride may add one: deletes the least visited places without a name.
create function app.tg_saved_addresses__trim() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.saved_addresses a where a.id in (select o.id from public.saved_addresses o
    where o.user_id = new.user_id and o.label is null and o.id <> new.id order by o.count desc, o.id desc offset 99);
  return null;
end $$;
create trigger saved_addresses__trim after insert on public.saved_addresses
  for each row when (new.label is null) execute function app.tg_saved_addresses__trim();

create function app.check_label(label text) returns text language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(btrim(check_label.label), '') = '' or length(btrim(check_label.label)) > 40 then
    perform app.refuse('address_invalid', 422, 'Give a name of up to 40 characters');
  end if;
  return btrim(check_label.label);
end $$;

create function public.save_address(label text, description text, lat double precision, lng double precision) returns public.saved_addresses
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_label text := app.check_label(save_address.label);
  v_address public.saved_addresses;
begin
  if not app.is_place(save_address.lat, save_address.lng) or coalesce(btrim(save_address.description), '') = '' then
    perform app.refuse('address_invalid', 422, 'Give a description and coordinates');
  end if;
  -- Locks the person's profile, so that concurrent inserts also count towards the limit.
  perform 1 from public.profiles p where p.id = v_me.id for no key update;
  update public.saved_addresses a set description = left(btrim(save_address.description), 500), lat = save_address.lat, lng = save_address.lng,
    -- If a name moves to another place (over 100 m away), the count starts again at 0.
    count = case when app.distance_m(a.lat, a.lng, save_address.lat, save_address.lng) <= 100 then a.count else 0 end
  where a.user_id = v_me.id and lower(a.label) = lower(v_label) returning a.* into v_address;
  if found then return v_address; end if;
  perform app.check_limit('named_addresses', (select count(*) from public.saved_addresses a where a.user_id = v_me.id and a.label is not null));
  insert into public.saved_addresses (user_id, label, description, lat, lng, count)
  values (v_me.id, v_label, left(btrim(save_address.description), 500), save_address.lat, save_address.lng, 0)
  returning * into v_address;
  return v_address;
end $$;
comment on function public.save_address is 'Saves a place under a name. If the name exists (in any case), it moves to the new place, so a retry is safe. Errors: must_login, address_invalid, too_many_addresses.';
grant execute on function public.save_address(text, text, double precision, double precision) to authenticated;

create function public.rename_address(id uuid, label text) returns public.saved_addresses language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_label text := case when rename_address.label is not null then app.check_label(rename_address.label) end;
  v_address public.saved_addresses;
begin
  perform 1 from public.profiles p where p.id = v_me.id for no key update;
  select a.* into v_address from public.saved_addresses a where a.id = rename_address.id and a.user_id = v_me.id for no key update;
  if not found then perform app.refuse('address_not_found', 404, 'No such address of the caller'); end if;
  if v_address.label is null and v_label is not null and not exists (select 1 from public.saved_addresses a
      where a.user_id = v_me.id and lower(a.label) = lower(v_label)) and (select count(*) from public.saved_addresses a
      where a.user_id = v_me.id and a.label is not null) >= 20 then
    perform app.refuse('too_many_addresses', 409, 'At most 20 named addresses; remove one first');
  end if;
  -- A name is unique per person: the place that had this name loses it.
  update public.saved_addresses a set label = null where a.user_id = v_me.id and a.id <> v_address.id and lower(a.label) = lower(v_label);
  update public.saved_addresses a set label = v_label where a.id = v_address.id returning a.* into v_address;
  return v_address;
end $$;
comment on function public.rename_address is 'Names one of the caller''s places, or removes its name (null). If another place has this name, that place loses it. Errors: must_login, address_invalid, address_not_found, too_many_addresses.';
grant execute on function public.rename_address(uuid, text) to authenticated;
