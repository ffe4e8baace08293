-- Saved addresses: places where a rider has been, with a count, and named places such as home and work.
-- Access: their owner reads, adds, names and deletes; a finished trip adds a place or increases its count
-- Tests:  tests/db/saved_addresses.sql

create function public.save_address(label text, description text, lat double precision, lng double precision)
  returns public.saved_addresses
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
  update public.saved_addresses a set description = left(btrim(save_address.description), 500), lat = save_address.lat,
    lng = save_address.lng,
    -- If a name moves to another place (over 100 m away), the count starts again at 0.
    count = case when app.distance_m(a.lat, a.lng, save_address.lat, save_address.lng) <= 100 then a.count else 0 end
  where a.user_id = v_me.id and lower(a.label) = lower(v_label) returning a.* into v_address;
  if found then return v_address; end if;
  perform app.check_limit('named_addresses', (select count(*) from public.saved_addresses a where a.user_id = v_me.id
    and a.label is not null));
  insert into public.saved_addresses (user_id, label, description, lat, lng, count)
  values (v_me.id, v_label, left(btrim(save_address.description), 500), save_address.lat, save_address.lng, 0)
  returning * into v_address;
  return v_address;
end $$;
comment on function public.save_address is
  'Saves a place under a name. If the name exists (in any case), it moves to the new place, so a retry is safe. '
  'Errors: must_login, address_invalid, too_many_addresses.';
grant execute on function public.save_address(text, text, double precision, double precision) to authenticated;

create function public.rename_address(id uuid, label text) returns public.saved_addresses
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_label text := case when rename_address.label is not null then app.check_label(rename_address.label) end;
  v_address public.saved_addresses;
begin
  perform 1 from public.profiles p where p.id = v_me.id for no key update;
  select a.* into v_address from public.saved_addresses a where a.id = rename_address.id and a.user_id = v_me.id
    for no key update;
  if not found then perform app.refuse('address_not_found', 404, 'No such address of the caller'); end if;
  if v_address.label is null and v_label is not null and not exists (select 1 from public.saved_addresses a
      where a.user_id = v_me.id and lower(a.label) = lower(v_label)) and (select count(*) from public.saved_addresses a
      where a.user_id = v_me.id and a.label is not null) >= 20 then
    perform app.refuse('too_many_addresses', 409, 'At most 20 named addresses; remove one first');
  end if;
  -- A name is unique per person: the place that had this name loses it.
  update public.saved_addresses a set label = null where a.user_id = v_me.id and a.id <> v_address.id
    and lower(a.label) = lower(v_label);
  update public.saved_addresses a set label = v_label where a.id = v_address.id returning a.* into v_address;
  return v_address;
end $$;
comment on function public.rename_address is
  'Names one of the caller''s places, or removes its name (null). If another place has this name, that place loses '
  'it. '
  'Errors: must_login, address_invalid, address_not_found, too_many_addresses.';
grant execute on function public.rename_address(uuid, text) to authenticated;
