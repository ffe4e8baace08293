-- Saved addresses: where a rider has been, counted.
-- Needs:  profiles
-- Access: their owner reads and deletes; trips write
-- Tests:  tests/db/trip.sql

create table public.saved_addresses (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  description text not null,
  lat double precision not null,
  lng double precision not null,
  count integer not null default 1,
  created_at timestamptz not null default app.now()
);
comment on table public.saved_addresses is 'Drops of past rides; one within 100 m of a known one counts on it.';
create index saved_addresses_user_id on public.saved_addresses (user_id, count desc);
alter table public.saved_addresses enable row level security;
grant select, delete on public.saved_addresses to authenticated;
create policy "people read their own addresses" on public.saved_addresses for select to authenticated
  using (user_id = (select auth.uid()));
create policy "people delete their own addresses" on public.saved_addresses for delete to authenticated
  using (user_id = (select auth.uid()));
