-- Extras: additional costs such as tolls and parking, entered during a trip and paid with it.

create table public.booking_extras (
  id uuid primary key default app.uuid_v7(),
  booking_id uuid not null references public.bookings (id),
  key text not null check (key in ('toll', 'parking', 'other', 'route_change')),
  amount numeric not null check (amount > 0 and amount < 1000000),
  note text check (length(note) <= 200),
  by_role text not null check (by_role in ('driver', 'admin', 'system')
    and (by_role = 'system') = (key = 'route_change')),
  added_by uuid not null references public.profiles (id),
  client_key uuid not null,
  created_at timestamptz not null default app.now(),
  removed_at timestamptz,
  removed_by uuid references public.profiles (id),
  countable_amount numeric check (countable_amount between 0 and amount),
  photo text check (photo ~ '^[0-9a-f-]{36}/extra-[0-9a-f-]{36}$'),
  undecided_amount numeric not null default 0 check (undecided_amount between 0 and amount),
  approved numeric check (approved between 0 and amount),
  decided_by uuid references public.profiles (id),
  decided_at timestamptz,
  decision text check (btrim(decision) <> '' and length(decision) <= 500),
  request_id uuid,
  unique (added_by, client_key),
  check ((removed_at is null) = (removed_by is null)),
  constraint booking_extras_decided check ((decided_at is null) = (decided_by is null)
    and (decided_at is null) = (approved is null)
    and (decided_at is not null or decision is null))
);
call app.describe('public.booking_extras', $$
  Additional costs of a trip. Those that the driver entered count as long as the fare stays within 1.5 times the quote
    (flag extras_capped); others count in full.
  key: Kind of cost: toll, parking, other, or route_change (the driver's compensation for a cheaper route).
  amount: The amount as entered, rounded to settings.decimal. The part that counts is in the inputs of the fare.
  note: A note by the driver or the desk.
  by_role: Role of the person who entered the extra: driver or admin; system for route_change.
  added_by: The person who entered the extra; for route_change the person who changed the route.
  removed_by: The admin who removed the extra.
  countable_amount: What counts of a driver's extra at most, as the driver was told at entry: what the quote leaves
    below 1.5 times itself. Null: all of it; of a street trip the meter decides.
  photo: Path of the picture of the receipt in the bucket `bookings`: <booking>/extra-<client_key>.
  undecided_amount: What did not count when the ride ended; the desk decides about it.
  approved: What the operator paid the driver of it; null before the decision.
  decided_by: The admin who decided.
  decision: The reason that the admin gave.
  request_id: The payment request by which the rider was asked for what the operator paid the driver of it.
$$);
grant select on public.booking_extras to authenticated;

create index booking_extras_booking_id on public.booking_extras (booking_id);
create index booking_extras_removed_by on public.booking_extras (removed_by);
create index booking_extras_decided_by on public.booking_extras (decided_by);
create index booking_extras_waiting on public.booking_extras (booking_id) where undecided_amount > 0
  and decided_at is null;

alter table public.booking_extras enable row level security;

-- The query on bookings inside the policy obeys the policies of bookings, so it finds only bookings that the caller may
-- read.
create policy "people read the extras of bookings they see" on public.booking_extras for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = booking_extras.booking_id));
