-- Contacts: finds accounts that belong to one person, by their verified e-mail addresses and numbers.

create table app.contact_key (id boolean primary key default true check (id),
  key text not null default gen_random_uuid()::text || gen_random_uuid()::text);
comment on table app.contact_key is 'One row: this database''s secret, with which contacts are hashed.';

insert into app.contact_key default values;

alter table app.contact_key enable row level security;

-- Stores all contacts that an account has ever verified, because a person gets promotions and referral bonuses only
-- once. Someone who returns after deleting an account, or has several accounts, counts as one person.
create table app.known_contacts (
  hash text not null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  at timestamptz not null default app.now(),
  primary key (hash, user_id)
);
comment on table app.known_contacts is
  'Hashed mailboxes and numbers that accounts have verified. Those of deleted accounts are removed after two years.';

create index known_contacts_user_id on app.known_contacts (user_id);
create index known_contacts_at on app.known_contacts (at);

alter table app.known_contacts enable row level security;
