-- mails_about_trips: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

drop function app.text_mode(text);
drop function public.booking_texts(uuid);
drop function app.texted_people(public.bookings, text);

alter table public.settings
  add column mail_booked text not null default 'without_app'
    check (mail_booked in ('off', 'without_app', 'everybody')),
  add column mail_driver text not null default 'without_app'
    check (mail_driver in ('off', 'without_app', 'everybody')),
  add column mail_outside text not null default 'without_app'
    check (mail_outside in ('off', 'without_app', 'everybody')),
  add column mail_delayed text not null default 'off'
    check (mail_delayed in ('off', 'without_app', 'everybody')),
  add column mail_changed text not null default 'off'
    check (mail_changed in ('off', 'without_app', 'everybody')),
  add column mail_cancelled text not null default 'without_app'
    check (mail_cancelled in ('off', 'without_app', 'everybody')),
  add column mail_receipt text not null default 'off'
    check (mail_receipt in ('off', 'without_app', 'everybody')),
  add column driver_reads_texts boolean not null default false,
  add column sms_price numeric(12, 4)
    check (sms_price between 0 and 1000);

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
      'notices.invitation_sms.text', 'sent_messages.trip.link', 'sent_messages.trip.preferences',
      'sent_messages.trip.mails', 'sent_messages.news.mail', 'sent_messages.news.sms') then 'link' end
$$;

alter type public.day_texts add attribute estimated numeric;

comment on type public.day_texts is
  'What the firm''s day has used: parts of text messages, settings.sms_day_limit (null: none), and the costs that '
  'providers told, as [{currency, amount}]. estimated: settings.sms_price for the parts whose cost no provider told, '
  'in settings.code; null without a price.';

alter table app.trip_texts add column who text check (who in ('guest', 'customer', 'recipient'));
create unique index trip_texts_person on app.trip_texts (booking_id, kind, event, who);
alter table app.trip_texts add constraint trip_texts_person unique using index trip_texts_person;

call app.describe('app.trip_texts', $$
  One row per event of a booking and person: nobody is written to twice, nor by text message and mail. Kept for 90 days.
  booking_id: No foreign key: bookings are created later.
  event: What the text is about besides its kind, such as the driver who was assigned.
  receiver_hash: The number or address, hashed with this database's secret.
  who: Who the person is in the booking; null in rows from before mails.
  outbox_id: The message in the outbox. No foreign key: the outbox forgets earlier.
  ack: The key in the pushes about the same event; who has it may say that a device showed one.
  shown_at: When a device showed the push, so that no text was needed.
$$);

call app.describe('app.preference_keys', $$
  Keys in links of texts and mails, with which their receiver chooses what to get. Valid for 90 days.
  key_hash: SHA-256 of the key; the key itself is stored nowhere.
  receiver_hash: The number or address, hashed with this database's secret.
$$);

alter type public.text_choices add attribute channel text;

comment on type public.text_choices is
  'What the receiver of a text message or mail wants: the kinds that the firm sends, those not wanted, whether none '
  'are, and by which channel, sms or mail.';

create function app.text_mode(kind text, channel text default 'sms') returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(to_jsonb(s) ->> (case text_mode.channel when 'mail' then 'mail_' else 'text_' end || text_mode.kind),
    'off')
  from public.settings s where s.id = 1
$$;

create function app.trip_channel(kind text, phone text, email text, has_app boolean, has_texts boolean) returns text
language sql stable security definer set search_path = '' as $$
  select case when w.is_texted and trip_channel.has_texts and not app.is_dead_receiver(trip_channel.phone) then 'sms'
    when trip_channel.email is not null and app.text_mode(trip_channel.kind, 'mail')
        = any (w.modes) and not app.is_stopped('mail', trip_channel.email, trip_channel.kind)
      and not app.is_dead_receiver(trip_channel.email) then 'mail'
    when w.is_texted then 'sms' end
  from (select m.modes, trip_channel.phone is not null and app.text_mode(trip_channel.kind) = any (m.modes)
      and not app.is_stopped('sms', trip_channel.phone, trip_channel.kind) as is_texted
    from (select case when trip_channel.has_app then array['everybody'] else array['everybody', 'without_app'] end
      as modes) m) w
$$;

comment on function public.take_outbox is
  'Takes up to limit_count (1000 at most) due messages for a minute, for a sender that then calls finish_outbox for '
  'each. push: {token, platform, lang, channelId, unread, title, msg, params, screen, booking_id, plain, format: '
  '{symbol, swipe_symbol, decimal, time_zone}}; sms: {phone (E.164), lang, msg, code}, for guest_ride and '
  'text_… with {who, link_token, preferences, params}, or with the keys of mail; mail: {email, lang, title, msg, '
  'params, format}, for text_… as sms; file: {bucket, path}. ttl_seconds: seconds until the message expires.';

create or replace function public.save_message_template(kind text, channel text, locale text, words jsonb,
  from_version integer default 0) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_language public.languages;
  v_texts jsonb;
  v_version integer;
begin
  perform app.require_editor('settings');
  if coalesce(app.template_kind(save_message_template.kind), '') <> coalesce(save_message_template.kind, 'none')
    or coalesce(save_message_template.channel, '') not in ('all', 'push', 'sms', 'mail')
    or save_message_template.channel <> 'all' and not (save_message_template.kind like 'notices.%'
      or save_message_template.kind = 'sent_messages.trip' and save_message_template.channel in ('sms', 'mail'))
    or jsonb_typeof(save_message_template.words) is distinct from 'object' then
    perform app.refuse('texts_invalid', 422, 'Give a kind of message, all, push, sms or mail, and its texts by name');
  end if;
  select l.* into v_language from public.languages l where l.lang_locale = save_message_template.locale
    for no key update;
  if not found then perform app.refuse('language_not_found', 404, 'No such language'); end if;
  select jsonb_object_agg(app.template_key(save_message_template.kind, w.key), w.value) into v_texts
  from jsonb_each(save_message_template.words) w where w.value <> '""';
  v_texts := coalesce(v_texts, '{}');
  perform app.check_texts(v_texts);
  select max(t.version) into v_version from app.message_templates t where t.kind = save_message_template.kind
    and t.channel = save_message_template.channel and t.lang_locale = v_language.lang_locale;
  if coalesce(v_version, 0) <> coalesce(save_message_template.from_version, 0) then
    perform app.refuse('version_conflict', 409, 'Somebody else has changed these words');
  end if;
  if save_message_template.channel = 'all' then
    -- The words of every channel are texts of the language, too; its trigger adds the version.
    update public.languages l set key_value_pairs = v_texts || (
      select coalesce(jsonb_object_agg(o.key, o.value), '{}') from jsonb_each(l.key_value_pairs) o
      where app.template_kind(o.key) is distinct from save_message_template.kind)
    where l.id = v_language.id;
    return (select max(t.version) from app.message_templates t where t.kind = save_message_template.kind
      and t.channel = 'all' and t.lang_locale = v_language.lang_locale);
  end if;
  perform app.audit('save_message_template', 'languages', v_language.id::text, null, jsonb_build_object('kind',
    save_message_template.kind, 'channel', save_message_template.channel, 'words', save_message_template.words));
  return (app.add_template(save_message_template.kind, save_message_template.channel, v_language.lang_locale,
    app.template_words(v_texts, save_message_template.kind))).version;
end $$;

comment on function public.save_message_template is
  'Writes a version of a message''s words in one language, for all channels or for push, sms or mail alone (notices, '
  'and sent_messages.trip by sms and mail); without a text the built-in one counts again. from_version: the version '
  'that was changed, 0 for none. Returns the new version. '
  'Errors: must_login, not_allowed, demo_mode, texts_invalid, language_not_found, version_conflict.';

create or replace function public.text_usage() returns public.day_texts
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('desk');
  return (select row(app.texts_of_day(), s.sms_day_limit,
    (select coalesce(jsonb_agg(jsonb_build_object('currency', c.currency, 'amount', c.amount)), '[]')
      from (select l.currency, sum(l.cost) as amount from app.message_log l
        where l.cost is not null and l.at >= date_trunc('day', app.now(), s.time_zone)
        group by l.currency order by l.currency) c),
    s.sms_price * (select coalesce(sum(coalesce(l.segments, 1)), 0) from app.message_log l
      where l.channel = 'sms' and l.cost is null and (l.state in ('sent', 'delivered') or l.receipt_at is not null)
        and l.at >= date_trunc('day', app.now(), s.time_zone)))::public.day_texts
  from public.settings s where s.id = 1);
end $$;

create function app.texted_people(booking public.bookings, kind text)
  returns table (who text, user_id uuid, phone text, email text, lang text, has_app boolean)
language sql stable security definer set search_path = '' as $$
  select t.who, t.user_id, nullif(t.phone, ''), nullif(t.email, ''), t.lang, t.has_app from (
    select 1 as rank, 'guest' as who, null::uuid as user_id, app.sms_number(k.guest_phone) as phone,
      null::text as email, p.lang_locale as lang, false as has_app
    from public.booking_contacts k join public.profiles p on p.id = (booking).customer_id
    where k.booking_id = (booking).id and (booking).category = 'taxi' and (booking).guest_name is not null
      and texted_people.kind <> 'receipt'
    union all
    select 2, 'customer', p.id, k.customer_contact, (select u.email from auth.users u where u.id = p.id
        and u.email_confirmed_at is not null), p.lang_locale, not (booking).booking_type_admin
      or app.is_in_session(p.id)
    from public.booking_contacts k join public.profiles p on p.id = (booking).customer_id
    where k.booking_id = (booking).id and ((booking).guest_name is null or texted_people.kind = 'receipt')
    union all
    select 3, 'recipient', null, app.sms_number(k.delivery_person_phone), null, p.lang_locale, false
    from public.booking_contacts k join public.profiles p on p.id = (booking).customer_id
    where k.booking_id = (booking).id and (booking).category = 'delivery'
      and k.delivery_person_phone is distinct from k.customer_contact and texted_people.kind in ('booked', 'cancelled')
  ) t
  where t.phone <> '' or t.email <> '' order by t.rank
$$;

create or replace function app.text_trip(booking public.bookings, kind text, event text default '', extra jsonb default '{}')
  returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_set public.settings := app.settings();
  v_count integer := 0;
  v_has_texts boolean;
  v_due timestamptz;
  v_id bigint;
  v_outbox bigint;
  v_ack uuid;
  v_channel text;
  v_receiver text;
  v_problem text;
  v_msg text;
  v_link_token text;
  v_to record;
begin
  if app.text_mode(text_trip.kind) = 'off' and app.text_mode(text_trip.kind, 'mail') = 'off'
    or coalesce(current_setting('app.quiet', true), '') <> '' then
    return 0;
  end if;
  -- Codes come first: the last fifth of the day's texts is theirs.
  v_has_texts := v_set.sms_day_limit is null or app.texts_of_day() < v_set.sms_day_limit * 4 / 5;
  for v_to in select t.* from app.texted_people(booking, text_trip.kind) t
  loop
    v_channel := app.trip_channel(text_trip.kind, v_to.phone, v_to.email, v_to.has_app, v_has_texts);
    continue when v_channel is null;
    v_receiver := case v_channel when 'mail' then v_to.email else v_to.phone end;
    -- Nobody hears of the end of what he never heard of.
    continue when text_trip.kind = 'cancelled' and v_to.who = 'recipient' and not exists (select from app.trip_texts t
      where t.booking_id = (booking).id and t.kind = 'booked' and t.receiver_hash = app.receiver_hash(v_receiver));
    insert into app.trip_texts (booking_id, kind, event, receiver_hash, who)
    values ((booking).id, text_trip.kind, text_trip.event, app.receiver_hash(v_receiver), v_to.who)
    on conflict do nothing returning id into v_id;
    continue when not found;
    -- A mail wakes nobody.
    v_due := case v_channel when 'mail' then app.now() else app.text_due(booking, text_trip.kind) end;
    -- A device that shows the push of the same event within 20 seconds makes the message needless.
    v_ack := gen_random_uuid();
    update app.outbox o set payload = o.payload || jsonb_build_object('ack', v_ack)
    where o.kind = 'push' and o.status = 'queued' and o.user_id = v_to.user_id and not o.payload ? 'ack'
      and o.payload ->> 'booking_id' = (booking).id::text and o.created_at > app.now() - interval '1 second';
    if found then v_due := greatest(v_due, app.now() + interval '20 seconds'); else v_ack := null; end if;
    v_problem := case
      when v_channel = 'sms' and not v_has_texts then 'no_texts_left'
      when app.has_many_texts((booking).id, text_trip.kind, app.receiver_hash(v_receiver)) then 'too_many_texts' end;
    v_msg := case when text_trip.kind = 'booked' and v_to.who = 'guest' then 'guest_ride'
      else 'text_' || text_trip.kind end;
    -- A text about the car at the door or a receipt has no room for a link; a mail about a receipt has.
    v_link_token := case when v_problem is null and (text_trip.kind in ('booked', 'driver', 'delayed', 'changed')
      or v_channel = 'mail' and text_trip.kind in ('outside', 'receipt')) then app.guest_token((booking).id) end;
    insert into app.outbox (kind, user_id, payload, due_at, expires_at, status, done_at, last_error)
    select v_channel, v_to.user_id,
      jsonb_strip_nulls(jsonb_build_object(case v_channel when 'mail' then 'email' else 'phone' end, v_receiver,
        'msg', v_msg, 'lang', v_to.lang,
        'booking_id', (booking).id, 'who', v_to.who, 'driver_id', case when text_trip.kind in ('driver', 'outside',
          'delayed') then (booking).driver_id end,
        'link_token', v_link_token,
        'preferences', case when v_problem is null and v_to.who <> 'guest'
          and (v_channel = 'mail' or text_trip.kind in ('booked', 'receipt'))
          then app.new_preference_key(v_receiver, v_channel) end,
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
  'Writes to the people of a booking about an event of a kind (app.text_kinds), by text message or mail, as settings '
  'and their own wishes say: each event once, no texts in the quiet hours, and nothing if a device shows the push of '
  'the same event within 20 seconds. event: tells two events of a kind apart. Call it after app.notify. Returns how '
  'many messages were queued or refused.';

create or replace function app.text_delays() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_set public.settings := app.settings();
  v_booking public.bookings;
  v_minutes integer;
  v_count integer := 0;
begin
  if v_set.text_delayed = 'off' and v_set.mail_delayed = 'off' then return 0; end if;
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

comment on function public.push_shown is
  'Says that a device has shown a push; the text message or mail about the same event is then not sent. ack: the key '
  'in the push. An unknown key does nothing.';

create or replace function public.message_preferences(key text) returns public.text_choices
language plpgsql stable security definer set search_path = '' as $$
declare v_key app.preference_keys := app.preference_of(message_preferences.key);
begin
  return row(
    array(select k.kind from unnest(app.text_kinds()) with ordinality k (kind, place)
      where app.text_mode(k.kind, v_key.channel) <> 'off' order by k.place),
    array(select s.kind from app.message_stops s where s.receiver_hash = v_key.receiver_hash
      and s.channel = v_key.channel and s.kind <> 'all' order by s.kind),
    exists (select from app.message_stops s where s.receiver_hash = v_key.receiver_hash
      and s.channel = v_key.channel and s.kind = 'all'), v_key.channel)::public.text_choices;
end $$;

comment on function public.message_preferences is
  'What the receiver of a text message or mail wants, by the key of its link: {kinds: the kinds that the firm sends by '
  'this channel (booked, driver, outside, delayed, changed, cancelled, receipt), off: those not wanted, stopped: '
  'whether none are wanted, channel: sms or mail}. Nothing about the person. '
  'Errors: preferences_not_found.';

comment on function public.save_message_preferences is
  'Stores what the receiver of a text message or mail wants, by the key of its link; answers as message_preferences. '
  'off: kinds that are not wanted. stopped: whether none are wanted at all, except codes. '
  'Errors: preferences_not_found, preferences_invalid.';

create or replace function app.answer_text(inbound app.inbound_texts, answer text, params jsonb default '{}') returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (select from app.inbound_texts t where t.sender = (inbound).sender and t.id <> (inbound).id
      and t.answer is not null and t.words = (inbound).words and t.at > app.now() - interval '2 minutes')
    or not public.take_rate_limit('text_answer:' || app.receiver_hash((inbound).sender), 5, 3600) then
    return false;
  end if;
  update app.inbound_texts t set answer = answer_text.answer where t.id = (inbound).id;
  insert into app.outbox (kind, payload, expires_at)
  select 'sms', jsonb_strip_nulls(jsonb_build_object('phone', (inbound).sender, 'msg', 'answer_' || answer_text.answer,
      'about', 'answer',
      'booking_id', (inbound).booking_id, 'params', answer_text.params, 'lang', (select p.lang_locale
        from public.bookings b join public.profiles p on p.id = b.customer_id where b.id = (inbound).booking_id))),
    app.now() + interval '10 minutes';
  return true;
end $$;

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
  -- What was answered, and what no person wrote, waits for nobody.
  if v_booking.driver_id is not null and v_intent in ('where', 'cancel', 'other') and app.is_under_way(v_booking.status)
    and (app.settings()).driver_reads_texts then
    perform app.broadcast('driver:' || v_booking.driver_id, 'text', v_booking.id);
  end if;
  if v_done then update app.inbound_texts t set closed_at = app.now() where t.id = v_text.id;
  else perform app.broadcast('admin', 'attention'); end if;
  return v_intent;
end $$;

create function public.booking_texts(booking_id uuid)
returns table (at timestamptz, kind text, channel text, receiver text, receiver_end text, state text, reason text,
  id bigint, words text, answer text, can_resend boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('desk');
  return query select c.* from (
    select l.at, l.kind, l.channel, l.receiver, l.receiver_end, l.state, l.reason, l.id, null::text as words,
      null::text as answer, app.can_resend(l) as can_resend
    from app.message_log l where l.booking_id = booking_texts.booking_id
    union all
    select t.at, t.intent, 'sms', app.masked_number(t.sender), right(t.sender, 4),
      case when t.closed_at is null then 'waits' else 'received' end, null, t.id, t.words, t.answer, false
    from app.inbound_texts t where t.booking_id = booking_texts.booking_id
    order by at desc limit 100) c
  -- A text and its answer have one time.
  order by c.at, c.words is null, c.id;
end $$;

comment on function public.booking_texts is
  'The newest 100 text messages and mails about a booking, oldest first: those that were sent, as in list_messages, '
  'and those that came in, which have words. Of these kind is what the text asks for, state is waits (for a person) '
  'or received, receiver the sender, id that of close_inbound_text. '
  'Errors: must_login, not_allowed.';

grant execute on function public.booking_texts(uuid) to authenticated;

create function public.passenger_texts(booking_id uuid)
returns table (id bigint, at timestamptz, who text, sender text, words text)
language plpgsql stable security definer set search_path = '' as $$
declare v_driver public.drivers := app.me_as_driver();
begin
  return query select t.id, t.at, app.text_role(t.booking_id, t.sender), app.masked_number(t.sender), t.words
  from app.inbound_texts t join public.bookings b on b.id = t.booking_id cross join public.settings s
  where t.booking_id = passenger_texts.booking_id and b.driver_id = v_driver.id and app.is_under_way(b.status)
    and s.id = 1 and s.driver_reads_texts and t.intent in ('where', 'cancel', 'other')
  order by t.id desc limit 20;
end $$;

comment on function public.passenger_texts is
  'What the people of the caller''s trip wrote to the firm by text message, newest first, while the trip runs and if '
  'settings.driver_reads_texts is on; else nothing. who: guest, customer or recipient. sender: masked. '
  'Errors: must_login, account_suspended, require_approval, not_a_driver.';

grant execute on function public.passenger_texts(uuid) to authenticated;

-- Sources of this migration, for the next one to compare with:
--   gone function app.text_mode(text)
--   cfb3bb9fedb4 table public.settings
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
--   |   mail_booked text not null default 'without_app' check (mail_booked in ('off', 'without_app', 'everybody')),
--   |   mail_driver text not null default 'without_app' check (mail_driver in ('off', 'without_app', 'everybody')),
--   |   mail_outside text not null default 'without_app' check (mail_outside in ('off', 'without_app', 'everybody')),
--   |   mail_delayed text not null default 'off' check (mail_delayed in ('off', 'without_app', 'everybody')),
--   |   mail_changed text not null default 'off' check (mail_changed in ('off', 'without_app', 'everybody')),
--   |   mail_cancelled text not null default 'without_app' check (mail_cancelled in ('off', 'without_app', 'everybody')),
--   |   mail_receipt text not null default 'off' check (mail_receipt in ('off', 'without_app', 'everybody')),
--   |   driver_reads_texts boolean not null default false,
--   |   sms_price numeric(12, 4) check (sms_price between 0 and 1000),
--   |   constraint settings_cash_unit check (cash_unit = round(cash_unit, "decimal"))
--   | )
--   9e2c81e4ef13 description of public.settings
--   f3b7afba4551 function app.needed_placeholder(text)
--   b717efea1c05 type public.day_texts
--   | create type public.day_texts as (used bigint, "limit" integer, costs jsonb, estimated numeric)
--   ace1f2d18837 comment on type public.day_texts
--   a8099faa8f05 table app.trip_texts
--   | create table app.trip_texts (
--   |   id bigint generated always as identity primary key,
--   |   booking_id uuid not null,
--   |   kind text not null check (kind in ('booked', 'driver', 'outside', 'delayed', 'changed', 'cancelled', 'receipt')),
--   |   event text not null default '' check (length(event) <= 100),
--   |   receiver_hash text not null,
--   |   outbox_id bigint check (outbox_id > 0),
--   |   ack uuid unique,
--   |   shown_at timestamptz,
--   |   created_at timestamptz not null default app.now(),
--   |   unique (booking_id, kind, event, receiver_hash),
--   |   who text check (who in ('guest', 'customer', 'recipient')),
--   |   constraint trip_texts_person unique (booking_id, kind, event, who)
--   | )
--   b50902635084 description of app.trip_texts
--   d37550fbb2ed description of app.preference_keys
--   3b1199f6ab5f type public.text_choices
--   | create type public.text_choices as (kinds text[], off text[], stopped boolean, channel text)
--   ae44cc416996 comment on type public.text_choices
--   0714ea90b4e6 function app.text_mode(text, text)
--   47e1d29d50e7 function app.trip_channel(text, text, text, boolean, boolean)
--   b5397c770b7d comment on function public.take_outbox
--   912d68a25e1b function public.save_message_template(text, text, text, jsonb, integer)
--   760a023cfe62 comment on function public.save_message_template
--   b737a90f67e9 function public.text_usage()
--   3b40fb8d0ce7 function app.texted_people(public.bookings, text)
--   ae20338215da function app.text_trip(public.bookings, text, text, jsonb)
--   0a419cb2c31d comment on function app.text_trip
--   67fea3bca2c6 function app.text_delays()
--   2a95d1ac1517 comment on function public.push_shown
--   d7c5e768deb9 function public.message_preferences(text)
--   0fdedf78bb92 comment on function public.message_preferences
--   b06ac6024935 comment on function public.save_message_preferences
--   386148ec9d8c function app.answer_text(app.inbound_texts, text, jsonb)
--   ad004907996e function public.record_text(text, text, text, text, boolean)
--   dc7930ad1540 function public.booking_texts(uuid)
--   e77e452cafa6 comment on function public.booking_texts
--   9edd97c351e7 grant execute on function public.booking_texts(uuid) to authenticated
--   7471fed5e147 function public.passenger_texts(uuid)
--   4ec5013b18f4 comment on function public.passenger_texts
--   2fb017a69814 grant execute on function public.passenger_texts(uuid) to authenticated
