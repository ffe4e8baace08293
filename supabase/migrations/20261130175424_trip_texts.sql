-- trip_texts: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

drop function app.invite_guest(public.bookings);

alter table public.settings
  add column text_booked text not null default 'without_app'
    check (text_booked in ('off', 'without_app', 'everybody')),
  add column text_driver text not null default 'without_app'
    check (text_driver in ('off', 'without_app', 'everybody')),
  add column text_outside text not null default 'without_app'
    check (text_outside in ('off', 'without_app', 'everybody')),
  add column text_delayed text not null default 'off'
    check (text_delayed in ('off', 'without_app', 'everybody')),
  add column text_changed text not null default 'off'
    check (text_changed in ('off', 'without_app', 'everybody')),
  add column text_cancelled text not null default 'without_app'
    check (text_cancelled in ('off', 'without_app', 'everybody')),
  add column text_receipt text not null default 'off'
    check (text_receipt in ('off', 'without_app', 'everybody')),
  add column late_text_minutes integer not null default 5 check (late_text_minutes between 1 and 120),
  add column quiet_from text not null default ''
    check (quiet_from ~ '^(([01][0-9]|2[0-3]):[0-5][0-9])?$'),
  add column quiet_to text not null default ''
    check (quiet_to ~ '^(([01][0-9]|2[0-3]):[0-5][0-9])?$');

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
  receipt_start: Number of the first receipt, for a firm that has issued receipts before. It cannot change once there is
    a receipt; each further year and prefix begins with 1.
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
  text_booked: Who is texted that a trip is booked, with a link to follow it: off, without_app (guests, recipients of
    parcels, and customers who are signed in nowhere) or everybody. With everybody, people with the app are texted only
    if none of their devices shows the push within 20 seconds.
  text_driver: The same, when a driver is assigned: car, plate and minutes.
  text_outside: The same, when the car is there.
  text_delayed: The same, when the car comes late_text_minutes later than promised, once per booking.
  text_changed: The same, when the route changed.
  text_cancelled: The same, when the booking was cancelled, with the office's reason.
  text_receipt: The same, when the trip is paid: what it cost.
  late_text_minutes: How many minutes after the promised arrival text_delayed tells of it.
  quiet_from: When the night begins in which texts wait, as 22:00 in time_zone; empty: never. Texts about a trip within
    two hours go out all the same, and so do codes.
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

create or replace function app.needed_placeholder(key text) returns text
language sql immutable set search_path = '' as $$
  select case when needed_placeholder.key
      ~ '^sent_messages[.](mail[.]lines[.][a-z_]+|sms[.](named|unnamed)|parcel|guest[.]code)$' then 'code'
    when needed_placeholder.key in ('sent_messages.mail.link', 'sent_messages.guest.link', 'notices.invitation.text',
      'notices.invitation_sms.text', 'sent_messages.trip.link', 'sent_messages.trip.preferences') then 'link' end
$$;

comment on function app.check_texts is
  'Refuses texts by key that nobody could use: not a text, too long, without the placeholder that they need, or too '
  'many. '
  'Errors: texts_invalid.';

create table app.trip_texts (
  id bigint generated always as identity primary key,
  booking_id uuid not null,
  kind text not null check (kind in ('booked', 'driver', 'outside', 'delayed', 'changed', 'cancelled', 'receipt')),
  event text not null default '' check (length(event) <= 100),
  receiver_hash text not null,
  outbox_id bigint check (outbox_id > 0),
  ack uuid unique,
  shown_at timestamptz,
  created_at timestamptz not null default app.now(),
  unique (booking_id, kind, event, receiver_hash)
);

call app.describe('app.trip_texts', $$
  One row per event of a booking and receiver of a text: it is never texted twice. Kept for 90 days.
  booking_id: No foreign key: bookings are created later.
  event: What the text is about besides its kind, such as the driver who was assigned.
  receiver_hash: The number, hashed with this database's secret.
  outbox_id: The text in the outbox. No foreign key: the outbox forgets earlier.
  ack: The key in the pushes about the same event; who has it may say that a device showed one.
  shown_at: When a device showed the push, so that no text was needed.
$$);

create index trip_texts_created_at on app.trip_texts (created_at);

create index trip_texts_receiver on app.trip_texts (receiver_hash, created_at);

create table app.preference_keys (
  key_hash text primary key,
  receiver_hash text not null,
  channel text not null check (channel in ('sms', 'mail')),
  created_at timestamptz not null default app.now()
);

call app.describe('app.preference_keys', $$
  Keys in links of texts, with which their receiver chooses what to get. Valid for 90 days.
  key_hash: SHA-256 of the key; the key itself is stored nowhere.
  receiver_hash: The number, hashed with this database's secret.
$$);

create index preference_keys_created_at on app.preference_keys (created_at);

create type public.text_choices as (kinds text[], off text[], stopped boolean);

comment on type public.text_choices is
  'What the receiver of a text message wants: the kinds that the firm sends, those not wanted, and whether none are.';

alter table app.trip_texts enable row level security;

alter table app.preference_keys enable row level security;

create or replace function app.is_past(message jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select case split_part(is_past.message ->> 'msg', '.', 1)
      when 'driver_accepted' then not app.is_awaiting_pickup(b.status)
      when 'driver_approaching' then b.status <> 'ACCEPTED'
      when 'driver_arrived' then b.status <> 'ARRIVED'
      when 'driver_gave_back' then b.status <> 'NEW'
      when 'booking_paid' then not app.is_before_start(b.status)
      when 'trip_started' then b.status <> 'STARTED'
      when 'trip_reminder' then not app.is_upcoming(b.status) and b.status <> 'PAYMENT_PENDING'
      when 'trip_assigned' then b.status <> 'NEW'
      when 'claim_check' then not app.is_upcoming(b.status)
      when 'text_booked' then not app.is_before_start(b.status) and b.status <> 'PAYMENT_PENDING'
      when 'text_driver' then b.status <> 'ACCEPTED' or b.driver_id::text <> is_past.message ->> 'driver_id'
      when 'text_outside' then b.status <> 'ARRIVED' or b.driver_id::text <> is_past.message ->> 'driver_id'
      when 'text_delayed' then b.status <> 'ACCEPTED' or b.driver_id::text <> is_past.message ->> 'driver_id'
      when 'text_changed' then not app.is_before_end(b.status)
      when 'guest_ride' then not app.is_before_end(b.status) and b.status <> 'PAYMENT_PENDING'
      when 'parcel_code' then b.status <> 'STARTED'
    end from public.bookings b where b.id = (is_past.message ->> 'booking_id')::uuid), false)
$$;

comment on function app.template_kind is
  'The kind of message to which a text belongs: notices.driver_arrived of notices.driver_arrived.title. Null for a '
  'text of a page.';

comment on function public.message_firm is
  'The firm''s name, colour, logo and phone, and its languages with the texts that it has written itself: of notices, '
  'by notices.<key>.title or .text, and of codes and text messages, by sent_messages.<key>; channel_texts are those '
  'for push, sms or mail alone. texts also has those of receipts, by receipt.paper.<key>. For the edge functions that '
  'send messages and make receipts.';

create function app.text_kinds() returns text[] language sql immutable parallel safe set search_path = '' as $$
  select array['booked', 'driver', 'outside', 'delayed', 'changed', 'cancelled', 'receipt']
$$;

create function app.text_mode(kind text) returns text language sql stable security definer set search_path = '' as $$
  select coalesce(to_jsonb(s) ->> ('text_' || text_mode.kind), 'off') from public.settings s where s.id = 1
$$;

create function app.quiet_end(at timestamptz, quiet_from text, quiet_to text, time_zone text) returns timestamptz
language sql stable set search_path = '' as $$
  select max(n.ends) from (
    select (d.day + quiet_from::time) at time zone quiet_end.time_zone as begins,
      (d.day + case when quiet_to::time > quiet_from::time then 0 else 1 end + quiet_to::time)
        at time zone quiet_end.time_zone as ends
    from (select (quiet_end.at at time zone quiet_end.time_zone)::date
      - b.back as day from generate_series(0, 1) b (back)) d
    where quiet_from <> '' and quiet_to <> '' and quiet_from <> quiet_to) n
  where quiet_end.at >= n.begins and quiet_end.at < n.ends
$$;

comment on function app.quiet_end is
  'When the quiet hours end in which a moment lies; null if it lies in none. quiet_from, quiet_to: as in settings.';

create function app.text_due(booking public.bookings, kind text, at timestamptz default app.now()) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case when q.ends is null
      or text_due.kind <> 'receipt' and (booking).trip_at <= text_due.at + interval '2 hours' then text_due.at
    when text_due.kind = 'receipt' then q.ends
    else least(q.ends, (booking).trip_at - interval '2 hours') end
  from public.settings s
    cross join lateral (select app.quiet_end(text_due.at, s.quiet_from, s.quiet_to, s.time_zone) as ends) q
  where s.id = 1
$$;

create function app.has_many_texts(booking_id uuid, kind text, receiver_hash text) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) filter (where t.receiver_hash = has_many_texts.receiver_hash) > 40
    or count(*) filter (where t.booking_id = has_many_texts.booking_id) > 20
    or has_many_texts.kind = 'changed'
      and count(*) filter (where t.booking_id = has_many_texts.booking_id and t.kind = 'changed') > 3
  from app.trip_texts t
  where (t.receiver_hash = has_many_texts.receiver_hash or t.booking_id = has_many_texts.booking_id)
    and t.created_at > app.now() - interval '1 day'
$$;

comment on function app.has_many_texts is
  'Whether a number has had more than 40 texts about trips within a day, a booking more than 20, or more than 3 about '
  'its route.';

create function app.has_many_recipients(customer_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) >= 20 from app.trip_texts t join public.bookings b on b.id = t.booking_id
  where b.customer_id = has_many_recipients.customer_id and b.category = 'delivery' and t.kind = 'booked'
    and t.created_at > app.now() - interval '1 hour'
$$;

create function app.texted_people(booking public.bookings, kind text)
  returns table (who text, user_id uuid, phone text, lang text, has_app boolean)
language sql stable security definer set search_path = '' as $$
  select t.who, t.user_id, t.phone, t.lang, t.has_app from (
    select 1 as rank, 'guest' as who, null::uuid as user_id, app.sms_number(k.guest_phone) as phone,
      p.lang_locale as lang, false as has_app
    from public.booking_contacts k join public.profiles p on p.id = (booking).customer_id
    where k.booking_id = (booking).id and (booking).category = 'taxi' and (booking).guest_name is not null
      and texted_people.kind <> 'receipt'
    union all
    select 2, 'customer', p.id, k.customer_contact, p.lang_locale, not (booking).booking_type_admin
      or app.is_in_session(p.id)
    from public.booking_contacts k join public.profiles p on p.id = (booking).customer_id
    where k.booking_id = (booking).id and ((booking).guest_name is null or texted_people.kind = 'receipt')
    union all
    select 3, 'recipient', null, app.sms_number(k.delivery_person_phone), p.lang_locale, false
    from public.booking_contacts k join public.profiles p on p.id = (booking).customer_id
    where k.booking_id = (booking).id and (booking).category = 'delivery'
      and k.delivery_person_phone is distinct from k.customer_contact and texted_people.kind in ('booked', 'cancelled')
  ) t
  where t.phone <> '' order by t.rank
$$;

create function app.text_params(booking public.bookings, kind text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(case text_params.kind
    when 'booked' then jsonb_build_object('trip_at', case when (booking).book_later then (booking).trip_at end)
    when 'driver' then jsonb_build_object('car', c.car, 'plate', (booking).vehicle_number,
      'minutes', case when (booking).promised_at < app.now() + interval '90 minutes'
        then greatest(ceil(extract(epoch from (booking).promised_at - app.now()) / 60), 1)::integer end,
      'trip_at', (booking).trip_at)
    when 'outside' then jsonb_build_object('car', c.car, 'plate', (booking).vehicle_number)
    when 'cancelled' then jsonb_build_object('trip_at', (booking).trip_at,
      'no_driver', nullif(coalesce((booking).reason = 'no_driver_available', false), false),
      'reason', case when (booking).cancelled_by = 'admin' then nullif(btrim((booking).reason), '') end)
    when 'receipt' then jsonb_build_object('amount', (booking).payable_amount, 'reference', (booking).reference)
    else '{}' end)
  from (select nullif(btrim(concat_ws(' ', (booking).vehicle_color, (booking).vehicle_make, (booking).vehicle_model)),
    '') as car) c
$$;

create or replace function app.delete_messages(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from app.outbox o where o.user_id = delete_messages.user_id or o.user_id is null and o.kind <> 'file'
    and o.payload ->> 'booking_id' in (
    select b.id::text from public.bookings b where b.customer_id = delete_messages.user_id);
  delete from app.message_log l where l.user_id = delete_messages.user_id or l.user_id is null and l.booking_id in (
    select b.id from public.bookings b where b.customer_id = delete_messages.user_id);
  delete from app.trip_texts t where t.booking_id in (select b.id from public.bookings b
    where b.customer_id = delete_messages.user_id);
  update app.outbox o set payload = jsonb_set(o.payload, '{params,driver}', '""')
  where o.payload -> 'params' ? 'driver' and o.payload ->> 'booking_id' in (
    select b.id::text from public.bookings b where b.driver_id = delete_messages.user_id);
  -- A push about a chat message names who wrote it, and one about staff names whom it is about.
  update app.outbox o set payload = jsonb_set(o.payload, '{params,from}', '""')
  where o.payload -> 'params' ? 'from' and o.payload ->> 'booking_id' in (
    select b.id::text from public.bookings b where delete_messages.user_id in (b.customer_id, b.driver_id));
  update app.outbox o set payload = jsonb_set(o.payload, '{params,name}', '""')
    where o.payload #>> '{params,person_id}' = delete_messages.user_id::text;
  update public.notices n set params = jsonb_set(n.params, '{name}', '""')
    where n.params ->> 'person_id' = delete_messages.user_id::text;
  delete from public.notices n where n.user_id = delete_messages.user_id;
  update public.notices n set params = jsonb_set(n.params, '{driver}', '""') from public.bookings b
  where b.id = n.booking_id and b.driver_id = delete_messages.user_id and n.params ? 'driver';
end $$;

create or replace function app.end_late_messages() returns void
language sql volatile security definer set search_path = '' as $$
  with next as materialized (
    (select q.id from app.outbox q where q.status = 'queued' and q.notification_id is null and q.due_at <= app.now()
      order by q.due_at, q.id limit 1000)
    union all
    (select q.id from app.outbox q where q.status = 'queued' and q.notification_id is not null
      and q.due_at <= app.now() order by q.due_at, q.id limit 1000)
  ), late as materialized (
    select o.id, case when o.last_error like 'unknown:%' then o.last_error
      when o.expires_at <= app.now() then concat_ws(', ', 'expired', o.last_error)
      when o.attempts - o.waits >= 8 then coalesce(o.last_error, 'no sender finished it')
      else 'past: the trip has moved on' end as reason
    from next n join app.outbox o on o.id = n.id
    where o.status = 'queued' and (o.expires_at <= app.now() or o.attempts - o.waits >= 8
      -- A text message that a sender began and never finished may have been sent: a second one would cost and confuse.
      or o.last_error like 'unknown:%'
      or o.payload ? 'booking_id' and o.created_at < app.now() - interval '1 minute' and app.is_past(o.payload))
    for no key update of o skip locked
  )
  update app.outbox o set status = 'dead', done_at = app.now(), last_error = left(l.reason, 500),
    payload = o.payload - '{code,link_token,preferences}'::text[] #- '{params,message}'
  from late l where o.id = l.id
$$;

comment on function public.take_outbox is
  'Takes up to limit_count (1000 at most) due messages for a minute, for a sender that then calls finish_outbox for '
  'each. push: {token, platform, lang, channelId, unread, title, msg, params, screen, booking_id, plain, format: '
  '{symbol, swipe_symbol, decimal, time_zone}}; sms: {phone (E.164), lang, msg, code}, for guest_ride and '
  'text_… with {who, link_token, preferences, params}, or with the keys of mail; mail: {email, lang, title, msg, '
  'params, format}; file: {bucket, path}. ttl_seconds: seconds until the message expires.';

create or replace function public.finish_outbox(id bigint, ok boolean, error text default null,
  attempt integer default null, sent jsonb default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_row app.outbox;
  v_ok boolean := coalesce(finish_outbox.ok, false);
begin
  select o.* into v_row from app.outbox o where o.id = finish_outbox.id for no key update;
  -- Ignores the result for a message that is already sent or dead, and a failure that arrives after another sender has
  -- taken the message.
  if v_row.status = 'dead' and v_row.last_error like 'unknown:%' and v_ok then
    -- A slow sender reports after all what nobody knew.
    update app.outbox o set status = 'sent', last_error = null where o.id = v_row.id;
    return 'sent';
  end if;
  if v_row.status is distinct from 'queued' or (not v_ok and v_row.attempts > finish_outbox.attempt) then
    return v_row.status;
  end if;
  if not v_ok and finish_outbox.error = 'token_gone' then
    delete from public.push_tokens t where t.token = v_row.payload ->> 'token';
  end if;
  v_row.waits := v_row.waits + (not v_ok and coalesce(finish_outbox.error, '') like 'not_now%')::integer;
  v_row.status := case when v_ok then 'sent'
    when finish_outbox.error ~ '^(token_gone|undeliverable|unknown)' or v_row.attempts - v_row.waits >= 8 then 'dead'
    else 'queued' end;
  update app.outbox o set status = v_row.status, last_error = left(finish_outbox.error, 500), waits = v_row.waits,
    done_at = case when v_row.status <> 'queued' then app.now() end,
    -- The next attempt is due after 15 s, 30 s, 1, 2, 4, 8, then 16 minutes, but after 4 if no provider can send.
    due_at = app.now() + interval '15 seconds' * 2 ^ case when v_row.waits > o.waits then least(v_row.waits - 1, 4)
      else greatest(v_row.attempts - v_row.waits, 1) - 1 end,
    payload = case when v_row.status = 'queued' then o.payload
      else o.payload - '{code,link_token,preferences}'::text[] #- '{params,message}' end
  where o.id = v_row.id;
  update app.message_log l set provider = left(finish_outbox.sent ->> 'provider', 40),
    ref = left(finish_outbox.sent ->> 'ref', 200),
    segments = coalesce(l.segments, nullif((finish_outbox.sent ->> 'segments')::integer, 0)),
    cost = coalesce(l.cost, (finish_outbox.sent #>> '{cost,amount}')::numeric),
    currency = coalesce(l.currency, finish_outbox.sent #>> '{cost,currency}')
  where l.outbox_id = v_row.id and finish_outbox.sent is not null;
  return v_row.status;
end $$;

comment on function public.finish_outbox is
  'Reports the result for a message that a sender took: sent, or retried later, at most eight times, then dead. Error '
  'token_gone deletes the device; token_gone, undeliverable and unknown (it may have been sent) are not retried. '
  'not_now says that no provider can send: such attempts do not count, and are repeated until the message expires. '
  'attempt, as returned by take_outbox, prevents that a late failure ends the attempt of another sender. sent: '
  '{provider, ref, segments, cost: {amount, currency}} of a text message or mail, for its log. Returns the status; '
  'null for an unknown message.';

create or replace function app.stop_messages(channel text, receiver text, source text default 'person') returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare v_is_new boolean;
begin
  insert into app.message_stops (receiver_hash, channel, source)
  values (app.receiver_hash(stop_messages.receiver), stop_messages.channel, stop_messages.source)
  on conflict on constraint message_stops_pkey do nothing;
  v_is_new := found;
  -- A message that a sender has begun may have been sent already; its end is the sender's to report.
  update app.outbox o set status = 'dead', done_at = app.now(), last_error = 'stopped',
    payload = o.payload - '{code,link_token,preferences}'::text[] #- '{params,message}'
  where o.status = 'queued' and o.kind = stop_messages.channel and o.last_error is distinct from
      'unknown: the sender ended before it reported'
    and case o.kind when 'sms' then o.payload ->> 'phone' = stop_messages.receiver
      else lower(o.payload ->> 'email') = lower(stop_messages.receiver) end
    and app.obeys_stop(o.kind, split_part(o.payload ->> 'msg', '.', 1));
  return v_is_new;
end $$;

create or replace function app.clean_outbox() returns void language sql volatile security definer set search_path = '' as $$
  delete from app.outbox o where o.id in (select d.id from app.outbox d
    where d.status <> 'queued' and d.done_at < app.now() - case d.status when 'sent' then interval '7 days'
      else interval '30 days' end
    order by d.done_at limit 10000);
  delete from app.message_log l where l.id in (select d.id from app.message_log d
    where d.at < app.now() - interval '90 days' order by d.at limit 10000);
  delete from app.trip_texts t where t.created_at < app.now() - interval '90 days';
  delete from app.preference_keys k where k.created_at < app.now() - interval '90 days';
  delete from public.notices n where n.id in (select d.id from public.notices d
    where d.created_at < app.now() - interval '90 days' order by d.created_at limit 10000);
  delete from public.push_tokens t where t.seen_at < app.now() - interval '270 days'
$$;

comment on function public.list_message_templates is
  'The firm''s own words of its messages in a language: of each kind and channel the newest version, or all kept '
  'versions of one kind, newest first. kind: notices.driver_arrived, sent_messages.guest, … words: texts by the rest '
  'of their keys; by_name: who wrote them. '
  'Errors: must_login, not_allowed.';

comment on function public.save_message_template is
  'Writes a version of a message''s words in one language, for all channels or for push, sms or mail alone (notices '
  'only); without a text the built-in one counts again. from_version: the version that was changed, 0 for none. '
  'Returns the new version. '
  'Errors: must_login, not_allowed, demo_mode, texts_invalid, language_not_found, version_conflict.';

comment on function public.send_test_message is
  'Sends the caller the given words, as a text message (sms), mail or push; ten times an hour. They are sent as they '
  'are, with sample values instead of placeholders. Returns the number or address, or the number of devices. '
  'Errors: must_login, not_allowed, demo_mode, texts_invalid, no_device, no_contact, too_many_requests.';

create function app.guest_token(booking_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare v_token text;
begin
  insert into app.guest_links as g (booking_id, token)
  values (guest_token.booking_id, replace(gen_random_uuid()::text, '-', ''))
  on conflict on constraint guest_links_pkey do update set token = g.token
  returning case when g.ended_at is null then g.token end into v_token;
  return v_token;
end $$;

comment on function app.guest_token is
  'The secret token of the link that is texted about a booking; null if somebody has ended the link.';

create function app.new_preference_key(phone text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id text := replace(gen_random_uuid()::text, '-', '');
  -- 96 random bits: a link in a text message must be short.
  v_key text := left(v_id, 12) || right(v_id, 12);
begin
  insert into app.preference_keys (key_hash, receiver_hash, channel)
  values (encode(sha256(convert_to(v_key, 'UTF8')), 'hex'), app.receiver_hash(new_preference_key.phone), 'sms');
  return v_key;
end $$;

create function app.text_trip(booking public.bookings, kind text, event text default '', extra jsonb default '{}')
  returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_set public.settings := app.settings();
  v_mode text := app.text_mode(text_trip.kind);
  v_count integer := 0;
  v_due timestamptz;
  v_id bigint;
  v_outbox bigint;
  v_ack uuid;
  v_problem text;
  v_msg text;
  v_with_link boolean := text_trip.kind in ('booked', 'driver', 'delayed', 'changed');
  v_to record;
begin
  if v_mode = 'off' or coalesce(current_setting('app.quiet', true), '') <> '' then return 0; end if;
  for v_to in select t.* from app.texted_people(booking, text_trip.kind) t where v_mode = 'everybody' or not t.has_app
  loop
    continue when app.is_stopped('sms', v_to.phone, text_trip.kind);
    -- Nobody hears of the end of what he never heard of.
    continue when text_trip.kind = 'cancelled' and v_to.who = 'recipient' and not exists (select from app.trip_texts t
      where t.booking_id = (booking).id and t.kind = 'booked'
        and t.receiver_hash = app.receiver_hash(v_to.phone));
    insert into app.trip_texts (booking_id, kind, event, receiver_hash)
    values ((booking).id, text_trip.kind, text_trip.event, app.receiver_hash(v_to.phone))
    on conflict do nothing returning id into v_id;
    continue when not found;
    v_due := app.text_due(booking, text_trip.kind);
    -- A device that shows the push of the same event within 20 seconds makes the text needless.
    v_ack := gen_random_uuid();
    update app.outbox o set payload = o.payload || jsonb_build_object('ack', v_ack)
    where o.kind = 'push' and o.status = 'queued' and o.user_id = v_to.user_id and not o.payload ? 'ack'
      and o.payload ->> 'booking_id' = (booking).id::text and o.created_at > app.now() - interval '1 second';
    if found then v_due := greatest(v_due, app.now() + interval '20 seconds'); else v_ack := null; end if;
    -- Codes come first: the last fifth of the day's texts is theirs.
    v_problem := case
      when app.texts_of_day() >= v_set.sms_day_limit * 4 / 5 then 'no_texts_left'
      when app.has_many_texts((booking).id, text_trip.kind, app.receiver_hash(v_to.phone)) then 'too_many_texts' end;
    v_msg := case when text_trip.kind = 'booked' and v_to.who = 'guest' then 'guest_ride'
      else 'text_' || text_trip.kind end;
    insert into app.outbox (kind, user_id, payload, due_at, expires_at, status, done_at, last_error)
    select 'sms', v_to.user_id,
      jsonb_strip_nulls(jsonb_build_object('phone', v_to.phone, 'msg', v_msg, 'lang', v_to.lang,
        'booking_id', (booking).id, 'who', v_to.who, 'driver_id', case when text_trip.kind in ('driver', 'outside',
          'delayed') then (booking).driver_id end,
        'link_token', case when v_problem is null and v_with_link then app.guest_token((booking).id) end,
        'preferences', case when v_problem is null and text_trip.kind in ('booked', 'receipt')
          and v_to.who <> 'guest' then app.new_preference_key(v_to.phone) end,
        'code', case when v_problem is null and v_msg = 'guest_ride' then c.code end,
        'params', app.text_params(booking, text_trip.kind) || text_trip.extra
          || case when v_msg = 'guest_ride' then jsonb_build_object('rider', p.first_name) else '{}' end)),
      v_due, case when text_trip.kind in ('driver', 'outside', 'delayed') then v_due + interval '30 minutes'
        when text_trip.kind = 'booked' then greatest((booking).trip_at, v_due) + interval '6 hours'
        else v_due + interval '12 hours' end,
      case when v_problem is null then 'queued' else 'dead' end, case when v_problem is not null then app.now() end,
      v_problem
    from public.profiles p left join app.start_codes c on c.booking_id = (booking).id
      and app.is_code_for_guest((booking).booking_type_admin, (booking).payment_mode)
    where p.id = (booking).customer_id
    returning id into v_outbox;
    update app.trip_texts t set outbox_id = v_outbox, ack = case when v_problem is null then v_ack end
      where t.id = v_id;
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

comment on function app.text_trip is
  'Texts the people of a booking about an event of a kind (app.text_kinds), as settings and their own wishes say: each '
  'event once, not in the quiet hours, and not if a device shows the push of the same event within 20 seconds. event: '
  'tells two events of a kind apart. Call it after app.notify. Returns how many texts were queued or refused.';

create function app.text_delays() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_set public.settings := app.settings();
  v_booking public.bookings;
  v_minutes integer;
  v_count integer := 0;
begin
  if v_set.text_delayed = 'off' then return 0; end if;
  for v_booking in select b.* from public.bookings b
    where b.status = 'ACCEPTED' and b.engaged_at is not null and b.promised_at < app.now() + interval '2 hours'
      and not exists (select from app.trip_texts t where t.booking_id = b.id and t.kind = 'delayed')
    order by b.promised_at limit 500
  loop
    v_minutes := floor(extract(epoch from greatest(app.now(), (app.progress(v_booking) ->> 'eta')::timestamptz)
      - v_booking.promised_at) / 60);
    if v_minutes >= v_set.late_text_minutes then
      v_count := v_count + app.text_trip(v_booking, 'delayed', '', jsonb_build_object('minutes', v_minutes));
    end if;
  end loop;
  return v_count;
end $$;

comment on function app.text_delays is
  'Texts people whose car comes at least settings.late_text_minutes later than promised, once per booking.';

create or replace function app.notify_arrived(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (booking).arrival_confirmed_at is null then return; end if;
  perform app.notify((booking).customer_id, 'driver_arrived', app.notice_params(booking), (booking).id);
  perform app.text_trip(booking, 'outside', (booking).driver_id::text);
end $$;

comment on function app.notify_arrived is
  'Tells the rider, and people without the app, that the car is there; nothing while no position has shown it near '
  'the pickup.';

create function public.push_shown(ack uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_outbox bigint;
begin
  update app.trip_texts t set shown_at = app.now() where t.ack = push_shown.ack and t.shown_at is null
  returning t.outbox_id into v_outbox;
  -- A text that a sender has begun is on its way.
  delete from app.outbox o where o.id = v_outbox and o.status = 'queued' and o.attempts = 0;
  if found then delete from app.message_log l where l.outbox_id = v_outbox; end if;
end $$;

comment on function public.push_shown is
  'Says that a device has shown a push; the text message about the same event is then not sent. ack: the key in the '
  'push. An unknown key does nothing.';

grant execute on function public.push_shown(uuid) to service_role;

create function app.preference_of(key text) returns app.preference_keys
language plpgsql stable security definer set search_path = '' as $$
declare v_key app.preference_keys;
begin
  select k.* into v_key from app.preference_keys k
  where k.key_hash = encode(sha256(convert_to(coalesce(preference_of.key, ''), 'UTF8')), 'hex')
    and k.created_at > app.now() - interval '90 days';
  if not found then
    perform app.refuse('preferences_not_found', 404, 'Unknown or expired link; use one of a newer message');
  end if;
  return v_key;
end $$;

create function public.message_preferences(key text) returns public.text_choices
language plpgsql stable security definer set search_path = '' as $$
declare v_key app.preference_keys := app.preference_of(message_preferences.key);
begin
  return row(
    array(select k.kind from unnest(app.text_kinds()) with ordinality k (kind, place)
      where app.text_mode(k.kind) <> 'off' order by k.place),
    array(select s.kind from app.message_stops s where s.receiver_hash = v_key.receiver_hash
      and s.channel = v_key.channel and s.kind <> 'all' order by s.kind),
    exists (select from app.message_stops s where s.receiver_hash = v_key.receiver_hash
      and s.channel = v_key.channel and s.kind = 'all'))::public.text_choices;
end $$;

comment on function public.message_preferences is
  'What the receiver of a text message wants, by the key of its link: {kinds: the kinds of texts that the firm sends '
  '(booked, driver, outside, delayed, changed, cancelled, receipt), off: those not wanted, stopped: whether none are '
  'wanted}. Nothing about the person. '
  'Errors: preferences_not_found.';

grant execute on function public.message_preferences(text) to anon, authenticated;

create function public.save_message_preferences(key text, off text[], stopped boolean)
  returns public.text_choices
language plpgsql volatile security definer set search_path = '' as $$
declare v_key app.preference_keys := app.preference_of(save_message_preferences.key);
begin
  if not coalesce(save_message_preferences.off <@ app.text_kinds(), false)
    or save_message_preferences.stopped is null then
    perform app.refuse('preferences_invalid', 422, 'off: an array of ' || array_to_string(app.text_kinds(), ', '));
  end if;
  -- A stop that the provider reported is theirs to take back: it would refuse the texts all the same.
  delete from app.message_stops s where s.receiver_hash = v_key.receiver_hash and s.channel = v_key.channel
    and s.source = 'person';
  insert into app.message_stops (receiver_hash, channel, kind, source)
  select v_key.receiver_hash, v_key.channel, w.kind, 'person'
  from (select distinct unnest(save_message_preferences.off) as kind
    union all select 'all' where save_message_preferences.stopped) w
  on conflict on constraint message_stops_pkey do nothing;
  return public.message_preferences(save_message_preferences.key);
end $$;

comment on function public.save_message_preferences is
  'Stores what the receiver of a text message wants, by the key of its link; answers as message_preferences. off: '
  'kinds of texts that are not wanted. stopped: whether no texts are wanted at all, except codes. '
  'Errors: preferences_not_found, preferences_invalid.';

grant execute on function public.save_message_preferences(text, text[], boolean) to anon, authenticated;

create function public.booking_texts(booking_id uuid)
returns table (at timestamptz, kind text, channel text, receiver text, receiver_end text, state text, reason text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('desk');
  return query select l.at, l.kind, l.channel, l.receiver, l.receiver_end, l.state, l.reason
  from app.message_log l where l.booking_id = booking_texts.booking_id order by l.id desc limit 50;
end $$;

comment on function public.booking_texts is
  'The text messages and mails about a booking, newest first, as in list_messages. '
  'Errors: must_login, not_allowed.';

grant execute on function public.booking_texts(uuid) to authenticated;

create function app.text_booked(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (booking).status = 'PAYMENT_PENDING' then return; end if;
  -- The owner of the number did not ask for the text message, so riders can cause only some of them. The desk has no
  -- limit. A parcel is sent all the same, only without the text.
  if (booking).created_by = (booking).customer_id then
    if (booking).category = 'delivery' then
      if app.has_many_recipients((booking).customer_id) then return; end if;
    elsif (booking).guest_name is not null then
      perform app.enforce_limit('guest_text', (booking).customer_id::text);
    end if;
  end if;
  perform app.text_trip(booking, 'booked');
end $$;

comment on function app.text_booked is
  'Texts the guest, the recipient, or a customer without the app that the trip is booked, with a link to it, and a '
  'guest the start code; nothing before a parcel is paid. '
  'Errors: too_many_requests.';

create or replace function public.create_booking(quote_id uuid, payment_mode text, trip_at timestamptz default null,
  details jsonb default '{}', client_key uuid default gen_random_uuid()) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_by_admin boolean := v_me.usertype = 'admin';
  v_quote public.fare_quotes;
  v_customer public.profiles;
  v_booking public.bookings;
  v_key uuid := coalesce(create_booking.client_key, gen_random_uuid());
begin
  if v_me.usertype not in ('rider', 'admin') then
    perform app.refuse('user_issue_contact_admin', 403, 'Only riders and admins can book');
  end if;
  perform app.check_permission(v_me, 'bookings');
  -- Locks the key: the second of two concurrent calls with the same key waits and then returns the booking of the
  -- first.
  perform pg_advisory_xact_lock(hashtextextended(v_me.id::text || v_key::text, 0));
  select b.* into v_booking from public.bookings b where b.created_by = v_me.id and b.client_key = v_key;
  if found then return v_booking; end if;

  v_quote := app.take_quote(create_booking.quote_id, v_me);
  -- Locks the rider's profile: of two bookings created at once, the second waits, and its checks count the first.
  select p.* into v_customer from public.profiles p where p.id = v_quote.customer_id for no key update;
  perform app.check_customer(v_customer, create_booking.trip_at is not null, v_by_admin);
  perform app.check_order(v_quote, create_booking.payment_mode, create_booking.trip_at, v_by_admin);
  perform app.check_details(v_quote.category, create_booking.details);
  perform app.check_requirements(v_quote, create_booking.details);
  v_booking := app.insert_booking(v_quote, v_customer, v_me, create_booking.payment_mode, create_booking.trip_at,
    create_booking.details, v_key);
  perform app.text_booked(v_booking);
  if v_by_admin then
    perform app.audit('create_booking', 'bookings', v_booking.id::text, null,
      jsonb_build_object('reference', v_booking.reference,
      'customer_id', v_booking.customer_id, 'trip_cost', v_booking.trip_cost, 'trip_at', v_booking.trip_at));
  end if;
  -- If a promotion covers the whole price of a parcel, nothing has to be paid, so the parcel becomes NEW at once.
  if v_booking.status = 'PAYMENT_PENDING' and v_booking.payable_amount = 0 then
    perform app.set_actor('system', note => 'nothing_to_pay');
    v_booking := app.move_booking(v_booking.id, 'NEW', '{"prepaid": true}');
  end if;
  return app.begin_search(v_booking);
end $$;

create or replace function app.replace_route(booking public.bookings, quote public.fare_quotes, actor_id uuid, client_key uuid)
  returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare v_after public.bookings := app.set_route(booking, quote);
begin
  perform app.clear_off_route((booking).id);
  update public.route_proposals p set status = 'withdrawn', answered_at = app.now() where p.booking_id = (booking).id
    and p.status = 'open';
  insert into public.booking_revisions (booking_id, kind, status, actor_id, before, after, client_key)
  values ((booking).id, 'route', (booking).status, replace_route.actor_id, app.route_of(booking),
    app.route_of(v_after), replace_route.client_key);
  perform app.add_event((booking).id, (booking).status, (booking).status, 'route_changed');
  perform app.text_trip(v_after, 'changed', replace_route.client_key::text);
  return v_after;
end $$;

select cron.schedule('text-delays', '* * * * *', 'select app.text_delays()');

create or replace function app.notify_move(was public.bookings, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare v_params jsonb := app.notice_params(booking);
begin
  case
    when (booking).status = 'NEW' and (was).status = 'PAYMENT_PENDING' then
      perform app.notify((booking).customer_id, 'booking_paid', v_params, (booking).id);
      perform app.text_booked(booking);
    when (booking).status = 'NEW' then
      perform app.notify((booking).customer_id, 'driver_gave_back', app.notice_params(was), (booking).id);
    when (booking).status = 'ACCEPTED' then
      perform app.notify((booking).customer_id, 'driver_accepted', v_params, (booking).id);
      perform app.text_trip(booking, 'driver', (booking).driver_id::text);
    when (booking).status = 'ARRIVED' then perform app.notify_arrived(booking);
    when (booking).status = 'STARTED' then
      perform app.notify((booking).customer_id, 'trip_started', v_params, (booking).id);
      perform app.send_parcel_code(booking);
    when (booking).status = 'REACHED' then
      perform app.notify((booking).customer_id, 'trip_complete', v_params, (booking).id);
    -- Asks the rider to pay, unless the driver collects cash, the wallet pays (app.charge_wallet then asks for what is
    -- missing), or the reserved amount is taken from the card automatically.
    when (booking).status = 'PENDING' and (booking).payment_mode = 'card' then
      if (app.hold_of((booking).id)).id is null then perform app.notify_due(booking); end if;
    when (booking).status = 'PAID' then
      perform app.notify((booking).customer_id, 'payment_done', v_params, (booking).id);
      perform app.notify((booking).driver_id, 'trip_paid', v_params, (booking).id);
      perform app.text_trip(booking, 'receipt');
    when (booking).status = 'CANCELLED' then
      perform app.notify_cancelled(was, booking);
      perform app.text_trip(booking, 'cancelled');
    else null;
  end case;
end $$;

comment on function app.notify_move is
  'Notifies rider and driver, and people without the app, of a booking''s new status.';

create or replace function app.tg_outbox__dead_receiver() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_receiver text := coalesce(new.payload ->> 'phone', new.payload ->> 'email');
  v_kind text := split_part(coalesce(new.payload ->> 'msg', ''), '.', 1);
begin
  new.last_error := case
    when app.is_dead_receiver(v_receiver) then 'undeliverable: it was refused on two days'
    when app.obeys_stop(new.kind, v_kind) and app.is_stopped(new.kind, v_receiver) then 'stopped' end;
  if new.last_error is not null then
    new.status := 'dead';
    new.done_at := app.now();
    new.payload := new.payload - '{code,link_token,preferences}'::text[] #- '{params,message}';
  end if;
  return new;
end $$;

-- Sources of this migration, for the next one to compare with:
--   gone comment on function app.invite_guest
--   gone function app.invite_guest(public.bookings)
--   d5e47706b3a4 table public.settings
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
--   |   -- Company -----------------------------------------------------------------------------------------------------------
--   |   brand_color text not null default '' check (brand_color ~ '^(#[0-9a-f]{6})?$'),
--   |   -- Money and formats -------------------------------------------------------------------------------------------------
--   |   tax_name text not null default '' check (length(tax_name) <= 30),
--   |   receipt_start integer not null default 1 check (receipt_start between 1 and 99999999),
--   |   -- Texts about trips -------------------------------------------------------------------------------------------------
--   |   text_booked text not null default 'without_app' check (text_booked in ('off', 'without_app', 'everybody')),
--   |   text_driver text not null default 'without_app' check (text_driver in ('off', 'without_app', 'everybody')),
--   |   text_outside text not null default 'without_app' check (text_outside in ('off', 'without_app', 'everybody')),
--   |   text_delayed text not null default 'off' check (text_delayed in ('off', 'without_app', 'everybody')),
--   |   text_changed text not null default 'off' check (text_changed in ('off', 'without_app', 'everybody')),
--   |   text_cancelled text not null default 'without_app' check (text_cancelled in ('off', 'without_app', 'everybody')),
--   |   text_receipt text not null default 'off' check (text_receipt in ('off', 'without_app', 'everybody')),
--   |   late_text_minutes integer not null default 5 check (late_text_minutes between 1 and 120),
--   |   quiet_from text not null default '' check (quiet_from ~ '^(([01][0-9]|2[0-3]):[0-5][0-9])?$'),
--   |   quiet_to text not null default '' check (quiet_to ~ '^(([01][0-9]|2[0-3]):[0-5][0-9])?$'),
--   |   constraint settings_cash_unit check (cash_unit = round(cash_unit, "decimal"))
--   | )
--   80783e444b1a description of public.settings
--   934947511b85 function app.needed_placeholder(text)
--   0fa2ddc51513 comment on function app.check_texts
--   52a7af139827 table app.trip_texts
--   e1050741ac08 description of app.trip_texts
--   fb3062906ff7 index app.trip_texts_created_at
--   8621c200b99b index app.trip_texts_receiver
--   6e4642db69b5 table app.preference_keys
--   349de7e99ac2 description of app.preference_keys
--   5becb8c2b7b7 index app.preference_keys_created_at
--   25a7730ccbf7 type public.text_choices
--   a21dbb536730 comment on type public.text_choices
--   355b1c267109 alter table app.trip_texts enable row level security
--   2dd59a137dd3 alter table app.preference_keys enable row level security
--   e751fad1d861 function app.is_past(jsonb)
--   e90d7e816dd5 comment on function app.template_kind
--   a53e446d2970 comment on function public.message_firm
--   0fcb4a29a972 function app.text_kinds()
--   420f325428b6 function app.text_mode(text)
--   0e15259a2a59 function app.quiet_end(timestamptz, text, text, text)
--   80a37953db6b comment on function app.quiet_end
--   3e7b13953ad6 function app.text_due(public.bookings, text, timestamptz)
--   ea2079a8b667 function app.has_many_texts(uuid, text, text)
--   60d84202b8c7 comment on function app.has_many_texts
--   62a84dd75d4d function app.has_many_recipients(uuid)
--   3a0e73978473 function app.texted_people(public.bookings, text)
--   61db0f30d721 function app.text_params(public.bookings, text)
--   95fb6df69a1d function app.delete_messages(uuid)
--   c956159d0423 function app.end_late_messages()
--   b47e86d24a54 comment on function public.take_outbox
--   c398b680b69b function public.finish_outbox(bigint, boolean, text, integer, jsonb)
--   fc1e400cdcfa comment on function public.finish_outbox
--   628f592ea10f function app.stop_messages(text, text, text)
--   4f0a670c0ab8 function app.clean_outbox()
--   8bcdd7ca6ffb comment on function public.list_message_templates
--   07c7fd177429 comment on function public.save_message_template
--   435882fee82d comment on function public.send_test_message
--   675caf9b7ddf function app.guest_token(uuid)
--   529804ceb89f comment on function app.guest_token
--   c2d03379a2b6 function app.new_preference_key(text)
--   ba074a565ac4 function app.text_trip(public.bookings, text, text, jsonb)
--   9f893b5dcd79 comment on function app.text_trip
--   d5f589c07b7c function app.text_delays()
--   5169fb1debc7 comment on function app.text_delays
--   fe8df0c02dde function app.notify_arrived(public.bookings)
--   03710e515425 comment on function app.notify_arrived
--   32cbf461da4c function public.push_shown(uuid)
--   aac0e1d04187 comment on function public.push_shown
--   ddd001360765 grant execute on function public.push_shown(uuid) to service_role
--   376f6c50769f function app.preference_of(text)
--   95bbfe14161c function public.message_preferences(text)
--   d081c6ea4094 comment on function public.message_preferences
--   4ef35dd9421a grant execute on function public.message_preferences(text) to anon, authenticated
--   74060d9d8020 function public.save_message_preferences(text, text[], boolean)
--   9e9ad9457288 comment on function public.save_message_preferences
--   9121bcb1f1c2 grant execute on function public.save_message_preferences(text, text[], boolean) to anon, authenticated
--   71a8c07fc755 function public.booking_texts(uuid)
--   873cfa7f74dc comment on function public.booking_texts
--   9edd97c351e7 grant execute on function public.booking_texts(uuid) to authenticated
--   3f951cfb3605 function app.text_booked(public.bookings)
--   14061feb6ccf comment on function app.text_booked
--   5e7ca8e25eca function public.create_booking(uuid, text, timestamptz, jsonb, uuid)
--   97421d013f89 function app.replace_route(public.bookings, public.fare_quotes, uuid, uuid)
--   f349c35fabec job text-delays
--   f86474e96205 function app.notify_move(public.bookings, public.bookings)
--   662d9f27b1bf comment on function app.notify_move
--   094597a81689 function app.tg_outbox__dead_receiver()
