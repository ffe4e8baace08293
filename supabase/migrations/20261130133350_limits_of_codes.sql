-- limits_of_codes: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

alter table public.settings
  add column newcomers_per_network integer not null default 60 check (newcomers_per_network between 0 and 1000000),
  add column codes_per_number integer not null default 20 check (codes_per_number between 1 and 1000000),
  add column codes_per_prefix integer not null default 30 check (codes_per_prefix between 1 and 1000000),
  add column sms_countries text not null default '' check (sms_countries ~ '^([*]|[A-Z]{2}( [A-Z]{2}){0,249})?$'),
  add column sms_day_limit integer check (sms_day_limit between 0 and 1000000);

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
  newcomers_per_network: Most people who sign up within an hour from one network (the first 24 bits of an IPv4 address,
    48 of IPv6). 0: no limit.
  codes_per_number: Most codes by text message to one number within an hour.
  codes_per_prefix: Most codes by text message within an hour to numbers that differ only in their last four digits. A
    third as many while nobody who proved a number has one of them, a tenth while codes sent there are not entered.
  sms_countries: Countries to whose numbers codes are sent by text message, as ISO codes with spaces between; *: all;
    empty: `country` and its neighbours.
  sms_day_limit: Most parts of text messages within a day of time_zone, codes and others together; numbers that nobody
    has proved get at most half of them. Null: no limit.
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

alter table app.message_log add column range_hash text;

call app.describe('app.message_log', $$
  One row per text message or mail: to whom, by which provider, and what became of it. Kept for 90 days, and deleted
    with the account.
  outbox_id: The message of the outbox; null for a code, which the hooks of Auth send at once.
  kind: What the message is about: the key of a notice, or sign_in.
  receiver: The masked number or address.
  receiver_end: The last four digits of a number, or the host of an address, to find a message.
  receiver_hash: The number or address, hashed with this database's secret.
  booking_id: The booking that the message is about. No foreign key: bookings are created later.
  state: sent: a provider took it; delivered: a receipt says that it arrived, or the code was entered. sent with a
    reason: perhaps sent.
  reason: Why it failed, or why nobody knows: begins with receiver_refused, undeliverable, expired, past, unknown, …
  ref: The provider's id of the message.
  range_hash: The number without its last four digits, hashed in the same way; null for mails.
  counts: Whether a failure counts against the number or address; a person can take that back.
$$);

create index message_log_range on app.message_log (range_hash, at) where range_hash is not null;

create function app.network_of(address text) returns text
language plpgsql immutable set search_path = '' as $$
declare v_address inet;
begin
  v_address := regexp_replace(split_part(network_of.address, '%', 1), '^::ffff:(?=[0-9]+[.])', '', 'i')::inet;
  return host(network(set_masklen(v_address, case family(v_address) when 4 then 24 else 48 end)));
exception when invalid_text_representation then
  return null;
end $$;

comment on function app.network_of is
  'The network of an address: the first 24 bits of IPv4, also if it is written as IPv6, and 48 of IPv6; null if the '
  'text is no address.';

create function app.number_range(phone text) returns text language sql immutable set search_path = '' as $$
  select left(d.digits, -4) from (select regexp_replace(number_range.phone, '[^0-9]', '', 'g') as digits) d
  where length(d.digits) > 4
$$;

comment on function app.number_range is
  'A number without its last four digits, which whoever rents numbers to collect fees for texts to them owns as a '
  'whole.';

create function app.before_user_created_hook(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_most integer := (app.settings()).newcomers_per_network;
  v_range text := app.number_range(coalesce(event #>> '{user,phone}', ''));
begin
  if v_most > 0 and not public.take_rate_limit(
      'newcomers:' || coalesce(app.network_of(event #>> '{metadata,ip_address}'), 'unknown'), v_most, 3600)
    or v_range is not null and not public.take_rate_limit('newcomers_range:' || v_range,
      (app.settings()).codes_per_prefix, 3600) then
    return '{"error": {"http_code": 429, "message": "too_many_requests"}}'::jsonb;
  end if;
  return '{}'::jsonb;
end $$;

comment on function app.before_user_created_hook is
  'Auth''s Before User Created hook: refuses a newcomer above the limits of the network (newcomers_per_network) and of '
  'the range of the number (codes_per_prefix), before anything is stored or sent. People who have an account are not '
  'counted.';

grant execute on function app.before_user_created_hook(jsonb) to supabase_auth_admin;

create or replace function app.log_message(channel text, receiver text, kind text, user_id uuid default null,
  booking_id uuid default null, outbox_id bigint default null) returns bigint
language sql volatile security definer set search_path = '' as $$
  insert into app.message_log (channel, receiver, receiver_end, receiver_hash, range_hash, kind, user_id,
    booking_id, outbox_id)
  select log_message.channel,
    case log_message.channel when 'mail' then app.masked_email(log_message.receiver)
      else app.masked_number(log_message.receiver) end,
    case log_message.channel when 'mail' then lower(split_part(log_message.receiver, '@', 2))
      else right(log_message.receiver, 4) end,
    app.receiver_hash(log_message.receiver),
    case log_message.channel when 'sms' then app.receiver_hash(app.number_range(log_message.receiver)) end,
    case when log_message.kind ~ '^[a-z][a-z0-9_]{1,60}$' then log_message.kind else 'message' end,
    (select p.id from public.profiles p where p.id = log_message.user_id), log_message.booking_id,
    log_message.outbox_id
  returning id
$$;

create function app.texts_of_day() returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(sum(coalesce(l.segments, 1)), 0)
  from app.message_log l cross join public.settings s
  where s.id = 1 and l.channel = 'sms' and l.state <> 'failed'
    and l.at >= date_trunc('day', app.now(), s.time_zone)
$$;

comment on function app.texts_of_day is
  'Parts of text messages that were sent or queued since the day of the firm began.';

create function app.is_unentered_range(range_hash text) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) >= 10 and count(*) filter (where l.state = 'delivered') < 0.2 * count(*)
  from app.message_log l
  where l.range_hash = is_unentered_range.range_hash and l.state <> 'failed' and l.at > app.now() - interval '1 hour'
    and l.at < app.now() - interval '2 minutes'
$$;

comment on function app.is_unentered_range is
  'Whether codes to this range of numbers are hardly ever entered: under a fifth of at least ten within an hour.';

create function public.admit_code(phone text, parts integer default 1) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_set public.settings := app.settings();
  v_digits text := regexp_replace(admit_code.phone, '[^0-9]', '', 'g');
  v_range text := app.number_range(admit_code.phone);
  v_hash text := app.receiver_hash(v_range);
  v_is_proved boolean := exists (select from auth.users u where u.phone = v_digits
    and u.phone_confirmed_at is not null);
  v_most integer;
begin
  if v_set.sms_day_limit is not null and app.texts_of_day() + admit_code.parts
      > (case when v_is_proved then v_set.sms_day_limit else v_set.sms_day_limit / 2 end) then
    return 'no_texts_left';
  end if;
  if not public.take_rate_limit('code:' || app.receiver_hash('+' || v_digits), v_set.codes_per_number, 3600) then
    return 'too_many_requests';
  end if;
  -- Who has proved the number is no stranger: a flood of codes to neighbours must not lock the person out.
  if v_is_proved or v_range is null then return null; end if;
  v_most := case when app.is_unentered_range(v_hash) then greatest(v_set.codes_per_prefix / 10, 1)
    when exists (select from auth.users u where u.phone between v_range || '0000' and v_range || '9999'
      and length(u.phone) = length(v_digits) and u.phone_confirmed_at is not null) then v_set.codes_per_prefix
    else greatest(v_set.codes_per_prefix / 3, 1) end;
  return case when not public.take_rate_limit('code_range:' || v_hash, v_most, 3600) then 'too_many_requests' end;
end $$;

comment on function public.admit_code is
  'Counts a code by text message, and says why it must not be sent: too_many_requests (the number, or its range, has '
  'had too many) or no_texts_left (the firm''s limit of the day); null if it may be sent. parts: parts of the text.';

grant execute on function public.admit_code(text, integer) to service_role;

create function app.tg_users__code_entered() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update app.message_log l set state = 'delivered', changed_at = app.now(), reason = null
  where l.receiver_hash = app.receiver_hash('+' || new.phone) and l.state = 'sent' and l.outbox_id is null
    and l.at > app.now() - interval '10 minutes';
  return null;
end $$;

create trigger users__code_entered after update of phone_confirmed_at on auth.users for each row
  when (new.phone is not null and new.phone_confirmed_at is distinct from old.phone_confirmed_at)
  execute function app.tg_users__code_entered();

-- Sources of this migration, for the next one to compare with:
--   b1940b5e83fc table public.settings
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
--   |   -- Sign-in -----------------------------------------------------------------------------------------------------------
--   |   newcomers_per_network integer not null default 60 check (newcomers_per_network between 0 and 1000000),
--   |   codes_per_number integer not null default 20 check (codes_per_number between 1 and 1000000),
--   |   codes_per_prefix integer not null default 30 check (codes_per_prefix between 1 and 1000000),
--   |   sms_countries text not null default '' check (sms_countries ~ '^([*]|[A-Z]{2}( [A-Z]{2}){0,249})?$'),
--   |   sms_day_limit integer check (sms_day_limit between 0 and 1000000),
--   |   constraint settings_payments check ((cash_payments or card_payments) and (card_payments or app_category = 'taxi')),
--   |   constraint settings_cash_unit check (cash_unit = round(cash_unit, "decimal"))
--   | )
--   300383f19dbb description of public.settings
--   13793d5f55ac table app.message_log
--   | create table app.message_log (
--   |   id bigint generated always as identity primary key,
--   |   outbox_id bigint unique check (outbox_id > 0),
--   |   at timestamptz not null default app.now(),
--   |   changed_at timestamptz not null default app.now(),
--   |   kind text not null check (kind ~ '^[a-z][a-z0-9_]{1,60}$'),
--   |   channel text not null check (channel in ('sms', 'mail')),
--   |   receiver text not null,
--   |   receiver_end text not null,
--   |   receiver_hash text not null,
--   |   user_id uuid references public.profiles (id) on delete cascade,
--   |   booking_id uuid,
--   |   state text not null default 'queued' check (state in ('queued', 'sent', 'delivered', 'failed')),
--   |   reason text,
--   |   provider text,
--   |   ref text,
--   |   segments integer check (segments > 0),
--   |   counts boolean not null default true,
--   |   range_hash text
--   | )
--   e5b73479afc3 description of app.message_log
--   15ea06ad5a16 index app.message_log_range
--   c7ef93186002 function app.network_of(text)
--   68d078680ef1 comment on function app.network_of
--   be3b21f10b83 function app.number_range(text)
--   660e406a65b6 comment on function app.number_range
--   09ec3037e504 function app.before_user_created_hook(jsonb)
--   7529decbdc61 comment on function app.before_user_created_hook
--   8b7744e21d18 grant execute on function app.before_user_created_hook(jsonb) to supabase_auth_admin
--   4c5f1a4a5462 function app.log_message(text, text, text, uuid, uuid, bigint)
--   bc87587da6a4 function app.texts_of_day()
--   59a340da31ba comment on function app.texts_of_day
--   869ad2d31a6a function app.is_unentered_range(text)
--   3d8463cbea67 comment on function app.is_unentered_range
--   44cb911e02bd function public.admit_code(text, integer)
--   93dffd2f6bc3 comment on function public.admit_code
--   def0fd3661c9 grant execute on function public.admit_code(text, integer) to service_role
--   4268ac333efc function app.tg_users__code_entered()
--   fa55dd0326b9 trigger users__code_entered on auth.users
