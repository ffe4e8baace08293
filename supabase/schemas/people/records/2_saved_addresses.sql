-- Saved addresses: places where a rider has been, with a count, and named places such as home and work.

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
grant select, delete on public.saved_addresses to authenticated;

create index saved_addresses_user_id on public.saved_addresses (user_id, count desc);
create unique index saved_addresses_label on public.saved_addresses (user_id, lower(label)) where label is not null;

alter table public.saved_addresses enable row level security;

create policy "people read their own addresses" on public.saved_addresses for select to authenticated
  using (user_id = (select auth.uid()));
create policy "people delete their own addresses" on public.saved_addresses for delete to authenticated
  using (user_id = (select auth.uid()) and not (select app.is_suspended()));
