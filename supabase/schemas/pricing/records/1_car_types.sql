-- Car types and reasons for cancelling: the catalogues to which a booking refers.
-- Access: everyone reads; admins edit the tables
-- Tests:  tests/db/catalogues.sql

-- Returns whether a price list is valid: at most `entries` objects, each with a number from 0 to `most` under each of
-- `keys`. If description_limit is given, each also needs a text under "description". The limits are arguments, so that
-- scripts/generate-types.ts can read them.
create function app.is_price_list(list jsonb, keys text[], entries integer, most numeric, description_limit integer)
  returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(list) = 'array' and jsonb_array_length(list) <= entries and not exists (
    select 1 from jsonb_array_elements(case when jsonb_typeof(list) = 'array' then list else '[]' end) e (item)
    where jsonb_typeof(e.item) <> 'object'
      or description_limit is not null and not coalesce(jsonb_typeof(e.item -> 'description') = 'string'
        and btrim(e.item ->> 'description') <> ''
        and length(e.item ->> 'description') <= description_limit, false)
      or exists (select 1 from unnest(keys) k where not coalesce(jsonb_typeof(e.item -> k) = 'number', false)
        or (e.item ->> k)::numeric not between 0 and most))
$$;
comment on function app.is_price_list is 'Whether a list of parcel types, options or cancellation slabs is valid.';
grant execute on function app.is_price_list(jsonb, text[], integer, numeric, integer) to authenticated, service_role;

create table public.car_types (
  id uuid primary key default app.uuid_v7(),
  name text not null unique check (btrim(name) <> '' and length(name) <= 80),
  image text not null default 'cab',
  category text not null default 'taxi' check (category in ('taxi', 'delivery')),
  base_fare numeric not null default 0 check (base_fare between 0 and 1000000),
  rate_per_unit_distance numeric not null default 0 check (rate_per_unit_distance between 0 and 1000000),
  rate_per_hour numeric not null default 0 check (rate_per_hour between 0 and 1000000),
  waiting_rate_per_hour numeric not null default 0 check (waiting_rate_per_hour between 0 and 1000000),
  min_fare numeric not null default 0 check (min_fare between 0 and 1000000),
  convenience_fees numeric not null default 0 check (convenience_fees between 0 and 1000000),
  convenience_fee_type text not null default 'flat' check (convenience_fee_type in ('flat', 'percentage')),
  extra_info text not null default '' check (length(extra_info) <= 500),
  seats integer not null default 4 check (seats between 0 and 1000),
  sort_order integer not null default 0 check (sort_order between -100000 and 100000),
  parcel_types jsonb not null default '[]' check (app.is_price_list(parcel_types, '{amount}', 100, 1000000, 200)),
  options jsonb not null default '[]' check (app.is_price_list(options, '{amount}', 100, 1000000, 200)),
  cancel_slab jsonb not null default '[]'
    check (app.is_price_list(cancel_slab, '{mins_delayed,amount}', 100, 1000000, null)),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default app.now(),
  constraint car_types_percentage check (convenience_fee_type = 'flat' or convenience_fees <= 100)
);
call app.describe('public.car_types', $$
  Types of cars that can be booked, each with its tariff.
  version: Number of the row's changes. An update with an outdated version is refused with version_conflict.
  image: Key of a built-in silhouette (cab, estate, van, premium, moto, parcel-van) or a URL, or the path of a picture
    in the bucket `cartypes`.
  rate_per_unit_distance: Price per kilometre, or per mile with settings.convert_to_mile.
  waiting_rate_per_hour: Price per hour of waiting at the pickup beyond settings.free_wait; 0: waiting is free.
  parcel_types: Kinds of parcels and their surcharges: [{description, amount}]
  options: Additional services and their prices: [{description, amount}]
  cancel_slab: Cancellation fees by time: [{mins_delayed, amount}], where amount is due once that many minutes have
    passed.
  name: The name that riders choose by.
  category: taxi or delivery. It decides when the booking is paid and when the start code is requested.
  base_fare: Fixed part of a fare, its first line; 0: no such line.
  rate_per_hour: Price per hour of travel time.
  min_fare: Minimum price of a ride, before the convenience fee is added.
  convenience_fees: The fee added to a fare for the operator: an amount, or a percentage of the ride cost.
  convenience_fee_type: Whether convenience_fees is an amount (flat) or a percentage (percentage).
  extra_info: A sentence that the page shows below the name.
  seats: Number of passenger seats.
  sort_order: Position of the car type in the list.
$$);

create table public.cancel_reasons (
  id uuid primary key default app.uuid_v7(),
  label text not null check (btrim(label) <> '' and length(label) <= 200),
  audience text not null default 'everybody' check (audience in ('everybody', 'rider', 'staff')),
  value integer not null default 2147483647 check (value >= 0),
  version integer not null default 1 check (version > 0),
  -- The constraint is checked at the end of a transaction, because renumbering a list causes temporary duplicates.
  constraint cancel_reasons_places unique (value) deferrable initially deferred
);
call app.describe('public.cancel_reasons', $$
  Reasons that a person can choose when cancelling a booking.
  version: Number of the row's changes. An update with an outdated version is refused with version_conflict.
  value: Position of the reason in the list: 0, 1, 2, …. The list is renumbered after every change; a new reason
    without a value becomes the last.
  label: Text of the reason, which the booking stores. Pages show it in the reader's language, if that language has a
    text for it.
  audience: Who may choose the reason: riders, the staff, or everybody.
$$);
grant select on public.car_types, public.cancel_reasons to anon, authenticated;
grant insert, update, delete on public.car_types, public.cancel_reasons to authenticated;

alter table public.car_types enable row level security;
alter table public.cancel_reasons enable row level security;

create policy "visitors read car types" on public.car_types for select to anon using (true);
create policy "people read car types" on public.car_types for select to authenticated using (true);
create policy "admins add car types" on public.car_types
  for insert to authenticated with check ((select app.has_current_role('admin')));
create policy "admins change car types" on public.car_types for update to authenticated
  using ((select app.has_current_role('admin'))) with check ((select app.has_current_role('admin')));
create policy "admins delete car types" on public.car_types for delete to authenticated
  using ((select app.has_current_role('admin')));
create policy "visitors read cancel reasons" on public.cancel_reasons for select to anon using (audience <> 'staff');
create policy "people read cancel reasons" on public.cancel_reasons for select to authenticated
  using (audience <> 'staff' or (select app.has_current_role('admin')));
create policy "admins add cancel reasons" on public.cancel_reasons
  for insert to authenticated with check ((select app.has_current_role('admin')));
create policy "admins change cancel reasons" on public.cancel_reasons for update to authenticated
  using ((select app.has_current_role('admin'))) with check ((select app.has_current_role('admin')));
create policy "admins delete cancel reasons" on public.cancel_reasons for delete to authenticated
  using ((select app.has_current_role('admin')));

-- Lets only one transaction change reasons at a time, so that the limit on their number also counts the rows of a
-- concurrent transaction. The lock is taken before any row lock: renumbering locks all rows, so two changes that each
-- hold a row would deadlock.
create function app.tg_cancel_reasons__queue() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(4841400);
  return null;
end $$;

create trigger cancel_reasons__queue before insert or update or delete on public.cancel_reasons
  for each statement when (pg_trigger_depth() = 0) execute function app.tg_cancel_reasons__queue();

-- Refuses two steps of the cancellation fee at the same minute: only one of their amounts would ever be charged.
create function app.tg_car_types__slab_steps() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v_minutes numeric;
begin
  select (e ->> 'mins_delayed')::numeric into v_minutes
  from jsonb_array_elements(case when app.is_price_list(new.cancel_slab, '{mins_delayed,amount}', 100, 1000000,
    null) then new.cancel_slab else '[]' end) e
  group by 1 having count(*) > 1 limit 1;
  if found then
    perform app.refuse('slab_minutes_twice', 422, format('Two steps of cancel_slab begin after %s minutes', v_minutes),
      v_minutes::text);
  end if;
  return new;
end $$;

create trigger car_types__slab_steps before insert or update of cancel_slab on public.car_types for each row
  execute function app.tg_car_types__slab_steps();

create function app.reason_key(label text) returns text language sql immutable parallel safe set search_path = '' as $$
  select lower(btrim(regexp_replace(reason_key.label, '[[:space:]]+', ' ', 'g')))
$$;
comment on function app.reason_key is
  'A reason for cancelling as it is compared with others, whatever its letter case and spaces.';

-- Refuses a reason that the same people could already choose, whatever its letter case and spaces. It runs after the
-- statement, so that one statement can exchange two texts; the lock of cancel_reasons__queue lets no concurrent
-- transaction add a second one.
create function app.tg_cancel_reasons__once() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.cancel_reasons a join public.cancel_reasons b on a.id < b.id
      and (a.audience = b.audience or 'everybody' in (a.audience, b.audience))
      and app.reason_key(a.label) = app.reason_key(b.label)) then
    perform app.refuse('reason_exists', 409, 'The list has this reason already');
  end if;
  return null;
end $$;

create trigger cancel_reasons__once after insert or update of label, audience on public.cancel_reasons
  for each statement execute function app.tg_cancel_reasons__once();

create trigger car_types__require_edits before insert or update or delete on public.car_types for each row
  execute function app.tg_require_edits();
create trigger cancel_reasons__require_edits before insert or update or delete on public.cancel_reasons
  for each row execute function app.tg_require_edits();
create trigger car_types__version before insert or update on public.car_types for each row
  execute function app.tg_version();

-- The version ignores `value`, the place in the list, because renumbering the list does not change a reason.
create trigger cancel_reasons__version before insert or update on public.cancel_reasons for each row
  execute function app.tg_version('value');

alter table public.drivers add foreign key (car_type_id) references public.car_types (id);
