-- Chargebacks: a customer's bank reverses a card payment. The provider keeps the amount until the case is decided.
-- Access: the service role calls record_payment_event; staff with the permission money reads and calls
--         record_chargeback
-- Tests:  tests/db/chargebacks.sql

create function app.open_chargeback(payment public.payments, dispute_ref text, amount numeric, due_at timestamptz)
  returns public.chargebacks
language plpgsql security definer set search_path = '' as $$
declare v_case public.chargebacks;
begin
  insert into public.chargebacks (payment_id, provider, dispute_ref, amount, due_at)
  values ((payment).id, (payment).provider, open_chargeback.dispute_ref, open_chargeback.amount,
    open_chargeback.due_at) returning * into v_case;
  update public.payments p set disputed_amount = p.disputed_amount + v_case.amount where p.id = (payment).id;
  perform app.post_ledger('chargeback', 'chargeback:' || v_case.id, (payment).booking_id, jsonb_build_array(
    app.entry('clearing:' || v_case.provider, v_case.amount),
      app.entry('chargebacks:' || v_case.provider, -v_case.amount)));
  return v_case;
end $$;

-- Drops refunds of a payment that are not sent yet, up to `amount`, and returns their sum. The bank has already
-- returned this money to the customer. The payment job of each refund is locked first. A job that a worker has locked
-- is skipped, because the worker may be sending the refund at this moment.
create function app.drop_refunds(payment_id uuid, amount numeric) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  v_refund public.refunds;
  v_dropped numeric := 0;
begin
  for v_refund in select r.* from public.refunds r join app.payment_jobs j on j.refund_id = r.id
    where r.payment_id = drop_refunds.payment_id and r.status = 'due' and j.status = 'queued' and j.attempts = 0
    order by r.id for no key update of j skip locked
  loop
    continue when v_dropped + v_refund.amount > drop_refunds.amount;
    v_dropped := v_dropped + v_refund.amount;
    update public.refunds r set status = 'dropped', done_at = app.now() where r.id = v_refund.id;
    update app.payment_jobs j set status = 'done', done_at = app.now() where j.refund_id = v_refund.id
      and j.status = 'queued';
    update public.payments p set refunded_amount = p.refunded_amount - v_refund.amount
      where p.id = drop_refunds.payment_id;
  end loop;
  return v_dropped;
end $$;

-- Books the money of a lost chargeback. First, refunds of the payment that are not sent yet are dropped. Then the
-- rider's wallet pays what it got from the payment, even below zero. The rest is a loss of the operator. The driver
-- never pays.
create function app.lose_chargeback(chargeback public.chargebacks, payment public.payments) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_dropped numeric := app.drop_refunds((payment).id, (chargeback).amount);
  v_wallet numeric := case when app.has_no_account((payment).customer_id) then 0
    else least((chargeback).amount - v_dropped, app.wallet_part(payment)) end;
begin
  perform app.post_ledger('chargeback_lost', 'chargeback_lost:' || (chargeback).id, (payment).booking_id,
    jsonb_build_array(
    app.entry('chargebacks:' || (chargeback).provider, (chargeback).amount),
    app.entry('refunds_due:' || (chargeback).provider, -v_dropped),
    app.entry('wallet:' || (payment).customer_id, -v_wallet),
    app.entry('expense.chargeback', v_dropped + v_wallet - (chargeback).amount)));
  if v_wallet > 0 then
    delete from app.card_credits c where c.payment_id = (payment).id
      and (payment).captured_amount = (payment).disputed_amount;
    perform app.notify((payment).customer_id, 'wallet_debited', jsonb_build_object('amount', v_wallet),
      (payment).booking_id);
  end if;
end $$;

create function app.win_chargeback(chargeback public.chargebacks, payment public.payments) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.payments p set disputed_amount = p.disputed_amount - (chargeback).amount where p.id = (payment).id;
  perform app.post_ledger('chargeback_won', 'chargeback_won:' || (chargeback).id, (payment).booking_id,
    jsonb_build_array(
    app.entry('chargebacks:' || (chargeback).provider, (chargeback).amount),
      app.entry('clearing:' || (chargeback).provider, -(chargeback).amount)));
end $$;

create function app.apply_chargeback(event public.payment_events, payment public.payments) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_ref text := left(coalesce(nullif((event).dispute_ref, ''), (payment).id::text), 300);
  v_amount numeric := coalesce((event).amount, (payment).captured_amount - (payment).disputed_amount);
  v_case public.chargebacks;
begin
  -- If the payment is not paid yet, the provider reported the chargeback first: the event is only recorded now, and
  -- applied once the payment is paid.
  if (payment).status <> 'paid' then return 'recorded'; end if;
  if not app.is_in_currency(event, payment) then return 'currency_mismatch'; end if;
  select c.* into v_case from public.chargebacks c where c.provider = (payment).provider and c.dispute_ref = v_ref
    for no key update;
  if not found then
    if not coalesce(v_amount > 0 and v_amount <= (payment).captured_amount - (payment).disputed_amount, false) then
      return 'amount_mismatch';
    end if;
    v_case := app.open_chargeback(payment, v_ref, v_amount, (event).due_at);
  elsif v_case.payment_id <> (payment).id then
    return 'contradicted';
  elsif (event).status = 'chargeback' or 'chargeback_' || v_case.status = (event).status then
    update public.chargebacks c set due_at = coalesce((event).due_at, c.due_at) where c.id = v_case.id
      and c.status = 'open';
    return 'repeated';
  elsif v_case.status <> 'open' then
    return 'contradicted';
  end if;
  perform app.post_provider_fee((payment).id, 'chargeback:' || v_case.id, (event).fee);
  if (event).status = 'chargeback' then return 'chargeback'; end if;
  update public.chargebacks c set status = substr((event).status, 12), closed_at = app.now() where c.id = v_case.id;
  select p.* into payment from public.payments p where p.id = (payment).id;
  if (event).status = 'chargeback_won' then perform app.win_chargeback(v_case, payment);
    else perform app.lose_chargeback(v_case, payment); end if;
  return (event).status;
end $$;
comment on function app.apply_chargeback is
  'Opens a chargeback (the amount moves from clearing to chargebacks), or decides it: won brings the money back; lost '
  'is a loss of the operator, or is charged to the wallet that has the money. If the provider reports a decision '
  'without having reported the opening, the chargeback is opened and decided at once.';
