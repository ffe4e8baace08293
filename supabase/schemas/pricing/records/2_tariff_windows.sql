-- Tariff windows: surcharges at certain times, such as nights, weekends and holidays.
-- Access: admins edit, fleet admins read; riders see only the surcharge on their quote
-- Tests:  tests/db/tariff_windows.sql

create table public.tariff_windows (
  id uuid primary key default app.uuid_v7(),
  name text not null check (btrim(name) <> '' and length(name) <= 100),
  car_type_id uuid references public.car_types (id) on delete cascade,
  days smallint[] not null default '{1,2,3,4,5,6,7}' check (days <@ '{1,2,3,4,5,6,7}'),
  dates date[] not null default '{}' check (cardinality(dates) <= 400 and array_position(dates, null) is null),
  except_dates date[] not null default '{}' check (cardinality(except_dates) <= 400
    and array_position(except_dates, null) is null),
  from_time time not null default '00:00',
  to_time time not null default '24:00',
  amount numeric check (amount > 0 and amount < 1000000),
  percent numeric check (percent > 0 and percent <= 1000),
  active boolean not null default true,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default app.now(),
  check (num_nonnulls(amount, percent) = 1),
  check (cardinality(days) + cardinality(dates) > 0)
);
call app.describe('public.tariff_windows', $$
  Times with a surcharge. If several include the time of a trip, their surcharges add up.
  version: Number of the row's changes. An update with an outdated version is refused with version_conflict.
  car_type_id: The car type to which the surcharge applies; null: every car type.
  days: Weekdays on which the window begins, 1 Monday to 7 Sunday.
  dates: Additional single dates on which the window begins, such as holidays.
  except_dates: Dates on which the window does not begin, although it does on their weekday. A date that is also in
    dates counts.
  to_time: Time of day at which the window ends; the window no longer includes it. If to_time is not later than
    from_time, the window ends on the next day.
  percent: Surcharge as percent of base fare, distance and time, or of the fixed fare.
  name: Name of the surcharge on the rider's fare line.
  from_time: Time of day at which the window begins, in settings.time_zone.
  amount: Surcharge as an amount, instead of percent.
  active: Whether the surcharge is applied; if not, the window is only stored.
$$);
grant select, insert, update, delete on public.tariff_windows to authenticated;

create index tariff_windows_car_type_id on public.tariff_windows (car_type_id);

alter table public.tariff_windows enable row level security;

create policy "staff read tariff windows" on public.tariff_windows for select to authenticated
  using ((select app.has_current_role('admin', 'fleetadmin')));
create policy "admins add tariff windows" on public.tariff_windows
  for insert to authenticated with check ((select app.has_current_role('admin')));
create policy "admins change tariff windows" on public.tariff_windows for update to authenticated
  using ((select app.has_current_role('admin'))) with check ((select app.has_current_role('admin')));
create policy "admins delete tariff windows" on public.tariff_windows for delete to authenticated
  using ((select app.has_current_role('admin')));

create trigger tariff_windows__require_edits before insert or update or delete on public.tariff_windows
  for each row execute function app.tg_require_edits();
create trigger tariff_windows__version before insert or update on public.tariff_windows for each row
  execute function app.tg_version();
