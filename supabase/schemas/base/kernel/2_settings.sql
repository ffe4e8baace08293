-- Settings: the settings of the operator and the languages of the app.
-- Access: everyone reads; admins update the tables
-- Tests:  tests/db/catalogues.sql, tests/db/settings.sql

create table public.settings (
  id integer primary key default 1 check (id = 1),
  -- Money and formats -------------------------------------------------------------------------------------------------
  symbol text not null default 'CHF' check (length(symbol) between 1 and 8),
  code text not null default 'CHF' check (code ~ '^[A-Z]{3}$'),
  "decimal" integer not null default 2 check ("decimal" between 0 and 4),
  swipe_symbol boolean not null default false,
  cash_unit numeric not null default 0 check (cash_unit between 0 and 100000),
  tax_percent numeric not null default 0 check (tax_percent between 0 and 100),
  receipt_prefix text not null default '' check (receipt_prefix ~ '^[A-Z0-9/-]{0,12}$'),
  country text not null default 'LI' check (country ~ '^[A-Z]{2}$'),
  convert_to_mile boolean not null default false,
  time_zone text not null default 'UTC',
  -- Booking -----------------------------------------------------------------------------------------------------------
  app_category text not null default 'taxi' check (app_category in ('taxi', 'delivery', 'both')),
  restrict_country boolean not null default true,
  horizontal_view boolean not null default false,
  later_days integer not null default 90 check (later_days between 1 and 365),
  lead_minutes integer not null default 15 check (lead_minutes between 0 and 10080),
  reminder_minutes integer not null default 30 check (reminder_minutes between 0 and 10080),
  show_live_route boolean not null default true,
  otp_secure boolean not null default true,
  panic text not null default '' check (panic ~ '^([+][1-9][0-9]{5,14}(;ext=[0-9]{1,6})?|[0-9]{2,6})?$'),
  -- Fares -------------------------------------------------------------------------------------------------------------
  fare_mode text not null default 'metered' check (fare_mode in ('metered', 'upfront')),
  use_distance_matrix boolean not null default false,
  free_wait integer not null default 5 check (free_wait between 0 and 1440),
  late_report_minutes integer not null default 10 check (late_report_minutes between 0 and 60),
  street_trips boolean not null default true,
  extra_limit numeric not null default 50 check (extra_limit between 0 and 100000),
  cash_goodwill numeric not null default 20 check (cash_goodwill between 0 and 100000),
  cheaper_route text not null default 'agree' check (cheaper_route in ('agree', 'compensate')),
  cheaper_route_percent numeric not null default 50 check (cheaper_route_percent between 0 and 100),
  -- Cancelling --------------------------------------------------------------------------------------------------------
  free_cancellations integer not null default 3 check (free_cancellations between 0 and 1000),
  cancellation_driver_percent numeric not null default 0 check (cancellation_driver_percent between 0 and 100),
  refund_to text not null default 'wallet' check (refund_to in ('wallet', 'source')),
  -- Dispatch ----------------------------------------------------------------------------------------------------------
  auto_dispatch boolean not null default true,
  driver_radius numeric not null default 10 check (driver_radius between 0 and 1000),
  dispatch_mode text not null default 'waves' check (dispatch_mode in ('waves', 'all')),
  wave_size integer not null default 8 check (wave_size between 1 and 500),
  wave_count integer not null default 3 check (wave_count between 1 and 20),
  search_minutes integer not null default 30 check (search_minutes between 5 and 240),
  offer_timeout integer not null default 20 check (offer_timeout between 1 and 3600),
  assign_timeout integer not null default 120 check (assign_timeout between 1 and 86400),
  later_claims boolean not null default true,
  later_claims_max integer not null default 3 check (later_claims_max between 1 and 50),
  next_job_km numeric not null default 1 check (next_job_km between 0 and 20),
  parcels_at_once integer not null default 3 check (parcels_at_once between 1 and 10),
  break_after_minutes integer not null default 270 check (break_after_minutes between 0 and 1440),
  break_minutes integer not null default 45 check (break_minutes between 1 and 600),
  on_decline text not null default 'cancel' check (on_decline in ('cancel', 'requeue')),
  -- Drivers -----------------------------------------------------------------------------------------------------------
  driver_approval boolean not null default true,
  duty_needs_position boolean not null default false,
  negative_balance boolean not null default true,
  shift_mileage boolean not null default false,
  shift_photos boolean not null default false,
  fleet_percent numeric not null default 0 check (fleet_percent between 0 and 100),
  car_horn_repeat boolean not null default false,
  allow_delivery_pickup_image_capture boolean not null default false,
  allow_final_delivery_image_capture boolean not null default false,
  -- Wallets and payouts -----------------------------------------------------------------------------------------------
  wallet_money_field text[] not null default '{20,50,100}'
    check (array_to_string(wallet_money_field, '|', '?') ~ '^([0-9]{1,6}([.][0-9]{1,4})?([|](?=.)|$))*$'),
  rider_with_draw boolean not null default false,
  bank_fields boolean not null default true,
  bank_change_hours integer not null default 48 check (bank_change_hours between 0 and 720),
  topup_lock_days integer not null default 180 check (topup_lock_days between 0 and 3650),
  tip_lock_days integer not null default 14 check (tip_lock_days between 0 and 365),
  payout_weekday integer check (payout_weekday between 1 and 7),
  test_payments boolean not null default false,
  topup_min numeric not null default 5 check (topup_min between 0 and 1000000),
  topup_max numeric not null default 500 check (topup_max between 0 and 1000000),
  tip_max numeric not null default 100 check (tip_max between 0 and 1000000),
  card_hold_percent numeric not null default 20 check (card_hold_percent between 0 and 200),
  -- Referrals ---------------------------------------------------------------------------------------------------------
  bonus numeric not null default 0 check (bonus between 0 and 1000000),
  referral_min_km numeric not null default 3 check (referral_min_km between 0 and 1000),
  referral_min_minutes integer not null default 5 check (referral_min_minutes between 0 and 1440),
  referral_monthly_cap integer not null default 5 check (referral_monthly_cap between 0 and 10000),
  -- Limits for staff --------------------------------------------------------------------------------------------------
  credit_limit numeric check (credit_limit between 0 and 1000000),
  payout_limit numeric check (payout_limit between 0 and 1000000),
  export_limit integer check (export_limit between 0 and 1000000),
  two_people_bank boolean not null default false,
  -- Sign-in -----------------------------------------------------------------------------------------------------------
  facebook_login_enabled boolean not null default false,
  allow_country_selection boolean not null default false,
  staff_second_factor boolean not null default true,
  phone_dormant_days integer not null default 180 check (phone_dormant_days between 0 and 3650),
  -- Booking frame -----------------------------------------------------------------------------------------------------
  -- The values are origins as browsers send them (https://host). They become part of a response header, so the pattern
  -- allows no path, no wildcard and no character that could start another part of the header.
  embed_origins text[] not null default '{}' constraint settings_embed_origins check (cardinality(embed_origins) <= 50
    and string_to_array(array_to_string(embed_origins, '|', '?'), '|') = embed_origins
    and length(array_to_string(embed_origins, '|', '?')) <= 4000 and array_to_string(embed_origins, '|', '?')
      ~ '^((https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?|http://(localhost|127[.]0[.]0[.]1))(:[1-9][0-9]{0,4})?([|](?=.)|$))*$'),
  -- Demo mode ---------------------------------------------------------------------------------------------------------
  allow_critical_edits_admin boolean not null default true,
  -- Company -----------------------------------------------------------------------------------------------------------
  app_name text not null default 'Hackney' check (btrim(app_name) <> '' and length(app_name) <= 80),
  logo text not null default '' check (logo ~ '^(logo-[a-z0-9-]{1,60})?$'),
  company_name text not null default '' check (length(company_name) <= 500),
  company_address text not null default '' check (length(company_address) <= 500),
  company_tax_number text not null default '' check (company_tax_number ~ '^[A-Za-z0-9 ./-]{0,40}$'),
  company_bank_account text not null default '' check (company_bank_account ~ '^[A-Z0-9 ]{0,42}$'),
  company_bank_code text not null default '' check (company_bank_code ~ '^([A-Z0-9]{8}([A-Z0-9]{3})?)?$'),
  company_website text not null default '' check (company_website ~ '^(https?://[^[:space:]]+)?$'),
  company_terms text not null default '' check (company_terms ~ '^(https?://[^[:space:]]+)?$'),
  -- Contact -----------------------------------------------------------------------------------------------------------
  contact_email text not null default '' check (contact_email ~ '^([^@[:space:]]+@[^@[:space:]]+)?$'),
  company_phone text not null default ''
    check (company_phone ~ '^([+][1-9][0-9]{5,14}(;ext=[0-9]{1,6})?|[0-9]{2,6})?$'),
  -- Social networks ---------------------------------------------------------------------------------------------------
  facebook_handle text not null default ''
    check (facebook_handle ~ '^(https?://[^[:space:]]+|@?[A-Za-z0-9._-]{1,80})?$'),
  twitter_handle text not null default '' check (twitter_handle ~ '^(https?://[^[:space:]]+|@?[A-Za-z0-9._-]{1,80})?$'),
  instagram_handle text not null default ''
    check (instagram_handle ~ '^(https?://[^[:space:]]+|@?[A-Za-z0-9._-]{1,80})?$'),
  -- App stores --------------------------------------------------------------------------------------------------------
  apple_store_link text not null default '' check (apple_store_link ~ '^(https?://[^[:space:]]+)?$'),
  play_store_link text not null default '' check (play_store_link ~ '^(https?://[^[:space:]]+)?$'),
  -- Kept by the table -------------------------------------------------------------------------------------------------
  updated_at timestamptz not null default app.now(),
  version integer not null default 1 check (version > 0),
  -- Drivers -----------------------------------------------------------------------------------------------------------
  drivers_employed boolean not null default false,
  -- Booking -----------------------------------------------------------------------------------------------------------
  cash_payments boolean not null default true,
  card_payments boolean not null default true,
  telephone_orders boolean not null default true,
  -- Company -----------------------------------------------------------------------------------------------------------
  company_registration text not null default '' check (length(company_registration) <= 200),
  legal_template text not null default 'none' check (legal_template in ('none', 'gdpr', 'plain')),
  -- Sign-in -----------------------------------------------------------------------------------------------------------
  newcomers_per_network integer not null default 60 check (newcomers_per_network between 0 and 1000000),
  codes_per_number integer not null default 20 check (codes_per_number between 1 and 1000000),
  codes_per_prefix integer not null default 30 check (codes_per_prefix between 1 and 1000000),
  sms_countries text not null default '' check (sms_countries ~ '^([*]|[A-Z]{2}( [A-Z]{2}){0,249})?$'),
  sms_day_limit integer check (sms_day_limit between 0 and 1000000),
  constraint settings_payments check ((cash_payments or card_payments) and (card_payments or app_category = 'taxi')),
  -- Company -----------------------------------------------------------------------------------------------------------
  brand_color text not null default '' check (brand_color ~ '^(#[0-9a-f]{6})?$'),
  -- Money and formats -------------------------------------------------------------------------------------------------
  tax_name text not null default '' check (length(tax_name) <= 30),
  receipt_start integer not null default 1 check (receipt_start between 1 and 99999999),
  -- Texts about trips -------------------------------------------------------------------------------------------------
  text_booked text not null default 'without_app' check (text_booked in ('off', 'without_app', 'everybody')),
  text_driver text not null default 'without_app' check (text_driver in ('off', 'without_app', 'everybody')),
  text_outside text not null default 'without_app' check (text_outside in ('off', 'without_app', 'everybody')),
  text_delayed text not null default 'off' check (text_delayed in ('off', 'without_app', 'everybody')),
  text_changed text not null default 'off' check (text_changed in ('off', 'without_app', 'everybody')),
  text_cancelled text not null default 'without_app' check (text_cancelled in ('off', 'without_app', 'everybody')),
  text_receipt text not null default 'off' check (text_receipt in ('off', 'without_app', 'everybody')),
  late_text_minutes integer not null default 5 check (late_text_minutes between 1 and 120),
  quiet_from text not null default '' check (quiet_from ~ '^(([01][0-9]|2[0-3]):[0-5][0-9])?$'),
  quiet_to text not null default '' check (quiet_to ~ '^(([01][0-9]|2[0-3]):[0-5][0-9])?$'),
  mail_booked text not null default 'without_app' check (mail_booked in ('off', 'without_app', 'everybody')),
  mail_driver text not null default 'without_app' check (mail_driver in ('off', 'without_app', 'everybody')),
  mail_outside text not null default 'without_app' check (mail_outside in ('off', 'without_app', 'everybody')),
  mail_delayed text not null default 'off' check (mail_delayed in ('off', 'without_app', 'everybody')),
  mail_changed text not null default 'off' check (mail_changed in ('off', 'without_app', 'everybody')),
  mail_cancelled text not null default 'without_app' check (mail_cancelled in ('off', 'without_app', 'everybody')),
  mail_receipt text not null default 'off' check (mail_receipt in ('off', 'without_app', 'everybody')),
  driver_reads_texts boolean not null default false,
  sms_price numeric(12, 4) check (sms_price between 0 and 1000),
  constraint settings_cash_unit check (cash_unit = round(cash_unit, "decimal"))
);
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
grant update on public.settings to authenticated;

insert into public.settings default values;

create table public.languages (
  id uuid primary key default app.uuid_v7(),
  lang_name text not null check (btrim(lang_name) <> '' and length(lang_name) <= 80),
  -- The language tag must have its canonical form (de-CH, not DE-ch), so that each language exists only once.
  lang_locale text not null unique check (length(lang_locale) <= 20
    and lang_locale ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'),
  date_locale text not null default 'en'
    check (length(date_locale) <= 35
      and date_locale ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?(-u(-[a-z0-9]{2,8})+)?$'),
  is_default boolean not null default false,
  key_value_pairs jsonb not null check (jsonb_typeof(key_value_pairs) = 'object'
    and not jsonb_path_exists(key_value_pairs, 'strict $.* ? (@.type() != "string")')),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default app.now()
);
call app.describe('public.languages', $$
  Available languages, with the operator's own texts that override the built-in ones.
  version: Number of the row's changes. An update with an outdated version is refused with version_conflict.
  key_value_pairs: Texts by namespace and key (common.save); the key of a translation of the firm's own text, such as
    the name of a car type, is firm. and that text. At most 10000 with up to 2000 characters each. A new language
    without texts starts with those of the default language.
  lang_name: The language's name in that language.
  lang_locale: BCP 47 tag of the language, such as en, de or ar. It decides whether pages run left to right.
  date_locale: BCP 47 tag for writing dates, such as de-CH or fa-u-nu-latn.
  is_default: Exactly one language is the default; it cannot be deleted. People who have not chosen a language get it.
$$);
grant select on public.settings, public.languages to anon, authenticated;
grant insert, update, delete on public.languages to authenticated;

create unique index languages_one_default on public.languages (is_default) where is_default;

-- The languages of the build are rows from the start: a language that the operator adds joins them.
insert into public.languages (lang_name, lang_locale, date_locale, is_default, key_value_pairs)
select built.lang_name, built.lang_locale, built.date_locale, built.lang_locale = 'en', '{}'
from (values ('English', 'en', 'en-GB'), ('Deutsch', 'de', 'de'), ('العربية', 'ar', 'ar'))
  built (lang_name, lang_locale, date_locale)
where not exists (select from public.languages);

alter table public.settings enable row level security;
alter table public.languages enable row level security;

create function app.settings() returns public.settings language sql stable set search_path = '' as $$
  select s.* from public.settings s where s.id = 1
$$;
comment on function app.settings is
  'The row of settings, for plpgsql expressions. Queries join public.settings instead, because a function in a query '
  'runs once per row.';
grant execute on function app.settings() to authenticated, service_role;

create function app.firm_text(text text, locale text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select nullif(btrim(l.key_value_pairs ->> ('firm.' || firm_text.text)), '') from public.languages l
    where l.lang_locale = firm_text.locale), firm_text.text)
$$;
comment on function app.firm_text is
  'A text that the firm wrote, such as the name of a car type, in a language; as it was written if the language has '
  'no translation of it.';

create policy "visitors read the settings" on public.settings for select to anon using (true);
create policy "people read the settings" on public.settings for select to authenticated using (true);
create policy "visitors read the languages" on public.languages for select to anon using (true);
create policy "people read the languages" on public.languages for select to authenticated using (true);
