-- Tips for drivers, and refunds to riders.
-- Access: riders tip from their wallet; admins refund bookings; the service role records the provider's result of a
--         refund
-- Tests:  tests/db/refunds.sql, tests/db/tips.sql

create function public.tip_driver(booking_id uuid, amount numeric, client_key uuid default gen_random_uuid())
  returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings := app.lock_booking(tip_driver.booking_id);
  v_amount numeric := app.to_money(tip_driver.amount);
  v_key text := format('tip:%s:%s', v_booking.id, coalesce(tip_driver.client_key, gen_random_uuid()));
  v_balance numeric;
  v_id bigint;
begin
  if v_booking.customer_id is distinct from v_me.id then
    perform app.refuse('booking_not_found', 404, 'No such booking of the caller');
  end if;
  if exists (select 1 from public.ledger_transactions t where t.idempotency_key = v_key) then return v_booking; end if;
  if not app.is_paid(v_booking.status) then perform app.refuse_status(v_booking); end if;
  if v_amount is null then perform app.refuse_amount(); end if;
  perform app.lock_wallets(v_booking.customer_id, v_booking.driver_id);
  if app.has_no_account(v_booking.driver_id) then
    perform app.refuse('person_not_found', 404, 'The account of the driver was deleted');
  end if;
  v_balance := app.real_balance(v_me.id);
  if v_balance < v_amount then perform app.refuse_balance(v_amount, v_balance); end if;
  v_balance := least(v_amount, app.card_money_in(v_me.id));
  v_id := app.post_ledger('tip', v_key, v_booking.id, jsonb_build_array(
    app.entry('wallet:' || v_me.id, -v_amount), app.entry('wallet:' || v_booking.driver_id, v_amount)));
  perform app.record_card_credit(v_id, v_booking.driver_id, 'tip', v_balance);
  perform app.notify(v_booking.driver_id, 'wallet_credited', jsonb_build_object('amount', v_amount), v_booking.id);
  update public.bookings b set tip_amount = b.tip_amount + v_amount where b.id = v_booking.id
    returning b.* into v_booking;
  return v_booking;
end $$;
comment on function public.tip_driver is
  'The rider tips the driver from the wallet without its bonus, after paying; the driver gets all of it. Returns the '
  'booking with tip_amount; a repeated client_key tips once. '
  'Errors: must_login, booking_not_found, wrong_status, amount_invalid, insufficient_balance, person_not_found (the '
  'driver''s account was deleted).';
grant execute on function public.tip_driver(uuid, numeric, uuid) to authenticated;

-- Queues refunds of `amount` to the cards with which a booking was paid: the latest payment first, for each at most
-- what is left of it. Returns the ledger entries that the caller must post. Unless settings.refund_to is source or the
-- rider's account was deleted, only those count with which somebody paid by the booking's link: the rider did not pay.
create function app.return_to_cards(booking_id uuid, amount numeric, reason text, created_by uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments;
  v_left numeric := return_to_cards.amount;
  v_part numeric;
  v_entries jsonb := jsonb_build_array();
  v_all boolean := (app.settings()).refund_to = 'source' or exists (select 1 from public.bookings b
    where b.id = return_to_cards.booking_id and app.has_no_account(b.customer_id));
begin
  for v_payment in select p.* from public.payments p where p.booking_id = return_to_cards.booking_id
    and p.purpose = 'booking' and p.status = 'paid' and (v_all or p.customer_id is null)
    and p.refunded_amount + p.disputed_amount < p.captured_amount
      order by p.paid_at desc, p.id
    for no key update
  loop
    exit when v_left <= 0;
    v_part := least(v_left, v_payment.captured_amount - v_payment.refunded_amount - v_payment.disputed_amount);
    -- What the provider cannot return, less than a step, goes to the wallet.
    if v_payment.step > 0 then v_part := floor(v_part / v_payment.step) * v_payment.step; end if;
    continue when v_part <= 0;
    v_left := v_left - v_part;
    update public.payments p set refunded_amount = p.refunded_amount + v_part where p.id = v_payment.id;
    insert into public.refunds (booking_id, customer_id, payment_id, amount, reason, status, created_by)
    values (v_payment.booking_id, v_payment.customer_id, v_payment.id, v_part, return_to_cards.reason, 'due',
      return_to_cards.created_by);
    v_entries := v_entries || app.entry('refunds_due:' || v_payment.provider, v_part);
  end loop;
  return v_entries;
end $$;

-- Returns a card payment that arrived when its purpose no longer needed the money: to the card if settings.refund_to is
-- source or the account was deleted, otherwise to the wallet.
create function app.return_late_payment(payment public.payments) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_to_card boolean := app.has_no_account((payment).customer_id) or (select s.refund_to = 'source'
    from public.settings s where s.id = 1);
  v_id bigint;
begin
  insert into public.refunds (booking_id, customer_id, payment_id, amount, reason, status, done_at)
  values ((payment).booking_id, (payment).customer_id, case when v_to_card then (payment).id end,
    (payment).captured_amount, 'late_payment',
    case when v_to_card then 'due' else 'done' end, case when not v_to_card then app.now() end);
  v_id := app.post_ledger('late_payment', 'late_payment:' || (payment).id, (payment).booking_id, jsonb_build_array(
    app.entry('clearing:' || (payment).provider, -(payment).captured_amount),
    app.entry(case when v_to_card then 'refunds_due:' || (payment).provider
      else 'wallet:' || (payment).customer_id end, (payment).captured_amount)));
  if not v_to_card then
    perform app.record_card_credit(v_id, (payment).customer_id, 'topup', (payment).captured_amount, (payment).id);
  end if;
end $$;

-- Returns money of a paid booking to its rider: the rows of `refunds`, and the entries that the caller must post. A
-- payment spends bonus money before real money; a refund returns it in the reverse order: real money first.
-- `refundable` is app.refundable.
create function app.give_back(booking public.bookings, amount numeric, refundable numeric, reason text, created_by uuid,
  out entries jsonb, out to_wallet numeric, out bonus numeric)
language plpgsql security definer set search_path = '' as $$
begin
  bonus := greatest(0, give_back.amount - (give_back.refundable - app.bonus_spent(booking)));
  entries := app.return_to_cards((booking).id, give_back.amount - bonus, give_back.reason, give_back.created_by);
  to_wallet := give_back.amount - (select coalesce(sum((e ->> 'amount')::numeric), 0)
    from jsonb_array_elements(entries) e);
  if to_wallet > 0 and app.has_no_account((booking).customer_id) then
    perform app.refuse('person_not_found', 404,
      'The account of the rider was deleted, and no card is left to refund to');
  end if;
  if to_wallet > 0 then
    insert into public.refunds (booking_id, customer_id, amount, reason, created_by, done_at)
    values ((booking).id, (booking).customer_id, to_wallet, give_back.reason, give_back.created_by, app.now());
  end if;
  entries := entries || app.entry('wallet:' || (booking).customer_id, to_wallet - bonus)
    || app.entry('bonus:' || (booking).customer_id, bonus);
end $$;
comment on function app.give_back is
  'Stores refunds to cards and wallet, and returns their ledger entries, what goes to the wallet, and the part of it '
  'that is bonus money. '
  'Errors: person_not_found (no card is left, and the account was deleted).';

create function public.refund_booking(booking_id uuid, amount numeric, reason text, reclaim_share boolean default false,
  client_key uuid default gen_random_uuid()) returns public.booking_refund
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('refund');
  v_booking public.bookings := app.lock_booking(refund_booking.booking_id);
  v_amount numeric := app.to_money(refund_booking.amount);
  v_reason text := coalesce(nullif(btrim(app.plain_lines(left(refund_booking.reason, app.reason_length()))),
    ''), 'refund');
  v_key text := format('refund:%s:%s', v_booking.id, coalesce(refund_booking.client_key, gen_random_uuid()));
  v_id bigint := (select t.id from public.ledger_transactions t where t.idempotency_key = v_key);
  v_left numeric;
  v_back record;
begin
  if v_id is not null then return app.refund_answer(v_booking.id, v_id); end if;
  if not app.is_paid(v_booking.status) then perform app.refuse_status(v_booking); end if;
  if v_amount is null then perform app.refuse_amount(); end if;
  v_left := app.refundable(v_booking);
  if v_amount > v_left then
    perform app.refuse('refund_too_high', 409, format('At most %s can be refunded', v_left));
  end if;
  perform app.lock_booking_wallets(v_booking);
  perform app.check_approval_limit(v_me, 'refund', v_booking.id, v_booking.customer_id, v_amount);
  v_back := app.give_back(v_booking, v_amount, v_left, v_reason, v_me.id);
  v_id := app.post_ledger('refund', v_key, v_booking.id,
    v_back.entries || case when refund_booking.reclaim_share then app.reclaim_share(v_booking, v_amount)
      else jsonb_build_array(app.entry('expense.goodwill', -v_amount)) end);
  perform app.record_card_credit(v_id, v_booking.customer_id, 'topup',
    least(v_back.to_wallet - v_back.bonus, v_booking.card_payment_amount));
  perform app.queue_receipt(v_booking.id, v_id);
  if refund_booking.reclaim_share then
    perform app.correct_earnings(v_booking.id, coalesce(sum(e.amount) filter (where a.kind = 'wallet'), 0),
      coalesce(sum(e.amount) filter (where a.kind = 'revenue.convenience'), 0))
    from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
    where e.transaction_id = v_id and e.amount < 0;
    if v_booking.fleet_id is not null then perform app.add_fleet_share(v_booking, v_id); end if;
  end if;
  perform app.audit('refund_booking', 'bookings', v_booking.id::text, jsonb_build_object('refundable', v_left),
    jsonb_build_object('user_id', v_booking.customer_id, 'amount', v_amount, 'reason', v_reason, 'reclaim_share',
      coalesce(refund_booking.reclaim_share, false)));
  if v_back.to_wallet > 0 then
    perform app.notify(v_booking.customer_id, 'wallet_credited',
      jsonb_build_object('amount', v_back.to_wallet), v_booking.id);
  end if;
  return app.refund_answer(v_booking.id, v_id);
end $$;
comment on function public.refund_booking is
  'An admin refunds a booking after PAID, at most what was paid in total: as goodwill of the operator, or with '
  'reclaim_share from the driver''s (and fleet''s) share as far as it reaches. The money goes to the wallet, or to '
  'the card if settings.refund_to is source. Returns {booking_id, transaction_id, amount, refunds: [{id, amount, '
  'status, reason, to}]}; a repeated client_key refunds once. '
  'Errors: must_login, not_allowed, demo_mode, booking_not_found, wrong_status, amount_invalid, refund_too_high, '
  'person_not_found (the rider''s account was deleted), needs_approval.';
grant execute on function public.refund_booking(uuid, numeric, text, boolean, uuid) to authenticated;

create function public.confirm_refund(refund_id uuid, succeeded boolean default true) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  v_refund public.refunds;
  v_provider text;
  v_id bigint;
begin
  perform app.lock_payment(r.payment_id) from public.refunds r where r.id = confirm_refund.refund_id;
  select r.* into v_refund from public.refunds r where r.id = confirm_refund.refund_id for no key update;
  if not found then perform app.refuse('refund_not_found', 404, 'No such refund'); end if;
  if v_refund.status <> 'due' then return v_refund; end if;
  if not confirm_refund.succeeded and app.has_no_account(v_refund.customer_id) then
    update app.payment_jobs j set status = 'dead', done_at = app.now() where j.refund_id = v_refund.id;
    perform app.broadcast('admin', 'money');
    return v_refund;
  end if;
  select p.provider into v_provider from public.payments p where p.id = v_refund.payment_id;
  v_id := app.post_ledger(case when confirm_refund.succeeded then 'refund_confirmed' else 'refund_failed' end,
    'refund_confirmed:' || v_refund.id, v_refund.booking_id,
      jsonb_build_array(app.entry('refunds_due:' || v_provider, -v_refund.amount),
      app.entry(case when confirm_refund.succeeded then 'clearing:' || v_provider
        else 'wallet:' || v_refund.customer_id end, v_refund.amount)));
  if not confirm_refund.succeeded then
    perform app.record_card_credit(v_id, v_refund.customer_id, 'topup', v_refund.amount, v_refund.payment_id);
  end if;
  update public.refunds r set status = case when confirm_refund.succeeded then 'done' else 'failed' end,
    done_at = app.now()
  where r.id = v_refund.id returning r.* into v_refund;
  return v_refund;
end $$;
comment on function public.confirm_refund is
  'Records the provider''s result of a refund: it returned the money to the card, or it refused (succeeded false), '
  'and the rider''s wallet gets the money. A refund that the card of a deleted account refuses stays due, and the '
  'desk decides (stuck_payments). Idempotent; the first result counts. '
  'Errors: refund_not_found.';
grant execute on function public.confirm_refund(uuid, boolean) to service_role;

-- Applies a provider's event to its refund and returns the outcome. The refund is found by our id in the event,
-- otherwise by the provider's id, otherwise as the only due refund with this amount.
create function app.apply_refund(event public.payment_events, payment public.payments) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_refund public.refunds;
  v_done text := case (event).status when 'refunded' then 'done' else 'failed' end;
begin
  -- If the payment is not paid yet, the provider reported the refund first: the event is only recorded now, and applied
  -- once the payment is paid.
  if (payment).status <> 'paid' then return 'recorded'; end if;
  -- If the office created a separate payment for a second charge, the event may still contain the id of the original
  -- payment.
  select r.* into v_refund from public.refunds r
    where (r.payment_id = (payment).id or r.id = (event).refund_id and r.payment_id in (
      select f.payment_id from public.payment_flags f join public.payment_events e on e.id = f.event_id
        where e.payment_id = (payment).id)) and case
    when (event).refund_id is not null then r.id = (event).refund_id
    when exists (select 1 from public.refunds o where o.payment_id = (payment).id
      and o.provider_ref = (event).refund_ref) then r.provider_ref = (event).refund_ref
    else r.status = 'due' and r.provider_ref is null and r.amount = (event).amount
      and (select count(*) from public.refunds o where o.payment_id = r.payment_id and o.status = 'due'
        and o.amount = r.amount) = 1 end
  order by r.id limit 1;
  if not found then return 'unknown_refund'; end if;
  perform app.lock_payment(v_refund.payment_id);
  select r.* into v_refund from public.refunds r where r.id = v_refund.id for no key update;
  if coalesce((event).amount, v_refund.amount) <> v_refund.amount then return 'amount_mismatch'; end if;
  if not app.is_in_currency(event, payment) then return 'currency_mismatch'; end if;
  update public.refunds r set provider_ref = coalesce(left(nullif((event).refund_ref, ''), 300), r.provider_ref)
    where r.id = v_refund.id;
  if v_refund.status <> 'due' then
    return case when v_refund.status = v_done then 'repeated' else 'contradicted' end; end if;
  perform public.confirm_refund(v_refund.id, v_done = 'done');
  update app.payment_jobs j set status = 'done', done_at = app.now() where j.refund_id = v_refund.id
    and j.status = 'queued';
  return (event).status;
end $$;
