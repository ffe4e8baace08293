-- Creating a payment before its customer is sent to a provider: checks who may pay and how much, and defines the
-- payment view (the JSON in which the edge function and pages see a payment).
-- Access: only the service role, for the edge function payments, which identifies the customer
-- Tests:  tests/db/checkout.sql, tests/db/card_payment.sql, tests/db/saved_cards.sql

create function app.check_provider(provider text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not coalesce(check_provider.provider in ('paypal', 'braintree', 'stripe', 'paytm', 'payulatam', 'flutterwave',
    'paystack', 'securepay',
      'payfast', 'liqpay', 'culqi', 'mercadopago', 'squareup', 'wipay', 'razorpay'), false)
    and not (check_provider.provider is not distinct from 'test' and (select s.test_payments from public.settings s
      where s.id = 1)) then
    perform app.refuse('no_provider_found', 403,
      'Unknown provider, or the test provider while settings.test_payments is off');
  end if;
end $$;
comment on function app.check_provider is
  'Refuses with no_provider_found a provider that may not take or confirm payments.';

-- Amounts are text with the decimals of the currency, because clients read JSON numbers as floating point, which is
-- inexact.
create function app.payment_json(payment public.payments) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', (payment).id, 'purpose', (payment).purpose, 'provider', (payment).provider,
    'is_hold', (payment).is_hold,
    'status', (payment).status, 'amount', round((payment).amount, s."decimal")::text, 'currency', (payment).currency,
      'decimals', s."decimal",
    'authorized_amount', round((payment).authorized_amount, s."decimal")::text, 'captured_amount',
      round((payment).captured_amount, s."decimal")::text,
    'refunded_amount', round((payment).refunded_amount, s."decimal")::text, 'disputed_amount',
      round((payment).disputed_amount, s."decimal")::text,
    'provider_ref', (payment).provider_ref, 'charge_ref', (payment).charge_ref, 'booking_id', b.id,
    'booking_status', b.status, 'reference', b.reference,
    'product', jsonb_build_object('reference', b.reference, 'kind',
      case when (payment).purpose <> 'booking' then (payment).purpose
      when b.category = 'delivery' then 'parcel' else 'ride' end),
    -- Who pays by the link of a booking is unknown, so there is no name or contact.
    'customer', jsonb_build_object('id', coalesce(c.id, (payment).id), 'first_name', coalesce(c.first_name, ''),
      'last_name', coalesce(c.last_name, ''),
      'email', c.email, 'mobile', c.mobile, 'lang',
        coalesce(c.lang_locale, (select l.lang_locale from public.languages l where l.is_default limit 1))),
    'has_card', exists (select 1 from app.payment_cards k where k.payment_id = (payment).id),
    'saves_card', exists (select 1 from app.card_consents k where k.payment_id = (payment).id
      and k.withdrawn_at is null),
    'created_at', (payment).created_at, 'expires_at', (payment).expires_at)
    || case when (payment).customer_id is null then jsonb_build_object('pay_token',
      (select l.token from app.street_pay_links l where l.booking_id = (payment).booking_id)) else '{}' end
  from public.settings s left join public.profiles c on c.id = (payment).customer_id left join public.bookings b
    on b.id = coalesce((payment).booking_id, (select q.booking_id from public.payment_requests q
      where q.id = (payment).request_id))
  where s.id = 1
$$;
comment on function app.payment_json is
  'The payment view, which shows the state of a payment: {id, purpose, provider, is_hold, status, amount, currency, '
  'decimals, authorized_amount, captured_amount, refunded_amount, disputed_amount, provider_ref, charge_ref, '
  'booking_id, booking_status, reference, product: {kind: ride | parcel | topup | tip | debt, reference}, customer: '
  '{id, first_name, last_name, email, mobile, lang}, has_card (a saved card pays), saves_card, pay_token? (of a '
  'booking''s link), created_at, expires_at}. Amounts are decimals as text.';

create function app.refuse_nothing_due() returns void language plpgsql set search_path = '' as $$
begin
  perform app.refuse('nothing_to_pay', 409, 'Nothing is left to pay');
end $$;
comment on function app.refuse_nothing_due is 'Refuses with nothing_to_pay.';

-- Returns the amount that a rider has to top the wallet up by to pay a request, which the server decides and not the
-- limits of top-ups.
create function app.request_amount(request_id uuid, customer_id uuid) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare v_row public.payment_requests;
begin
  select q.* into v_row from public.payment_requests q where q.id = request_amount.request_id
    and q.customer_id = request_amount.customer_id;
  if not found then perform app.refuse('payment_request_not_found', 404, 'No such payment request'); end if;
  if v_row.status <> 'open' or v_row.expires_at < app.now() then perform app.refuse_request(v_row); end if;
  return v_row.amount + greatest(0, (select p.bonus_balance - p.wallet_balance from public.profiles p
    where p.id = v_row.customer_id));
end $$;

create function app.topup_amount(amount numeric) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  v_amount numeric := app.to_money(topup_amount.amount);
  v_settings public.settings;
begin
  v_settings := app.settings();
  if v_amount is null or v_amount not between v_settings.topup_min and v_settings.topup_max then
    perform app.refuse('topup_out_of_range', 422, format('Give an amount from %s to %s', v_settings.topup_min,
      v_settings.topup_max));
  end if;
  return v_amount;
end $$;

-- Returns the amount of a tip by card, rounded. Refuses it if the card tips for a ride would exceed settings.tip_max:
-- without this limit, tips could be used to move large amounts from a card to a driver.
create function app.card_tip_amount(booking public.bookings, amount numeric) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  v_amount numeric := app.to_money(card_tip_amount.amount);
  v_given numeric := (select coalesce(sum(p.amount), 0) from public.payments p
    where p.booking_id = (booking).id and p.purpose = 'tip' and p.status = 'paid');
begin
  if not app.is_paid((booking).status) then perform app.refuse_status(booking); end if;
  if v_amount is null then perform app.refuse_amount(); end if;
  if app.has_no_account((booking).driver_id) then
    perform app.refuse('person_not_found', 404, 'The account of the driver was deleted');
  end if;
  if v_amount + v_given > (app.settings()).tip_max then
    perform app.refuse('tip_too_high', 422, format('Card tips for this ride already amount to %s', v_given));
  end if;
  return v_amount;
end $$;

-- Returns the amount that a booking's payment must have now. After the trip, and for a parcel that waits for payment,
-- it is the amount still to pay. Before the end of a ride it is the maximum that is reserved on a card (a hold).
create function app.booking_amount(booking public.bookings, can_hold boolean) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare v_open numeric := app.open_amount(booking);
begin
  if app.is_awaiting_payment((booking).status) then
    perform app.check_no_capture(booking);
  else
    perform app.check_hold(booking, booking_amount.can_hold);
    v_open := app.hold_ceiling(v_open);
  end if;
  if v_open <= 0 then perform app.refuse_nothing_due(); end if;
  return v_open;
end $$;

-- Brings an amount to what a provider takes: raised to the next multiple of the rule's step, and within its limits.
-- Without a rule, as for a payment that never reaches a provider, the amount stays.
create function app.payable_amount(amount numeric, rule jsonb) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare v_amount numeric := app.round_up_to_step(payable_amount.amount, app.amount_in(payable_amount.rule -> 'step'));
begin
  if v_amount < app.amount_in(payable_amount.rule -> 'min') or v_amount > (payable_amount.rule ->> 'max')::numeric then
    perform app.refuse('payment_out_of_range', 422,
      format('The provider takes %s to %s', app.amount_in(payable_amount.rule -> 'min'),
      payable_amount.rule ->> 'max'));
  end if;
  return v_amount;
end $$;
comment on function app.payable_amount is
  'The amount of a payment by a provider''s rule {min, max, step}, each optional. '
  'Errors: payment_out_of_range.';

create function app.check_payer(customer public.profiles, purpose text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (customer).id is null then perform app.refuse('person_not_found', 404, 'No such customer'); end if;
  if (customer).usertype = 'admin' then
    perform app.refuse('user_issue_contact_admin', 403, 'Admins have no wallet and no rides');
  end if;
  -- Suspended people may not top up or tip, but may still pay what they owe.
  if purpose in ('topup', 'tip') and not (customer).approved then perform app.require_active(customer); end if;
  -- Limits the number of unpaid payments, because criminals test stolen card numbers with many small payments.
  perform app.check_limit('unpaid_payments', (select count(*) from public.payments p where p.customer_id = (customer).id
    and p.created_at > app.limit_since('unpaid_payments') and p.status in ('created', 'failed', 'expired')));
end $$;
comment on function app.check_payer is
  'Refuses a customer who may not start a payment: person_not_found, user_issue_contact_admin, account_suspended, '
  'require_approval, too_many_requests.';

-- Whether a booking can be paid by anybody with its link, which the driver shows as a code. The passenger of a street
-- trip has no account, and the customer of a telephone order often no app.
create function app.is_paid_by_link(booking public.bookings) returns boolean
language sql stable security definer set search_path = '' as $$
  select (booking).source = 'street' or (booking).booking_type_admin and not (booking).prepaid
    and ((booking).payment_mode = 'card' or (booking).payment_mode = 'wallet' and not (app.settings()).cash_payments)
$$;

create function app.check_street_payer(booking_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.check_limit('unpaid_street_payments', (select count(*) from public.payments p
    where p.booking_id = check_street_payer.booking_id and p.status in ('created', 'failed', 'expired')));
end $$;
comment on function app.check_street_payer is
  'Limits attempts with a booking''s link for paying, because criminals test stolen card numbers: '
  'too_many_requests.';
