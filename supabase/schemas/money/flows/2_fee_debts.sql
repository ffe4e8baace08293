-- Fee debts: cancellation and no-show fees that riders have not paid and of which a driver gets a share.
-- Access: internal; settling a booking writes fee debts, the job housekeeping collects them
-- Tests:  tests/db/fee_debts.sql

-- Returns what the driver gets now: the driver's share of the part of the fee that the rider can pay. Stores the unpaid
-- part of the fee as a fee debt. Returns 0 and stores nothing if the driver gets no share, such as an employee.
-- `wallet` is the rider's balance without bonus, before the fee is taken. The caller has locked both wallets.
create function app.share_fee(booking public.bookings, fee numeric, wallet numeric) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  v_percent numeric;
  v_places integer;
  v_paid numeric := least(share_fee.fee, greatest(0, share_fee.wallet));
begin
  select s.cancellation_driver_percent, s."decimal" into v_percent, v_places from public.settings s where s.id = 1;
  if (booking).driver_id is null or v_percent = 0 or app.has_no_account((booking).driver_id)
    or app.is_employed((select f.rule from public.booking_finances f where f.booking_id = (booking).id)) then
    return 0;
  end if;
  if v_paid < share_fee.fee then
    insert into app.fee_debts (booking_id, customer_id, fee, unpaid, percent)
    values ((booking).id, (booking).customer_id, share_fee.fee, share_fee.fee - v_paid, v_percent);
  end if;
  return round(v_paid * v_percent / 100, v_places);
end $$;
comment on function app.share_fee is
  'The driver''s share of the part of a fee that the rider''s wallet covers now; stores the unpaid part of the fee as '
  'a fee debt.';

-- Stores the shares of a cancelled booking: nobody earns its fare, and the driver gets `share` of its fee in addition
-- to what earlier parts of the fee gave.
create function app.share_cancelled(booking public.bookings, share numeric) returns void
language sql volatile security definer set search_path = '' as $$
  update public.booking_finances f set driver_share = case when f.ride_cost = 0 then f.driver_share else 0 end
    + share_cancelled.share,
    ride_cost = 0, convenience_fees = 0
  where f.booking_id = (booking).id
$$;

-- Pays the driver's share of a part of a fee that the rider has paid. The amount is the share of everything paid so
-- far, less the share of what was paid before, so that the rounded parts add up to the whole share.
create function app.pay_fee_share(debt app.fee_debts, paid numeric) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_places integer := (app.settings())."decimal";
  v_before numeric := (debt).fee - (debt).unpaid;
  v_share numeric := round((v_before + pay_fee_share.paid) * (debt).percent / 100, v_places)
    - round(v_before * (debt).percent / 100, v_places);
  v_booking public.bookings;
  e public.earnings_months;
begin
  select b.* into v_booking from public.bookings b where b.id = (debt).booking_id;
  if v_share = 0 or app.has_no_account(v_booking.driver_id) then return; end if;
  perform app.post_ledger('cancellation_share', format('cancellation_share:%s:%s', v_booking.id,
    v_before + pay_fee_share.paid), v_booking.id,
    jsonb_build_array(app.entry('wallet:' || v_booking.driver_id, v_share),
      app.entry('revenue.cancellation', -v_share)));
  perform app.share_cancelled(v_booking, v_share);
  e := app.empty_earnings(v_booking, app.now());
  e.cancellation_share := v_share;
  perform app.add_earnings(v_booking.id, app.now(), e);
end $$;

-- Pays drivers their shares of fees that a rider has paid in the meantime. An unpaid fee makes the rider's wallet
-- negative. So if the fee debts add up to more than the wallet is below zero, the difference counts as paid, whatever
-- changed the wallet. The oldest debts are paid first.
create function app.collect_debts_of(customer_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_debt app.fee_debts;
  v_paid numeric;
  v_part numeric;
begin
  perform app.lock_wallets(variadic array(select b.driver_id from app.fee_debts d
    join public.bookings b on b.id = d.booking_id
    where d.customer_id = collect_debts_of.customer_id) || collect_debts_of.customer_id);
  select sum(d.unpaid) into v_paid from app.fee_debts d where d.customer_id = collect_debts_of.customer_id;
  v_paid := v_paid - greatest(0, -app.real_balance(collect_debts_of.customer_id));
  for v_debt in select d.* from app.fee_debts d where d.customer_id = collect_debts_of.customer_id
    order by d.at, d.booking_id loop
    exit when v_paid <= 0;
    v_part := least(v_paid, v_debt.unpaid);
    v_paid := v_paid - v_part;
    perform app.pay_fee_share(v_debt, v_part);
    if v_part = v_debt.unpaid then delete from app.fee_debts d where d.booking_id = v_debt.booking_id;
    else update app.fee_debts d set unpaid = d.unpaid - v_part where d.booking_id = v_debt.booking_id;
    end if;
  end loop;
end $$;

-- Works on many riders in one transaction, and the wallets of one stay locked while it works on the next. So it never
-- waits long for a wallet that another transaction has locked: that transaction may wait for a wallet of this one.
create function app.collect_debts() returns void
language plpgsql security definer set search_path = '' set lock_timeout = '200ms' as $$
declare v_id uuid;
begin
  for v_id in select d.customer_id from app.fee_debts d join public.profiles p on p.id = d.customer_id
    group by d.customer_id, p.wallet_balance, p.bonus_balance
    having sum(d.unpaid) > greatest(0, p.bonus_balance - p.wallet_balance) order by d.customer_id limit 500
  loop
    begin
      perform app.collect_debts_of(v_id);
    exception when others then raise warning 'collecting from % failed: %', v_id, sqlerrm;
    end;
  end loop;
end $$;
comment on function app.collect_debts is
  'Pays drivers their share of fees that riders have paid since they were charged.';
