-- Checkout: a payment before its customer is sent to a provider, the link that sends them, and where they are since.
-- Needs:  payment, bookings, wallets
-- Access: the service role alone, for the edge function payments, which knows who the customer is
-- Tests:  tests/db/checkout.sql, tests/db/card_payment.sql

create table app.checkout_tokens (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  payment_id uuid not null references public.payments (id),
  created_at timestamptz not null default app.now(),
  expires_at timestamptz not null default app.now() + interval '15 minutes',
  used_at timestamptz
);
comment on table app.checkout_tokens is 'Links to a checkout: each for one payment, once, for 15 minutes. Only the hash is kept.';
create index checkout_tokens_payment_id on app.checkout_tokens (payment_id);
create index checkout_tokens_expires_at on app.checkout_tokens (expires_at);
alter table app.checkout_tokens enable row level security;

-- A table of its own: a link into a provider's session is for the customer, and payments are read by admins, too.
create table app.payment_steps (
  payment_id uuid primary key references public.payments (id),
  next jsonb not null check (jsonb_typeof(next) = 'object' and pg_column_size(next) < 60000),
  at timestamptz not null default app.now()
);
comment on table app.payment_steps is 'How an undecided payment goes on, as its provider said: {kind: redirect | form | link | client, …}.';
alter table app.payment_steps enable row level security;

create table app.street_pay_links (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  token text not null unique check (token ~ '^[0-9a-f]{32}$'),
  created_at timestamptz not null default app.now()
);
comment on table app.street_pay_links is 'The secret in the QR link by which somebody pays a street trip by card.';
alter table app.street_pay_links enable row level security;

create function app.check_provider(provider text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not coalesce(check_provider.provider in ('paypal', 'braintree', 'stripe', 'paytm', 'payulatam', 'flutterwave', 'paystack', 'securepay',
      'payfast', 'liqpay', 'culqi', 'mercadopago', 'squareup', 'wipay', 'razorpay'), false)
    and not (check_provider.provider is not distinct from 'test' and (select s.test_payments from public.settings s where s.id = 1)) then
    perform app.refuse('no_provider_found', 403, 'Not a provider, or the test provider while settings.test_payments is off');
  end if;
end $$;
comment on function app.check_provider is 'Refuses with no_provider_found what may not take or confirm money.';

-- As text with the decimals of money: JSON numbers would pass through floating point.
create function app.payment_json(payment public.payments) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', (payment).id, 'purpose', (payment).purpose, 'provider', (payment).provider, 'is_hold', (payment).is_hold,
    'status', (payment).status, 'amount', round((payment).amount, s."decimal")::text, 'currency', (payment).currency, 'decimals', s."decimal",
    'authorized_amount', round((payment).authorized_amount, s."decimal")::text, 'captured_amount', round((payment).captured_amount, s."decimal")::text,
    'refunded_amount', round((payment).refunded_amount, s."decimal")::text, 'disputed_amount', round((payment).disputed_amount, s."decimal")::text,
    'provider_ref', (payment).provider_ref, 'charge_ref', (payment).charge_ref, 'booking_id', (payment).booking_id,
    'booking_status', b.status, 'reference', b.reference,
    'product', jsonb_build_object('reference', b.reference, 'kind', case when (payment).purpose <> 'booking' then (payment).purpose
      when b.category = 'delivery' then 'parcel' else 'ride' end),
    -- Of the passenger of a street trip nothing is known.
    'customer', jsonb_build_object('id', coalesce(c.id, (payment).id), 'first_name', coalesce(c.first_name, ''), 'last_name', coalesce(c.last_name, ''),
      'email', c.email, 'mobile', c.mobile, 'lang', coalesce(c.lang_locale, (select l.lang_locale from public.languages l where l.is_default limit 1))),
    'has_card', exists (select 1 from app.payment_cards k where k.payment_id = (payment).id),
    'saves_card', exists (select 1 from app.card_consents k where k.payment_id = (payment).id and k.withdrawn_at is null),
    'created_at', (payment).created_at, 'expires_at', (payment).expires_at)
    || case when (payment).customer_id is null then jsonb_build_object('pay_token',
      (select l.token from app.street_pay_links l where l.booking_id = (payment).booking_id)) else '{}' end
  from public.settings s left join public.profiles c on c.id = (payment).customer_id left join public.bookings b on b.id = (payment).booking_id
  where s.id = 1
$$;
comment on function app.payment_json is
  'The payment view: {id, purpose, provider, is_hold, status, amount, currency, decimals, authorized_amount, captured_amount, refunded_amount, disputed_amount, provider_ref, charge_ref, booking_id, booking_status, reference, product: {kind: ride | parcel | topup | tip | debt, reference}, customer: {id, first_name, last_name, email, mobile, lang}, has_card (a saved one is to pay), saves_card, pay_token? (of a street trip''s link), created_at, expires_at}. Amounts are decimals as text.';

-- Beginning a payment -----------------------------------------------------------------------------------------------------

create function app.refuse_nothing_due() returns void
language plpgsql set search_path = '' as $$
begin
  perform app.refuse('nothing_to_pay', 409, 'Nothing is left to pay');
end $$;
comment on function app.refuse_nothing_due is 'Refuses with nothing_to_pay.';

create function app.topup_amount(amount numeric) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  v_amount numeric := app.to_money(topup_amount.amount);
  v_settings public.settings;
begin
  v_settings := app.settings();
  if v_amount is null or v_amount not between v_settings.topup_min and v_settings.topup_max then
    perform app.refuse('topup_out_of_range', 422, format('From %s to %s', v_settings.topup_min, v_settings.topup_max));
  end if;
  return v_amount;
end $$;

-- A tip is no way to move money: what cards give one driver for one ride has a limit.
create function app.card_tip_amount(booking public.bookings, amount numeric) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  v_amount numeric := app.to_money(card_tip_amount.amount);
  v_given numeric := (select coalesce(sum(p.amount), 0) from public.payments p
    where p.booking_id = (booking).id and p.purpose = 'tip' and p.status = 'paid');
begin
  if (booking).status not in ('PAID', 'COMPLETE') then perform app.refuse_status(booking); end if;
  if v_amount is null then perform app.refuse_amount(); end if;
  if app.has_left((booking).driver_id) then perform app.refuse('person_not_found', 404, 'The driver has left; nobody would get it'); end if;
  if v_amount + v_given > (app.settings()).tip_max then
    perform app.refuse('tip_too_high', 422, format('Cards have tipped %s for this ride', v_given));
  end if;
  return v_amount;
end $$;

-- What is paid for a booking now: what is open after the trip or for a parcel; before it the ceiling of a hold.
create function app.booking_amount(booking public.bookings, can_hold boolean) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare v_open numeric := app.open_amount(booking);
begin
  if (booking).status in ('PAYMENT_PENDING', 'PENDING') then
    perform app.check_no_capture(booking);
  else
    perform app.check_hold(booking, booking_amount.can_hold);
    v_open := app.hold_ceiling(v_open);
  end if;
  if v_open <= 0 then perform app.refuse_nothing_due(); end if;
  return v_open;
end $$;

create function app.check_payer(customer public.profiles, purpose text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (customer).id is null then perform app.refuse('person_not_found', 404, 'There is no such customer'); end if;
  if (customer).usertype = 'admin' then
    perform app.refuse('user_issue_contact_admin', 403, 'Admins have no wallet and travel with nobody');
  end if;
  -- What is owed may be paid by anybody who owes it.
  if purpose in ('topup', 'tip') and not (customer).approved then perform app.require_active(customer); end if;
  -- Card numbers are tried out in many small payments.
  if (select count(*) from public.payments p where p.customer_id = (customer).id and p.created_at > app.now() - interval '1 hour'
      and p.status in ('created', 'failed', 'expired')) >= 20 then
    perform app.refuse('too_many_requests', 429, 'Twenty payments of an hour were not paid; wait a little');
  end if;
end $$;
comment on function app.check_payer is 'Refuses whoever may not begin a payment: person_not_found, user_issue_contact_admin, account_suspended, require_approval, too_many_requests.';

create function app.check_street_payer(booking_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select count(*) from public.payments p where p.booking_id = check_street_payer.booking_id and p.status in ('created', 'failed', 'expired')) >= 20 then
    perform app.refuse('too_many_requests', 429, 'Twenty payments of this trip were not paid; pay in cash');
  end if;
end $$;
comment on function app.check_street_payer is 'Refuses to try cards at the pay link of a street trip without end: too_many_requests.';

create function public.create_payment(purpose text, provider text, customer_id uuid, booking_id uuid default null, amount numeric default null,
  can_hold boolean default false, client_key uuid default gen_random_uuid(), card uuid default null, consent text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_customer public.profiles;
  v_booking public.bookings;
  v_payment public.payments;
  v_amount numeric;
  v_of_booking boolean := coalesce(create_payment.purpose in ('booking', 'tip'), false);
  v_key uuid := coalesce(create_payment.client_key, gen_random_uuid());
begin
  perform app.check_provider(create_payment.provider);
  if not coalesce(create_payment.purpose in ('booking', 'topup', 'tip', 'debt'), false) then
    perform app.refuse('no_details_error', 422, 'purpose is booking, topup, tip or debt');
  end if;
  if v_of_booking then
    v_booking := app.lock_booking(create_payment.booking_id);
    if v_booking.customer_id is distinct from create_payment.customer_id or v_booking.customer_id is null and create_payment.purpose <> 'booking' then
      perform app.refuse('booking_not_found', 404, 'This customer has no such booking');
    end if;
  end if;
  -- Two calls with one key at once: the second waits and then finds the first one's payment.
  perform pg_advisory_xact_lock(hashtextextended('payment' || coalesce(create_payment.customer_id, v_booking.id)::text, 0));
  select p.* into v_payment from public.payments p where p.client_key = v_key and case when v_booking.source = 'street' then p.booking_id = v_booking.id else p.customer_id = create_payment.customer_id end;
  if found then return app.payment_json(v_payment); end if;
  select p.* into v_customer from public.profiles p where p.id = create_payment.customer_id and p.deleted_at is null;
  if v_booking.source = 'street' then perform app.check_street_payer(v_booking.id);
  else perform app.check_payer(v_customer, create_payment.purpose); end if;
  v_amount := case create_payment.purpose when 'booking' then app.booking_amount(v_booking, create_payment.can_hold)
    when 'topup' then app.topup_amount(create_payment.amount) when 'tip' then app.card_tip_amount(v_booking, create_payment.amount)
    else v_customer.bonus_balance - v_customer.wallet_balance end;
  if v_amount <= 0 then perform app.refuse_nothing_due(); end if;
  insert into public.payments (purpose, booking_id, customer_id, provider, amount, currency, is_hold, client_key)
  select create_payment.purpose, v_booking.id, v_customer.id, create_payment.provider, v_amount, s.code,
    create_payment.purpose = 'booking' and v_booking.status not in ('PAYMENT_PENDING', 'PENDING'), v_key
  from public.settings s where s.id = 1 returning * into v_payment;
  perform app.note_card(v_payment, create_payment.card, create_payment.consent);
  return app.payment_json(v_payment);
end $$;
comment on function public.create_payment is
  'Before a customer is sent to a provider: keeps what is to be paid, which the server decides. booking: what is open of a PENDING or PAYMENT_PENDING booking, or, where the provider can_hold, the ceiling of a hold for a ride by card that has not ended; debt: what the wallet is below zero; topup and tip: the amount that the customer chose. card: a saved card that is to pay it; consent: the version of the wording by which the customer agreed to have the card saved. Answers the payment view (app.payment_json); a repeated client_key the first. Errors: no_provider_found, no_details_error, booking_not_found, wrong_status, nothing_to_pay, hold_exists, hold_too_early, payment_running, topup_out_of_range, amount_invalid, tip_too_high, person_not_found, user_issue_contact_admin, account_suspended, too_many_requests, card_not_found, too_many_cards.';
grant execute on function public.create_payment(text, text, uuid, uuid, numeric, boolean, uuid, uuid, text) to service_role;

-- The link ------------------------------------------------------------------------------------------------------------------

create function app.payment_of(payment_id uuid, customer_id uuid) returns public.payments
language plpgsql stable security definer set search_path = '' as $$
declare v_payment public.payments;
begin
  select p.* into v_payment from public.payments p where p.id = payment_of.payment_id
    and (payment_of.customer_id is null or p.customer_id = payment_of.customer_id);
  if not found then perform app.refuse('payment_not_found', 404, 'This customer has no such payment'); end if;
  return v_payment;
end $$;

-- Whether a customer may be sent to pay it: not decided, and the booking still waits for that amount.
create function app.is_payable(payment public.payments) returns boolean
language sql stable security definer set search_path = '' as $$
  select (payment).status in ('created', 'failed') and (payment).created_at > app.now() - interval '1 day'
    and ((payment).purpose <> 'booking' or exists (select 1 from public.bookings b where b.id = (payment).booking_id
      and case when (payment).is_hold then b.status in ('NEW', 'ACCEPTED', 'ARRIVED', 'STARTED')
        else b.status in ('PAYMENT_PENDING', 'PENDING') and app.open_amount(b) = (payment).amount end))
$$;

create function app.keep_checkout(payment public.payments, token_hash text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare v_until timestamptz;
begin
  if not coalesce(keep_checkout.token_hash ~ '^[0-9a-f]{64}$', false) then
    perform app.refuse('no_details_error', 422, 'token_hash is a SHA-256 in hexadecimal');
  end if;
  if not app.is_payable(payment) then
    perform app.refuse('payment_closed', 409, format('The payment is %s, or what it paid for is settled', (payment).status));
  end if;
  -- The last link counts: of a page that asked twice only one form goes out.
  delete from app.checkout_tokens t where t.payment_id = (payment).id and t.used_at is null;
  insert into app.checkout_tokens (token_hash, payment_id) values (keep_checkout.token_hash, (payment).id) returning expires_at into v_until;
  return v_until;
end $$;
comment on function app.keep_checkout is 'Keeps the hash of a link to a payment in place of an earlier one that was not used. Errors: no_details_error, payment_closed.';

create function public.start_checkout(payment_id uuid, customer_id uuid, token_hash text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
begin
  return app.keep_checkout(app.payment_of(start_checkout.payment_id, coalesce(start_checkout.customer_id, gen_random_uuid())), start_checkout.token_hash);
end $$;
comment on function public.start_checkout is
  'Keeps the hash of a link that sends this customer to pay this payment, once, within 15 minutes; an earlier unused link ends. Answers until when. Errors: payment_not_found, payment_closed, no_details_error.';
grant execute on function public.start_checkout(uuid, uuid, text) to service_role;

create function public.start_street_checkout(pay_token text, provider text, token_hash text, client_key uuid default gen_random_uuid()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid := (select l.booking_id from app.street_pay_links l where l.token = start_street_checkout.pay_token);
  v_view jsonb;
begin
  if v_id is null then perform app.refuse('booking_not_found', 404, 'There is no such pay link'); end if;
  v_view := public.create_payment('booking', start_street_checkout.provider, null, v_id, client_key => start_street_checkout.client_key);
  perform app.keep_checkout(app.payment_of((v_view ->> 'id')::uuid, null), start_street_checkout.token_hash);
  return v_view;
end $$;
comment on function public.start_street_checkout is
  'Whoever has the pay link of a street trip pays what is open of it: keeps the payment and the hash of the link that sends them to its provider. Answers the payment view. Errors: booking_not_found, no_provider_found, wrong_status, nothing_to_pay, payment_running, payment_closed, no_details_error, too_many_requests.';
grant execute on function public.start_street_checkout(text, text, text, uuid) to service_role;

create function public.street_payment_view(pay_token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare v_id uuid;
begin
  select p.id into v_id from app.street_pay_links l join public.payments p on p.booking_id = l.booking_id
  where l.token = street_payment_view.pay_token order by p.status = 'paid' desc, p.created_at desc limit 1;
  if v_id is null then perform app.refuse('payment_not_found', 404, 'Nothing was begun with this pay link'); end if;
  return public.payment_view(v_id);
end $$;
comment on function public.street_payment_view is 'The payment view (payment_view) of the last payment that a pay link began, or of the one that paid. Errors: payment_not_found.';
grant execute on function public.street_payment_view(text) to service_role;

-- A refusal commits, so that a link is spent by whoever comes first; it names the payment, whose page says how it stands.
create function public.redeem_checkout(token_hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
  v_payment public.payments;
begin
  update app.checkout_tokens t set used_at = app.now()
  where t.token_hash = redeem_checkout.token_hash and t.used_at is null and t.expires_at > app.now() returning t.payment_id into v_id;
  select p.* into v_payment from public.payments p where p.id = v_id;
  if app.is_payable(v_payment) then return app.payment_json(v_payment); end if;
  perform set_config('response.status', '410', true);
  return jsonb_build_object('code', 'PT410', 'message', 'checkout_expired', 'hint', 'Begin the payment again',
    'details', coalesce(v_id, (select t.payment_id from app.checkout_tokens t where t.token_hash = redeem_checkout.token_hash)));
end $$;
comment on function public.redeem_checkout is
  'Spends a link and answers the payment view. Unknown, spent or old, or no longer payable: refuses by a body {code, message: checkout_expired, hint, details: the payment''s id, where one is known}, which commits.';
grant execute on function public.redeem_checkout(text) to service_role;

create function public.note_payment(payment_id uuid, provider_ref text default null, expires_at timestamptz default null, next jsonb default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v_payment public.payments := app.payment_of(note_payment.payment_id, null);
begin
  update public.payments p set provider_ref = coalesce(nullif(left(note_payment.provider_ref, 300), ''), p.provider_ref),
    expires_at = coalesce(note_payment.expires_at, p.expires_at)
  where p.id = v_payment.id and p.status in ('created', 'failed') returning p.* into v_payment;
  if not found then return public.payment_view(note_payment.payment_id); end if;
  if jsonb_typeof(note_payment.next) = 'object' then
    insert into app.payment_steps as n (payment_id, next) values (v_payment.id, note_payment.next)
    on conflict on constraint payment_steps_pkey do update set next = excluded.next, at = app.now();
  end if;
  perform app.queue_payment_job('ask', v_payment, wait => interval '2 minutes');
  return public.payment_view(v_payment.id);
end $$;
comment on function public.note_payment is
  'Keeps what the provider answered when a payment began: its reference, until when it takes money, and how the customer goes on. From then on the provider is asked until the payment is decided. Answers payment_view. Errors: payment_not_found.';
grant execute on function public.note_payment(uuid, text, timestamptz, jsonb) to service_role;

create function public.payment_view(payment_id uuid, customer_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare v_payment public.payments := app.payment_of(payment_view.payment_id, payment_view.customer_id);
begin
  return app.payment_json(v_payment) || jsonb_build_object('next', case when v_payment.status in ('created', 'failed')
    then (select n.next from app.payment_steps n where n.payment_id = v_payment.id) end);
end $$;
comment on function public.payment_view is
  'The payment view with next, how it goes on while it is undecided; with customer_id only for that customer. Errors: payment_not_found.';
grant execute on function public.payment_view(uuid, uuid) to service_role;

create function app.purge_checkouts() returns void
language sql volatile security definer set search_path = '' as $$
  delete from app.checkout_tokens t where t.token_hash in (select o.token_hash from app.checkout_tokens o
    where o.expires_at < app.now() - interval '1 day' order by o.expires_at limit 10000);
  delete from app.payment_steps n using public.payments p where p.id = n.payment_id and p.created_at < app.now() - interval '3 days'
$$;
comment on function app.purge_checkouts is 'Forgets links of yesterday and how payments of three days ago went on.';
