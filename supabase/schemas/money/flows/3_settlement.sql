-- Settlement: how money is distributed when a booking is PAID, and returned when it is CANCELLED.
-- Access: only app.booking_moved settles bookings, so that every change to PAID or CANCELLED distributes money in the
--         same way
-- Tests:  tests/db/settlement.sql

-- Distributes the money of a paid booking in one transaction. The caller has locked all wallets. The driver's share and
-- what is subtracted from it are separate entries, so that the history of the driver's wallet shows each: share, cash
-- collected, tax, the fleet's part. Of an employee's ride the price is the operator's, and so is its tax; the driver's
-- wallet shows only the cash to hand in.
create function app.settle_paid(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_money public.booking_finances;
  v_settings public.settings := app.settings();
  v_driver text := 'wallet:' || (booking).driver_id;
  v_held numeric := app.ledger_balance('held:' || (booking).id);
  v_discount numeric := least((booking).discount_amount, (booking).trip_cost);
  v_goodwill numeric := app.settled_by_goodwill((booking).id);
  v_back numeric := v_held + (booking).cash_payment_amount + v_goodwill
    - ((booking).trip_cost - v_discount + (booking).cash_rounding);
  v_bonus numeric;
  v_tax numeric;
  v_own_tax numeric;
  v_fleet numeric;
  v_id bigint;
begin
  select f.* into v_money from public.booking_finances f where f.booking_id = (booking).id;
  v_own_tax := case when app.is_employed(v_money.rule) then (booking).tax_amount else 0 end;
  v_tax := coalesce(round((booking).tax_amount * v_money.driver_share / nullif((booking).trip_cost, 0),
    v_settings."decimal"), 0);
  v_fleet := case when (booking).fleet_id is null then 0
    else round(v_money.driver_share * v_settings.fleet_percent / 100, v_settings."decimal") end;
  -- A payment spends bonus money before real money. Money that was paid too much is returned in the
  -- reverse order: real money first.
  v_bonus := greatest(0, v_back - (v_held + (booking).cash_payment_amount + v_goodwill - app.bonus_spent(booking)));
  v_id := app.post_ledger('settlement', 'settlement:' || (booking).id, (booking).id, jsonb_build_array(
    app.entry('held:' || (booking).id, -v_held),
    app.entry(v_driver, v_money.driver_share),
    app.entry(v_driver, -(booking).cash_payment_amount),
    app.entry(v_driver, -v_tax), app.entry('tax', v_tax + v_own_tax),
    app.entry(v_driver, -v_fleet), app.entry('wallet:' || (booking).fleet_id, v_fleet),
    app.entry('revenue.convenience', v_money.convenience_fees - v_own_tax),
    app.entry('expense.promotions', -v_discount),
    app.entry('rounding', (booking).cash_rounding),
    app.entry('expense.goodwill', -v_goodwill),
    app.entry('bonus:' || (booking).customer_id, v_bonus),
    -- A passenger without an account gets it from the desk, by a credit or in cash.
    app.entry(case when app.has_no_account((booking).customer_id) then 'adjustments'
      else 'wallet:' || (booking).customer_id end, v_back - v_bonus)));
  perform app.record_card_credit(v_id, (booking).customer_id, 'topup',
    least(v_back - v_bonus, (booking).card_payment_amount));
  -- Nobody but the driver says that this cash was paid, so the desk and the driver's debt come before a withdrawal.
  if (booking).card_payment_amount = 0 and not app.has_no_account((booking).customer_id) then
    perform app.record_card_credit(v_id, (booking).customer_id, 'cash',
      least(v_back - v_bonus, (booking).cash_payment_amount));
  end if;
  if v_fleet > 0 then
    update public.booking_finances f set fleet_share = v_fleet where f.booking_id = (booking).id;
    perform app.add_fleet_share(booking, v_id);
  end if;
end $$;

-- Returns all money held for a cancelled booking and charges the cancellation fee to the rider's wallet. Bonus money
-- goes back as bonus; money that goes back to a card does not pass through the wallet. The fee may make the wallet
-- negative; then the driver's share waits until the rider pays (app.fee_debts).
create function app.settle_cancelled(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_held numeric := app.ledger_balance('held:' || (booking).id);
  v_fee numeric := (booking).cancellation_fee;
  v_rider text := 'wallet:' || (booking).customer_id;
  v_bonus numeric := app.bonus_spent(booking);
  v_driver numeric;
  v_cards jsonb := jsonb_build_array();
  v_to_cards numeric;
  v_id bigint;
begin
  if v_held = 0 and v_fee = 0 then
    perform app.share_cancelled(booking, 0);
    return;
  end if;
  perform app.lock_wallets(variadic array_remove(array[(booking).customer_id, (booking).driver_id], null));
  if v_held - v_bonus > v_fee then
    v_cards := app.return_to_cards((booking).id, v_held - v_bonus - v_fee, 'cancelled', null);
  end if;
  select coalesce(sum((e ->> 'amount')::numeric), 0) into v_to_cards from jsonb_array_elements(v_cards) e;
  v_driver := case when v_fee > 0 then app.share_fee(booking, v_fee, app.real_balance((booking).customer_id) + v_held
    - v_bonus - v_to_cards) else 0 end;
  v_id := app.post_ledger('cancellation', 'cancellation:' || (booking).id, (booking).id, jsonb_build_array(
    app.entry('held:' || (booking).id, -v_held),
    app.entry('bonus:' || (booking).customer_id, v_bonus),
    app.entry(v_rider, v_held - v_bonus - v_to_cards),
    app.entry(v_rider, -v_fee),
    app.entry('wallet:' || (booking).driver_id, v_driver),
    app.entry('revenue.cancellation', v_fee - v_driver)) || v_cards);
  perform app.record_card_credit(v_id, (booking).customer_id, 'topup',
    least(v_held - v_bonus - v_to_cards - v_fee, (booking).card_payment_amount));
  perform app.share_cancelled(booking, v_driver);
  if v_fee > 0 then
    perform app.record_decision(case (booking).reason when 'no_show' then 'no_show_fee' else 'cancellation_fee' end,
      (booking).customer_id, v_fee, v_id, (booking).id);
  end if;
end $$;

create function app.settle_booking(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare v_referrer uuid;
begin
  if (booking).status = 'CANCELLED' then
    perform app.settle_cancelled(booking);
  elsif (booking).status = 'PAID' then
    v_referrer := app.lock_booking_wallets(booking);
    perform app.settle_paid(booking);
    -- While this function waited for locks, the referral bonus may have been paid for another booking, so pay_referral
    -- checks again. If no bonus was due before, none can have become due meanwhile.
    if v_referrer is not null then perform app.pay_referral(booking); end if;
  end if;
end $$;
comment on function app.settle_booking is
  'Moves the money of a booking. PAID: pays driver, fleet, tax, operator''s fee and referral bonus. CANCELLED: '
  'returns held money and charges the fee.';
