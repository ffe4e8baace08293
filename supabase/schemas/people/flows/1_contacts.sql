-- Contacts: finds accounts that belong to one person, by their verified e-mail addresses and numbers.

create function app.store_contact_hashes(user_id uuid, email text, phone text) returns void
language sql security definer set search_path = '' as $$
  insert into app.known_contacts (hash, user_id)
  select h.hash, p.id from public.profiles p
    cross join lateral app.contact_hashes(store_contact_hashes.email, store_contact_hashes.phone) h (hash)
  where p.id = store_contact_hashes.user_id
  on conflict on constraint known_contacts_pkey do update set at = excluded.at
$$;

-- Gives a copy of a template database its own secrets; otherwise all copies would share them.
create function app.renew_secrets() returns void language plpgsql security definer set search_path = '' as $$
begin
  update app.contact_key k set key = gen_random_uuid()::text || gen_random_uuid()::text where true;
  delete from app.known_contacts where true;
  perform app.store_contact_hashes(u.id, case when u.email_confirmed_at is not null then u.email end,
    case when u.phone_confirmed_at is not null then u.phone end) from auth.users u;
end $$;
comment on function app.renew_secrets is
  'Replaces the secrets of a new database. Contacts of former and deleted accounts cannot be recognised afterwards.';
