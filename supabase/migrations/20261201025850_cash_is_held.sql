-- cash_is_held: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

drop function public.trial_balance(date, date);

call app.describe('public.settings', $$
  One row with all settings of the operator.
  symbol: Currency symbol for display only; the currency itself is in `code`.
  code: Currency of quotes and payments (ISO 4217).
  decimal: Number of decimals of money. It cannot change, like `code`, once the ledger has entries.
  swipe_symbol: Whether the currency symbol is written after the amount.
  cash_unit: Cash amounts are rounded to multiples of this, such as 0.05 if no smaller coin exists; 0: no rounding.
  tax_percent: Tax (VAT) percentage that fares include; shown on the receipt.
  tax_name: What people call this tax in the operator's country, such as VAT, MwSt. or GST; empty: the word for tax in
    the reader's language.
  receipt_prefix: Text before the number of a receipt, such as R-. Another prefix starts another series.
  receipt_start: Number of the first receipt, for a firm that has issued receipts before. It cannot change once there
    is a receipt; each further year and prefix begins with 1.
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
  newcomers_per_network: Most people who sign up within an hour from one network (the first 24 bits of an IPv4
    address, 48 of IPv6). 0: no limit.
  codes_per_number: Most codes by text message to one number within an hour.
  codes_per_prefix: Most codes by text message within an hour to numbers that differ only in their last four digits. A
    third as many while nobody who proved a number has one of them, a tenth while codes sent there are not entered.
  sms_countries: Countries to whose numbers codes are sent by text message, as ISO codes with spaces between; *: all;
    empty: `country` and its neighbours.
  sms_day_limit: Most parts of text messages within a day of time_zone, codes and others together; numbers that nobody
    has proved get at most half of them. Null: no limit.
  text_booked: Who is texted that a trip is booked, with a link to follow it: off, without_app (guests, recipients of
    parcels, and customers who are signed in nowhere) or everybody. With everybody, people with the app are texted only
    if none of their devices shows the push within 20 seconds.
  text_driver: The same, when a driver is assigned: car, plate and minutes.
  text_outside: The same, when the car is there.
  text_delayed: The same, when the car comes late_text_minutes later than promised, once per booking.
  text_changed: The same, when the route changed.
  text_cancelled: The same, when the booking was cancelled, with the office's reason.
  text_receipt: The same, when the trip is paid: what it cost.
  mail_booked: Who gets this by mail instead, if there is no text: whose texts of this kind are off or used up, or who
    has no number, or one that stopped texts. The same values; only verified addresses. People with the app get it only
    if none of their devices shows the push within 20 seconds.
  mail_driver: The same, when a driver is assigned.
  mail_outside: The same, when the car is there.
  mail_delayed: The same, when the car is late.
  mail_changed: The same, when the route changed.
  mail_cancelled: The same, when the booking was cancelled.
  mail_receipt: The same, when the trip is paid, with a link to it.
  sms_price: What one part of a text message costs, in `code`; it estimates what providers do not report. Null:
    unknown.
  driver_reads_texts: Whether the driver of a trip under way reads what its people write to the firm by text message;
    the number is masked, and the texts leave the driver's page when the trip ends.
  late_text_minutes: How many minutes after the promised arrival text_delayed and mail_delayed tell of it.
  quiet_from: When the night begins in which texts wait, as 22:00 in time_zone; empty: never. Texts about a trip
    within two hours go out all the same, and so do codes.
  quiet_to: When that night ends.
  embed_origins: Websites that may embed the booking widget, as origins such as https://hotel.example; empty: none.
  allow_critical_edits_admin: Whether admins may make critical changes. If off, demo mode is on. Only the service role
    changes it.
  app_name: Name of the app in the page's header and footer and in messages.
  brand_color: The firm's colour (#rrggbb) of buttons, routes, mails and the installed app; empty: the built-in one.
    Pages derive tints from it that people can read in light and in dark.
  logo: Path of the operator's logo in the storage bucket `company`; empty shows the built-in one.
  company_name: The operator's name, shown on the contact page and in the footer.
  company_address: The operator's address, shown on the contact page.
  company_registration: Where the operator is registered, and the number there; shown on receipts, the contact page,
    the privacy policy and the terms.
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

create or replace function app.account_part(label text) returns text language sql immutable set search_path = '' as $$
  select case when label ~ '^(bank|cash)$|^(clearing|chargebacks):' then 'hold'
    when label ~ '^(wallet|bonus)[.]|^refunds_due:|^(held|payouts_pending|tax)$' then 'owe'
    when label ~ '^(revenue|expense)[.]|^(adjustments|rounding)$' then 'earned' end
$$;

create function public.trial_balance(from_day date default null, to_day date default null)
returns table (account text, opening numeric, debit numeric, credit numeric, closing numeric, part text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from date := greatest('0001-01-02',
    least('9999-12-30', coalesce(trial_balance.from_day, date_trunc('month', app.today())::date)));
  v_to date := greatest('0001-01-02', least('9999-12-30', coalesce(trial_balance.to_day, app.today())));
begin
  perform app.require_permission('reports');
  return query
  select m.label, sum(m.opening), sum(m.debit), sum(m.credit), sum(m.opening + m.credit - m.debit),
    app.account_part(m.label)
  from (select o.label, o.credit - o.debit as opening, 0 as debit, 0 as credit
    from app.book_movements('0001-01-01', v_from - 1) o
    union all select n.label, 0, n.debit, n.credit from app.book_movements(v_from, v_to) n) m
  group by m.label order by m.label;
end $$;

comment on function public.trial_balance is
  'Every account from one day to another (both included, in settings.time_zone; default: this month up to today): '
  '{account, opening, debit, credit, closing, part}, part as in money_desk. closing = opening - debit + credit; '
  'positive means that the operator owes or earned the amount. The opening balances add up to zero, and so do the '
  'closing ones; all debits equal all credits. Wallets are one account per role (wallet.rider, wallet.driver, '
  'wallet.fleetadmin, bonus.rider, …), held money is one account, clearing and refunds due are one per provider. '
  'Errors: must_login, not_allowed.';

grant execute on function public.trial_balance(date, date) to authenticated;

create or replace function app.receipt_head(booking public.bookings, lang text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'company', jsonb_build_object('app_name', s.app_name, 'name', s.company_name, 'address', s.company_address,
      'website', s.company_website,
      'email', s.contact_email, 'phone', s.company_phone, 'tax_number', s.company_tax_number, 'registration',
        s.company_registration, 'bank_account', s.company_bank_account, 'bank_code', s.company_bank_code,
          'logo', s.logo),
    'money', jsonb_build_object('code', s.code, 'symbol', s.symbol, 'decimal', s."decimal", 'swipe_symbol',
      s.swipe_symbol, 'time_zone', s.time_zone,
      'country', s.country, 'convert_to_mile', s.convert_to_mile),
    'trip', jsonb_build_object('reference', (booking).reference, 'category', (booking).category, 'car_type',
      app.firm_text((booking).car_type, receipt_head.lang),
      'vehicle_number', (booking).vehicle_number, 'vehicle',
        nullif(concat_ws(' ', (booking).vehicle_make, (booking).vehicle_model), ''),
      'pickup', (booking).pickup_address, 'drop', (booking).drop_address, 'pickup_at', (booking).started_at, 'drop_at',
        (booking).reached_at,
      'stops', (select coalesce(jsonb_agg(t.address order by t.position), '[]') from public.booking_stops t
        where t.booking_id = (booking).id and t.address <> ''),
      'distance', coalesce((booking).distance, (booking).estimate_distance), 'secs',
        coalesce((booking).total_trip_time, (booking).estimate_time)))
  from public.settings s where s.id = 1
$$;

create or replace function public.record_text(provider text, event text, sender text, words text,
  is_answered boolean default false) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_words text := left(app.plain_lines(coalesce(record_text.words, '')), 1600);
  v_intent text := app.text_intent(v_words);
  v_booking public.bookings := app.open_booking_of(record_text.sender);
  v_text app.inbound_texts;
  v_done boolean := true;
begin
  -- A stop is obeyed however many texts came before it.
  if v_intent = 'stop' then perform app.stop_messages('sms', record_text.sender, 'person'); end if;
  if v_intent = 'start' then perform app.start_messages('sms', record_text.sender); end if;
  if v_intent not in ('stop', 'start')
    and not public.take_rate_limit('text_in:' || app.receiver_hash(record_text.sender), 30, 3600) then
    return 'too_many';
  end if;
  insert into app.inbound_texts (provider, event, sender, words, intent, booking_id)
  values (record_text.provider, record_text.event, record_text.sender, v_words, v_intent, v_booking.id)
  on conflict on constraint inbound_texts_event do nothing returning * into v_text;
  if v_text.id is null then return 'duplicate'; end if;
  case
    when v_intent in ('stop', 'start') then
      if not record_text.is_answered then perform app.answer_text(v_text, v_intent); end if;
    when v_intent = 'yes' then v_done := app.confirm_cancel(v_text);
    when v_intent = 'where' and v_booking.id is not null then v_done := app.answer_where(v_text, v_booking);
    when v_intent = 'cancel' and v_booking.id is not null then v_done := app.ask_cancel(v_text, v_booking);
    else v_done := v_intent = 'automatic';
  end case;
  if v_booking.driver_id is not null and v_intent in ('where', 'cancel', 'other') and app.is_under_way(v_booking.status)
    and (app.settings()).driver_reads_texts then
    perform app.broadcast('driver:' || v_booking.driver_id, 'text', v_booking.id);
  end if;
  -- What was answered, and what no person wrote, waits for nobody.
  if v_done then update app.inbound_texts t set closed_at = app.now() where t.id = v_text.id;
  else perform app.broadcast('admin', 'attention'); end if;
  return v_intent;
end $$;

-- Sources of this migration, for the next one to compare with:
--   a55eb29c755f description of public.settings
--   b4a26854140d function app.account_part(text)
--   d436c32f0df0 function public.trial_balance(date, date)
--   057bb2e27fde comment on function public.trial_balance
--   373063ee5896 grant execute on function public.trial_balance(date, date) to authenticated
--   1b5c186dab36 function app.receipt_head(public.bookings, text)
--   28b2c7984ff4 function public.record_text(text, text, text, text, boolean)
