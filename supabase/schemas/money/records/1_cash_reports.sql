-- Cash that a driver took and that is not the fare, and tolls of a driver above what counts.

create function app.objection_time() returns interval
language sql immutable parallel safe as $$ select interval '7 days' $$;
comment on function app.objection_time is
  'How long a rider can object to the cash that a driver reported, or to a no-show fee. @shared';

create table app.offline_ends (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  driver_id uuid not null references public.drivers (id) on delete cascade,
  reported_at timestamptz not null,
  received_at timestamptz not null default app.now(),
  quoted numeric not null check (quoted >= 0 and quoted < 1e12),
  minimum numeric not null default 0 check (minimum >= 0 and minimum < 1e12),
  was_online boolean not null,
  constraint offline_ends_order check (reported_at <= received_at)
);
call app.describe('app.offline_ends', $$
  Cash rides whose end a phone reported later, because it had no signal, and what the server knew then.
  reported_at: When the ride ended, as the phone reported it.
  received_at: When the server received the end.
  quoted: What was left to pay of the quote, before cash rounding: the phone showed it with the extras that it knew.
  minimum: What the quote filled up to the minimum fare. Extras take this up first.
  was_online: Whether the phone sent something else after reported_at and before the end, so that it had a signal.
$$);

create index offline_ends_driver_id on app.offline_ends (driver_id);

alter table app.offline_ends enable row level security;

create table public.cash_reports (
  booking_id uuid primary key references public.bookings (id),
  customer_id uuid references public.profiles (id),
  driver_id uuid not null references public.drivers (id),
  reported numeric not null check (reported >= 0 and reported < 1000000),
  due numeric not null check (due >= 0 and due < 1e12),
  counted numeric not null check (counted >= 0 and counted < 1e12),
  goodwill numeric not null default 0 check (goodwill >= 0 and goodwill < 1e12),
  owed numeric not null default 0 check (owed >= 0 and owed < 1e12),
  reason text not null check (reason in ('no_signal', 'signal', 'online', 'amount', 'ride_kind', 'limit')),
  status text not null check (status in ('counted', 'review', 'decided')),
  created_at timestamptz not null default app.now(),
  objection text check (btrim(objection) <> '' and length(objection) <= 500),
  paid numeric check (paid >= 0 and paid < 1000000),
  objected_at timestamptz,
  decided_by uuid references public.profiles (id),
  decided_at timestamptz,
  decision text check (btrim(decision) <> '' and length(decision) <= 500),
  constraint cash_reports_objected check ((objection is null) = (objected_at is null)
    and (paid is null or objected_at is not null)),
  constraint cash_reports_decided check ((status = 'decided') = (decided_at is not null)
    and (decided_by is null or decided_at is not null))
);
call app.describe('public.cash_reports', $$
  Cash that a driver reported and that is not the fare. Above the fare the difference is the rider's; below it the
    operator pays up to settings.cash_goodwill for each driver and day.
  reported: The amount that the driver reported.
  due: The amount that was due when the driver reported: in whole coins, or exactly if the reported amount counts.
  counted: The cash that counts as collected by the driver: reported, or due until the desk decides.
  goodwill: The part of the fare that the operator paid.
  owed: The part of the fare that the rider's wallet was charged.
  reason: Why the amount counts or waits. no_signal: it is what the phone showed without a signal; signal: the phone
    had a signal; online: it was not queued; amount: the phone showed another amount; ride_kind: the page shows no
    amount for such a ride; limit: the passenger has no wallet, and the operator has paid enough for this driver today.
  status: counted; review: the desk decides; decided.
  objection: Text of the rider's objection, possible within 7 days.
  paid: The cash that the rider says to have paid.
  decided_by: The admin who decided.
  decision: The reason that the admin gave.
$$);
grant select on public.cash_reports to authenticated;
revoke insert, update, delete, truncate on public.cash_reports from service_role;

create index cash_reports_customer_id on public.cash_reports (customer_id);
create index cash_reports_driver_id on public.cash_reports (driver_id, created_at);
create index cash_reports_decided_by on public.cash_reports (decided_by);
create index cash_reports_open on public.cash_reports (created_at) where status = 'review' or status = 'counted'
  and objected_at is not null;

alter table public.cash_reports enable row level security;

create policy "riders read reports of their cash" on public.cash_reports for select to authenticated
  using (customer_id = (select auth.uid()));

-- What a rider writes about a driver is for the desk.
create policy "drivers read their reports of cash without an objection" on public.cash_reports
  for select to authenticated
  using (driver_id = (select auth.uid()) and objected_at is null);
create policy "admins read every report of cash" on public.cash_reports for select to authenticated
  using ((select app.has_current_role('admin')));
