-- What a paid ride costs more or less than its receipt says, and payment requests: more is only paid once the rider
-- accepts.
-- Access: admins with the permission fares ask; riders read and answer their own requests; only app.post_fare_change
--         books
-- Tests:  tests/db/payment_requests.sql, tests/db/corrections.test.ts

-- Books a change of a paid booking's price: what the rider gets or pays (`rider`, entries of the ledger), and the
-- shares of driver, fleet, tax, operator and promotion. Tax is the difference between the taxes of the two prices, so
-- any number of changes ends with the tax of the last price. Nobody gives back more than they still have of this
-- booking, and a deleted account has no part: the operator bears the rest as goodwill. With to_goodwill the driver's
-- part goes to the operator, who paid the driver before. Of an employee's ride the operator has the driver's part, and
-- pays the tax.
create function app.post_fare_change(booking public.bookings, key text, change app.fare_sums, rider jsonb,
  to_goodwill boolean default false,
  to_operator numeric default 0) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_rule jsonb := (select f.rule from public.booking_finances f where f.booking_id = (booking).id);
  v_employed boolean := app.is_employed(v_rule);
  v_places integer := least(4, app.amount_in(v_rule -> 'decimal'))::integer;
  v_percent numeric := app.amount_in(v_rule -> 'tax_percent');
  v_now app.fare_sums := app.current_fare(booking);
  v_taken numeric[] := app.reclaimed_shares(booking);
  v_share numeric := v_now.driver_share + (change).driver_share;
  v_price numeric := v_share + v_now.convenience_fees + (change).convenience_fees;
  v_tax numeric := round(v_price * v_percent / (100 + v_percent), v_places);
  v_tax_part numeric;
  v_fleet numeric;
  v_driver numeric;
  v_firm numeric;
  v_short numeric;
  v_id bigint;
  e public.earnings_months := app.empty_earnings(booking, app.now());
begin
  if v_employed then
    change.convenience_fees := (change).convenience_fees + (change).driver_share;
    change.driver_share := 0;
    v_share := v_price;
  end if;
  v_tax_part := greatest(coalesce(round(v_tax * v_share / nullif(v_price, 0), v_places), 0) - v_now.tax_booked,
    least(0, v_taken[1] - v_now.tax_booked));
  change.tax := v_tax - v_now.tax;
  change.tax_booked := v_tax_part;
  v_firm := (change).convenience_fees;
  if v_employed then
    v_firm := case when to_goodwill then 0
      else greatest(v_firm - v_tax_part, least(0, v_taken[4] - (v_now.convenience_fees - v_now.tax_booked))) end;
  end if;
  v_driver := case when v_employed then 0 else (change).driver_share - v_tax_part - (change).fleet_share end;
  v_fleet := case when (booking).fleet_id is null or app.has_no_account((booking).fleet_id) then 0
    else greatest((change).fleet_share, least(0, v_taken[2] - v_now.fleet_share)) end;
  v_driver := case when to_goodwill or app.has_no_account((booking).driver_id) then 0
    else greatest(v_driver, least(0, v_taken[3] - (v_now.driver_share - v_now.tax_booked - v_now.fleet_share))) end;
  v_short := (change).driver_share + (change).convenience_fees - v_tax_part - v_fleet - v_driver - v_firm;
  change.fleet_share := v_fleet;
  v_id := app.post_ledger('fare_change', post_fare_change.key, (booking).id,
    post_fare_change.rider || jsonb_build_array(
    app.entry('wallet:' || (booking).driver_id, v_driver), app.entry('wallet:' || (booking).fleet_id, v_fleet),
      app.entry('tax', v_tax_part),
    app.entry('revenue.convenience', v_firm),
      app.entry('expense.promotions', -(change).discount_amount),
    app.entry('expense.goodwill', v_short)));
  insert into app.fare_changes (transaction_id, booking_id, driver_share, convenience_fees, discount_amount, tax,
    tax_booked, fleet_share, to_operator)
  values (v_id, (booking).id, (change).driver_share, (change).convenience_fees, (change).discount_amount, (change).tax,
    (change).tax_booked, (change).fleet_share, post_fare_change.to_operator);
  -- Rides without an operator's fee are not counted in the reports, except what their promotions cost.
  if (select f.convenience_fees > 0 from public.booking_finances f where f.booking_id = (booking).id) then
    e.ride_cost := (change).driver_share + (change).convenience_fees - v_firm;
    e.driver_share := case when v_employed then 0 else (change).driver_share - v_short end;
    e.convenience_fees := v_firm;
    e.trip_cost := (change).driver_share + (change).convenience_fees;
    e.discount_amount := (change).discount_amount;
  else
    e.free_ride_discounts := (change).discount_amount;
  end if;
  perform app.add_earnings((booking).id, app.now(), e);
  if v_fleet <> 0 then perform app.add_fleet_share(booking, v_id); end if;
  if (change).driver_share + (change).convenience_fees <> (change).discount_amount then
    perform app.queue_receipt((booking).id, v_id);
  end if;
  return v_id;
end $$;
comment on function app.post_fare_change is
  'Books a change of a paid booking''s price, in the current month. The caller has locked the booking and all '
  'wallets, and gives the changes of driver_share, convenience_fees, discount_amount and fleet_share; tax is '
  'computed. to_operator: the part of rider that is the operator''s. Returns the transaction.';

-- Telling people ------------------------------------------------------------------------------------------------------

create function app.notify_and_email(user_id uuid, key text, params jsonb, booking_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.notify(notify_and_email.user_id, notify_and_email.key, notify_and_email.params,
    notify_and_email.booking_id);
  perform app.announce_to(u.id, u.email, null, notify_and_email.key, notify_and_email.params)
  from auth.users u join public.profiles p on p.id = u.id where u.id = notify_and_email.user_id
    and u.email_confirmed_at is not null and p.deleted_at is null;
end $$;
comment on function app.notify_and_email is
  'Notifies a person as app.notify does, and by e-mail to the verified address: for money that was taken or is asked '
  'for.';

-- Payment requests ----------------------------------------------------------------------------------------------------

create function app.broadcast_request(request public.payment_requests) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.broadcast('booking:' || (request).booking_id, 'booking', (request).booking_id);
end $$;

-- Asks the rider of a paid booking for money. Without shares the driver gets all of it. The caller has locked the
-- booking.
create function app.open_request(booking public.bookings, kind text, amount numeric, reason text,
  created_by uuid default null, client_key uuid default gen_random_uuid(),
  change app.fare_sums default null, to_goodwill boolean default false) returns public.payment_requests
language plpgsql security definer set search_path = '' as $$
declare v_row public.payment_requests;
begin
  select r.* into v_row from public.payment_requests r where r.client_key = open_request.client_key
    and r.created_by is not distinct from open_request.created_by;
  if found then return v_row; end if;
  if not app.is_paid((booking).status) then perform app.refuse_status(booking); end if;
  if app.has_no_account((booking).customer_id) then
    perform app.refuse('person_not_found', 404, 'The booking has no rider with an account');
  end if;
  if (booking).reached_at < app.now() - app.correction_time() then perform app.refuse_correction(); end if;
  insert into public.payment_requests (booking_id, customer_id, kind, amount, reason, created_by, client_key)
  values ((booking).id, (booking).customer_id, open_request.kind, open_request.amount,
    app.require_reason(open_request.reason), open_request.created_by,
    open_request.client_key) returning * into v_row;
  insert into app.payment_request_shares (request_id, change, to_goodwill)
  values (v_row.id, coalesce(open_request.change, row(v_row.amount, 0, 0, null, null, 0)::app.fare_sums),
    open_request.to_goodwill);
  perform app.notify_and_email(v_row.customer_id, 'payment_requested',
    jsonb_build_object('reference', (booking).reference,
    'amount', v_row.amount, 'reason', v_row.reason), v_row.booking_id);
  perform app.broadcast_request(v_row);
  return v_row;
end $$;
comment on function app.open_request is
  'Asks the rider of a PAID booking for an amount (kind fare, toll or damage), within 30 days of the trip''s end. '
  'change: how it is divided (driver_share, convenience_fees, discount_amount and fleet_share; the first two less the '
  'third are the amount); by default the driver gets all. to_goodwill: the operator paid the driver before and gets '
  'it. A repeated client_key returns the first request. '
  'Errors: wrong_status, person_not_found, correction_too_late, reason_required.';

create function public.request_payment(booking_id uuid, kind text, amount numeric, reason text,
  client_key uuid default gen_random_uuid())
returns public.payment_requests
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('fares');
  v_booking public.bookings := app.lock_booking(request_payment.booking_id);
  v_amount numeric := app.to_money(request_payment.amount);
  v_key uuid := coalesce(request_payment.client_key, gen_random_uuid());
  v_row public.payment_requests;
begin
  select r.* into v_row from public.payment_requests r where r.client_key = v_key and r.created_by = v_me.id;
  if found then return v_row; end if;
  if v_amount is null then perform app.refuse_amount(); end if;
  if not coalesce(request_payment.kind in ('toll', 'damage'), false) then
    perform app.refuse('select_proper', 422, 'kind is toll or damage; correct_fare asks for a fare');
  end if;
  perform app.refuse_own(v_me, v_booking.customer_id), app.refuse_own(v_me, v_booking.driver_id);
  v_row := app.open_request(v_booking, request_payment.kind, v_amount, request_payment.reason, v_me.id, v_key);
  perform app.audit('request_payment', 'bookings', v_booking.id::text, null,
    jsonb_build_object('request_id', v_row.id, 'kind', v_row.kind, 'asked', v_row.amount, 'reason', v_row.reason));
  return v_row;
end $$;
comment on function public.request_payment is
  'An admin asks the rider of a paid booking for a toll or the cost of a damage (kind), which the driver gets if the '
  'rider accepts within 30 days. The rider is told by notice and e-mail. Audited; a repeated client_key returns the '
  'first request. '
  'Errors: must_login, not_allowed, demo_mode, booking_not_found, wrong_status, amount_invalid, select_proper, '
  'reason_required, correction_too_late, person_not_found.';
grant execute on function public.request_payment(uuid, text, numeric, text, uuid) to authenticated;

-- Locks the booking before the request, as every function that moves a booking's money does.
create function app.lock_request(id uuid, customer_id uuid) returns public.payment_requests
language plpgsql security definer set search_path = '' as $$
declare v_row public.payment_requests;
begin
  select r.* into v_row from public.payment_requests r where r.id = lock_request.id
    and (lock_request.customer_id is null or r.customer_id = lock_request.customer_id);
  if not found then perform app.refuse('payment_request_not_found', 404, 'No such payment request'); end if;
  perform app.lock_booking(v_row.booking_id);
  select r.* into v_row from public.payment_requests r where r.id = lock_request.id for no key update;
  return v_row;
end $$;

-- Pays a request, which is locked and open, from the wallet of its rider.
create function app.pay_request(request public.payment_requests) returns public.payment_requests
language plpgsql security definer set search_path = '' as $$
declare
  v_shares app.payment_request_shares;
  v_booking public.bookings;
  v_balance numeric;
begin
  select b.* into v_booking from public.bookings b where b.id = (request).booking_id;
  select s.* into v_shares from app.payment_request_shares s where s.request_id = (request).id;
  perform app.lock_booking_wallets(v_booking);
  v_balance := app.real_balance((request).customer_id);
  if v_balance < (request).amount then perform app.refuse_balance((request).amount, v_balance); end if;
  update public.payment_requests r set status = 'accepted', decided_at = app.now(),
    transaction_id = app.post_fare_change(v_booking, 'payment_request:' || (request).id, v_shares.change,
      jsonb_build_array(app.entry('wallet:' || (request).customer_id, -(request).amount)), v_shares.to_goodwill)
  where r.id = (request).id returning r.* into request;
  if not v_shares.to_goodwill then
    perform app.notify(v_booking.driver_id, 'wallet_credited', jsonb_build_object('amount', e.amount), v_booking.id)
    from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
    where e.transaction_id = (request).transaction_id and a.user_id = v_booking.driver_id and e.amount > 0;
  end if;
  perform app.broadcast_request(request);
  return request;
end $$;

-- Pays the request for which a rider topped the wallet up by card. If it was answered meanwhile, the money stays in the
-- wallet.
create function app.pay_topped_up(payment public.payments) returns void
language plpgsql security definer set search_path = '' as $$
declare v_row public.payment_requests;
begin
  if (payment).request_id is null then return; end if;
  v_row := app.lock_request((payment).request_id, (payment).customer_id);
  if v_row.status = 'open' and v_row.expires_at >= app.now()
    and app.real_balance(v_row.customer_id) >= v_row.amount then
    perform app.pay_request(v_row);
  end if;
end $$;

create function public.accept_payment_request(id uuid) returns public.payment_requests
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_row public.payment_requests := app.lock_request(accept_payment_request.id, v_me.id);
begin
  if v_row.status = 'accepted' then return v_row; end if;
  if v_row.status <> 'open' or v_row.expires_at < app.now() then perform app.refuse_request(v_row); end if;
  return app.pay_request(v_row);
end $$;
comment on function public.accept_payment_request is
  'The rider accepts a payment request and pays it from the wallet, without its bonus; by card it is paid by a top-up '
  '(create_payment with request_id). An invoice of the addition is issued. Idempotent. '
  'Errors: must_login, payment_request_not_found, payment_request_closed, insufficient_balance (top up first).';
grant execute on function public.accept_payment_request(uuid) to authenticated;

create function app.close_request(request public.payment_requests, status text) returns public.payment_requests
language plpgsql security definer set search_path = '' as $$
declare v_row public.payment_requests;
begin
  if (request).status = close_request.status then return request; end if;
  if (request).status <> 'open' then perform app.refuse_request(request); end if;
  update public.payment_requests r set status = close_request.status, decided_at = app.now() where r.id = (request).id
    returning r.* into v_row;
  perform app.broadcast_request(v_row);
  return v_row;
end $$;

create function public.decline_payment_request(id uuid) returns public.payment_requests
language plpgsql security definer set search_path = '' as $$
declare v_me public.profiles := app.me();
begin
  return app.close_request(app.lock_request(decline_payment_request.id, v_me.id), 'declined');
end $$;
comment on function public.decline_payment_request is
  'The rider declines a payment request; nothing is paid. Idempotent. '
  'Errors: must_login, payment_request_not_found, payment_request_closed (already accepted or withdrawn).';
grant execute on function public.decline_payment_request(uuid) to authenticated;

create function public.withdraw_payment_request(id uuid) returns public.payment_requests
language plpgsql security definer set search_path = '' as $$
declare v_was public.payment_requests;
begin
  perform app.require_editor('fares');
  v_was := app.lock_request(withdraw_payment_request.id, null);
  if v_was.status = 'open' then
    perform app.audit('withdraw_payment_request', 'bookings', v_was.booking_id::text,
      jsonb_build_object('request_id', v_was.id, 'asked', v_was.amount), null);
  end if;
  return app.close_request(v_was, 'withdrawn');
end $$;
comment on function public.withdraw_payment_request is
  'An admin withdraws a payment request that the rider has not answered. Idempotent. '
  'Errors: must_login, not_allowed, demo_mode, payment_request_not_found, payment_request_closed.';
grant execute on function public.withdraw_payment_request(uuid) to authenticated;
