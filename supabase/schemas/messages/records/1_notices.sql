-- Notices: messages to a person, which the person can read in the app and which are also pushed to their devices.

create table public.notices (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  key text not null check (key ~ '^[a-z][a-z0-9_]{1,60}$'),
  params jsonb not null default '{}' check (jsonb_typeof(params) = 'object'),
  screen text check (screen in ('BookedCab', 'DriverTrips', 'Wallet', 'onlineChat', 'Profile')),
  booking_id uuid,
  created_at timestamptz not null default app.now(),
  read_at timestamptz
);
call app.describe('public.notices', $$
  Notices to people. The client translates `key` (docs/use/notifications.md) and fills in `params`.
  screen: The page that opens when a person taps the notice: BookedCab and onlineChat (with booking_id), DriverTrips,
    Wallet or Profile.
  key: Key of the notice's text, which the client translates.
  params: Values for the placeholders in the translated text.
$$);
grant select on public.notices to authenticated;

create index notices_user_id on public.notices (user_id, created_at desc, id);
create index notices_unread on public.notices (user_id) where read_at is null;
create index notices_booking_id on public.notices (booking_id);
create index notices_created_at on public.notices (created_at);

alter table public.notices enable row level security;

create policy "people read their own notices" on public.notices for select to authenticated
  using (user_id = (select auth.uid()));
