-- Changing to a cheaper route after a driver has accepted: the driver accepted the old fare, so the driver must agree
-- to the new one or is compensated.

create table public.route_proposals (
  id uuid primary key default app.uuid_v7(),
  booking_id uuid not null references public.bookings (id),
  quote_id uuid not null references public.fare_quotes (id) on delete cascade,
  asked_by uuid not null references public.profiles (id),
  trip_cost numeric not null check (trip_cost >= 0 and trip_cost < 1000000000),
  drop_address text not null default '',
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn')),
  client_key uuid not null,
  at timestamptz not null default app.now(),
  answered_at timestamptz check ((status = 'open') = (answered_at is null)),
  unique (booking_id, client_key)
);
call app.describe('public.route_proposals', $$
  Cheaper routes that riders requested after a driver accepted, with the driver's answer. While a proposal is open the
    old route applies.
  asked_by: The rider who requested the route.
  trip_cost: The fare of the new route.
  drop_address: Address of the new drop.
  status: open; accepted or declined by the driver; withdrawn by the rider, or automatically because the booking
    continued without an answer.
$$);
grant select on public.route_proposals to authenticated;
revoke insert, update, delete, truncate on public.route_proposals from service_role;

create unique index route_proposals_one_open on public.route_proposals (booking_id) where status = 'open';
create index route_proposals_quote_id on public.route_proposals (quote_id);
create index route_proposals_asked_by on public.route_proposals (asked_by);

alter table public.route_proposals enable row level security;

-- The query on bookings inside the policy obeys the policies of bookings, so it finds only bookings that the caller may
-- read.
create policy "people read the proposals of bookings they see" on public.route_proposals for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = route_proposals.booking_id));
create policy "admins read every proposal" on public.route_proposals for select to authenticated
  using ((select app.has_current_role('admin')));
