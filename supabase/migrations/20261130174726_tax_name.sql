-- tax_name: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

alter table public.settings add column tax_name text not null default '' check (length(tax_name) <= 30);
alter table public.settings add column receipt_start integer not null default 1
  check (receipt_start between 1 and 99999999);

drop trigger settings__plain_texts on public.settings;
create trigger settings__plain_texts before insert or update of app_name, symbol, tax_name, company_name, company_address, company_registration, company_website, company_terms, contact_email, apple_store_link, play_store_link
  on public.settings for each row execute function app.tg_plain_texts('app_name', 'symbol', 'tax_name', 'company_name', 'company_address', 'company_registration', 'company_website', 'company_terms', 'contact_email', 'apple_store_link', 'play_store_link');

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

call app.describe('public.receipts', $$
  One receipt per paid booking, which is its invoice, a credit note for each later refund, and an addition for what
    the rider accepted to pay later, numbered in one series per year. Append-only. The names of rider and driver are not
    included: they are in the booking, which deletes the names of deleted accounts.
  kind: receipt; credit_note: money was returned after the receipt; addition: the rider paid more after it. The
    contents of the last two contain the number of the receipt.
  series: Value of settings.receipt_prefix when it was issued; another prefix starts another series.
  year: Year in which it was issued, in settings.time_zone.
  serial: Number within series and year: 1, 2, 3, … without a gap, in the order of issue. The very first series begins
    with settings.receipt_start.
  number: The printed number: series, year and serial with at least six digits, such as R-2026-000001.
  customer_id: The rider, copied from the booking for the policies, like fleet_id.
  transaction_id: The transaction in the ledger to which a credit note or an addition belongs; null for a receipt.
  lang: The language of the rider when it was issued.
  content: The data on the document: {company, money: {code, symbol, decimal, swipe_symbol, time_zone, country,
    convert_to_mile}, trip: {reference, category, car_type, vehicle_number, vehicle, pickup, stops: [], drop, pickup_at,
    drop_at, distance, secs}, and of a receipt: lines, total, tax, tax_percent, tax_name, discount, promo_code,
    rounding, parts (what makes due of total: bookings.price_parts), due, payments: [{way:
    wallet|card|cash|goodwill|written_off, provider?, amount}], paid_at; of a credit note: receipt, receipt_at, amount,
    tax, tax_percent, tax_name, ways: [{way: wallet|card, amount}], at}.
$$);

alter table app.receipt_series add column first bigint not null default 1 check (first > 0);
-- Validated at once: the table has a row per year.
-- squawk-ignore constraint-missing-not-valid
alter table app.receipt_series add constraint receipt_series_order check (first <= last);

comment on table app.receipt_series is
  'The first and last number of each series and year. A row and not a sequence, because a rollback must give the '
  'number back.';

create function app.tg_settings__lock_receipt_start() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('receipts', 0));
  if exists (select from public.receipts) then
    perform app.refuse('receipts_issued', 409, 'receipt_start cannot change after the first receipt');
  end if;
  return new;
end $$;

create trigger settings__lock_receipt_start before update on public.settings
  for each row when (old.receipt_start is distinct from new.receipt_start)
  execute function app.tg_settings__lock_receipt_start();

comment on type public.attention_row is
  'A row of attention_list: a booking with one reason for which the desk must look at it, an alarm, a driver with an '
  'unanswered message, a new admin, a person whose file was replaced, a person about whom a request waits for '
  'approval, or a map of another country. rank: 1 hurts first. taken_by: who looks at it, or who put it off; '
  'put_off_until: until when it was put off (mark_attention).';

create or replace function public.message_firm() returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('name', s.app_name, 'colour', s.brand_color, 'logo', s.logo, 'phone', s.company_phone,
    'languages', (select json_agg(json_build_object('locale', l.lang_locale, 'is_default', l.is_default,
        'texts', coalesce(app.texts_of_messages(l.lang_locale) -> 'all', '{}')
          || (select coalesce(jsonb_object_agg(t.key, t.value), '{}') from jsonb_each_text(l.key_value_pairs) t
            where t.key ~ '^receipt[.]paper[.]' and btrim(t.value) <> ''),
        'channel_texts', app.texts_of_messages(l.lang_locale) - 'all')
      order by l.is_default desc, l.lang_locale) from public.languages l))
  from public.settings s where s.id = 1
$$;

comment on function public.message_firm is
  'The firm''s name, colour, logo and phone, and its languages with the texts that it has written itself: of notices, '
  'by notices.<key>.title or .text, and of codes and text messages, by sent_messages.<key>; channel_texts are those for '
  'push, sms or mail alone. texts also has those of receipts, by receipt.paper.<key>. For the edge functions that send '
  'messages and make receipts.';

create or replace function app.receipt_content(booking public.bookings, lang text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select app.receipt_head(booking, receipt_content.lang) || jsonb_build_object('lines',
    (select coalesce(jsonb_agg(case when l ? 'name' then
      jsonb_set(l, '{name}', to_jsonb(app.firm_text(l ->> 'name', receipt_content.lang))) else l end order by n), '[]')
      from jsonb_array_elements((booking).fare_lines) with ordinality e (l, n)), 'total', (booking).trip_cost,
    'tax', (booking).tax_amount, 'tax_percent', app.amount_in(f.rule -> 'tax_percent'), 'tax_name',
      app.firm_text((app.settings()).tax_name, receipt_content.lang), 'discount', (booking).discount_amount,
    'promo_code', (booking).promo_code, 'rounding', (booking).cash_rounding, 'due', (booking).total_amount,
    'parts', (booking).price_parts, 'payments', app.receipt_payments(booking), 'paid_at', (booking).paid_at)
  from public.booking_finances f where f.booking_id = (booking).id
$$;

create or replace function app.later_receipt_content(booking public.bookings, receipt public.receipts,
  transaction_id bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  with moved as (
    select case when a.kind = 'refunds_due' then 'card' else 'wallet' end as way, abs(sum(e.amount)) as amount
    from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
    where e.transaction_id = later_receipt_content.transaction_id
      and (a.kind = 'refunds_due' or a.user_id = (booking).customer_id)
    group by 1
    union all select 'goodwill', c.to_operator from app.fare_changes c
      where c.transaction_id = later_receipt_content.transaction_id and c.to_operator > 0),
  whole as (select sum(m.amount) as amount, jsonb_agg(jsonb_build_object('way', m.way, 'amount', m.amount)
    order by m.way) as ways from moved m)
  select app.receipt_head(booking, (receipt).lang) || jsonb_build_object('receipt', (receipt).number, 'receipt_at',
    (receipt).issued_at,
    'amount', w.amount, 'ways', w.ways, 'tax_percent', (receipt).content -> 'tax_percent', 'tax_name',
      coalesce((receipt).content ->> 'tax_name', ''),
    'tax', coalesce(abs(c.tax),
      (app.split_part(w.amount, array[f.tax, f.price - f.tax], array[f.tax_before, f.before - f.tax_before],
      ((receipt).content #>> '{money,decimal}')::integer))[1]),
    'at', (select t.created_at from public.ledger_transactions t where t.id = later_receipt_content.transaction_id))
  from whole w
  left join app.fare_changes c on c.transaction_id = later_receipt_content.transaction_id
  cross join (select ((receipt).content ->> 'tax')::numeric + k.tax as tax, (booking).trip_cost + k.price as price,
    n.before, n.tax_before
    from (select coalesce(sum(k.tax), 0) as tax, coalesce(sum(k.driver_share + k.convenience_fees), 0) as price
      from app.fare_changes k where k.booking_id = (booking).id) k
    cross join (select coalesce(sum((n.content ->> 'amount')::numeric), 0) as before,
      coalesce(sum((n.content ->> 'tax')::numeric), 0) as tax_before
      from public.receipts n where n.booking_id = (booking).id and n.kind = 'credit_note'
        and not exists (select from app.fare_changes k where k.transaction_id = n.transaction_id)) n) f
$$;

comment on type public.street_bill is
  'The bill that the link for paying a street trip or a telephone order shows. amount: the amount left to pay; '
  'price_parts: as in bookings.';

create or replace function app.attention_rank(reason text) returns integer
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(r.place, 12)::integer from (select 1) o
    left join unnest(array['sos', 'report_accident', 'no_driver', 'code_locked', 'late', 'claim_at_risk',
    'driver_silent',
    'off_route', 'stuck', 'report_passenger', 'report_vehicle', '', 'other_country', 'driver_message',
      'offers_lapsed', 'case_lost',
      'case_question',
      'report_found', 'report_something', 'unpaid', 'cash_report',
    'case_fare', 'report_fare', 'extra_waits', 'no_show_fee', 'approval_waits', 'code_overrides', 'claims_lost',
      'left_money', 'staff_changed', 'file_replaced', 'ended_elsewhere', 'long_way', 'below_quote', 'held_at_quote'])
    with ordinality r (reason, place) on r.reason = attention_rank.reason
$$;

comment on function public.trip_options is
  'What the caller may do with a booking now (actions: cancel, no_show, chat, assign, override_code, end_trip, '
  'pay_with_wallet, pay_in_cash, confirm_cash, show_pay_code, share, unshare, change_route, return_to_sender, '
  'end_guest_link, add_extra, and for the desk withdraw_offer, message_driver, remove_extra, refund, correct_fare, '
  'request_payment, reverse), until when a rider cancels without a fee, for rider and driver when the driver may '
  'report a no-show (leave_at; null until a position in time has shown the car within 500 m of the pickup) and what '
  'it then costs the rider (no_show_fee), when the search for a later booking starts, the cash to pay (null for a '
  'rider who did not choose cash), and for admins the amount that can still be refunded; for both at the pickup, '
  'since when waiting is paid and the hourly rate; for a driver, how much of their extras counts at once in all '
  '(extra_room). '
  'Errors: must_login, booking_not_found.';

create function app.other_country_since() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select s.updated_at from public.settings s cross join app.service_area a
  where s.id = 1 and s.restrict_country and a.country <> s.country
    and (not exists (select from app.setup) or app.is_confirmed('town'))
$$;

create or replace function app.attention_people(me public.profiles)
  returns table (reason text, since timestamptz, category text, person_id uuid, name text,
  contact text, by_driver boolean)
language sql stable security definer set search_path = '' as $$
  select 'driver_message', min(m.created_at), null, p.id, btrim(p.first_name || ' ' || p.last_name),
    case when app.is_demo() then app.masked_number(p.mobile) else p.mobile end, true
  from public.desk_messages m join public.profiles p on p.id = m.driver_id
  where (me).usertype = 'admin' and m.answered_at is null and not m.is_from_desk group by p.id
  union all
  -- New admins, for the owners who may confirm them: a notice or a mail is easily missed, and a stranger has to be
  -- noticed.
  select 'staff_changed', c.at, null, p.id, app.staff_name(p), null, false
  from app.staff_changes c join public.profiles p on p.id = c.person_id
  where (me).usertype = 'admin' and c.confirmed_by is null and app.probation_ends_at(c) > app.now()
    and p.usertype = 'admin'
    and p.approved and p.deleted_at is null
    and app.can_confirm_staff(me, p.id)
  union all
  -- Evidence that was swapped is looked at by a person: the driver of the folder, else who attached the file.
  select 'file_replaced', c.due_at, null, p.id, btrim(p.first_name || ' ' || p.last_name), null, p.usertype = 'driver'
  from (select w.person_id, min(f.due_at) as due_at from app.file_checks f
    cross join lateral (select case when f.bucket in ('users', 'shifts') then split_part(f.path, '/', 1)::uuid
      else f.person_id end as person_id) w
    where f.reason = 'replaced' and f.due_at > app.now() - interval '72 hours' group by w.person_id) c
  join public.profiles p on p.id = c.person_id
  where (me).usertype = 'admin'
  union all
  select 'code_overrides', c.since, null, p.id, btrim(p.first_name || ' ' || p.last_name), null, p.usertype = 'driver'
  from app.frequent_overrides() c join public.profiles p on p.id = c.person_id
  where (me).usertype = 'admin'
  union all
  select 'claims_lost', c.since, null, p.id, btrim(p.first_name || ' ' || p.last_name), null, true
  from app.frequent_claim_losers() c join public.profiles p on p.id = c.person_id
  where (me).usertype = 'admin'
  union all
  -- The desk can call them: their contact is shown.
  select 'offers_lapsed', c.since, null, p.id, btrim(p.first_name || ' ' || p.last_name),
    case when app.is_demo() then app.masked_number(p.mobile) else p.mobile end, true
  from app.deaf_drivers() c join public.profiles p on p.id = c.person_id
  where (me).usertype = 'admin'
  union all
  select 'left_money', l.since, null, p.id, coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''),
    p.referral_id), null, p.usertype = 'driver'
  from (select m.user_id, min(m.at) as since from app.left_money m where m.at > app.now() - interval '72 hours'
    group by m.user_id) l
  join public.profiles p on p.id = l.user_id
  where app.has_permission('money')
  union all
  select 'other_country', o.since, null, null, null, null, false
  from app.other_country_since() o (since)
  where (me).usertype = 'admin' and o.since is not null
  union all
  -- Requests that the caller may decide: otherwise they wait until somebody happens to look.
  select 'approval_waits', a.requested_at, a.kind, p.id, btrim(p.first_name || ' ' || p.last_name), null,
    p.usertype = 'driver'
  from (select w.user_id, w.kind, min(w.requested_at) as requested_at from public.approvals w
    where (me).usertype = 'admin' and w.status = 'pending' and app.can_decide(me, w)
    group by w.user_id, w.kind) a
  join public.profiles p on p.id = a.user_id
$$;

comment on function app.attention_people is
  'What an admin must look at that is about no booking: reason, since when, whom it is about (nobody: the country of '
  'the map), and whether that is a driver who asks.';

comment on function public.update_settings is
  'Applies a patch {key: value} to the settings; numbers may be text. If the patch has a version, it is refused if '
  'the settings have changed since. An invalid radius or number of decimals becomes the default. A new currency '
  'without a new symbol gets its code as symbol. '
  'Errors: must_login, not_allowed, demo_mode, proper_bonus, currency_locked, currency_unknown, currency_decimals, '
  'currency_symbol, time_zone_invalid, receipts_issued, settings_invalid, version_conflict.';

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
  'delivery_cash_refused, payment_mode_unavailable, deliveryDetailMissing, name_invalid, mobile_no_blank_error, '
  'requirements_invalid, car_type_unsuitable, promo_not_found, promo_expired, promo_min_order, promo_used, '
  'promo_used_up.';

create or replace function app.issue_receipt(due app.receipts_due) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
  v_receipt public.receipts;
  v_content jsonb;
  v_lang text;
  v_number app.receipt_series;
begin
  select b.* into strict v_booking from public.bookings b where b.id = (due).booking_id;
  select r.* into v_receipt from public.receipts r where r.booking_id = v_booking.id and r.kind = 'receipt';
  -- A credit note contains the number of its receipt, so it waits until the receipt is issued.
  if (due).transaction_id is not null and v_receipt.id is null then return false; end if;
  v_lang := coalesce((select p.lang_locale from public.profiles p where p.id = v_booking.customer_id),
    (select l.lang_locale from public.languages l where l.is_default), 'en');
  v_content := case when (due).transaction_id is null then app.receipt_content(v_booking, v_lang)
    else app.later_receipt_content(v_booking, v_receipt, (due).transaction_id) end;
  insert into app.receipt_series as n (series, year, last, first)
  select s.receipt_prefix, extract(year from app.now() at time zone s.time_zone)::integer, f.first, f.first
    from public.settings s
    cross join lateral (select case when exists (select from app.receipt_series) then 1 else s.receipt_start end
      as first) f
    where s.id = 1
  on conflict on constraint receipt_series_pkey do update set last = n.last + 1 returning n.* into v_number;
  insert into public.receipts (booking_id, kind, series, year, serial, number, customer_id, fleet_id,
    transaction_id, lang, content)
  select v_booking.id, case when (due).transaction_id is null then 'receipt'
      when exists (select from app.fare_changes c where c.transaction_id = (due).transaction_id
        and c.driver_share + c.convenience_fees > c.discount_amount) then 'addition'
      else 'credit_note' end, v_number.series, v_number.year, v_number.last,
    format('%s%s-%s', v_number.series, v_number.year,
      lpad(v_number.last::text, greatest(6, length(v_number.last::text)), '0')), v_booking.customer_id,
      v_booking.fleet_id,
    (due).transaction_id, v_lang, v_content
  from public.settings s where s.id = 1;
  delete from app.receipts_due d where d.id = (due).id;
  perform app.broadcast('booking:' || v_booking.id, 'receipt', v_booking.id);
  return true;
end $$;

comment on function public.start_street_trip is
  'A driver on duty starts a trip with a passenger who did not book. Creates a booking with source street and status '
  'STARTED, without customer, quote and drop; the drop is where reach_drop ends it. Always metered, without code, '
  'promotion and referral. lat and lng are the car''s position. A repeated client_key returns the first booking. '
  'Errors: must_login, account_suspended, require_approval, not_a_driver, street_trips_off, '
  'category_unavailable, driver_offline, no_car, taxis_only, driver_busy, document_expired, unpaid_booking, '
  'position_needed, outside_service_area, zone_no_service, outside_area.';

comment on function public.attention_list is
  'Bookings that the desk must look at. Alarms first (is_alarm: sos and other reasons in app.alarms, each with '
  'alarm_id for close_alarm, by_driver if the driver raised it, and without booking_id for a driver without a trip), '
  'then what hurts first (rank) and has waited longest, the reasons of a booking together, one row per reason, after '
  'them what a colleague looks at or put off (mark_attention), with the position (the car under way, otherwise the '
  'pickup) and the person to call. Reasons: no_driver, late (not at the pickup in time), driver_silent (no position '
  'for 5 minutes), claim_at_risk (the driver of a later booking is off duty, silent, expected late or has no car or '
  'papers for it, and has not confirmed), off_route (for 3 minutes and moving away), stuck (waits 20 minutes, drives '
  'twice as long as quoted, or does not end), code_locked, unpaid (15 minutes after the end), case_lost, case_fare '
  'and case_question (a rider''s open case), report_passenger, report_accident, report_vehicle, report_fare, '
  'report_found and report_something (a driver''s open case), driver_message (an unanswered message of a driver, with '
  'driver_id and without booking_id), other_country (the address search finds nothing, because it is limited to '
  'another country than that of the map; about nobody), staff_changed (an admin who is new, has more permissions or '
  'was admitted again, with driver_id as the admin''s id and without booking_id; only for owners who may '
  'confirm_staff), approval_waits (a request that the caller may decide, with its kind as category, driver_id as the '
  'id of the person it is about and without booking_id), file_replaced (within 72 hours: a picture of a shift, a '
  'paper, a logo or a picture of a car type was replaced after it was attached, and removed; with driver_id as the '
  'person''s id and without booking_id), claims_lost (within 72 hours: a driver cancelled or gave back more than '
  'three claimed bookings in seven days, or lost them off duty, without signal or papers; with driver_id as the '
  'driver''s id and without booking_id), offers_lapsed (a driver on duty let three offers in a row lapse, until an '
  'answer or the end of the duty; with driver_id and without booking_id), left_money (within 72 hours: money or a '
  'debt of a deleted account was booked to adjustments, because the account has no wallet; for admins with the '
  'permission money, with driver_id as the account''s id and without booking_id), code_overrides (within 72 hours: a '
  'driver or an admin had more than three rides or parcels without the start code in 24 hours; with driver_id as the '
  'person''s id and without booking_id), no_show_fee (waits for decide_no_show_fee: no trail at the pickup, or the '
  'rider objects), cash_report (waits for decide_cash: the driver reported another amount than the fare, or the rider '
  'objects), extra_waits (waits for decide_extra: a toll above what counts at once), held_at_quote, long_way, '
  'below_quote and ended_elsewhere (within 72 hours: the fare was held at the quote; the meter was paid for a longer '
  'distance than quoted; the meter counted far less than quoted, for example because the trail is lost; an upfront '
  'ride was measured because it did not end at its drop). For admins; fleet admins see what their fleet can resolve, '
  'and only their drivers'' numbers. In a demo numbers are masked. The access log records who read how many. @returns '
  'page of attention_row. '
  'Errors: must_login, not_allowed.';


create function app.tg_settings__broadcast_country() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.broadcast('admin', 'attention');
  return null;
end $$;

create trigger settings__broadcast_country after update on public.settings
  for each row when (old.country is distinct from new.country
    or old.restrict_country is distinct from new.restrict_country)
  execute function app.tg_settings__broadcast_country();

-- Sources of this migration, for the next one to compare with:
--   gone do $$ declare v_what record; begin for v_what in select * from (values ('booking a760f90e
--   65614e5469c2 table public.settings
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
--   |   constraint settings_cash_unit check (cash_unit = round(cash_unit, "decimal"))
--   | )
--   98d8f0d53d34 description of public.settings
--   80bc8fc34bb0 description of public.receipts
--   94acffd3d831 table app.receipt_series
--   | create table app.receipt_series (
--   |   series text,
--   |   year integer,
--   |   last bigint not null check (last > 0),
--   |   first bigint not null default 1 check (first > 0),
--   |   primary key (series, year),
--   |   constraint receipt_series_order check (first <= last)
--   | )
--   d81d34bb4dce comment on table app.receipt_series
--   c5ba8389966d function app.tg_settings__lock_receipt_start()
--   5fa6ef33bf9b trigger settings__lock_receipt_start on public.settings
--   c9710895ace6 comment on type public.attention_row
--   b645cd30e3b1 function public.message_firm()
--   a59c1aa6687b comment on function public.message_firm
--   0d9ce0b143aa function app.receipt_content(public.bookings, text)
--   7994f2aaf245 function app.later_receipt_content(public.bookings, public.receipts, bigint)
--   ce22da219806 comment on type public.street_bill
--   653266edd66d function app.attention_rank(text)
--   5264036744be comment on function public.trip_options
--   0aac71a21b7a function app.other_country_since()
--   96c2abde264e function app.attention_people(public.profiles)
--   39a785b014f6 comment on function app.attention_people
--   d9de935fa7bc comment on function public.update_settings
--   8772e73be9b1 comment on function public.create_booking
--   8dd4eeaf05fb function app.issue_receipt(app.receipts_due)
--   16b7ed2810f5 comment on function public.start_street_trip
--   d51edbc682d3 comment on function public.attention_list
--   2d54e246bd0a do $$ declare v_what record; begin for v_what in select * from (values ('booking 2d54e246
--   c9d0aa6cfa48 function app.tg_settings__broadcast_country()
--   716660c63256 trigger settings__broadcast_country on public.settings
