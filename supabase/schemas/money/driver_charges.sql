-- Driver charges: amounts that drivers pay weekly or once (rent, insurance, radio), taken from their wallets.
-- Needs:  ledger, wallets, audit
-- Access: drivers read their own charges; staff with the permission payouts writes
-- Tests:  tests/db/payouts.sql

create table public.driver_charges (
  id uuid primary key default app.uuid_v7(),
  driver_id uuid not null references public.profiles (id),
  kind text not null check (kind in ('rent', 'insurance', 'radio', 'other')),
  amount numeric not null check (amount > 0 and amount < 1000000),
  weekly boolean not null default true,
  from_day date not null check (from_day between '2000-01-01' and '2200-01-01'),
  until_day date check (until_day >= from_day),
  charged_until date,
  note text check (length(note) <= 500),
  created_by uuid references public.profiles (id),
  created_at timestamptz not null default app.now(),
  client_key uuid not null,
  unique (created_by, client_key)
);
call app.describe('public.driver_charges', $$
  Charges that a driver pays in addition to commissions, mainly rent of a car. They are taken from the wallet before each payout run.
  kind: What the charge is for: rent, insurance, radio or other.
  amount: Amount per week, or of the single charge; including tax.
  weekly: Whether the amount is charged for each week that begins between from_day and until_day. If not, it is charged once, on from_day.
  from_day: The first day of the charge.
  until_day: The last day of the charge; null: no end.
  charged_until: Monday of the last week that was charged, or from_day of a single charge that was charged.
  note: A note for the driver.
  created_by: The admin who added the charge.
$$);
create index driver_charges_driver_id on public.driver_charges (driver_id, id desc);
alter table public.driver_charges enable row level security;
grant select on public.driver_charges to authenticated;
revoke insert, update, delete, truncate on public.driver_charges from service_role;
create policy "drivers read their own charges" on public.driver_charges for select to authenticated using (driver_id = (select auth.uid()));
create policy "admins who pay out read every charge" on public.driver_charges for select to authenticated
  using ((select app.has_permission('payouts')));

create function public.add_driver_charge(driver_id uuid, kind text, amount numeric, weekly boolean default true, from_day date default null,
  until_day date default null, note text default null, client_key uuid default gen_random_uuid()) returns public.driver_charges
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('payouts');
  v_key uuid := coalesce(add_driver_charge.client_key, gen_random_uuid());
  v_amount numeric := app.to_money(add_driver_charge.amount);
  v_from date := coalesce(add_driver_charge.from_day, app.today());
  v_row public.driver_charges;
begin
  perform pg_advisory_xact_lock(hashtextextended('charge' || v_me.id::text || v_key::text, 0));
  select c.* into v_row from public.driver_charges c where c.created_by = v_me.id and c.client_key = v_key;
  if found then return v_row; end if;
  if v_amount is null or not coalesce(add_driver_charge.kind in ('rent', 'insurance', 'radio', 'other'), false)
    -- Limits from_day, because a start far in the past would charge years of rent at once.
    or v_from not between app.today() - 100 and app.today() + 1000 or add_driver_charge.until_day < v_from
    or not exists (select 1 from public.profiles p where p.id = add_driver_charge.driver_id and p.usertype = 'driver' and p.deleted_at is null) then
    perform app.refuse('charge_invalid', 422, 'Give a driver; kind rent, insurance, radio or other; an amount above 0 and below a million; from_day at most 100 days ago; until_day after it');
  end if;
  insert into public.driver_charges (driver_id, kind, amount, weekly, from_day, until_day, note, created_by, client_key)
  values (add_driver_charge.driver_id, add_driver_charge.kind, v_amount, coalesce(add_driver_charge.weekly, true), v_from, add_driver_charge.until_day,
    nullif(btrim(app.plain_lines(left(add_driver_charge.note, 500))), ''), v_me.id, v_key) returning * into v_row;
  perform app.audit('add_driver_charge', 'driver_charges', v_row.id::text, null, jsonb_build_object('user_id', v_row.driver_id,
    'kind', v_row.kind, 'amount', v_row.amount, 'weekly', v_row.weekly, 'from_day', v_row.from_day, 'until_day', v_row.until_day));
  return v_row;
end $$;
comment on function public.add_driver_charge is 'Adds a weekly or single charge for a driver from from_day (default today) on. The next payout run charges it, also for past weeks. Returns the charge; a repeated client_key returns the first. Errors: must_login, not_allowed, demo_mode, charge_invalid.';
grant execute on function public.add_driver_charge(uuid, text, numeric, boolean, date, date, text, uuid) to authenticated;

create function public.end_driver_charge(id uuid, until_day date default null) returns public.driver_charges
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.driver_charges;
  v_until date := coalesce(end_driver_charge.until_day, app.today());
begin
  perform app.require_editor('payouts');
  select c.* into v_row from public.driver_charges c where c.id = end_driver_charge.id for no key update;
  if not found then perform app.refuse('charge_not_found', 404, 'No such charge'); end if;
  if v_row.until_day = v_until then return v_row; end if;
  perform app.audit('end_driver_charge', 'driver_charges', v_row.id::text, jsonb_build_object('until_day', v_row.until_day),
    jsonb_build_object('user_id', v_row.driver_id, 'until_day', greatest(v_until, v_row.from_day)));
  update public.driver_charges c set until_day = greatest(v_until, c.from_day) where c.id = v_row.id returning c.* into v_row;
  return v_row;
end $$;
comment on function public.end_driver_charge is 'Ends a driver''s charge on a day (default today); weeks that were already charged stay. Idempotent. Errors: must_login, not_allowed, demo_mode, charge_not_found.';
grant execute on function public.end_driver_charge(uuid, date) to authenticated;

create function public.list_driver_charges(of_driver uuid default null, running boolean default null, before_id uuid default null, page_size integer default 50)
returns table (id uuid, driver_id uuid, name text, kind text, amount numeric, weekly boolean, from_day date, until_day date, charged_until date, note text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('payouts');
  return query
  select c.id, c.driver_id, btrim(p.first_name || ' ' || p.last_name), c.kind, c.amount, c.weekly, c.from_day, c.until_day, c.charged_until, c.note, c.created_at
  from public.driver_charges c join public.profiles p on p.id = c.driver_id
  where (list_driver_charges.of_driver is null or c.driver_id = list_driver_charges.of_driver)
    and (list_driver_charges.before_id is null or c.id < list_driver_charges.before_id)
    and (list_driver_charges.running is null or list_driver_charges.running = (coalesce(c.until_day >= app.today(), true) and (c.weekly or c.charged_until is null)))
  order by c.id desc limit least(greatest(coalesce(list_driver_charges.page_size, 50), 1), 1000);
end $$;
comment on function public.list_driver_charges is 'Charges of drivers, latest first. running: only those that will be charged again; false: only the others. Pass the last row''s id as before_id for the next page. Errors: must_login, not_allowed.';
grant execute on function public.list_driver_charges(uuid, boolean, uuid, integer) to authenticated;

-- Takes a driver's due charges from the wallet and returns their sum: single charges, and weekly charges up to the given week.
-- The caller has locked the wallet.
create function app.post_charges(driver_id uuid, week date) returns numeric language plpgsql security definer set search_path = '' as $$
declare
  v_charge public.driver_charges;
  v_week date;
  v_sum numeric := 0;
begin
  for v_charge in select c.* from public.driver_charges c where c.driver_id = post_charges.driver_id
    and (c.charged_until is null or c.weekly and c.charged_until < post_charges.week) and c.from_day <= app.today() order by c.id for no key update
  loop
    for v_week in
      select w::date from generate_series(case when not v_charge.weekly then v_charge.from_day
        else coalesce(v_charge.charged_until + 7, date_trunc('week', v_charge.from_day + 6)::date) end,
        case when v_charge.weekly then least(post_charges.week, v_charge.until_day) else v_charge.from_day end, interval '7 days') w
    loop
      perform app.record_decision('driver_charge', v_charge.driver_id, v_charge.amount, app.post_ledger('charge', format('charge:%s:%s', v_charge.id, v_week), null,
        jsonb_build_array(app.entry('wallet:' || v_charge.driver_id, -v_charge.amount), app.entry('revenue.charges', v_charge.amount))),
        decided_by => v_charge.created_by, reason => v_charge.note);
      update public.driver_charges c set charged_until = v_week where c.id = v_charge.id;
      v_sum := v_sum + v_charge.amount;
    end loop;
  end loop;
  return v_sum;
end $$;
