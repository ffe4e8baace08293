-- Known callers: people whom the office knows from a list of its own, and who have no account yet.

create table app.known_callers (
  id uuid primary key default app.uuid_v7(),
  first_name text not null default '' check (length(first_name) <= 80),
  last_name text not null default '' check (length(last_name) <= 80),
  mobile text check (mobile ~ '^[+][1-9][0-9]{5,14}$'),
  email text check (length(email) <= 255),
  lang_locale text check (length(lang_locale) <= 20),
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default app.now(),
  constraint known_callers_contact check (num_nonnulls(mobile, email) > 0),
  constraint known_callers_named check (first_name <> '' or last_name <> '')
);
call app.describe('app.known_callers', $$
  People whom the office knows by their number or e-mail address and who have no account: no row in auth.users, no
    wallet. The first proved code of the contact gives name and places to the account and deletes the row.
  mobile: The person's number in E.164 form, as the office has it; nobody has proved it.
  email: The person's address in lower case; nobody has proved it.
  lang_locale: The language in which the person is written to.
  created_by: The admin who added the person.
$$);

create unique index known_callers_mobile on app.known_callers (mobile) where mobile is not null;
create unique index known_callers_email on app.known_callers (email) where email is not null;
create index known_callers_created_by on app.known_callers (created_by);

create table app.caller_places (
  id uuid primary key default app.uuid_v7(),
  caller_id uuid not null references app.known_callers (id) on delete cascade,
  label text not null check (btrim(label) <> '' and length(label) <= 40),
  description text not null check (btrim(description) <> '' and length(description) <= 500),
  lat double precision not null,
  lng double precision not null,
  constraint caller_places_place check (app.is_place(lat, lng))
);
call app.describe('app.caller_places', $$
  Places of known callers: they become saved_addresses of the account that claims the caller.
  label: The place's name, such as home.
  description: Address of the place, as text.
$$);

create unique index caller_places_label on app.caller_places (caller_id, lower(label));

alter table app.known_callers enable row level security;
alter table app.caller_places enable row level security;
