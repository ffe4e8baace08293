-- Driver charges: amounts that drivers pay weekly or once (rent, insurance, radio), taken from their wallets.
-- Access: drivers read their own charges; staff with the permission payouts writes
-- Tests:  tests/db/payouts.sql

create function public.add_driver_charge(driver_id uuid, kind text, amount numeric, weekly boolean default true,
  from_day date default null,
  until_day date default null, note text default null, client_key uuid default gen_random_uuid())
    returns public.driver_charges
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
    or not exists (select 1 from public.profiles p where p.id = add_driver_charge.driver_id and p.usertype = 'driver'
      and p.deleted_at is null) then
    perform app.refuse('charge_invalid', 422,
      'Give a driver; kind rent, insurance, radio or other; an amount above 0 and below a million; from_day at most 100 days ago; until_day after it');
  end if;
  insert into public.driver_charges (driver_id, kind, amount, weekly, from_day, until_day, note, created_by, client_key)
  values (add_driver_charge.driver_id, add_driver_charge.kind, v_amount, coalesce(add_driver_charge.weekly, true),
    v_from, add_driver_charge.until_day,
    nullif(btrim(app.plain_lines(left(add_driver_charge.note, app.reason_length()))), ''), v_me.id, v_key)
      returning * into v_row;
  perform app.audit('add_driver_charge', 'driver_charges', v_row.id::text, null,
    jsonb_build_object('user_id', v_row.driver_id,
    'kind', v_row.kind, 'amount', v_row.amount, 'weekly', v_row.weekly, 'from_day', v_row.from_day, 'until_day',
      v_row.until_day));
  return v_row;
end $$;
comment on function public.add_driver_charge is
  'Adds a weekly or single charge for a driver from from_day (default today) on. The next payout run charges it, also '
  'for past weeks. Returns the charge; a repeated client_key returns the first. '
  'Errors: must_login, not_allowed, demo_mode, charge_invalid.';
grant execute on function public.add_driver_charge(uuid, text, numeric, boolean, date, date, text,
  uuid) to authenticated;

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
  perform app.audit('end_driver_charge', 'driver_charges', v_row.id::text,
    jsonb_build_object('until_day', v_row.until_day),
    jsonb_build_object('user_id', v_row.driver_id, 'until_day', greatest(v_until, v_row.from_day)));
  update public.driver_charges c set until_day = greatest(v_until, c.from_day) where c.id = v_row.id
    returning c.* into v_row;
  return v_row;
end $$;
comment on function public.end_driver_charge is
  'Ends a driver''s charge on a day (default today); weeks that were already charged stay. Idempotent. '
  'Errors: must_login, not_allowed, demo_mode, charge_not_found.';
grant execute on function public.end_driver_charge(uuid, date) to authenticated;

-- Takes a driver's due charges from the wallet and returns their sum: single charges, and weekly charges up to the
-- given week. The caller has locked the wallet.
create function app.post_charges(driver_id uuid, week date) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  v_charge public.driver_charges;
  v_week date;
  v_sum numeric := 0;
begin
  for v_charge in select c.* from public.driver_charges c where c.driver_id = post_charges.driver_id
    and (c.charged_until is null or c.weekly and c.charged_until < post_charges.week) and c.from_day <= app.today()
      order by c.id for no key update
  loop
    for v_week in
      select w::date from generate_series(case when not v_charge.weekly then v_charge.from_day
        else coalesce(v_charge.charged_until + 7, date_trunc('week', v_charge.from_day + 6)::date) end,
        case when v_charge.weekly then least(post_charges.week, v_charge.until_day) else v_charge.from_day end,
          interval '7 days') w
    loop
      perform app.record_decision('driver_charge', v_charge.driver_id, v_charge.amount,
        app.post_ledger('charge', format('charge:%s:%s', v_charge.id, v_week), null,
        jsonb_build_array(app.entry('wallet:' || v_charge.driver_id, -v_charge.amount),
          app.entry('revenue.charges', v_charge.amount))),
        decided_by => v_charge.created_by, reason => v_charge.note);
      update public.driver_charges c set charged_until = v_week where c.id = v_charge.id;
      v_sum := v_sum + v_charge.amount;
    end loop;
  end loop;
  return v_sum;
end $$;
