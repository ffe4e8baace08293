-- Cases: reports to the desk by a rider after a trip (lost item, fare, other) or by a driver during or after it, and
-- the desk's answer.

create table public.cases (
  id uuid primary key default app.uuid_v7(),
  booking_id uuid not null references public.bookings (id),
  customer_id uuid references public.profiles (id),
  driver_id uuid references public.drivers (id),
  kind text not null,
  message text not null check (btrim(message) <> '' and length(message) <= 2000),
  reach text check (btrim(reach) <> '' and length(reach) <= 200),
  created_at timestamptz not null default app.now(),
  answer text check (btrim(answer) <> '' and length(answer) <= 2000),
  answered_at timestamptz,
  closed_at timestamptz,
  client_key uuid unique,
  constraint cases_by_one check (num_nonnulls(customer_id, driver_id) = 1),
  constraint cases_kind check (case when driver_id is null then kind in ('lost', 'fare', 'question')
    else kind in ('passenger', 'accident', 'vehicle', 'fare', 'found', 'something') end),
  constraint cases_answered check ((answer is null) = (answered_at is null)),
  constraint cases_reach check (reach is null or kind = 'lost')
);
call app.describe('public.cases', $$
  Reports of riders about a finished trip, and of drivers about a current or earlier trip, with the desk's answer.
  customer_id: The rider who reported; null for a driver's case.
  driver_id: The driver who reported; null for a rider's case.
  kind: What the case is about. Of riders: lost (item left in the car), fare, question (other). Of drivers: passenger,
    accident, vehicle, fare, found (item left in the car), something (other).
  client_key: Key chosen by the client when the person sends the report, so that a retry by a driver's phone creates
    no second case.
  message: Text of the report as written, at most 2000 characters.
  reach: How to contact a rider who lost something; their own phone may be what was lost. Deleted 30 days after
    closing.
  answer: The desk's answer; a later answer replaces it.
  closed_at: When the desk closed the case.
$$);
grant select on public.cases to authenticated;
revoke insert, update, delete, truncate on public.cases from service_role;

-- Each driver of a booking has cases of their own, so that a former one cannot keep the present one from reporting.
create unique index cases_open on public.cases (booking_id, kind, driver_id) nulls not distinct where closed_at is null;
create index cases_driver_id on public.cases (driver_id, created_at desc);
create index cases_booking_id on public.cases (booking_id, created_at);
create index cases_customer_id on public.cases (customer_id);
create index cases_closed_at on public.cases (closed_at);

alter table public.cases enable row level security;

create policy "riders read their own cases" on public.cases for select to authenticated
  using (customer_id = (select auth.uid()));
create policy "drivers read their own cases" on public.cases for select to authenticated
  using (driver_id = (select auth.uid()));
