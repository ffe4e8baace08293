-- Payments requested from providers, and paying by cash and wallet. For cards see money/flows/3_checkout.sql,
-- money/flows/7_payment_events.sql and money/flows/3_holds.sql.
-- Access: drivers confirm cash (admins may record it), riders pay with their wallet; people read their own payments
-- Tests:  tests/db/payment.sql, tests/db/card_payment.sql

-- Adding a payment to a booking ---------------------------------------------------------------------------------------

-- Adds a payment by wallet or card to a booking that the caller has locked. Once nothing is left to pay, a parcel that
-- waited for payment becomes NEW, and other bookings become PAID. The search for a driver of a parcel begins at once,
-- unless the parcel is booked for later.
create function app.credit_booking(booking public.bookings, from_wallet numeric, from_card numeric, gateway text,
  step numeric default 0) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
  v_open numeric := greatest(0, app.open_amount(booking) - from_wallet - from_card);
  v_more numeric := from_wallet + from_card - app.open_amount(booking);
  v_rounding numeric;
  v_rest numeric;
begin
  booking.used_wallet_money := (booking).used_wallet_money + from_wallet;
  -- A card payment may have been raised to what its provider takes. That difference is rounding; more would be
  -- overpaid.
  if v_more > 0 and v_more < credit_booking.step then
    v_rounding := v_more;
    v_rest := 0;
  else
    v_rounding := app.cash_part(booking, v_open);
    v_rest := v_open + v_rounding;
  end if;
  v_booking := app.move_booking((booking).id,
    case when v_rest > 0 then (booking).status when (booking).status = 'PAYMENT_PENDING' then 'NEW' else 'PAID' end,
    jsonb_build_object('used_wallet_money', (booking).used_wallet_money, 'card_payment_amount',
      (booking).card_payment_amount + from_card,
      'customer_paid', (booking).customer_paid + from_wallet + from_card, 'cash_rounding', v_rounding,
        'payable_amount', v_rest,
      'cash_payment_amount', least((booking).cash_payment_amount, v_rest), 'gateway',
        coalesce(credit_booking.gateway, (booking).gateway),
      'payment_mode', case when v_rest > 0 then (booking).payment_mode when (booking).card_payment_amount + from_card
        > 0 then 'card' else 'wallet' end,
      'prepaid', (booking).prepaid or (v_rest = 0 and (booking).status = 'PAYMENT_PENDING')));
  return app.begin_search(v_booking);
end $$;

-- Paying in cash ------------------------------------------------------------------------------------------------------

create function public.confirm_cash(booking_id uuid, accepted_at timestamptz default null, client_key uuid default null,
  at timestamptz default null, amount numeric default null) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_was public.bookings;
  v_booking public.bookings;
  v_due numeric;
  v_cash numeric;
  v_rounding numeric;
  v_reported numeric;
  v_time record;
begin
  perform app.check_permission(v_me, 'cash');
  if v_me.usertype = 'admin' then
    perform app.require_edits();
    v_was := app.lock_booking(confirm_cash.booking_id);
  else
    v_was := app.lock_driver_booking(confirm_cash.booking_id, finishing => true);
  end if;
  if (app.find_repeated_step(v_was, 'cash', confirm_cash.client_key)).is_repeat then return v_was; end if;
  perform app.check_acceptance(v_was, confirm_cash.accepted_at);
  if app.is_paid(v_was.status) then
    -- The ride was paid in another way before the phone could tell of the cash.
    if v_me.usertype <> 'admin' and app.read_reported_cash(confirm_cash.amount, v_was.cash_payment_amount)
      <> v_was.cash_payment_amount then
      perform app.report_late_cash(v_was, app.read_reported_cash(confirm_cash.amount, 0), confirm_cash.at);
    end if;
    return v_was;
  end if;
  if v_me.usertype = 'admin' then
    perform app.refuse_own(v_me, v_was.customer_id), app.refuse_own(v_me, v_was.driver_id);
  end if;
  if v_was.status <> 'PENDING' then perform app.refuse_status(v_was); end if;
  -- The driver may confirm cash for a cash booking and for what a wallet did not pay. For a booking paid by card only
  -- an admin may confirm cash, except for a street trip; for all others too, if the operator takes no cash.
  if v_me.usertype <> 'admin' and (v_was.payment_mode = 'card' and v_was.source <> 'street'
    or v_was.payment_mode <> 'cash' and not (app.settings()).cash_payments) then
    perform app.refuse('not_a_cash_booking', 409, 'This ride is not paid in cash');
  end if;
  -- The time that the driver's phone reports is only stored in the history; the books use the server's time.
  v_time := app.limit_reported_time(v_was, case when v_me.usertype <> 'admin' then confirm_cash.at end);
  if v_time.reported_at is null then perform app.set_actor(v_me.usertype, v_me.id, note => 'cash');
  else perform app.set_driver_actor_at(v_was, v_time.reported_at, 'cash'); end if;
  v_due := app.cash_to_collect(v_was.id, app.open_amount(v_was));
  v_cash := v_due;
  v_rounding := v_cash - app.open_amount(v_was);
  v_reported := app.read_reported_cash(confirm_cash.amount, v_due);
  -- Another amount than the fare is stored before the booking is paid, because its settlement reads what of it counts.
  if v_reported <> v_due then
    if v_me.usertype = 'admin' then
      perform app.refuse('amount_invalid', 422, 'The desk records the whole amount');
    end if;
    select r.cash, r.rounding into v_cash, v_rounding from app.report_cash(v_was, v_reported, v_time.reported_at) r;
  end if;
  v_booking := app.move_booking(v_was.id, 'PAID', jsonb_build_object('cash_payment_amount', v_cash,
    'cash_rounding', v_rounding)
    || case v_was.source when 'street' then '{"payment_mode": "cash"}' else '{}' end::jsonb);
  if v_reported <> v_due then perform app.notify_cash_report(v_booking); end if;
  if v_me.usertype = 'admin' then
    perform app.audit('confirm_cash', 'bookings', v_booking.id::text, jsonb_build_object('status', v_was.status),
      jsonb_build_object('status', v_booking.status, 'cash_payment_amount', v_booking.cash_payment_amount));
  end if;
  perform app.record_step(v_booking, 'cash', confirm_cash.client_key);
  return v_booking;
end $$;
comment on function public.confirm_cash is
  'The driver confirms that the rider paid in cash: the full amount, or what wallet and card left to pay. An admin '
  'may record it. Idempotent. accepted_at, client_key and at as in arrive_at_pickup, but at is only stored in the '
  'history. amount: what the driver collected, if it is not the amount due. It counts if it is what the phone showed '
  'at the end of a ride without a signal (the quote with its extras); otherwise the amount due counts until the desk '
  'decides (cash_reports). '
  'Errors: must_login, not_a_driver, require_approval, not_allowed, booking_not_found, job_changed, wrong_status, '
  'not_a_cash_booking, demo_mode, reported_time_invalid, amount_invalid.';
grant execute on function public.confirm_cash(uuid, timestamptz, uuid, timestamptz, numeric) to authenticated;

-- Paying with the wallet ----------------------------------------------------------------------------------------------

-- Takes the open amount from the rider's wallet, bonus money first, or as much of it as the wallet has. The caller has
-- locked the booking and set the actor. Refuses an empty wallet.
create function app.take_from_wallet(booking public.bookings, key text) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_wallet text := 'wallet:' || (booking).customer_id;
  v_open numeric := app.open_amount(booking);
  v_has record;
  v_part numeric;
begin
  select h.balance, h.bonus into v_has from app.spendable(booking) h;
  v_part := greatest(0, least(v_has.balance, v_open));
  if v_part <= 0 and v_open > 0 then perform app.refuse_balance(v_open, v_has.balance); end if;
  perform app.post_ledger('wallet_payment', take_from_wallet.key, (booking).id, jsonb_build_array(
    app.entry('bonus:' || (booking).customer_id, -least(v_has.bonus, v_part)),
      app.entry(v_wallet, least(v_has.bonus, v_part) - v_part),
    app.entry('held:' || (booking).id, v_part)));
  return app.credit_booking(booking, v_part, 0, null);
end $$;
comment on function app.take_from_wallet is
  'Pays a locked booking from the rider''s wallet, in full or as far as the balance reaches. '
  'Errors: insufficient_balance.';

-- Pays a wallet ride at its end, without a press of the rider. The rider confirms an amount that is more than 20 %
-- above what they agreed to, and one that the meter did not support (held at the quote). If the wallet has only a part,
-- that is taken. Then, as for an amount to confirm, the rider is asked to pay the rest.
create function app.charge_wallet(booking public.bookings, agreed numeric) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings := booking;
begin
  if (booking).status <> 'PENDING' or (booking).payment_mode <> 'wallet' or (booking).customer_id is null then
    return booking;
  end if;
  if app.open_amount(booking) <= 1.2 * charge_wallet.agreed
    and not exists (select 1 from public.booking_finances f where f.booking_id = (booking).id
      and 'held_at_quote' = any (f.flags))
    and (select h.balance from app.spendable(booking) h) > 0 then
    perform app.set_actor('system', note => 'wallet');
    v_booking := app.take_from_wallet(booking, format('wallet_payment:%s:reached', (booking).id));
  end if;
  if v_booking.status = 'PENDING' then perform app.notify_due(v_booking); end if;
  return v_booking;
end $$;
comment on function app.charge_wallet is
  'Pays a wallet ride when it ends, as far as the wallet reaches; asks the rider to confirm an amount more than 20 % '
  'above the agreed one or held at the quote, and to pay the rest.';

create function public.pay_with_wallet(booking_id uuid, client_key uuid default gen_random_uuid())
  returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings := app.lock_booking(pay_with_wallet.booking_id);
  v_key text := format('wallet_payment:%s:%s', v_booking.id, coalesce(pay_with_wallet.client_key, gen_random_uuid()));
begin
  if v_booking.customer_id is distinct from v_me.id then
    perform app.refuse('booking_not_found', 404, 'No such booking of the caller');
  end if;
  if app.is_paid(v_booking.status) or v_booking.prepaid
    or exists (select 1 from public.ledger_transactions t where t.idempotency_key = v_key) then
      return v_booking; end if;
  if not app.is_awaiting_payment(v_booking.status) then perform app.refuse_status(v_booking); end if;
  perform app.set_actor(case v_booking.status when 'PENDING' then 'rider' else 'system' end, v_me.id, note => 'wallet');
  return app.take_from_wallet(v_booking, v_key);
end $$;
comment on function public.pay_with_wallet is
  'The rider pays a PENDING or PAYMENT_PENDING booking from the wallet, bonus money first: in full, or as far as the '
  'balance reaches; payable_amount is then the rest for cash or card. Returns the booking. Idempotent. '
  'Errors: must_login, booking_not_found, wrong_status, insufficient_balance.';
grant execute on function public.pay_with_wallet(uuid, uuid) to authenticated;

-- Choosing cash after the ride ----------------------------------------------------------------------------------------

create function public.pay_in_cash(booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings := app.lock_booking(pay_in_cash.booking_id);
  v_cash numeric;
begin
  if v_booking.customer_id is distinct from v_me.id then
    perform app.refuse('booking_not_found', 404, 'No such booking of the caller');
  end if;
  if app.is_paid(v_booking.status) or v_booking.status = 'PENDING' and v_booking.payment_mode = 'cash' then
    return v_booking;
  end if;
  if v_booking.status <> 'PENDING' or v_booking.prepaid then perform app.refuse_status(v_booking); end if;
  if not (app.settings()).cash_payments then
    perform app.refuse('payment_mode_unavailable', 422, 'settings.cash_payments is off');
  end if;
  perform app.check_no_capture(v_booking);
  v_cash := app.cash_to_collect(v_booking.id, app.open_amount(v_booking));
  -- Less than half of the smallest coin: there is nothing to hand over.
  if v_cash = 0 then
    perform app.set_actor('rider', v_me.id, note => 'cash');
    return app.move_booking(v_booking.id, 'PAID', jsonb_build_object('payment_mode', 'cash', 'cash_rounding',
      -app.open_amount(v_booking)));
  end if;
  if app.driver_has_left(v_booking) then
    perform app.refuse('driver_left', 409, 'The driver is elsewhere; pay by card or wallet');
  end if;
  update public.bookings b set payment_mode = 'cash', payable_amount = v_cash,
    cash_rounding = v_cash - app.open_amount(v_booking),
    cash_payment_amount = v_cash
  where b.id = v_booking.id returning b.* into v_booking;
  perform app.notify(v_booking.driver_id, 'cash_chosen', app.notice_params(v_booking) || jsonb_build_object('amount',
    v_cash), v_booking.id);
  return v_booking;
end $$;
comment on function public.pay_in_cash is
  'The rider of a ride that wallet or card did not pay chooses to pay the open amount in cash, as long as the driver '
  'is there; the driver is told and confirms it. Wallet and card can still pay it. Returns the booking. Idempotent. '
  'Errors: must_login, booking_not_found, wrong_status, payment_mode_unavailable, payment_running, driver_left.';
grant execute on function public.pay_in_cash(uuid) to authenticated;
