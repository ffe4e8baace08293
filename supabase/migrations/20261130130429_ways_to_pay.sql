-- ways_to_pay: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';


alter table public.settings add column cash_payments boolean not null default true;
alter table public.settings add column card_payments boolean not null default true;
alter table public.settings add column telephone_orders boolean not null default true;
alter table public.settings add column company_registration text not null default ''
  check (length(company_registration) <= 200);
alter table public.settings add column legal_template text not null default 'none'
  check (legal_template in ('none', 'gdpr', 'plain'));
-- Validated at once: the table has one row.
-- squawk-ignore constraint-missing-not-valid
alter table public.settings add constraint settings_payments
  check ((cash_payments or card_payments) and (card_payments or app_category = 'taxi'));

drop trigger settings__plain_texts on public.settings;
create trigger settings__plain_texts before insert or update of app_name, symbol, company_name, company_address, company_registration, company_website, company_terms, contact_email, apple_store_link, play_store_link
  on public.settings for each row execute function app.tg_plain_texts('app_name', 'symbol', 'company_name', 'company_address', 'company_registration', 'company_website', 'company_terms', 'contact_email', 'apple_store_link', 'play_store_link');

call app.describe('public.settings', $$
  One row with all settings of the operator.
  symbol: Currency symbol for display only; the currency itself is in `code`.
  code: Currency of quotes and payments (ISO 4217).
  decimal: Number of decimals of money. It cannot change, like `code`, once the ledger has entries.
  swipe_symbol: Whether the currency symbol is written after the amount.
  cash_unit: Cash amounts are rounded to multiples of this, such as 0.05 if no smaller coin exists; 0: no rounding.
  tax_percent: Tax (VAT) percentage that fares include; shown on the receipt.
  receipt_prefix: Text before the number of a receipt, such as R-. The numbers continue if it changes.
  country: Country of the operator, as ISO 3166 code with two letters. It decides how numbers and dates are written,
    and where addresses are searched.
  convert_to_mile: Whether tariffs, quotes and driver_radius are in miles instead of kilometres.
  time_zone: Time zone of the operator; it decides when days and months begin.
  app_category: What riders can book: taxi, delivery or both.
  restrict_country: Whether the address search only finds addresses in `country`.
  horizontal_view: Whether the landing page shows cars side by side.
  later_days: Maximum days ahead for a later booking.
  cash_payments: Whether new bookings may be paid in cash. At least one of cash and cards is on.
  card_payments: Whether people may pay by card. Parcels, which riders pay in advance, need it.
  telephone_orders: Whether the desk takes orders. If off, the portal has no page for them.
  lead_minutes: Minutes before trip_at at which a later booking is offered to drivers. A driver who has claimed it is
    busy with it from then on.
  reminder_minutes: Minutes before trip_at at which rider and driver of a later booking are reminded.
  show_live_route: Whether the trip page draws the remaining route.
  otp_secure: Whether new bookings have a five-digit start code, which the rider tells the driver.
  panic: Emergency number in E.164 form or a short one such as 112, the first button of every safety sheet and of a
    taxi ride under way; empty hides these buttons, and the settings warn.
  fare_mode: How a taxi fare is computed at the end. metered: by the driven route. upfront: as quoted, plus waiting
    and extras.
  use_distance_matrix: Whether distances come from the maps provider's matrix service.
  free_wait: Minutes that a driver waits at the pickup free of charge.
  late_report_minutes: How many minutes back a step of a trip may be dated, if the driver's phone was offline and
    sends it later.
  street_trips: Whether drivers may take passengers who hail them in the street.
  extra_limit: Maximum amount of one toll or other extra of a trip; 0 allows none.
  cash_goodwill: Maximum amount that the operator pays for one driver and day because drivers without a signal
    collected less cash than the fare; 0: nothing.
  cheaper_route: What happens if a rider changes to a cheaper route after a driver accepted. agree: the driver must
    consent. compensate: the driver is paid a part of the difference.
  cheaper_route_percent: With cheaper_route compensate, the percent of the difference that the driver is paid.
  free_cancellations: How many accepted bookings a rider may cancel without a fee within 24 hours; each further
    cancellation costs at least the lowest fee in cancel_slab of the car type.
  cancellation_driver_percent: Percent of a cancellation fee that goes to the driver who came in vain, once the rider
    has paid the fee.
  refund_to: Where money of a paid booking is refunded, for example after it was cancelled: to the rider's wallet
    (wallet), or to the card that paid (source).
  auto_dispatch: Whether the system searches for drivers; if off, admins assign them.
  driver_radius: Maximum distance from the pickup to a driver who gets an offer: kilometres, or miles with
    convert_to_mile.
  dispatch_mode: Which drivers get an offer. waves: the nearest wave_size drivers who were not asked yet, wave_count
    times, then again every minute. all: all drivers within driver_radius at once.
  wave_size: Number of drivers who get an offer at the same time (a wave).
  wave_count: Number of waves in which the search grows to driver_radius; then it pauses for a minute and starts
    again.
  search_minutes: Minutes after the first offer at which the search for a driver ends and the booking is cancelled.
  offer_timeout: Seconds that a driver has to answer an offer.
  assign_timeout: Seconds that a driver has to answer an offer by the desk.
  later_claims: Whether drivers may claim later bookings (bookings for a later time, not for now) before the search
    for a driver begins.
  later_claims_max: Maximum later bookings that one driver may have claimed at a time.
  next_job_km: A driver this many km or less from the drop may already get the next ride; 0: never during a trip.
  parcels_at_once: Maximum parcels from one sender's door that a driver carries at once, if the car has room; 1: one
    at a time.
  break_after_minutes: Minutes on duty after which the app tells a driver to take a break; 0: never.
  break_minutes: Minimum minutes off duty that count as a break.
  on_decline: What happens to a booking if the assigned driver declines while auto_dispatch is off. cancel: it is
    cancelled. requeue: the desk assigns it again.
  driver_approval: Whether drivers who register or are added by a fleet must be approved by an admin; fleet admins
    cannot approve.
  duty_needs_position: Whether going on duty requires a position, either passed with the call or at most a minute old.
    If off, the driver may report it afterwards, but gets no offers until then.
  negative_balance: Whether a driver may get a booking that brings the wallet below zero.
  shift_mileage: Whether drivers enter the car's mileage at the start and end of a shift.
  shift_photos: Whether drivers take pictures of the car at the start of a shift.
  fleet_percent: Percent of a driver's share that goes to the driver's fleet when a booking is paid.
  drivers_employed: Whether drivers without a fleet are the operator's employees: the whole price of a ride that such
    a driver accepts is the operator's, and the cash that they collect is the operator's until they hand it in. If off,
    they earn the price less the convenience fee.
  car_horn_repeat: Whether push messages use the Android channel bookings-repeat, whose sound repeats.
  allow_delivery_pickup_image_capture: Whether the driver takes a picture when fetching a parcel.
  allow_final_delivery_image_capture: Whether the driver takes a picture when delivering a parcel.
  wallet_money_field: Amounts that the page suggests for topping up a wallet.
  rider_with_draw: Whether riders may request withdrawals; if off, only drivers may.
  bank_fields: Whether people may store bank details; if off, set_bank_details refuses.
  bank_change_hours: Hours that withdrawals wait after a person's bank details or verified contact changed; 0: none.
  topup_lock_days: Days during which money topped up by card cannot be withdrawn, but only refunded to the card.
  tip_lock_days: Days during which a driver cannot withdraw tips that were paid by card or from a card top-up, and a
    rider cannot withdraw cash above a fare that only the driver reported.
  payout_weekday: Day of the weekly payout run: 1 Monday to 7 Sunday. Null: staff starts each run.
  test_payments: Whether the test payment provider, which moves no money, may confirm payments. Must be off in
    production.
  topup_min: Minimum amount of a top-up.
  topup_max: Maximum amount of a top-up.
  tip_max: Maximum sum of tips by card for one ride.
  card_hold_percent: Percent above the fare that is reserved on a card before a ride, for waiting, a longer route and
    extras.
  bonus: Amount that the inviter and the invited person each receive for a referral. This money can only pay fares.
  referral_min_km: Minimum kilometres of the ride that earns a referral bonus.
  referral_min_minutes: Minimum minutes of the ride that earns a referral bonus.
  referral_monthly_cap: Maximum number of bonuses that one person earns per month by inviting others.
  credit_limit: Maximum amount that one admin may credit and refund within a day, in total and to one person; above it
    a second admin must approve. Null: no limit.
  payout_limit: Maximum amount of withdrawals that one admin may complete within a day, in total and to one person;
    above it a second admin must approve. Null: no limit.
  export_limit: Maximum bookings and people that one staff member may read within a day; above it a second person must
    approve. Null or 0: no limit.
  two_people_bank: Whether a second admin must approve that the wait after a change of bank details ends early.
  facebook_login_enabled: Whether the sign-in page shows the button of a social network.
  allow_country_selection: Whether people choose the country of their phone number when they sign in.
  staff_second_factor: Whether admins and fleet admins must confirm each sign-in with a second factor (an
    authenticator app).
  phone_dormant_days: Days without a sign-in after which a phone number is no longer enough to sign in, because it may
    have a new owner. 0: never.
  embed_origins: Websites that may embed the booking widget, as origins such as https://hotel.example; empty: none.
  allow_critical_edits_admin: Whether admins may make critical changes. If off, demo mode is on. Only the service role
    changes it.
  app_name: Name of the app in the page's header and footer and in messages.
  logo: Path of the operator's logo in the storage bucket `company`; empty shows the built-in one.
  company_name: The operator's name, shown on the contact page and in the footer.
  company_address: The operator's address, shown on the contact page.
  company_registration: Where the operator is registered, and the number there; shown on the contact page, the privacy
    policy and the terms.
  legal_template: The texts of the privacy policy and the terms: gdpr (European law) or plain. none: none was chosen,
    the privacy policy is a short one, and nothing links to the terms.
  company_tax_number: The operator's tax number, printed on receipts.
  company_bank_account: The operator's account that pays drivers; used in payment files and on invoices.
  company_bank_code: BIC of the bank of company_bank_account.
  company_website: The operator's website, linked in the footer and on the contact page.
  company_terms: URL of the operator's terms.
  contact_email: The operator's e-mail address, shown on the contact page.
  company_phone: The operator's phone number, shown on the contact page: E.164, perhaps with an extension
    (+4235550101;ext=12), or a short number.
  facebook_handle: The operator's Facebook page, as handle or URL; linked on the contact page.
  twitter_handle: The operator's Twitter account, as handle or URL; linked on the contact page.
  instagram_handle: The operator's Instagram account, as handle or URL; linked on the contact page.
  apple_store_link: Link to the riders' app in Apple's App Store; empty hides it.
  play_store_link: Link to the riders' app in Google's Play Store; empty hides it.
  version: Number of the row's changes. An update with an outdated version is refused with version_conflict.
$$);

create function app.proved_email(user_id uuid, out email text)
language sql stable security definer set search_path = '' as $$
  select (select lower(u.email) from auth.users u where u.id = proved_email.user_id
    and u.email_confirmed_at is not null)
$$;

comment on function app.proved_email is
  'The e-mail address of an account in lower case, if a code or a link proved it; else null.';

create function app.check_payment_mode(quote public.fare_quotes, payment_mode text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare v_settings public.settings := app.settings();
begin
  if payment_mode = 'cash' and not v_settings.cash_payments or payment_mode = 'card' and not v_settings.card_payments
    or payment_mode = 'wallet' and not v_settings.card_payments and not exists (select 1 from public.profiles p
      where p.id = (quote).customer_id and p.wallet_balance > 0) then
    perform app.refuse('payment_mode_unavailable', 422, format('%s is not taken', payment_mode));
  end if;
end $$;

create or replace function app.check_order(quote public.fare_quotes, payment_mode text, trip_at timestamptz,
  by_admin boolean) returns void
language plpgsql stable security definer set search_path = '' as $$
declare v_limits record;
begin
  select l.* into v_limits from app.trip_at_limits() l;
  if not by_admin and (app.settings()).app_category not in (quote.category, 'both') then
    perform app.refuse('category_unavailable', 422, format('settings.app_category excludes %s', quote.category));
  end if;
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

create or replace function public.firm_setup() returns public.firm_setup
language plpgsql stable security definer set search_path = '' as $$
declare
  v_settings public.settings;
  v_area app.service_area;
begin
  perform app.require_permission('settings');
  v_settings := app.settings();
  select a.* into v_area from app.service_area a;
  return row(exists (select 1 from app.setup),
    v_settings.app_name <> 'Hackney' and v_settings.company_phone <> '',
    app.is_confirmed('town'), app.is_confirmed('tax'), app.is_confirmed('offer'),
    exists (select 1 from public.car_types c
      where c.category = case v_settings.app_category when 'delivery' then 'delivery' else 'taxi' end),
    exists (select 1 from public.drivers d join public.profiles p on p.id = d.id
      where p.approved and p.deleted_at is null and d.car_type_id is not null),
    v_settings.company_name <> '' and v_settings.company_address <> '' and v_settings.legal_template <> 'none',
    exists (select 1 from public.bookings b where app.is_paid(b.status)),
    app.is_confirmed('live'), app.ledger_has_entries(), v_area.country, (v_area.south + v_area.north) / 2,
    (v_area.west + v_area.east) / 2)::public.firm_setup;
end $$;

comment on function public.firm_setup is
  'What is left to do until a new firm can drive, computed from its data: name and phone (firm), town, tax, what it '
  'offers, cars with a tariff, a driver with a car, the company''s name and address with a template for '
  'its legal pages (legal), a paid ride, and live '
  'once the owner has said so. For owners. '
  'Errors: must_login, not_allowed.';

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
      and not app.is_capturing(booking) and not app.driver_has_left(booking))) o (place, action, may)
  where o.may
$$;

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
    if v_booking.customer_id is distinct from create_payment.customer_id or v_booking.customer_id is null
      and create_payment.purpose <> 'booking' then
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
    and case when v_booking.source = 'street' then p.booking_id = v_booking.id
    else p.customer_id = create_payment.customer_id end;
  if found then return app.payment_json(v_payment); end if;
  select p.* into v_customer from public.profiles p where p.id = create_payment.customer_id and p.deleted_at is null;
  if v_booking.source = 'street' then perform app.check_street_payer(v_booking.id);
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

create or replace function public.confirm_cash(booking_id uuid, accepted_at timestamptz default null, client_key uuid default null,
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

create or replace function public.pay_in_cash(booking_id uuid) returns public.bookings
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

create or replace function app.insert_street_trip(driver public.drivers, lat double precision, lng double precision,
  client_key uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
  v_car public.car_types;
  v_price jsonb;
begin
  select c.* into v_car from public.car_types c where c.id = (driver).car_type_id;
  v_price := app.street_price(v_car, insert_street_trip.lat, insert_street_trip.lng);
  perform app.set_actor('driver', (driver).id, insert_street_trip.lat, insert_street_trip.lng, 'street');
  select b.* into v_booking from (select
    app.unused_letters(6, 'public.bookings', 'reference') as reference, 'taxi' as category, 'street' as source,
      'STARTED' as status, '' as customer_name,
    v_car.id as car_type_id, v_car.name as car_type, v_car.image as car_image,
    insert_street_trip.lat as pickup_lat, insert_street_trip.lng as pickup_lng,
      app.format_place(insert_street_trip.lat, insert_street_trip.lng) as pickup_address,
    app.now() as trip_at, 0 as estimate, 0 as estimate_distance, 0 as estimate_time,
    case when (app.settings()).cash_payments then 'cash' else 'card' end as payment_mode,
    v_price #> '{fare,trip_cost}' as trip_cost, v_price #> '{fare,trip_cost}' as payable_amount,
      v_price #> '{fare,tax}' as tax_amount,
    v_price #> '{fare,rider_lines}' as fare_lines,
    p.id as driver_id, btrim(p.first_name || ' ' || p.last_name) as driver_name, p.profile_image as driver_image,
      p.rating as driver_rating,
    (driver).vehicle_number, (driver).vehicle_make, (driver).vehicle_model, (driver).vehicle_color, (driver).fleet_id,
    app.now() as accepted_at, app.now() as engaged_at, app.now() as arrived_at, app.now() as started_at,
    p.id as created_by, insert_street_trip.client_key
  from public.profiles p where p.id = (driver).id) facts cross join lateral app.add_booking(to_jsonb(facts)) b;
  insert into public.booking_finances (booking_id, driver_id, fleet_id, rule, quote_inputs, quote_fare, ride_cost,
    driver_share, convenience_fees, flags)
  values (v_booking.id, v_booking.driver_id, v_booking.fleet_id, v_price -> 'rule', v_price -> 'inputs',
    v_price -> 'fare', (v_price #>> '{fare,ride_cost}')::numeric,
    (v_price #>> '{fare,driver_share}')::numeric, (v_price #>> '{fare,convenience_fees}')::numeric,
      '{route_unchecked}');
  insert into public.booking_contacts (booking_id) values (v_booking.id);
  perform app.copy_driver_contact(v_booking);
  perform app.add_trail_point(v_booking, 'STARTED');
  perform app.close_offers(v_booking.id, v_booking.driver_id, true);
  return v_booking;
exception when unique_violation then
  perform app.refuse('driver_busy', 409, 'Finish the trip you are on first');
  return null;
end $$;

create function app.check_ready() returns void
language plpgsql stable security definer set search_path = '' as $$
declare v_setup jsonb := to_jsonb(public.firm_setup());
begin
  if (v_setup ->> 'begun')::boolean and exists (
    select 1 from unnest('{town,firm,tax,offer,cars,legal,drivers,first_ride}'::text[]) s (step)
    where not (v_setup ->> s.step)::boolean) then
    perform app.refuse('setup_incomplete', 409, 'firm_setup says what is missing');
  end if;
end $$;

create or replace function public.confirm_setup(step text, patch jsonb default '{}') returns public.settings
language plpgsql volatile security definer set search_path = '' as $$
declare v_settings public.settings;
begin
  perform app.require_editor('settings');
  if confirm_setup.step is null or confirm_setup.step not in ('town', 'tax', 'offer', 'live') then
    perform app.refuse('settings_invalid', 422, 'step is town, tax, offer or live');
  end if;
  v_settings := public.update_settings(confirm_setup.patch);
  if confirm_setup.step = 'live' then perform app.check_ready(); end if;
  update app.setup s set confirmed = (select array_agg(distinct c.step)
    from unnest(s.confirmed || confirm_setup.step) c (step)) where s.id;
  perform app.audit('confirm_setup', 'settings', '1', null, jsonb_build_object('step', confirm_setup.step));
  return v_settings;
end $$;

comment on function public.confirm_setup is
  'Confirms a step of setting up a firm (town, tax, offer or live), together with the settings that belong to it, all '
  'or nothing. patch: as of update_settings. Idempotent. For owners. '
  'Errors: must_login, not_allowed, demo_mode, setup_incomplete (live, before all other steps are done), and those of '
  'update_settings.';

create or replace function app.anonymize_person(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Only of contacts that are proved to be this person's: the form or the row of another person stays.
  delete from app.sign_ups s using public.profiles p, app.proved_email(p.id) m where p.id = anonymize_person.user_id
    and (lower(s.facts ->> 'email') = m.email
      or s.facts ->> 'mobile' = p.mobile and not app.is_number_unproved(p));
  delete from app.known_callers c using public.profiles p, app.proved_email(p.id) m
  where p.id = anonymize_person.user_id
    and (c.email = m.email or c.mobile = p.mobile and not app.is_number_unproved(p));
  delete from app.import_rows r where r.target_id = anonymize_person.user_id;
  perform app.empty_account(anonymize_person.user_id);
  perform app.delete_messages(anonymize_person.user_id);
  delete from public.driver_documents d where d.driver_id = anonymize_person.user_id;
  delete from public.saved_addresses a where a.user_id = anonymize_person.user_id;
  delete from public.desk_messages m where m.driver_id = anonymize_person.user_id;
  delete from public.push_tokens t where t.user_id = anonymize_person.user_id;
  update public.bookings b set customer_name = '', customer_contact = null, customer_image = null, guest_name = null
  where b.customer_id = anonymize_person.user_id;
  delete from public.booking_contacts k using public.bookings b where b.id = k.booking_id
    and b.customer_id = anonymize_person.user_id;
  update public.bookings b set driver_name = null, driver_image = null where b.driver_id = anonymize_person.user_id;
  update public.booking_contacts k set driver_contact = null from public.bookings b where b.id = k.booking_id
    and b.driver_id = anonymize_person.user_id;
  update public.drivers d set fleet_id = null where d.fleet_id = anonymize_person.user_id;
  update app.driver_shifts s set ended_at = coalesce(s.ended_at, greatest(s.began_at, app.now())), note = '',
    own_car = '{}' where s.driver_id = anonymize_person.user_id;
  update public.drivers d set driver_active_status = false, license_image = null, vehicle_number = null,
    other_info = null
  where d.id = anonymize_person.user_id;
  delete from public.driver_positions p where p.driver_id = anonymize_person.user_id;
  delete from app.alarms a where a.person_id = anonymize_person.user_id;
  delete from app.position_jumps j where j.driver_id = anonymize_person.user_id;
  update public.cash_reports r set objection = 'deleted' where r.customer_id = anonymize_person.user_id
    and r.objection is not null;
  update public.no_show_fees f set objection = 'deleted' where f.customer_id = anonymize_person.user_id
    and f.objection is not null;
  update public.cases c set (message, reach, closed_at) = ('deleted', null, coalesce(c.closed_at, app.now()))
    where anonymize_person.user_id in (c.customer_id, c.driver_id);
  -- Removes the person's pictures in the bucket `users`. Pictures of a booking are kept as long as the booking.
  perform app.queue_file_removals('users', array(select o.name from storage.objects o
    where o.bucket_id = 'users' and o.name like anonymize_person.user_id || '/%'));
  update public.profiles p set first_name = '', last_name = '', email = null, mobile = null, mobile_verified = false,
    mobile_by_staff = false, profile_image = null, approved = false, suspended_reason = null,
    referral_id = app.unused_letters(5, 'public.profiles', 'referral_id'), deleted_at = app.now()
      where p.id = anonymize_person.user_id;
  -- Bank details are deleted after the profile is marked as deleted, so that no notice of the change is sent.
  delete from public.bank_details b where b.user_id = anonymize_person.user_id;
  delete from public.tax_details t where t.user_id = anonymize_person.user_id;
  delete from app.payout_changes c where c.user_id = anonymize_person.user_id;
  -- Deletes the saved cards; a trigger also queues their deletion at the payment providers.
  delete from public.payment_methods m where m.user_id = anonymize_person.user_id;
end $$;

-- Sources of this migration, for the next one to compare with:
--   gone do $$ declare v_what record; begin for v_what in select * from (values ('booking 92d3b712
--   a232e5f1446b table public.settings
--   | create table public.settings (
--   |   id integer primary key default 1 check (id = 1),
--   |   -- Money and formats -------------------------------------------------------------------------------------------------
--   |   symbol text not null default 'CHF' check (length(symbol) between 1 and 8),
--   |   code text not null default 'CHF' check (code ~ '^[A-Z]{3}$'),
--   |   "decimal" integer not null default 2 check ("decimal" between 0 and 4),
--   |   swipe_symbol boolean not null default false,
--   |   cash_unit numeric not null default 0 check (cash_unit between 0 and 100000),
--   |   tax_percent numeric not null default 0 check (tax_percent between 0 and 100),
--   |   receipt_prefix text not null default '' check (receipt_prefix ~ '^[A-Z0-9/-]{0,12}$'),
--   |   country text not null default 'LI' check (country ~ '^[A-Z]{2}$'),
--   |   convert_to_mile boolean not null default false,
--   |   time_zone text not null default 'UTC',
--   |   -- Booking -----------------------------------------------------------------------------------------------------------
--   |   app_category text not null default 'taxi' check (app_category in ('taxi', 'delivery', 'both')),
--   |   restrict_country boolean not null default true,
--   |   horizontal_view boolean not null default false,
--   |   later_days integer not null default 90 check (later_days between 1 and 365),
--   |   lead_minutes integer not null default 15 check (lead_minutes between 0 and 10080),
--   |   reminder_minutes integer not null default 30 check (reminder_minutes between 0 and 10080),
--   |   show_live_route boolean not null default true,
--   |   otp_secure boolean not null default true,
--   |   panic text not null default '' check (panic ~ '^([+][1-9][0-9]{5,14}(;ext=[0-9]{1,6})?|[0-9]{2,6})?$'),
--   |   -- Fares -------------------------------------------------------------------------------------------------------------
--   |   fare_mode text not null default 'metered' check (fare_mode in ('metered', 'upfront')),
--   |   use_distance_matrix boolean not null default false,
--   |   free_wait integer not null default 5 check (free_wait between 0 and 1440),
--   |   late_report_minutes integer not null default 10 check (late_report_minutes between 0 and 60),
--   |   street_trips boolean not null default true,
--   |   extra_limit numeric not null default 50 check (extra_limit between 0 and 100000),
--   |   cash_goodwill numeric not null default 20 check (cash_goodwill between 0 and 100000),
--   |   cheaper_route text not null default 'agree' check (cheaper_route in ('agree', 'compensate')),
--   |   cheaper_route_percent numeric not null default 50 check (cheaper_route_percent between 0 and 100),
--   |   -- Cancelling --------------------------------------------------------------------------------------------------------
--   |   free_cancellations integer not null default 3 check (free_cancellations between 0 and 1000),
--   |   cancellation_driver_percent numeric not null default 0 check (cancellation_driver_percent between 0 and 100),
--   |   refund_to text not null default 'wallet' check (refund_to in ('wallet', 'source')),
--   |   -- Dispatch ----------------------------------------------------------------------------------------------------------
--   |   auto_dispatch boolean not null default true,
--   |   driver_radius numeric not null default 10 check (driver_radius between 0 and 1000),
--   |   dispatch_mode text not null default 'waves' check (dispatch_mode in ('waves', 'all')),
--   |   wave_size integer not null default 8 check (wave_size between 1 and 500),
--   |   wave_count integer not null default 3 check (wave_count between 1 and 20),
--   |   search_minutes integer not null default 30 check (search_minutes between 5 and 240),
--   |   offer_timeout integer not null default 20 check (offer_timeout between 1 and 3600),
--   |   assign_timeout integer not null default 120 check (assign_timeout between 1 and 86400),
--   |   later_claims boolean not null default true,
--   |   later_claims_max integer not null default 3 check (later_claims_max between 1 and 50),
--   |   next_job_km numeric not null default 1 check (next_job_km between 0 and 20),
--   |   parcels_at_once integer not null default 3 check (parcels_at_once between 1 and 10),
--   |   break_after_minutes integer not null default 270 check (break_after_minutes between 0 and 1440),
--   |   break_minutes integer not null default 45 check (break_minutes between 1 and 600),
--   |   on_decline text not null default 'cancel' check (on_decline in ('cancel', 'requeue')),
--   |   -- Drivers -----------------------------------------------------------------------------------------------------------
--   |   driver_approval boolean not null default true,
--   |   duty_needs_position boolean not null default false,
--   |   negative_balance boolean not null default true,
--   |   shift_mileage boolean not null default false,
--   |   shift_photos boolean not null default false,
--   |   fleet_percent numeric not null default 0 check (fleet_percent between 0 and 100),
--   |   car_horn_repeat boolean not null default false,
--   |   allow_delivery_pickup_image_capture boolean not null default false,
--   |   allow_final_delivery_image_capture boolean not null default false,
--   |   -- Wallets and payouts -----------------------------------------------------------------------------------------------
--   |   wallet_money_field text[] not null default '{20,50,100}'
--   |     check (array_to_string(wallet_money_field, '|', '?') ~ '^([0-9]{1,6}([.][0-9]{1,4})?([|](?=.)|$))*$'),
--   |   rider_with_draw boolean not null default false,
--   |   bank_fields boolean not null default true,
--   |   bank_change_hours integer not null default 48 check (bank_change_hours between 0 and 720),
--   |   topup_lock_days integer not null default 180 check (topup_lock_days between 0 and 3650),
--   |   tip_lock_days integer not null default 14 check (tip_lock_days between 0 and 365),
--   |   payout_weekday integer check (payout_weekday between 1 and 7),
--   |   test_payments boolean not null default false,
--   |   topup_min numeric not null default 5 check (topup_min between 0 and 1000000),
--   |   topup_max numeric not null default 500 check (topup_max between 0 and 1000000),
--   |   tip_max numeric not null default 100 check (tip_max between 0 and 1000000),
--   |   card_hold_percent numeric not null default 20 check (card_hold_percent between 0 and 200),
--   |   -- Referrals ---------------------------------------------------------------------------------------------------------
--   |   bonus numeric not null default 0 check (bonus between 0 and 1000000),
--   |   referral_min_km numeric not null default 3 check (referral_min_km between 0 and 1000),
--   |   referral_min_minutes integer not null default 5 check (referral_min_minutes between 0 and 1440),
--   |   referral_monthly_cap integer not null default 5 check (referral_monthly_cap between 0 and 10000),
--   |   -- Limits for staff --------------------------------------------------------------------------------------------------
--   |   credit_limit numeric check (credit_limit between 0 and 1000000),
--   |   payout_limit numeric check (payout_limit between 0 and 1000000),
--   |   export_limit integer check (export_limit between 0 and 1000000),
--   |   two_people_bank boolean not null default false,
--   |   -- Sign-in -----------------------------------------------------------------------------------------------------------
--   |   facebook_login_enabled boolean not null default false,
--   |   allow_country_selection boolean not null default false,
--   |   staff_second_factor boolean not null default true,
--   |   phone_dormant_days integer not null default 180 check (phone_dormant_days between 0 and 3650),
--   |   -- Booking frame -----------------------------------------------------------------------------------------------------
--   |   -- The values are origins as browsers send them (https://host). They become part of a response header, so the pattern
--   |   -- allows no path, no wildcard and no character that could start another part of the header.
--   |   embed_origins text[] not null default '{}' constraint settings_embed_origins check (cardinality(embed_origins) <= 50
--   |     and string_to_array(array_to_string(embed_origins, '|', '?'), '|') = embed_origins
--   |     and length(array_to_string(embed_origins, '|', '?')) <= 4000 and array_to_string(embed_origins, '|', '?')
--   |       ~ '^((https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?|http://(localhost|127[.]0[.]0[.]1))(:[1-9][0-9]{0,4})?([|](?=.)|$))*$'),
--   |   -- Demo mode ---------------------------------------------------------------------------------------------------------
--   |   allow_critical_edits_admin boolean not null default true,
--   |   -- Company -----------------------------------------------------------------------------------------------------------
--   |   app_name text not null default 'Hackney' check (btrim(app_name) <> '' and length(app_name) <= 80),
--   |   logo text not null default '' check (logo ~ '^(logo-[a-z0-9-]{1,60})?$'),
--   |   company_name text not null default '' check (length(company_name) <= 500),
--   |   company_address text not null default '' check (length(company_address) <= 500),
--   |   company_tax_number text not null default '' check (company_tax_number ~ '^[A-Za-z0-9 ./-]{0,40}$'),
--   |   company_bank_account text not null default '' check (company_bank_account ~ '^[A-Z0-9 ]{0,42}$'),
--   |   company_bank_code text not null default '' check (company_bank_code ~ '^([A-Z0-9]{8}([A-Z0-9]{3})?)?$'),
--   |   company_website text not null default '' check (company_website ~ '^(https?://[^[:space:]]+)?$'),
--   |   company_terms text not null default '' check (company_terms ~ '^(https?://[^[:space:]]+)?$'),
--   |   -- Contact -----------------------------------------------------------------------------------------------------------
--   |   contact_email text not null default '' check (contact_email ~ '^([^@[:space:]]+@[^@[:space:]]+)?$'),
--   |   company_phone text not null default ''
--   |     check (company_phone ~ '^([+][1-9][0-9]{5,14}(;ext=[0-9]{1,6})?|[0-9]{2,6})?$'),
--   |   -- Social networks ---------------------------------------------------------------------------------------------------
--   |   facebook_handle text not null default ''
--   |     check (facebook_handle ~ '^(https?://[^[:space:]]+|@?[A-Za-z0-9._-]{1,80})?$'),
--   |   twitter_handle text not null default '' check (twitter_handle ~ '^(https?://[^[:space:]]+|@?[A-Za-z0-9._-]{1,80})?$'),
--   |   instagram_handle text not null default ''
--   |     check (instagram_handle ~ '^(https?://[^[:space:]]+|@?[A-Za-z0-9._-]{1,80})?$'),
--   |   -- App stores --------------------------------------------------------------------------------------------------------
--   |   apple_store_link text not null default '' check (apple_store_link ~ '^(https?://[^[:space:]]+)?$'),
--   |   play_store_link text not null default '' check (play_store_link ~ '^(https?://[^[:space:]]+)?$'),
--   |   -- Kept by the table -------------------------------------------------------------------------------------------------
--   |   updated_at timestamptz not null default app.now(),
--   |   version integer not null default 1 check (version > 0),
--   |   -- Drivers -----------------------------------------------------------------------------------------------------------
--   |   drivers_employed boolean not null default false,
--   |   -- Booking -----------------------------------------------------------------------------------------------------------
--   |   cash_payments boolean not null default true,
--   |   card_payments boolean not null default true,
--   |   telephone_orders boolean not null default true,
--   |   -- Company -----------------------------------------------------------------------------------------------------------
--   |   company_registration text not null default '' check (length(company_registration) <= 200),
--   |   legal_template text not null default 'none' check (legal_template in ('none', 'gdpr', 'plain')),
--   |   constraint settings_payments check ((cash_payments or card_payments) and (card_payments or app_category = 'taxi')),
--   |   constraint settings_cash_unit check (cash_unit = round(cash_unit, "decimal"))
--   | )
--   27663a815c1b description of public.settings
--   3569121aee47 function app.proved_email(uuid)
--   df07735fccc8 comment on function app.proved_email
--   19a146aaa740 function app.check_payment_mode(public.fare_quotes, text)
--   7c4b6f3afe5d function app.check_order(public.fare_quotes, text, timestamptz, boolean)
--   93efef34bd2d function public.firm_setup()
--   fcd0bfcd3ad2 comment on function public.firm_setup
--   982768291f8e function app.options_of(public.bookings, public.profiles, text)
--   55bd1427c43c function public.create_payment(text, text, uuid, uuid, numeric, boolean, uuid, uuid, text, jsonb, uuid)
--   4d9922f05c45 function public.confirm_cash(uuid, timestamptz, uuid, timestamptz, numeric)
--   56e6755bfa4c function public.pay_in_cash(uuid)
--   4d4e31c7a19c comment on function public.pay_in_cash
--   bed673a01a60 function app.insert_street_trip(public.drivers, double precision, double precision, uuid)
--   c512e109da6a function app.check_ready()
--   d3a936ce182d function public.confirm_setup(text, jsonb)
--   1d2c8dbc58d6 comment on function public.confirm_setup
--   a760f90e278d do $$ declare v_what record; begin for v_what in select * from (values ('booking a760f90e
--   2daac9f21a38 function app.anonymize_person(uuid)
