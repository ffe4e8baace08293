-- Creating a payment before its customer is sent to a provider: checks who may pay and how much, and defines the
-- payment view (the JSON in which the edge function and pages see a payment).

create function public.create_payment(purpose text, provider text, customer_id uuid, booking_id uuid default null,
  amount numeric default null,
  can_hold boolean default false, client_key uuid default gen_random_uuid(), card uuid default null,
    consent text default null,
  rule jsonb default null, request_id uuid default null) returns jsonb
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
    if create_payment.customer_id is null and (create_payment.purpose <> 'booking'
        or not coalesce(app.is_paid_by_link(v_booking), false))
      or create_payment.customer_id is not null
      and v_booking.customer_id is distinct from create_payment.customer_id then
      perform app.refuse('booking_not_found', 404, 'No such booking of this customer');
    end if;
  end if;
  -- A booking that was made with a card can still be paid.
  if not (app.settings()).card_payments and v_booking.payment_mode is distinct from 'card' then
    perform app.refuse('no_provider_found', 403, 'settings.card_payments is off');
  end if;
  -- Locks the key: the second of two concurrent calls with the same key waits and then finds the payment of the first.
  perform pg_advisory_xact_lock(hashtextextended('payment' || coalesce(create_payment.customer_id,
    v_booking.id)::text, 0));
  select p.* into v_payment from public.payments p where p.client_key = v_key
    and case when create_payment.customer_id is null then p.booking_id = v_booking.id and p.customer_id is null
    else p.customer_id = create_payment.customer_id end;
  if found then return app.payment_json(v_payment); end if;
  select p.* into v_customer from public.profiles p where p.id = create_payment.customer_id and p.deleted_at is null;
  if create_payment.customer_id is null and v_of_booking then perform app.check_street_payer(v_booking.id);
  else perform app.check_payer(v_customer, create_payment.purpose); end if;
  v_amount := case create_payment.purpose when 'booking' then app.booking_amount(v_booking, create_payment.can_hold)
    when 'topup' then case when create_payment.request_id is null then app.topup_amount(create_payment.amount)
      else app.request_amount(create_payment.request_id, create_payment.customer_id) end when 'tip' then
        app.card_tip_amount(v_booking, create_payment.amount)
    else v_customer.bonus_balance - v_customer.wallet_balance end;
  if v_amount <= 0 then perform app.refuse_nothing_due(); end if;
  v_amount := app.payable_amount(v_amount, create_payment.rule);
  insert into public.payments (purpose, booking_id, customer_id, provider, amount, step, currency, is_hold,
    client_key, request_id)
  select create_payment.purpose, v_booking.id, v_customer.id, create_payment.provider, v_amount,
    app.amount_in(create_payment.rule -> 'step'), s.code,
    create_payment.purpose = 'booking' and not app.is_awaiting_payment(v_booking.status), v_key,
      case create_payment.purpose when 'topup' then create_payment.request_id end
  from public.settings s where s.id = 1 returning * into v_payment;
  perform app.record_card(v_payment, create_payment.card, create_payment.consent);
  return app.payment_json(v_payment);
end $$;
comment on function public.create_payment is
  'Creates a payment before a customer is sent to a provider; the server decides the amount. purpose is booking: the '
  'open amount of a PENDING or PAYMENT_PENDING booking, or, if the provider can_hold, the maximum to reserve on a '
  'card for a ride that has not ended; debt: the wallet''s negative balance; topup or tip: the amount that the '
  'customer chose. card: a saved card that pays; consent: the version of the wording with which the customer agreed '
  'to save the card. rule: what the provider takes, {min, max, step}; the amount is raised to the next step. '
  'request_id: the payment request that a top-up pays; the amount is then what that takes. Returns the payment view '
  '(app.payment_json); a repeated client_key returns the first payment. '
  'Errors: no_provider_found, no_details_error, booking_not_found, wrong_status, nothing_to_pay, '
  'payment_out_of_range, hold_exists, hold_too_early, payment_running, topup_out_of_range, amount_invalid, '
  'tip_too_high, person_not_found, user_issue_contact_admin, account_suspended, too_many_requests, card_not_found, '
  'too_many_cards, payment_request_not_found, payment_request_closed.';
grant execute on function public.create_payment(text, text, uuid, uuid, numeric, boolean, uuid, uuid, text, jsonb,
  uuid) to service_role;
