-- Tips for drivers, and refunds to riders.
-- Needs:  bookings, ledger, wallets, payment, audit
-- Access: riders tip from their wallet; admins refund bookings; the service role records the provider's result of a refund
-- Tests:  tests/db/refunds.sql, tests/db/tips.sql

create function app.card_money_in(user_id uuid) returns numeric language plpgsql stable security definer set search_path = '' as $$
begin
  return (select greatest(0, least(p.wallet_balance - p.bonus_balance, app.locked_topups(p.id))) from public.profiles p where p.id = card_money_in.user_id);
end $$;
comment on function app.card_money_in is 'How much of a wallet''s money came from cards. A tip from this money is still card money, so the driver cannot withdraw it at once.';

create function public.tip_driver(booking_id uuid, amount numeric, client_key uuid default gen_random_uuid()) returns public.bookings
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
  if v_booking.status not in ('PAID', 'COMPLETE') then perform app.refuse_status(v_booking); end if;
  if v_amount is null then perform app.refuse_amount(); end if;
  perform app.lock_wallets(v_booking.customer_id, v_booking.driver_id);
  if app.has_no_account(v_booking.driver_id) then perform app.refuse('person_not_found', 404, 'The account of the driver was deleted'); end if;
  v_balance := app.real_balance(v_me.id);
  if v_balance < v_amount then perform app.refuse_balance(v_amount, v_balance); end if;
  v_balance := least(v_amount, app.card_money_in(v_me.id));
  v_id := app.post_ledger('tip', v_key, v_booking.id, jsonb_build_array(
    app.entry('wallet:' || v_me.id, -v_amount), app.entry('wallet:' || v_booking.driver_id, v_amount)));
  perform app.record_card_credit(v_id, v_booking.driver_id, 'tip', v_balance);
  perform app.notify(v_booking.driver_id, 'wallet_credited', jsonb_build_object('amount', v_amount), v_booking.id);
  update public.bookings b set tip_amount = b.tip_amount + v_amount where b.id = v_booking.id returning b.* into v_booking;
  return v_booking;
end $$;
comment on function public.tip_driver is 'The rider tips the driver from the wallet without its bonus, after paying; the driver gets all of it. Returns the booking with tip_amount; a repeated client_key tips once. Errors: must_login, booking_not_found, wrong_status, amount_invalid, insufficient_balance, person_not_found (the driver''s account was deleted).';
grant execute on function public.tip_driver(uuid, numeric, uuid) to authenticated;

-- Refunds -------------------------------------------------------------------------------------------------------------

create table public.refunds (
  id uuid primary key default app.uuid_v7(),
  booking_id uuid references public.bookings (id),
  customer_id uuid references public.profiles (id),
  payment_id uuid references public.payments (id),
  amount numeric not null check (amount > 0 and amount < 1000000000),
  reason text not null check (btrim(reason) <> ''),
  status text not null default 'done' check (status in ('due', 'done', 'failed', 'dropped')),
  provider_ref text check (length(provider_ref) between 1 and 300),
  created_by uuid references public.profiles (id),
  created_at timestamptz not null default app.now(),
  done_at timestamptz check ((status = 'due') = (done_at is null)),
  check (payment_id is not null or status = 'done'),
  check (payment_id is not null or booking_id is not null)
);
call app.describe('public.refunds', $$
  Money that was or will be returned to a rider. A refund to a card is in the ledger account refunds_due until the provider confirms it.
  payment_id: The card payment that is returned; null if the refund went to the wallet.
  reason: Why money is returned: the reason that an admin gave, or cancelled, late_payment or topup_returned.
  status: due: the provider has not confirmed it; done; failed: the provider refused, and the wallet got the money; dropped: not sent, because a chargeback returned the money.
  provider_ref: The provider's id of the refund.
  created_by: The admin who made the refund; null if it was automatic.
  amount: The amount that is returned.
$$);
create index refunds_booking_id on public.refunds (booking_id);
create index refunds_customer_id on public.refunds (customer_id, created_at desc, id);
create index refunds_payment_id on public.refunds (payment_id);
create index refunds_created_by on public.refunds (created_by);
create index refunds_due on public.refunds (created_at) where status = 'due';
alter table public.refunds enable row level security;
grant select on public.refunds to authenticated;
revoke insert, update, delete, truncate on public.refunds from service_role;
create policy "riders read their own refunds" on public.refunds for select to authenticated using (customer_id = (select auth.uid()));
create policy "admins read every refund" on public.refunds for select to authenticated using ((select app.has_current_role('admin')));

-- This foreign key is added in this file, because payment_jobs is created earlier.
alter table app.payment_jobs add foreign key (refund_id) references public.refunds (id);
create function app.tg_refunds__queue_job() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.queue_payment_job('refund', p, new.amount, new.id) from public.payments p where p.id = new.payment_id;
  return null;
end $$;
create trigger refunds__queue_job after insert on public.refunds for each row when (new.status = 'due') execute function app.tg_refunds__queue_job();

-- Queues refunds of `amount` to the cards with which a booking was paid: the latest payment first, for each at most what is
-- left of it. Returns the ledger entries that the caller must post. Does nothing unless settings.refund_to is source or the
-- rider's account was deleted.
create function app.return_to_cards(booking_id uuid, amount numeric, reason text, created_by uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments;
  v_left numeric := return_to_cards.amount;
  v_part numeric;
  v_entries jsonb := jsonb_build_array();
begin
  if (app.settings()).refund_to <> 'source'
    and not exists (select 1 from public.bookings b where b.id = return_to_cards.booking_id and app.has_no_account(b.customer_id)) then return v_entries; end if;
  for v_payment in select p.* from public.payments p where p.booking_id = return_to_cards.booking_id
    and p.purpose = 'booking' and p.status = 'paid' and p.refunded_amount + p.disputed_amount < p.captured_amount order by p.paid_at desc, p.id
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
    values (v_payment.booking_id, v_payment.customer_id, v_payment.id, v_part, return_to_cards.reason, 'due', return_to_cards.created_by);
    v_entries := v_entries || app.entry('refunds_due:' || v_payment.provider, v_part);
  end loop;
  return v_entries;
end $$;

-- Returns a card payment that arrived when its purpose no longer needed the money: to the card if settings.refund_to is source
-- or the account was deleted, otherwise to the wallet.
create function app.return_late_payment(payment public.payments) returns void language plpgsql security definer set search_path = '' as $$
declare
  v_to_card boolean := app.has_no_account((payment).customer_id) or (select s.refund_to = 'source' from public.settings s where s.id = 1);
  v_id bigint;
begin
  insert into public.refunds (booking_id, customer_id, payment_id, amount, reason, status, done_at)
  values ((payment).booking_id, (payment).customer_id, case when v_to_card then (payment).id end, (payment).captured_amount, 'late_payment',
    case when v_to_card then 'due' else 'done' end, case when not v_to_card then app.now() end);
  v_id := app.post_ledger('late_payment', 'late_payment:' || (payment).id, (payment).booking_id, jsonb_build_array(
    app.entry('clearing:' || (payment).provider, -(payment).captured_amount),
    app.entry(case when v_to_card then 'refunds_due:' || (payment).provider else 'wallet:' || (payment).customer_id end, (payment).captured_amount)));
  if not v_to_card then perform app.record_card_credit(v_id, (payment).customer_id, 'topup', (payment).captured_amount, (payment).id); end if;
end $$;

-- Returns the ledger entries that pay for a refund. Up to the driver's share of this booking, the money is taken back from the
-- driver, the fleet and the tax, in the proportion in which the share was divided among them. The operator pays the rest, and
-- the whole refund if the driver's account was deleted.
create function app.reclaim_share(booking public.bookings, amount numeric) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_now app.fare_sums := app.fare_now(booking);
  v_taken numeric[] := app.reclaimed(booking);
  v_part numeric;
  v_parts numeric[];
begin
  v_part := case when app.has_no_account((booking).driver_id) then 0
    else greatest(0, least(reclaim_share.amount, v_now.driver_share - v_taken[1] - v_taken[2] - v_taken[3])) end;
  v_parts := app.split_part(v_part, array[v_now.tax_booked, v_now.fleet_share, v_now.driver_share - v_now.fleet_share - v_now.tax_booked], v_taken, (app.settings())."decimal");
  return jsonb_build_array(app.entry('wallet:' || (booking).driver_id, -v_parts[3]),
    app.entry('wallet:' || (booking).fleet_id, -v_parts[2]), app.entry('tax', -v_parts[1]), app.entry('expense.goodwill', v_part - reclaim_share.amount));
end $$;

create type public.booking_refund as (booking_id uuid, transaction_id bigint, amount numeric, refunds jsonb);
comment on type public.booking_refund is 'Result of refund_booking: the amount that was refunded now, and all refunds of the booking.';

create function app.refund_answer(booking_id uuid, transaction_id bigint) returns public.booking_refund
language sql stable security definer set search_path = '' as $$
  select refund_answer.booking_id, refund_answer.transaction_id,
    (select sum(e.amount) from public.ledger_entries e where e.transaction_id = refund_answer.transaction_id and e.amount > 0),
    (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'amount', r.amount, 'status', r.status, 'reason', r.reason,
      'to', case when r.payment_id is null then 'wallet' else 'card' end) order by r.id), '[]')
      from public.refunds r where r.booking_id = refund_answer.booking_id)
$$;

-- What the operator paid of a booking's price for the rider, and has not got back: goodwill for cash that a driver did not collect, and
-- a written-off rest.
create function app.borne(booking public.bookings) returns numeric language plpgsql stable security definer set search_path = '' as $$
begin
  return greatest(0, app.written_off((booking).id) + app.goodwill_paid((booking).id)
    - (select coalesce(sum(c.to_operator), 0) from app.fare_changes c where c.booking_id = (booking).id));
end $$;

create function app.refundable(booking public.bookings) returns numeric language plpgsql stable security definer set search_path = '' as $$
begin
  return (booking).customer_paid + (select coalesce(sum(q.amount), 0) from public.payment_requests q where q.booking_id = (booking).id and q.status = 'accepted')
    - app.written_off((booking).id) - app.goodwill_paid((booking).id) - (select coalesce(sum(r.amount), 0) from public.refunds r
      where r.booking_id = (booking).id and r.created_by is not null and r.status <> 'dropped')
    - (select coalesce(sum(p.disputed_amount), 0) from public.payments p where p.booking_id = (booking).id and p.purpose = 'booking');
end $$;
comment on function app.refundable is 'The part of a booking that can still be refunded: paid, also later by an accepted payment request, not written off, not refunded by an admin and not disputed by a chargeback.';

-- Returns money of a paid booking to its rider: the rows of `refunds`, and the entries that the caller must post. A payment spends
-- bonus money before real money; a refund returns it in the reverse order: real money first. `refundable` is app.refundable.
create function app.give_back(booking public.bookings, amount numeric, refundable numeric, reason text, created_by uuid,
  out entries jsonb, out to_wallet numeric, out bonus numeric)
language plpgsql security definer set search_path = '' as $$
begin
  bonus := greatest(0, give_back.amount - (give_back.refundable - app.bonus_spent(booking)));
  entries := app.return_to_cards((booking).id, give_back.amount - bonus, give_back.reason, give_back.created_by);
  to_wallet := give_back.amount - (select coalesce(sum((e ->> 'amount')::numeric), 0) from jsonb_array_elements(entries) e);
  if to_wallet > 0 and app.has_no_account((booking).customer_id) then
    perform app.refuse('person_not_found', 404, 'The account of the rider was deleted, and no card is left to refund to');
  end if;
  if to_wallet > 0 then
    insert into public.refunds (booking_id, customer_id, amount, reason, created_by, done_at)
    values ((booking).id, (booking).customer_id, to_wallet, give_back.reason, give_back.created_by, app.now());
  end if;
  entries := entries || app.entry('wallet:' || (booking).customer_id, to_wallet - bonus) || app.entry('bonus:' || (booking).customer_id, bonus);
end $$;
comment on function app.give_back is 'Stores refunds to cards and wallet, and returns their ledger entries, what goes to the wallet, and the part of it that is bonus money. Errors: person_not_found (no card is left, and the account was deleted).';

create function public.refund_booking(booking_id uuid, amount numeric, reason text, reclaim_share boolean default false,
  client_key uuid default gen_random_uuid()) returns public.booking_refund
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('refund');
  v_booking public.bookings := app.lock_booking(refund_booking.booking_id);
  v_amount numeric := app.to_money(refund_booking.amount);
  v_reason text := coalesce(nullif(btrim(app.plain_lines(left(refund_booking.reason, 500))), ''), 'refund');
  v_key text := format('refund:%s:%s', v_booking.id, coalesce(refund_booking.client_key, gen_random_uuid()));
  v_id bigint := (select t.id from public.ledger_transactions t where t.idempotency_key = v_key);
  v_left numeric;
  v_back record;
begin
  if v_id is not null then return app.refund_answer(v_booking.id, v_id); end if;
  if v_booking.status not in ('PAID', 'COMPLETE') then perform app.refuse_status(v_booking); end if;
  if v_amount is null then perform app.refuse_amount(); end if;
  v_left := app.refundable(v_booking);
  if v_amount > v_left then perform app.refuse('refund_too_high', 409, format('At most %s can be refunded', v_left)); end if;
  perform app.lock_parties(v_booking);
  perform app.check_one_person(v_me, 'refund', v_booking.id, v_booking.customer_id, v_amount);
  v_back := app.give_back(v_booking, v_amount, v_left, v_reason, v_me.id);
  v_id := app.post_ledger('refund', v_key, v_booking.id, v_back.entries || case when refund_booking.reclaim_share then app.reclaim_share(v_booking, v_amount)
      else jsonb_build_array(app.entry('expense.goodwill', -v_amount)) end);
  perform app.record_card_credit(v_id, v_booking.customer_id, 'topup', least(v_back.to_wallet - v_back.bonus, v_booking.card_payment_amount));
  perform app.queue_receipt(v_booking.id, v_id);
  if refund_booking.reclaim_share then
    perform app.correct_earnings(v_booking.id, (select coalesce(sum(e.amount), 0) from public.ledger_entries e
      join public.ledger_accounts a on a.id = e.account_id where e.transaction_id = v_id and e.amount < 0 and a.kind = 'wallet'));
  end if;
  perform app.audit('refund_booking', 'bookings', v_booking.id::text, jsonb_build_object('refundable', v_left),
    jsonb_build_object('user_id', v_booking.customer_id, 'amount', v_amount, 'reason', v_reason, 'reclaim_share', coalesce(refund_booking.reclaim_share, false)));
  if v_back.to_wallet > 0 then
    perform app.notify(v_booking.customer_id, 'wallet_credited', jsonb_build_object('amount', v_back.to_wallet), v_booking.id);
  end if;
  return app.refund_answer(v_booking.id, v_id);
end $$;
comment on function public.refund_booking is 'An admin refunds a booking after PAID, at most what was paid in total: as goodwill of the operator, or with reclaim_share from the driver''s (and fleet''s) share as far as it reaches. The money goes to the wallet, or to the card if settings.refund_to is source. Returns {booking_id, transaction_id, amount, refunds: [{id, amount, status, reason, to}]}; a repeated client_key refunds once. Errors: must_login, not_allowed, demo_mode, booking_not_found, wrong_status, amount_invalid, refund_too_high, person_not_found (the rider''s account was deleted), needs_approval.';
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
  select p.provider into v_provider from public.payments p where p.id = v_refund.payment_id;
  v_id := app.post_ledger(case when confirm_refund.succeeded then 'refund_confirmed' else 'refund_failed' end,
    'refund_confirmed:' || v_refund.id, v_refund.booking_id, jsonb_build_array(app.entry('refunds_due:' || v_provider, -v_refund.amount),
      app.entry(case when confirm_refund.succeeded then 'clearing:' || v_provider else 'wallet:' || v_refund.customer_id end, v_refund.amount)));
  if not confirm_refund.succeeded then perform app.record_card_credit(v_id, v_refund.customer_id, 'topup', v_refund.amount, v_refund.payment_id); end if;
  update public.refunds r set status = case when confirm_refund.succeeded then 'done' else 'failed' end, done_at = app.now()
  where r.id = v_refund.id returning r.* into v_refund;
  return v_refund;
end $$;
comment on function public.confirm_refund is 'Records the provider''s result of a refund: it returned the money to the card, or it refused (succeeded false), and the rider''s wallet gets the money. Idempotent; the first call counts. Errors: refund_not_found.';
grant execute on function public.confirm_refund(uuid, boolean) to service_role;

-- Applies a provider's event to its refund and returns the outcome. The refund is found by our id in the event, otherwise by
-- the provider's id, otherwise as the only due refund with this amount.
create function app.apply_refund(event public.payment_events, payment public.payments) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_refund public.refunds;
  v_done text := case (event).status when 'refunded' then 'done' else 'failed' end;
begin
  -- If the payment is not paid yet, the provider reported the refund first: the event is only recorded now, and applied once
  -- the payment is paid.
  if (payment).status <> 'paid' then return 'recorded'; end if;
  -- If the office created a separate payment for a second charge, the event may still contain the id of the original payment.
  select r.* into v_refund from public.refunds r where (r.payment_id = (payment).id or r.id = (event).refund_id and r.payment_id in (
      select f.payment_id from public.payment_flags f join public.payment_events e on e.id = f.event_id where e.payment_id = (payment).id)) and case
    when (event).refund_id is not null then r.id = (event).refund_id
    when exists (select 1 from public.refunds o where o.payment_id = (payment).id and o.provider_ref = (event).refund_ref) then r.provider_ref = (event).refund_ref
    else r.status = 'due' and r.provider_ref is null and r.amount = (event).amount
      and (select count(*) from public.refunds o where o.payment_id = r.payment_id and o.status = 'due' and o.amount = r.amount) = 1 end
  order by r.id limit 1;
  if not found then return 'unknown_refund'; end if;
  perform app.lock_payment(v_refund.payment_id);
  select r.* into v_refund from public.refunds r where r.id = v_refund.id for no key update;
  if coalesce((event).amount, v_refund.amount) <> v_refund.amount then return 'amount_mismatch'; end if;
  if not app.is_in_currency(event, payment) then return 'currency_mismatch'; end if;
  update public.refunds r set provider_ref = coalesce(left(nullif((event).refund_ref, ''), 300), r.provider_ref) where r.id = v_refund.id;
  if v_refund.status <> 'due' then return case when v_refund.status = v_done then 'repeated' else 'contradicted' end; end if;
  perform public.confirm_refund(v_refund.id, v_done = 'done');
  update app.payment_jobs j set status = 'done', done_at = app.now() where j.refund_id = v_refund.id and j.status = 'queued';
  return (event).status;
end $$;
