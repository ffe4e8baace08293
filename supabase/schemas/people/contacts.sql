-- Contacts: finds accounts that belong to one person, by their verified e-mail addresses and numbers.
-- Needs:  profiles, auth.users
-- Access: triggers on auth.users write contacts; only the rules for benefits that each person gets once read them
-- Tests:  tests/db/contacts.sql, tests/db/attacks_money.sql

-- Gives all spellings of a mailbox the same result. Plus suffixes, dots that the mail host ignores, upper case, full-width
-- forms, invisible characters and look-alike letters of other scripts do not make another mailbox.
create function app.normalised_mailbox(email text) returns text language sql immutable parallel safe set search_path = '' as $$
  select case when m.host in ('gmail.com', 'googlemail.com') then replace(m.local, '.', '') || '@gmail.com' else m.local || '@' || m.host end
  from (
    select split_part(split_part(s.address, '@', 1), '+', 1) as local, rtrim(split_part(s.address, '@', 2), '.') as host
    from (select lower(translate(normalize(app.visible(btrim(normalised_mailbox.email)), nfkc),
      U&'\0430\0432\0435\043A\043C\043D\043E\0440\0441\0442\0443\0445\0456\0458\0455\0501\051B\051D\04BB\04CF\0410\0412\0415\041A\041C\041D\041E\0420\0421\0422\0423\0425\0406\0408\0405\03B1\03BF\03BD\03C1\03C4\03C5\03B9\03BA\0391\0392\0395\0396\0397\0399\039A\039C\039D\039F\03A1\03A4\03A5\03A7\0131\0261\0251',
      'abekmhopctyxijsdqwhlabekmhopctyxijsaovptuikabezhikmnoptyxiga')) as address) s) m
  where m.local <> '' and m.host <> ''
$$;
comment on function app.normalised_mailbox is 'The mailbox of an e-mail address in one canonical spelling; null if the text is not an address.';

create table app.contact_key (id boolean primary key default true check (id), key text not null default gen_random_uuid()::text || gen_random_uuid()::text);
comment on table app.contact_key is 'One row: this database''s secret, with which contacts are hashed.';
insert into app.contact_key default values;
alter table app.contact_key enable row level security;

create function app.contact_hashes(email text, phone text) returns setof text language sql stable security definer set search_path = '' as $$
  select encode(sha256(convert_to(k.key || c.contact, 'UTF8')), 'hex')
  from app.contact_key k, unnest(array[app.normalised_mailbox(contact_hashes.email),
    regexp_replace(contact_hashes.phone, '[^0-9]', '', 'g')]) c (contact) where c.contact <> ''
$$;
comment on function app.contact_hashes is 'Hashes of an e-mail mailbox and a phone number, salted with this database''s secret, which is never exposed.';

-- Stores all contacts that an account has ever verified, because a person gets promotions and referral bonuses only once.
-- Someone who returns after deleting an account, or has several accounts, counts as one person.
create table app.known_contacts (
  hash text not null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  at timestamptz not null default app.now(),
  primary key (hash, user_id)
);
comment on table app.known_contacts is 'Hashed mailboxes and numbers that accounts have verified. Those of deleted accounts are removed after two years.';
create index known_contacts_user_id on app.known_contacts (user_id);
create index known_contacts_at on app.known_contacts (at);
alter table app.known_contacts enable row level security;

create function app.keep_contacts(user_id uuid, email text, phone text) returns void language sql security definer set search_path = '' as $$
  insert into app.known_contacts (hash, user_id)
  select h.hash, p.id from public.profiles p cross join lateral app.contact_hashes(keep_contacts.email, keep_contacts.phone) h (hash)
  where p.id = keep_contacts.user_id
  on conflict on constraint known_contacts_pkey do update set at = excluded.at
$$;

-- Gives a copy of a template database its own secrets; otherwise all copies would share them.
create function app.renew_secrets() returns void language plpgsql security definer set search_path = '' as $$
begin
  update app.contact_key k set key = gen_random_uuid()::text || gen_random_uuid()::text where true;
  delete from app.known_contacts where true;
  perform app.keep_contacts(u.id, case when u.email_confirmed_at is not null then u.email end,
    case when u.phone_confirmed_at is not null then u.phone end) from auth.users u;
end $$;
comment on function app.renew_secrets is 'Replaces the secrets of a new database. Contacts of former and deleted accounts cannot be recognised afterwards.';

-- Stores only verified contacts: otherwise signing up with a stranger's address would use up that person's benefits. PostgreSQL
-- runs triggers in the order of their names; the name of this function's trigger (users__keep_contacts) sorts after that of the
-- trigger that creates the profile (users__create_profile), because a contact references the profile.
create function app.tg_users__keep_contacts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.keep_contacts(new.id, case when new.email_confirmed_at is not null then new.email end,
    case when new.phone_confirmed_at is not null then new.phone end);
  return null;
end $$;
create trigger users__keep_contacts after insert or update of email, phone, email_confirmed_at, phone_confirmed_at on auth.users
  for each row when (new.deleted_at is null and (new.email_confirmed_at is not null or new.phone_confirmed_at is not null))
  execute function app.tg_users__keep_contacts();

create function app.same_person_accounts(user_id uuid) returns setof uuid language sql stable security definer set search_path = '' as $$
  select distinct k.user_id from (
    select h.hash from auth.users u cross join lateral app.contact_hashes(u.email, u.phone) h (hash) where u.id = same_person_accounts.user_id
    union select o.hash from app.known_contacts o where o.user_id = same_person_accounts.user_id) mine
  join app.known_contacts k on k.hash = mine.hash where k.user_id <> same_person_accounts.user_id
$$;
comment on function app.same_person_accounts is 'Other accounts, active or deleted, that verified an e-mail address or number of this account.';
