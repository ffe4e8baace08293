-- desk_orders: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

comment on table app.street_pay_links is 
  'The secret token in the QR code for paying a street trip or a telephone order by card.';

create function app.check_category(category text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (app.settings()).app_category not in (check_category.category, 'both') then
    perform app.refuse('category_unavailable', 422, format('settings.app_category excludes %s', category));
  end if;
end $$;

comment on function app.check_category is
  'Refuses with category_unavailable rides or parcels (taxi, delivery) that the operator does not offer.';

create or replace function app.check_order(quote public.fare_quotes, payment_mode text, trip_at timestamptz,
  by_admin boolean) returns void
language plpgsql stable security definer set search_path = '' as $$
declare v_limits record;
begin
  select l.* into v_limits from app.trip_at_limits() l;
  if by_admin and not (app.settings()).telephone_orders then
    perform app.refuse('telephone_orders_off', 409, 'settings.telephone_orders is off');
  end if;
  perform app.check_category(quote.category);
  if trip_at < v_limits.earliest then
    perform app.refuse('past_booking_error', 422, format('Choose a time at least %s minutes from now', extract(minutes
      from app.lead_time())));
  end if;
  -- Refuses a time later than settings.later_days allows, and so also 'infinity', which is later than any time.
  if trip_at > v_limits.latest then
    perform app.refuse('trip_at_too_far', 422, 'Choose a time within settings.later_days from now');
  end if;
  if not app.is_quote_valid_at(quote, check_order.trip_at) then
    perform app.refuse('quote_mismatch', 409, 'The fare differs at this time; request it with trip_at');
  end if;
  if quote.category = 'delivery' and payment_mode = 'cash' and not by_admin then
    perform app.refuse('delivery_cash_refused', 422, 'Riders pay parcels before pickup, by wallet or card');
  end if;
  if payment_mode is null or payment_mode not in ('cash', 'wallet', 'card') then
    perform app.refuse('payment_mode_unavailable', 422, 'Pay by cash, wallet or card');
  end if;
  perform app.check_payment_mode(quote, check_order.payment_mode);
  if quote.promo_code is not null and quote.promo_id is null then
    perform app.refuse('promo_not_found', 404,
      'The promotion was withdrawn; remove it from the quote with apply_promo');
  end if;
end $$;

comment on function app.check_order is
  'Refuses an order that cannot be booked: telephone_orders_off, category_unavailable, past_booking_error, '
  'trip_at_too_far, quote_mismatch, delivery_cash_refused, payment_mode_unavailable, promo_not_found.';

create or replace function app.payment_json(payment public.payments) returns jsonb
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

create function app.is_paid_by_link(booking public.bookings) returns boolean
language sql stable security definer set search_path = '' as $$
  select (booking).source = 'street' or (booking).booking_type_admin and not (booking).prepaid
    and ((booking).payment_mode = 'card' or (booking).payment_mode = 'wallet' and not (app.settings()).cash_payments)
$$;

comment on function app.check_street_payer is
  'Limits attempts with a booking''s link for paying, because criminals test stolen card numbers: '
  'too_many_requests.';

comment on function public.street_payment_view is
  'The payment view (payment_view) of the last payment started with a booking''s link for paying, or of the one '
  'that paid it. '
  'Errors: payment_not_found.';

comment on type public.street_bill is
  'The bill that the link for paying a street trip or a telephone order shows. amount: the amount left to pay; price_parts: as in '
  'bookings.';

comment on function public.street_bill is
  'The bill of a street trip or a telephone order for any client with the link for paying, without addresses and '
  'names. '
  'Errors: booking_not_found.';

create or replace function app.options_of(booking public.bookings, me public.profiles, by_role text) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(o.action order by o.place), '{}') from (values
    (1, 'cancel', by_role in ('rider', 'driver', 'admin') and app.can_cancel(booking, by_role)
      and not (by_role = 'driver' and app.is_demo())),
    (2, 'no_show', by_role = 'driver' and (me).approved and (booking).status = 'ARRIVED'
      and app.wait_ends(booking) <= app.now()),
    (3, 'chat', app.is_party(by_role) and (me).approved and app.is_chat_open(booking)),
    (4, 'assign', by_role = 'admin' and (booking).status = 'NEW' and not app.is_being_asked(booking)),
    (5, 'override_code', by_role = 'admin' and not app.is_demo() and (booking).otp_secure
      and app.is_code_due(booking)),
    (6, 'end_trip', by_role = 'admin' and (booking).status = 'STARTED'),
    (7, 'pay_with_wallet', by_role = 'rider' and app.is_awaiting_payment((booking).status) and not (booking).prepaid),
    (8, 'confirm_cash', (booking).status = 'PENDING' and case by_role
      when 'driver' then (booking).payment_mode = 'cash' or (app.settings()).cash_payments
        and ((booking).payment_mode <> 'card' or (booking).source = 'street')
      when 'admin' then app.has_permission('cash') and not app.is_demo()
        and (me).id not in ((booking).customer_id, (booking).driver_id)
      else false end),
    (9, 'share', by_role = 'rider' and app.can_share(booking)),
    (10, 'unshare', by_role = 'rider' and app.is_shared(booking)),
    (11, 'withdraw_offer', by_role = 'admin' and (booking).status = 'NEW' and app.desk_offer_open((booking).id)),
    (12, 'change_route', (booking).source <> 'street' and (by_role = 'admin' or by_role = 'rider' and (me).approved)
      and app.is_before_end((booking).status)
      and not (booking).prepaid and (booking).returning_at is null),
    (13, 'return_to_sender', (by_role = 'admin' or by_role = 'driver' and (me).approved)
      and (booking).category = 'delivery' and (booking).status = 'STARTED' and (booking).returning_at is null),
    (14, 'message_driver', by_role = 'admin' and not app.is_demo() and app.can_message_driver(booking)),
    -- Actions about money need the permissions fares or refund. Staff may have these without the permission bookings.
    (15, 'add_extra', (by_role = 'driver' and (me).approved or (me).usertype = 'admin' and not app.is_demo()
      and app.has_permission('fares'))
      and app.is_with_rider((booking).status) and (booking).category = 'taxi' and not (booking).prepaid),
    (16, 'remove_extra', (me).usertype = 'admin' and not app.is_demo() and app.has_permission('fares')
      and (booking).status in ('ARRIVED', 'STARTED', 'PENDING')
      and exists (select 1 from public.booking_extras x where x.booking_id = (booking).id and x.removed_at is null)),
    (17, 'refund', (me).usertype = 'admin' and not app.is_demo() and app.has_permission('refund')
      and app.is_paid((booking).status)
      and (me).id <> (booking).customer_id and app.refundable(booking) > 0),
    (18, 'correct_fare', (me).usertype = 'admin' and not app.is_demo() and app.has_permission('fares')
      and app.is_billed((booking).status)
      and (booking).reached_at > app.now() - app.correction_time()
        and coalesce((me).id not in ((booking).customer_id, (booking).driver_id), true)),
    (19, 'request_payment', (me).usertype = 'admin' and not app.is_demo() and app.has_permission('fares')
      and app.is_paid((booking).status)
      and (booking).reached_at > app.now() - app.correction_time() and not app.has_no_account((booking).customer_id)),
    (20, 'reverse', (me).usertype = 'admin' and not app.is_demo() and app.has_permission('refund')
      and exists (select from public.money_decisions d
      where d.booking_id = (booking).id and d.reversed_at is null and d.decided_at > app.now() - app.reversal_time()
        and (app.is_trip_decision(d.kind) or not exists (select from public.money_decisions o
          where o.booking_id = (booking).id and o.id > d.id)))),
    (21, 'end_guest_link', by_role in ('rider', 'admin') and app.has_guest_link(booking)),
    (22, 'pay_in_cash', by_role = 'rider' and (booking).status = 'PENDING' and (booking).payment_mode <> 'cash'
      and not (booking).prepaid and (app.settings()).cash_payments
      and not app.is_capturing(booking) and not app.driver_has_left(booking)),
    (23, 'show_pay_code', by_role = 'driver' and (booking).status = 'PENDING' and app.is_paid_by_link(booking)
      and ((booking).payment_mode = 'card' or (app.settings()).card_payments)
      and not app.is_capturing(booking))) o (place, action, may)
  where o.may
$$;

comment on function public.trip_options is
  'What the caller may do with a booking now (actions: cancel, no_show, chat, assign, override_code, end_trip, '
  'pay_with_wallet, pay_in_cash, confirm_cash, show_pay_code, share, unshare, change_route, return_to_sender, '
  'end_guest_link, add_extra, and for the desk withdraw_offer, message_driver, remove_extra, refund, correct_fare, '
  'request_payment, reverse), until when a rider cancels without a fee, for rider and driver when the driver may report a no-show '
  '(leave_at; null until a position in time has shown the car within 500 m of the pickup) and what it then costs the '
  'rider (no_show_fee), when the search for a later booking starts, the cash to pay (null for a rider who did not '
  'choose cash), and for admins the amount that can still be refunded; for both at the pickup, since when waiting is '
  'paid and the hourly rate; for a driver, how much of their extras counts at once in all (extra_room). '
  'Errors: must_login, booking_not_found.';

comment on function public.create_booking is
  'Books a quote; trip_at null means now. payment_mode: cash, wallet, card. A rider''s parcel starts in '
  'PAYMENT_PENDING, everything else in NEW. A ride that an admin books has a start code (otp_secure) only if the '
  'rider is signed in somewhere, or for cash the owner of the guest''s number; a guest of the desk is told the code '
  'only for cash. details: {guest_name, guest_phone, delivery_person, delivery_person_phone, pick_up_instructions, '
  'delivery_instructions, requirements: {seats, luggage, child_seats, wheelchair}}, phone numbers in E.164 form, '
  'perhaps with ;ext=; other keys are ignored, except within requirements, where they are refused. A repeated '
  'client_key returns the first booking. '
  'Errors: must_login, user_issue_contact_admin, quote_not_found, quote_used, quote_expired, profile_incomplete, '
  'incomplete_user, unpaid_booking, too_many_requests, too_many_open_bookings, too_many_later_bookings, '
  'telephone_orders_off (an admin), category_unavailable, past_booking_error, trip_at_too_far, quote_mismatch, '
  'delivery_cash_refused, payment_mode_unavailable, deliveryDetailMissing, name_invalid, mobile_no_blank_error, requirements_invalid, '
  'car_type_unsuitable, promo_not_found, promo_expired, promo_min_order, promo_used, promo_used_up.';

create or replace function public.create_payment(purpose text, provider text, customer_id uuid, booking_id uuid default null,
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

create or replace function app.return_to_cards(booking_id uuid, amount numeric, reason text, created_by uuid) returns jsonb
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

comment on function public.start_street_checkout is
  'Starts a payment of the open amount of a booking, for any client with its link for paying: stores the payment and '
  'the hash of the link to its provider. rule: what the provider takes (create_payment). Returns the payment '
  'view. '
  'Errors: booking_not_found, no_provider_found, wrong_status, nothing_to_pay, payment_out_of_range, payment_running, '
  'payment_closed, no_details_error, too_many_requests.';

create or replace function public.start_street_trip(lat double precision, lng double precision,
  client_key uuid default gen_random_uuid()) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_booking public.bookings;
  v_key uuid := coalesce(start_street_trip.client_key, gen_random_uuid());
begin
  perform pg_advisory_xact_lock(hashtextextended(v_driver.id::text || v_key::text, 0));
  select b.* into v_booking from public.bookings b where b.created_by = v_driver.id and b.client_key = v_key;
  if found then return v_booking; end if;
  if not (app.settings()).street_trips then
    perform app.refuse('street_trips_off', 409, 'settings.street_trips is off');
  end if;
  perform app.check_category('taxi');
  if not v_driver.driver_active_status then perform app.refuse('driver_offline', 409, 'Go on duty first'); end if;
  if v_driver.car_type_id is null then
    perform app.refuse('no_car', 409, 'An admin has to assign a car type first');
  end if;
  if not exists (select 1 from public.car_types c where c.id = v_driver.car_type_id and c.category = 'taxi') then
    perform app.refuse('taxis_only', 409, 'Only taxi drivers can start street trips');
  end if;
  if app.is_busy(v_driver.id) then perform app.refuse('driver_busy', 409, 'Finish the trip you are on first'); end if;
  if app.has_expired_document(v_driver.id) then
    perform app.refuse('document_expired', 409, 'Renew the document first');
  end if;
  -- A driver whose last street trip is unpaid cannot start another one: the operator's share becomes due only when the
  -- payment is confirmed, so a driver could otherwise avoid it for trip after trip.
  if exists (select 1 from public.bookings b where b.driver_id = v_driver.id and b.status = 'PENDING'
    and b.source = 'street') then
    perform app.refuse('unpaid_booking', 409, 'Confirm the payment of the last street trip first');
  end if;
  if not app.is_place(start_street_trip.lat, start_street_trip.lng) then
    perform app.refuse('position_needed', 422, 'Give lat and lng in degrees');
  end if;
  -- Reports the given position like any other report, then requires that the stored position is at this place and at
  -- most a minute old. So an impossible jump, which is not stored, cannot start a trip.
  perform app.store_position(v_driver, start_street_trip.lat, start_street_trip.lng, null, null, app.now());
  if not app.is_at(v_driver.id, start_street_trip.lat, start_street_trip.lng) then
    perform app.refuse('position_needed', 409, 'Report a position within 500 m of this place first');
  end if;
  perform app.require_served(start_street_trip.lat, start_street_trip.lng);
  return app.insert_street_trip(v_driver, start_street_trip.lat, start_street_trip.lng, v_key);
end $$;

comment on function public.start_street_trip is
  'A driver on duty starts a trip with a passenger who did not book. Creates a booking with source street and status '
  'STARTED, without customer, quote and drop; the drop is where reach_drop ends it. Always metered, without code, '
  'promotion and referral. lat and lng are the car''s position. A repeated client_key returns the first booking. '
  'Errors: must_login, account_suspended, require_approval, not_a_driver, street_trips_off, '
  'category_unavailable, driver_offline, no_car, taxis_only, driver_busy, document_expired, unpaid_booking, position_needed, outside_service_area, zone_no_service, '
  'outside_area.';

create or replace function public.ask_street_card(booking_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.lock_driver_booking(ask_street_card.booking_id, finishing => true);
  v_token text;
begin
  if not app.is_paid_by_link(v_booking) then
    perform app.refuse('booking_not_found', 404, 'No such street trip or telephone order of the caller');
  end if;
  if v_booking.status <> 'PENDING' then perform app.refuse_status(v_booking); end if;
  if v_booking.payment_mode <> 'card' and not (app.settings()).card_payments then
    perform app.refuse('payment_mode_unavailable', 422, 'settings.card_payments is off');
  end if;
  insert into app.street_pay_links as l (booking_id, token)
    values (v_booking.id, replace(gen_random_uuid()::text, '-', ''))
  on conflict on constraint street_pay_links_pkey do update set token = l.token returning l.token into v_token;
  if v_booking.payment_mode <> 'card' then
    update public.bookings b set payment_mode = 'card', payable_amount = app.open_amount(v_booking), cash_rounding = 0,
      cash_payment_amount = 0 where b.id = v_booking.id;
  end if;
  return v_token;
end $$;

comment on function public.ask_street_card is
  'Switches a street trip to payment by card and returns the token of the link for paying, the same each time. '
  'confirm_cash switches it back to cash. Of a ride that the desk booked, to be paid by card, it returns the token, '
  'too: its customer may have no app. '
  'Errors: must_login, not_a_driver, booking_not_found, wrong_status, payment_mode_unavailable.';

-- Sources of this migration, for the next one to compare with:
--   f1f5993c3977 comment on table app.street_pay_links
--   3a5cffd38184 function app.check_category(text)
--   c5404a587fe0 comment on function app.check_category
--   63209925f210 function app.check_order(public.fare_quotes, text, timestamptz, boolean)
--   c210d2eb2de1 comment on function app.check_order
--   acf7125ed2bf function app.payment_json(public.payments)
--   abd70576f70c comment on function app.payment_json
--   97774e179eca function app.is_paid_by_link(public.bookings)
--   6daa7504a0df comment on function app.check_street_payer
--   07301476a41a comment on function public.street_payment_view
--   6c09811a3aad comment on type public.street_bill
--   35e9d19bdafd comment on function public.street_bill
--   90054342f0fd function app.options_of(public.bookings, public.profiles, text)
--   606778e64f7c comment on function public.trip_options
--   1c0ab962f6d9 comment on function public.create_booking
--   7be077451ab8 function public.create_payment(text, text, uuid, uuid, numeric, boolean, uuid, uuid, text, jsonb, uuid)
--   a89f89d328c6 function app.return_to_cards(uuid, numeric, text, uuid)
--   9946bc34c772 comment on function public.start_street_checkout
--   8f1846a9d35b function public.start_street_trip(double precision, double precision, uuid)
--   747459f106ce comment on function public.start_street_trip
--   b891c792cdf0 function public.ask_street_card(uuid)
--   58d49a3e3d18 comment on function public.ask_street_card
