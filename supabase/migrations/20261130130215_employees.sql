-- employees: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

alter table public.settings add column drivers_employed boolean not null default false;

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

alter table public.ledger_accounts drop constraint ledger_accounts_kind_check;
-- Validated at once: the table is small, and a wider list needs only one scan.
-- squawk-ignore constraint-missing-not-valid
alter table public.ledger_accounts add constraint ledger_accounts_kind_check check (kind in ('wallet', 'bonus', 'held', 'refunds_due', 'clearing', 'chargebacks', 'bank',
    'payouts_pending', 'tax',
    'adjustments', 'rounding', 'revenue.convenience', 'revenue.cancellation', 'revenue.charges', 'expense.promotions',
      'expense.referral',
    'expense.goodwill', 'expense.chargeback', 'expense.provider_fees', 'expense.write_off', 'cash'));

call app.describe('public.ledger_accounts', $$
  Accounts of the ledger: a wallet per person and its bonus, which can only pay fares; held money per booking (paid,
    not yet distributed); clearing (what a provider owes us), refunds due and chargebacks per payment provider; and one
    account each for the rest, such as the cash that drivers handed in (cash).
  name: Name of the account for app.post_ledger: wallet:<user>, bonus:<user>, held:<booking>, clearing:<provider>,
    bank, …
  kind: Kind of account: wallet, bonus, held, clearing, refunds_due, bank, payouts_pending, tax, adjustments,
    revenue.* or expense.*.
  role: Of a wallet and its bonus: the owner's role when the wallet was opened. It never changes, so that the sums of
    a closed day stay the same.
  label: Name under which the books add up accounts: wallet.driver for all drivers' wallets, held for all held money,
    clearing:<provider>, bank, …
  provider: The payment provider, for clearing, refunds due and chargebacks; null for other accounts.
$$);

insert into public.ledger_accounts (kind) values ('cash');

alter table public.money_decisions drop constraint money_decisions_kind_check;
-- Validated at once: the table is small, and a wider list needs only one scan.
-- squawk-ignore constraint-missing-not-valid
alter table public.money_decisions add constraint money_decisions_kind_check check (kind in ('credit', 'cancellation_fee', 'no_show_fee', 'no_show_waiver', 'driver_charge',
    'write_off', 'cash', 'extra', 'cash_in'));

call app.describe('public.money_decisions', $$
  Decisions that charged a person or gave them money: credits, fees, waived fees, charges of drivers, write-offs, and
    decisions about cash and tolls. Each can be reversed once, within 30 days (reverse_decision).
  kind: credit (to a wallet), cancellation_fee, no_show_fee (charged), no_show_waiver (a no-show fee that was not
    charged or given back), driver_charge, write_off, cash (how much a driver collected: decide_cash), extra (what a
    driver got of a toll that did not count: decide_extra), cash_in (cash that a driver handed in: take_driver_cash).
  user_id: The person whose money it is; of a decision about cash the one who got the difference.
  transaction_id: The ledger transaction; null if the decision moved no money.
  amount: The amount that was charged or given; 0 if a decision about cash or a toll moved nothing.
  decided_by: The admin who decided; null if a rule did.
  reason: The reason of the decision.
  reversed_by: The admin who took the decision back; if two were needed, the second.
  reversal_reason: Why it was taken back.
  reversal_id: The ledger transaction that reversed it; null if the decision moved no money.
  extra_id: The toll or other cost that a decision of kind extra is about.
$$);

create function app.is_employee(driver_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (app.settings()).drivers_employed
    and exists (select 1 from public.drivers d where d.id = is_employee.driver_id and d.fleet_id is null);
end $$;

comment on function app.is_employee is 'Whether a driver is an employee of the operator now.';

create function app.is_employed(rule jsonb) returns boolean language sql immutable set search_path = '' as $$
  select coalesce((is_employed.rule ->> 'employed')::boolean, false)
$$;

comment on function app.is_employed is
  'Whether the driver of a booking with this rule is an employee of the operator, whose whole price it is.';

create or replace function app.compute_fare(rule jsonb, inputs jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  v_places integer := least(4, app.amount_in(rule -> 'decimal'))::integer;
  v_percent numeric := app.amount_in(rule -> 'convenience_fees');
  v_tax numeric := app.amount_in(rule -> 'tax_percent');
  v_lines jsonb := app.route_lines(rule, inputs, v_places);
  v_min numeric := round(app.amount_in(rule -> 'min_fare'), v_places);
  v_ride numeric;
  v_fee numeric;
  v_fare jsonb;
begin
  v_lines := v_lines || app.added_lines(rule, inputs, app.sum_lines(v_lines), v_places);
  v_ride := app.sum_lines(v_lines);
  if v_ride < v_min then
    v_lines := v_lines || app.fare_line('minimum_fare', v_min - v_ride);
    v_ride := v_min;
  end if;
  v_fee := round(case rule ->> 'convenience_fee_type' when 'percentage' then v_ride * v_percent / 100
    else v_percent end, v_places);
  v_fare := jsonb_build_object(
    'version', 1,
    'lines', app.checked_rates(v_lines, v_places)
      || case when v_fee > 0 then jsonb_build_array(app.fare_line('convenience_fee', v_fee)) else '[]' end,
    'rider_lines', app.checked_rates(app.fold_fee(v_lines, v_fee, rule ->> 'convenience_fee_type', v_places), v_places),
    'ride_cost', v_ride, 'driver_share', v_ride, 'convenience_fees', v_fee, 'trip_cost', v_ride + v_fee,
    'tax', round((v_ride + v_fee) * v_tax / (100 + v_tax), v_places));
  if inputs ? 'corrected_to' then
    v_fare := app.corrected_fare(rule, v_fare, app.amount_in(inputs -> 'corrected_to'), v_places);
  end if;
  return v_fare || case when app.is_employed(rule) then jsonb_build_object('ride_cost', 0, 'driver_share', 0,
    'convenience_fees', v_fare -> 'trip_cost') else '{}' end;
end $$;

comment on function app.compute_fare is
  'The fare, a pure function of two JSON objects. Source: docs/reference/fares.md.
rule: {decimal, convert_to_mile, base_fare, rate_per_unit_distance, rate_per_hour, min_fare, free_wait (minutes), '
  'waiting_rate_per_hour, convenience_fees, convenience_fee_type: flat|percentage, tax_percent, zone_fixed?: {name, '
  'amount}, zones?: [{name, amount|percent}], windows?: [{name, amount|percent}], employed? (the driver is an '
  'employee)}.
inputs: {distance_km, secs, wait_secs?, stop_wait_secs?, parcel_type?: {amount, description?}, option?: likewise, '
  'extras?: [{key: toll|parking|other|route_change, amount, note?}], corrected_to? (the price that the desk '
  'decided)}; other keys are ignored.
Returns {version, lines, rider_lines, ride_cost, driver_share, convenience_fees, trip_cost, tax}; a line is {key, '
  'amount, quantity?, unit?, rate?, name?, percent?}. A line with a rate is quantity x rate, rounded; if that product '
  'would differ, the rate is omitted.
Lines in order: base_fare, distance, time (or zone_fixed instead of the three), parcel_type, option, '
  'zone_surcharge each, tariff_window each (a percentage is one of the lines before parcel_type), waiting, toll | '
  'parking | route_change | extra each, minimum_fare; then convenience_fee, only in lines. Lines of 0 are omitted, '
  'except distance and time with a rate, and zone_fixed.
With corrected_to the lines end with correction, of either sign, before the fee, and trip_cost is that price; '
  'neither min_fare nor a line''s sign holds then.
Holds for every other input: no line is negative; each is rounded half up to decimal (0 to 4); ride_cost = sum of '
  'the lines before the fee >= min_fare rounded; trip_cost = ride_cost + convenience_fees = sum of lines = sum of '
  'rider_lines; driver_share = ride_cost. For an employee both are 0, and convenience_fees is trip_cost. tax is the '
  'tax of tax_percent percent that trip_cost already includes. Values that are no number, negative, or a billion or '
  'more count as 0.';

create or replace function app.reclaimed_shares(booking public.bookings) returns numeric[]
language sql stable security definer set search_path = '' as $$
  select array[coalesce(-sum(e.amount) filter (where a.kind = 'tax'), 0),
    coalesce(-sum(e.amount) filter (where a.user_id = (booking).fleet_id), 0),
    coalesce(-sum(e.amount) filter (where a.user_id = (booking).driver_id), 0),
    coalesce(-sum(e.amount) filter (where a.kind = 'revenue.convenience'), 0)]
  from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
    join public.ledger_accounts a on a.id = e.account_id
  where t.booking_id = (booking).id and t.kind = 'refund'
$$;

create or replace function app.ledger_parts(booking public.bookings) returns setof public.money_part
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  with moved as (
    -- A price that changed after the payment was returned in part, or the rider paid more (payment_requests).
    select t.kind, case when t.kind <> 'fare_change' then app.part_side(t.kind) when exists (select
      from app.fare_changes c
        where c.transaction_id = t.id and c.driver_share + c.convenience_fees > c.discount_amount) then
          'later' else 'back' end as side, a.kind as account, split_part(a.kind, '.', 2) as short, a.provider, e.amount,
      case a.user_id when (booking).customer_id then 'rider' when (booking).driver_id then 'driver'
        when (booking).fleet_id then 'fleet' end as owner
    from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
      join public.ledger_accounts a on a.id = e.account_id
    where t.booking_id = (booking).id and a.kind <> 'held' and app.part_side(t.kind) is not null),
  known as (
    select m.*, m.owner = 'rider' or m.account in ('clearing', 'refunds_due')
      or m.kind in ('settlement', 'cash_difference') and m.account = 'adjustments' as by_rider,
      m.side = 'paid' and m.account like 'expense.%' and m.account <> 'expense.promotions' as by_operator
    from moved m where not (coalesce(m.owner = 'driver', false)
      and (m.kind = 'settlement' and m.amount < 0 or m.kind = 'cash_difference'))),
  parts (side, kind, amount, name, who) as (
    select k.side, case when k.owner = 'rider' then 'wallet' when k.account = 'adjustments' then 'other'
      else 'card' end, -k.amount, k.provider, 'rider' from known k where k.by_rider
    union all
    select k.side, case k.short when 'write_off' then 'written_off' else k.short end, -k.amount, null, 'operator'
      from known k where k.by_operator
    union all
    select 'share', case when k.owner is not null then case k.kind when 'settlement' then 'share' when 'tip' then 'tip'
      when 'refund' then 'reclaimed' when 'fare_change' then 'corrected' when 'extra' then 'extra' else 'fee_share' end
      else coalesce(nullif(k.short, ''), k.account) end, k.amount, null,
        coalesce(k.owner, case k.account when 'tax' then 'tax' else 'operator' end)
    from known k where k.by_rider is not true and not k.by_operator
    union all
    select 'share', case k.account when 'tax' then 'tax' else 'fleet' end, -k.amount, null, 'driver'
    from known k where k.kind = 'settlement' and (k.account = 'tax' or k.owner = 'fleet')
      and not app.is_employed((select f.rule from public.booking_finances f where f.booking_id = (booking).id)))
  select p.side, p.kind, sum(p.amount), p.name, null::numeric, p.who from parts p
    group by p.side, p.kind, p.name, p.who having sum(p.amount) <> 0;
end $$;

create or replace function app.can_afford(driver_id uuid, booking_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if (app.settings()).negative_balance or app.is_employee(can_afford.driver_id) then return true; end if;
  return coalesce((
    select b.payment_mode <> 'cash' or b.prepaid or p.wallet_balance - p.bonus_balance + f.driver_share
      - b.payable_amount >= 0
    from public.bookings b join public.booking_finances f on f.booking_id = b.id
    join public.profiles p on p.id = can_afford.driver_id
    where b.id = can_afford.booking_id), false);
end $$;

comment on function app.can_afford is
  'Whether a driver''s wallet stays at zero or above when this booking is paid. Always true with '
  'settings.negative_balance, for bookings that are not paid in cash, and for employees.';

create or replace function app.driver_moves(driver_id uuid, since timestamptz, until timestamptz)
returns table (transaction_id bigint, at timestamptz, booking_id uuid, kind text, fares numeric, tips numeric,
  fees numeric, cash numeric, tax numeric,
  fleet_part numeric, charges numeric, payouts numeric, other numeric, net numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_account bigint := (select a.id from public.ledger_accounts a where a.name = 'wallet:' || driver_moves.driver_id);
  v_employee boolean := app.is_employee(driver_moves.driver_id);
  v_first bigint := (select min(e.id) from public.ledger_entries e where e.transaction_id = (
    select t.id from public.ledger_transactions t where t.created_at >= driver_moves.since - interval '1 hour'
      order by t.created_at, t.id limit 1));
begin
  if v_first is null then return; end if;
  return query
  with moves as (
    select t.id, t.created_at, t.booking_id, t.kind, sum(e.amount) as net,
      coalesce(sum(e.amount) filter (where e.amount > 0), 0) as plus
    from public.ledger_entries e join public.ledger_transactions t on t.id = e.transaction_id
    where e.account_id = v_account and e.id >= v_first - 1000 and t.created_at >= driver_moves.since
      and t.created_at < driver_moves.until
    group by t.id
    -- A ride of an employee that was not paid in cash moves nothing of the wallet, but is a ride.
    union all
    select t.id, t.created_at, t.booking_id, t.kind, 0, 0 from public.bookings b
      join public.booking_finances f on f.booking_id = b.id
      join public.ledger_transactions t on t.idempotency_key = 'settlement:' || b.id
    where v_employee and b.driver_id = driver_moves.driver_id and b.cash_payment_amount = 0
      and b.created_at >= driver_moves.since - interval '100 days' and app.is_employed(f.rule)
      and t.created_at >= driver_moves.since and t.created_at < driver_moves.until
  ), parts as (
    select m.*, coalesce(x.tax, 0) as tax, coalesce(x.fleet, 0) as fleet
    from moves m left join lateral (
      select sum(e.amount) filter (where a.kind = 'tax') as tax,
        sum(e.amount) filter (where a.role = 'fleetadmin') as fleet
      from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
      -- Of an employee's ride the driver has no share, so the tax is not the driver's.
      where m.kind = 'settlement' and m.plus > 0 and e.transaction_id = m.id) x on true
  )
  select p.id, p.created_at, p.booking_id, p.kind, f.fares, f.tips, f.fees, f.cash, f.tax, f.fleet,
    f.charges, f.payouts,
    p.net - f.fares - f.tips - f.fees - f.cash - f.tax - f.fleet - f.charges - f.payouts, p.net
  from parts p cross join lateral (select
    case p.kind when 'settlement' then p.plus else 0 end as fares,
    case p.kind when 'tip' then p.net else 0 end as tips,
    case when p.kind in ('cancellation', 'cancellation_share', 'no_show_waived', 'fee_reversed') then p.net
      else 0 end as fees,
    case p.kind when 'settlement' then p.net - p.plus + p.tax + p.fleet when 'cash_difference' then p.net
      when 'cash_in' then p.net when 'cash_in_reversed' then p.net else 0 end as cash,
    case p.kind when 'settlement' then -p.tax else 0 end as tax,
    case p.kind when 'settlement' then -p.fleet else 0 end as fleet,
    case when app.is_driver_charge(p.kind) then p.net else 0 end as charges,
    case when p.kind in ('withdrawal', 'withdrawal_rejected') then p.net else 0 end as payouts) f
  order by p.created_at, p.id;
end $$;

create or replace function public.driver_account() returns public.driver_balance
language plpgsql stable security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_week date := date_trunc('week', app.today())::date;
begin
  return (select (p.wallet_balance, greatest(0, p.wallet_balance - p.bonus_balance),
    greatest(0, p.bonus_balance - p.wallet_balance),
    (select coalesce(sum(w.amount), 0) from public.withdraw_requests w where w.user_id = p.id and not w.processed
      and w.rejected_at is null),
    (select coalesce(sum(b.payable_amount), 0) from public.bookings b where b.driver_id = p.id and b.status = 'PENDING'
      and b.payment_mode = 'cash'),
    case when s.payout_weekday is not null then v_week + s.payout_weekday - 1
      + case when v_week + s.payout_weekday - 1 < app.today()
      or exists (select 1 from public.payout_rows r where r.driver_id = p.id and r.week = v_week) then 7 else 0 end end,
    not (s.negative_balance or app.is_employee(p.id)), s.code)::public.driver_balance
    from public.profiles p cross join public.settings s where p.id = v_driver.id and s.id = 1);
end $$;

create or replace function app.reclaim_share(booking public.bookings, amount numeric) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_now app.fare_sums := app.current_fare(booking);
  v_taken numeric[] := app.reclaimed_shares(booking);
  v_part numeric;
  v_parts numeric[];
begin
  if app.is_employed((select f.rule from public.booking_finances f where f.booking_id = (booking).id)) then
    v_part := greatest(0, least(reclaim_share.amount, v_now.convenience_fees - v_taken[1] - v_taken[4]));
    v_parts := app.split_part(v_part, array[v_now.tax_booked, v_now.convenience_fees - v_now.tax_booked],
      array[v_taken[1], v_taken[4]], (app.settings())."decimal");
    return jsonb_build_array(app.entry('revenue.convenience', -v_parts[2]), app.entry('tax', -v_parts[1]),
      app.entry('expense.goodwill', v_part - reclaim_share.amount));
  end if;
  v_part := case when app.has_no_account((booking).driver_id) then 0
    else greatest(0, least(reclaim_share.amount, v_now.driver_share - v_taken[1] - v_taken[2] - v_taken[3])) end;
  v_parts := app.split_part(v_part, array[v_now.tax_booked, v_now.fleet_share, v_now.driver_share - v_now.fleet_share
    - v_now.tax_booked], v_taken[1:3], (app.settings())."decimal");
  return jsonb_build_array(app.entry('wallet:' || (booking).driver_id, -v_parts[3]),
    app.entry('wallet:' || (booking).fleet_id, -v_parts[2]), app.entry('tax', -v_parts[1]),
      app.entry('expense.goodwill', v_part - reclaim_share.amount));
end $$;

create or replace function public.open_later_bookings()
returns table (booking_id uuid, category text, car_type text, trip_at timestamptz, pickup_area_lat double precision,
  pickup_area_lng double precision,
  drop_area_lat double precision, drop_area_lng double precision, pickup_km numeric, trip_distance numeric,
    trip_time integer, driver_share numeric,
  trip_cost numeric, payment_mode text, requirements jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_is_employee boolean := app.is_employee(v_driver.id);
begin
  return query
  select b.id, b.category, b.car_type, b.trip_at, a.area_lat, a.area_lng, z.area_lat, z.area_lng,
    round((app.distance_m(a.area_lat, a.area_lng, p.lat, p.lng) / 1000)::numeric, 1), w.km, w.secs,
    case when v_is_employee then 0 else (f.fare ->> 'driver_share')::numeric end,
    (f.fare ->> 'trip_cost')::numeric, b.payment_mode, b.requirements
  from public.bookings b
  join public.booking_finances m on m.booking_id = b.id
  cross join app.area_of(b.pickup_lat, b.pickup_lng) a
  cross join app.area_of(b.drop_lat, b.drop_lng) z
  -- Rounds distance and time as for an offer, and computes the fare from them, because the exact values of the quote
  -- would reveal the addresses.
  cross join lateral (select round(b.estimate_distance, 1) as km,
    (ceil(b.estimate_time / 60.0) * 60)::integer as secs) w
  cross join lateral (select app.compute_fare(m.rule, m.quote_inputs || jsonb_build_object('distance_km', w.km, 'secs',
    w.secs)) as fare) f
  left join public.driver_positions p on p.driver_id = v_driver.id
  where b.status = 'NEW' and b.book_later and b.reminded_at is null and b.trip_at > app.now()
    and b.car_type_id = v_driver.car_type_id
    and app.is_open_later(b) and app.driver_can_carry(b.requirements, v_driver.id)
      and not app.has_left_job(b.id, v_driver.id)
    and not app.is_bonus_refused(b, v_driver.id)
  order by b.trip_at, b.id limit 100;
end $$;

create or replace function app.driver_quarters(driver_id uuid, year integer)
returns table (quarter integer, activities integer, consideration numeric, fees numeric, taxes numeric,
  fleet_share numeric, charges numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_zone text := (app.settings()).time_zone;
begin
  return query
  with moved as (
    select extract(quarter from t.created_at at time zone v_zone)::integer as in_quarter, t.id, t.kind,
      sum(e.amount) as net, sum(e.amount) filter (where e.amount > 0) as credit
    from public.ledger_accounts a join public.ledger_entries e on e.account_id = a.id join public.ledger_transactions t
      on t.id = e.transaction_id
    left join public.bookings b on b.id = t.booking_id
    left join public.booking_finances f on f.booking_id = b.id
    where a.name = 'wallet:' || driver_quarters.driver_id
      and t.created_at >= make_date(driver_quarters.year, 1, 1)::timestamp at time zone v_zone
      and t.created_at < make_date(driver_quarters.year + 1, 1, 1)::timestamp at time zone v_zone
      and (app.is_driver_charge(t.kind) or b.driver_id = driver_quarters.driver_id and not app.is_employed(f.rule)
        and t.kind in ('settlement', 'tip', 'cancellation', 'cancellation_share', 'no_show_waived', 'fee_reversed',
        'refund', 'fare_change', 'extra'))
    group by 1, t.id, t.kind),
  -- Sums what the tax account, the fleet and the operator got from each ride.
  beside as (
    select m.id, coalesce(sum(e.amount) filter (where a.kind = 'tax'), 0) as tax,
      coalesce(sum(e.amount) filter (where a.kind = 'revenue.convenience'), 0) as fee,
      coalesce(sum(e.amount) filter (where a.kind = 'wallet' and a.user_id = b.fleet_id), 0) as fleet
    from moved m join public.ledger_transactions t on t.id = m.id join public.bookings b on b.id = t.booking_id
    join public.ledger_entries e on e.transaction_id = m.id join public.ledger_accounts a on a.id = e.account_id
    where m.kind in ('settlement', 'refund', 'fare_change') group by m.id)
  select q.n, (count(*) filter (where m.kind = 'settlement'))::integer,
    coalesce(sum(case when m.kind = 'settlement' then m.credit when app.is_driver_charge(m.kind) then 0
      when m.kind in ('refund', 'fare_change') then m.net + x.tax + x.fleet else m.net end), 0),
    coalesce(sum(x.fee), 0), coalesce(sum(x.tax), 0), coalesce(sum(x.fleet), 0),
      coalesce(-sum(m.net) filter (where app.is_driver_charge(m.kind)), 0)
  from generate_series(1, 4) q (n) left join moved m on m.in_quarter = q.n left join beside x on x.id = m.id
  group by q.n order by q.n;
end $$;

create or replace function app.report_booking(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_at timestamptz := coalesce(case (booking).status when 'PAID' then (booking).paid_at
    else (booking).cancelled_at end, app.now());
  v_discount numeric := least((booking).discount_amount, (booking).trip_cost);
  e public.earnings_months := app.empty_earnings(booking, v_at);
begin
  if (booking).status <> 'PAID' and ((booking).status <> 'CANCELLED' or (booking).cancellation_fee = 0) then
    return;
  end if;
  if (booking).status = 'CANCELLED' then
    e.cancellations := 1;
    e.cancellation_fee := (booking).cancellation_fee;
    select coalesce(sum(l.amount), 0) into e.cancellation_share from public.ledger_transactions t
    join public.ledger_entries l on l.transaction_id = t.id join public.ledger_accounts a on a.id = l.account_id
    where t.idempotency_key = 'cancellation:' || (booking).id and a.user_id = (booking).driver_id;
  else
    select f.ride_cost, f.driver_share, f.convenience_fees
      - case when app.is_employed(f.rule) then (booking).tax_amount else 0 end
    into e.ride_cost, e.driver_share, e.convenience_fees
    from public.booking_finances f where f.booking_id = (booking).id;
    -- Of an employee's ride the tax is what the firm does not keep.
    if e.driver_share = 0 then e.ride_cost := (booking).trip_cost - e.convenience_fees; end if;
    if e.convenience_fees > 0 then
      e.rides := 1;
      e.trip_cost := (booking).trip_cost;
      e.discount_amount := v_discount;
    elsif v_discount > 0 then
      e := app.empty_earnings(booking, v_at);
      e.free_ride_discounts := v_discount;
    else
      return;
    end if;
  end if;
  perform app.add_earnings((booking).id, v_at, e);
end $$;

create or replace function app.share_fee(booking public.bookings, fee numeric, wallet numeric) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  v_percent numeric;
  v_places integer;
  v_paid numeric := least(share_fee.fee, greatest(0, share_fee.wallet));
begin
  select s.cancellation_driver_percent, s."decimal" into v_percent, v_places from public.settings s where s.id = 1;
  if (booking).driver_id is null or v_percent = 0 or app.has_no_account((booking).driver_id)
    or app.is_employed((select f.rule from public.booking_finances f where f.booking_id = (booking).id)) then
    return 0;
  end if;
  if v_paid < share_fee.fee then
    insert into app.fee_debts (booking_id, customer_id, fee, unpaid, percent)
    values ((booking).id, (booking).customer_id, share_fee.fee, share_fee.fee - v_paid, v_percent);
  end if;
  return round(v_paid * v_percent / 100, v_places);
end $$;

create or replace function app.post_fare_change(booking public.bookings, key text, change app.fare_sums, rider jsonb,
  to_goodwill boolean default false,
  to_operator numeric default 0) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_rule jsonb := (select f.rule from public.booking_finances f where f.booking_id = (booking).id);
  v_employed boolean := app.is_employed(v_rule);
  v_places integer := least(4, app.amount_in(v_rule -> 'decimal'))::integer;
  v_percent numeric := app.amount_in(v_rule -> 'tax_percent');
  v_now app.fare_sums := app.current_fare(booking);
  v_taken numeric[] := app.reclaimed_shares(booking);
  v_share numeric := v_now.driver_share + (change).driver_share;
  v_price numeric := v_share + v_now.convenience_fees + (change).convenience_fees;
  v_tax numeric := round(v_price * v_percent / (100 + v_percent), v_places);
  v_tax_part numeric;
  v_fleet numeric;
  v_driver numeric;
  v_firm numeric;
  v_short numeric;
  v_id bigint;
  e public.earnings_months := app.empty_earnings(booking, app.now());
begin
  if v_employed then
    change.convenience_fees := (change).convenience_fees + (change).driver_share;
    change.driver_share := 0;
    v_share := v_price;
  end if;
  v_tax_part := greatest(coalesce(round(v_tax * v_share / nullif(v_price, 0), v_places), 0) - v_now.tax_booked,
    least(0, v_taken[1] - v_now.tax_booked));
  change.tax := v_tax - v_now.tax;
  change.tax_booked := v_tax_part;
  v_firm := (change).convenience_fees;
  if v_employed then
    v_firm := case when to_goodwill then 0
      else greatest(v_firm - v_tax_part, least(0, v_taken[4] - (v_now.convenience_fees - v_now.tax_booked))) end;
  end if;
  v_driver := case when v_employed then 0 else (change).driver_share - v_tax_part - (change).fleet_share end;
  v_fleet := case when (booking).fleet_id is null or app.has_no_account((booking).fleet_id) then 0
    else greatest((change).fleet_share, least(0, v_taken[2] - v_now.fleet_share)) end;
  v_driver := case when to_goodwill or app.has_no_account((booking).driver_id) then 0
    else greatest(v_driver, least(0, v_taken[3] - (v_now.driver_share - v_now.tax_booked - v_now.fleet_share))) end;
  v_short := (change).driver_share + (change).convenience_fees - v_tax_part - v_fleet - v_driver - v_firm;
  change.fleet_share := v_fleet;
  v_id := app.post_ledger('fare_change', post_fare_change.key, (booking).id,
    post_fare_change.rider || jsonb_build_array(
    app.entry('wallet:' || (booking).driver_id, v_driver), app.entry('wallet:' || (booking).fleet_id, v_fleet),
      app.entry('tax', v_tax_part),
    app.entry('revenue.convenience', v_firm),
      app.entry('expense.promotions', -(change).discount_amount),
    app.entry('expense.goodwill', v_short)));
  insert into app.fare_changes (transaction_id, booking_id, driver_share, convenience_fees, discount_amount, tax,
    tax_booked, fleet_share, to_operator)
  values (v_id, (booking).id, (change).driver_share, (change).convenience_fees, (change).discount_amount, (change).tax,
    (change).tax_booked, (change).fleet_share, post_fare_change.to_operator);
  -- Rides without an operator's fee are not counted in the reports, except what their promotions cost.
  if (select f.convenience_fees > 0 from public.booking_finances f where f.booking_id = (booking).id) then
    e.ride_cost := (change).driver_share + (change).convenience_fees - v_firm;
    e.driver_share := case when v_employed then 0 else (change).driver_share - v_short end;
    e.convenience_fees := v_firm;
    e.trip_cost := (change).driver_share + (change).convenience_fees;
    e.discount_amount := (change).discount_amount;
  else
    e.free_ride_discounts := (change).discount_amount;
  end if;
  perform app.add_earnings((booking).id, app.now(), e);
  if v_fleet <> 0 then perform app.add_fleet_share(booking, v_id); end if;
  if (change).driver_share + (change).convenience_fees <> (change).discount_amount then
    perform app.queue_receipt((booking).id, v_id);
  end if;
  return v_id;
end $$;

create or replace function public.refund_booking(booking_id uuid, amount numeric, reason text, reclaim_share boolean default false,
  client_key uuid default gen_random_uuid()) returns public.booking_refund
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('refund');
  v_booking public.bookings := app.lock_booking(refund_booking.booking_id);
  v_amount numeric := app.to_money(refund_booking.amount);
  v_reason text := coalesce(nullif(btrim(app.plain_lines(left(refund_booking.reason, app.reason_length()))),
    ''), 'refund');
  v_key text := format('refund:%s:%s', v_booking.id, coalesce(refund_booking.client_key, gen_random_uuid()));
  v_id bigint := (select t.id from public.ledger_transactions t where t.idempotency_key = v_key);
  v_left numeric;
  v_back record;
begin
  if v_id is not null then return app.refund_answer(v_booking.id, v_id); end if;
  if not app.is_paid(v_booking.status) then perform app.refuse_status(v_booking); end if;
  if v_amount is null then perform app.refuse_amount(); end if;
  v_left := app.refundable(v_booking);
  if v_amount > v_left then
    perform app.refuse('refund_too_high', 409, format('At most %s can be refunded', v_left));
  end if;
  perform app.lock_booking_wallets(v_booking);
  perform app.check_approval_limit(v_me, 'refund', v_booking.id, v_booking.customer_id, v_amount);
  v_back := app.give_back(v_booking, v_amount, v_left, v_reason, v_me.id);
  v_id := app.post_ledger('refund', v_key, v_booking.id,
    v_back.entries || case when refund_booking.reclaim_share then app.reclaim_share(v_booking, v_amount)
      else jsonb_build_array(app.entry('expense.goodwill', -v_amount)) end);
  perform app.record_card_credit(v_id, v_booking.customer_id, 'topup',
    least(v_back.to_wallet - v_back.bonus, v_booking.card_payment_amount));
  perform app.queue_receipt(v_booking.id, v_id);
  if refund_booking.reclaim_share then
    perform app.correct_earnings(v_booking.id, coalesce(sum(e.amount) filter (where a.kind = 'wallet'), 0),
      coalesce(sum(e.amount) filter (where a.kind = 'revenue.convenience'), 0))
    from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
    where e.transaction_id = v_id and e.amount < 0;
    if v_booking.fleet_id is not null then perform app.add_fleet_share(v_booking, v_id); end if;
  end if;
  perform app.audit('refund_booking', 'bookings', v_booking.id::text, jsonb_build_object('refundable', v_left),
    jsonb_build_object('user_id', v_booking.customer_id, 'amount', v_amount, 'reason', v_reason, 'reclaim_share',
      coalesce(refund_booking.reclaim_share, false)));
  if v_back.to_wallet > 0 then
    perform app.notify(v_booking.customer_id, 'wallet_credited',
      jsonb_build_object('amount', v_back.to_wallet), v_booking.id);
  end if;
  return app.refund_answer(v_booking.id, v_id);
end $$;

create or replace function public.assign_bank_line(id bigint, as_what text, target text default null, reason text default null)
  returns public.bank_lines
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('money');
  v_line public.bank_lines;
begin
  select l.* into v_line from public.bank_lines l where l.id = assign_bank_line.id for no key update;
  if not found then perform app.refuse('bank_line_not_found', 404, 'No such line'); end if;
  if not app.is_open_line(v_line.outcome) then return v_line; end if;
  if assign_bank_line.as_what = 'provider' and exists (select 1 from public.ledger_accounts a where a.kind = 'clearing'
    and a.provider = assign_bank_line.target) then
    v_line.provider := assign_bank_line.target;
    v_line.transaction_id := app.post_provider_payout(v_line, v_line.provider);
  elsif assign_bank_line.as_what = 'tax' then
    v_line.transaction_id := (select r.transaction_id from public.tax_remittances r
      where r.month = app.date_of(assign_bank_line.target) and r.amount = -v_line.amount
      and not exists (select 1 from public.bank_lines o where o.transaction_id = r.transaction_id));
  elsif assign_bank_line.as_what in ('fees', 'cash', 'other') then
    v_line.transaction_id := app.post_ledger('bank_' || assign_bank_line.as_what, 'bank_line:' || v_line.reference,
      null, jsonb_build_array(
      app.entry('bank', -v_line.amount),
        app.entry(case assign_bank_line.as_what when 'fees' then 'expense.provider_fees' when 'cash' then 'cash'
          else 'adjustments' end,
        v_line.amount)));
  end if;
  if v_line.transaction_id is null
    or (assign_bank_line.as_what = 'other' and coalesce(btrim(assign_bank_line.reason), '') = '') then
    perform app.refuse('assignment_invalid', 422,
      'as_what is provider (target: its name), tax (target: the first day of the month, same amount), fees, cash, or other with a reason');
  end if;
  update public.bank_lines l set outcome = case assign_bank_line.as_what when 'provider' then 'provider_payout'
    when 'tax' then 'tax' else 'assigned' end,
    provider = v_line.provider, transaction_id = v_line.transaction_id, assigned_by = v_me.id where l.id = v_line.id
      returning l.* into v_line;
  perform app.broadcast('admin', 'money');
  perform app.audit('assign_bank_line', 'bank_lines', v_line.id::text, null,
    jsonb_build_object('as', assign_bank_line.as_what, 'target', assign_bank_line.target,
    'amount', v_line.amount, 'reason', nullif(btrim(left(assign_bank_line.reason, app.reason_length())), '')));
  return v_line;
end $$;

comment on function public.assign_bank_line is
  'Assigns a line that match_statement did not recognize to: provider (target: the provider''s name; books its '
  'payout), tax (target: the month that remit_tax paid, with the same amount), fees (of the bank), cash (that drivers '
  'handed in and the office brought to the bank), or other (booked as adjustment, with a reason). Idempotent. '
  'Errors: must_login, not_allowed, demo_mode, bank_line_not_found, assignment_invalid.';

create function public.take_driver_cash(driver_id uuid, amount numeric, client_key uuid default gen_random_uuid())
  returns public.wallet_credit
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('payouts');
  v_amount numeric := app.to_money(take_driver_cash.amount);
  v_key text := format('cash_in:%s:%s', v_me.id, coalesce(take_driver_cash.client_key, gen_random_uuid()));
  v_owed numeric;
  v_id bigint;
  v_answer public.wallet_credit;
begin
  perform app.lock_wallets(take_driver_cash.driver_id);
  perform app.refuse_own(v_me, take_driver_cash.driver_id);
  if v_amount is null or not exists (select 1 from public.profiles p where p.id = take_driver_cash.driver_id
    and p.usertype = 'driver' and p.deleted_at is null) then
    perform app.refuse('no_details_error', 422, 'Choose a driver, and an amount above 0');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(v_key, 0));
  select t.id into v_id from public.ledger_transactions t where t.idempotency_key = v_key;
  if v_id is null then
    v_owed := greatest(0, -app.real_balance(take_driver_cash.driver_id));
    if v_amount > v_owed then
      perform app.refuse('cash_above_debt', 409, format('The driver owes %s', v_owed));
    end if;
    v_id := app.post_ledger('cash_in', v_key, null, jsonb_build_array(
      app.entry('wallet:' || take_driver_cash.driver_id, v_amount), app.entry('cash', -v_amount)));
    perform app.record_decision('cash_in', take_driver_cash.driver_id, v_amount, v_id, null, v_me.id);
    perform app.audit('take_driver_cash', 'profiles', take_driver_cash.driver_id::text, null,
      jsonb_build_object('user_id', take_driver_cash.driver_id, 'amount', v_amount));
    perform app.notify(take_driver_cash.driver_id, 'wallet_credited', jsonb_build_object('amount', v_amount));
  end if;
  select e.id, a.user_id, e.amount, e.balance, t.kind || ':' || t.id, t.created_at into strict v_answer
  from public.ledger_transactions t
  join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
    and a.kind = 'wallet'
  where t.id = v_id;
  return v_answer;
end $$;

comment on function public.take_driver_cash is
  'An admin takes cash that a driver collected: at most what the driver owes. The cash is in the office until a bank '
  'line is assigned to it (assign_bank_line). The decision can be reversed (reverse_decision). Returns {id, user_id, '
  'amount, wallet_balance, tx_ref, date}; a repeated client_key returns the first. '
  'Errors: must_login, not_allowed (also for one''s own money), demo_mode, no_details_error, cash_above_debt.';

grant execute on function public.take_driver_cash(uuid, numeric, uuid) to authenticated;

create or replace function app.settle_paid(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_money public.booking_finances;
  v_settings public.settings := app.settings();
  v_driver text := 'wallet:' || (booking).driver_id;
  v_held numeric := app.ledger_balance('held:' || (booking).id);
  v_discount numeric := least((booking).discount_amount, (booking).trip_cost);
  v_goodwill numeric := app.settled_by_goodwill((booking).id);
  v_back numeric := v_held + (booking).cash_payment_amount + v_goodwill
    - ((booking).trip_cost - v_discount + (booking).cash_rounding);
  v_bonus numeric;
  v_tax numeric;
  v_own_tax numeric;
  v_fleet numeric;
  v_id bigint;
begin
  select f.* into v_money from public.booking_finances f where f.booking_id = (booking).id;
  v_own_tax := case when app.is_employed(v_money.rule) then (booking).tax_amount else 0 end;
  v_tax := coalesce(round((booking).tax_amount * v_money.driver_share / nullif((booking).trip_cost, 0),
    v_settings."decimal"), 0);
  v_fleet := case when (booking).fleet_id is null then 0
    else round(v_money.driver_share * v_settings.fleet_percent / 100, v_settings."decimal") end;
  -- A payment spends bonus money before real money. Money that was paid too much is returned in the
  -- reverse order: real money first.
  v_bonus := greatest(0, v_back - (v_held + (booking).cash_payment_amount + v_goodwill - app.bonus_spent(booking)));
  v_id := app.post_ledger('settlement', 'settlement:' || (booking).id, (booking).id, jsonb_build_array(
    app.entry('held:' || (booking).id, -v_held),
    app.entry(v_driver, v_money.driver_share),
    app.entry(v_driver, -(booking).cash_payment_amount),
    app.entry(v_driver, -v_tax), app.entry('tax', v_tax + v_own_tax),
    app.entry(v_driver, -v_fleet), app.entry('wallet:' || (booking).fleet_id, v_fleet),
    app.entry('revenue.convenience', v_money.convenience_fees - v_own_tax),
    app.entry('expense.promotions', -v_discount),
    app.entry('rounding', (booking).cash_rounding),
    app.entry('expense.goodwill', -v_goodwill),
    app.entry('bonus:' || (booking).customer_id, v_bonus),
    -- A passenger without an account gets it from the desk, by a credit or in cash.
    app.entry(case when app.has_no_account((booking).customer_id) then 'adjustments'
      else 'wallet:' || (booking).customer_id end, v_back - v_bonus)));
  perform app.record_card_credit(v_id, (booking).customer_id, 'topup',
    least(v_back - v_bonus, (booking).card_payment_amount));
  -- Nobody but the driver says that this cash was paid, so the desk and the driver's debt come before a withdrawal.
  if (booking).card_payment_amount = 0 and not app.has_no_account((booking).customer_id) then
    perform app.record_card_credit(v_id, (booking).customer_id, 'cash',
      least(v_back - v_bonus, (booking).cash_payment_amount));
  end if;
  if v_fleet > 0 then
    update public.booking_finances f set fleet_share = v_fleet where f.booking_id = (booking).id;
    perform app.add_fleet_share(booking, v_id);
  end if;
end $$;

create or replace function app.reverse_wallet(decision public.money_decisions) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_sign integer := case (decision).kind when 'driver_charge' then 1 else -1 end;
  v_balance numeric;
begin
  perform app.lock_wallets((decision).user_id);
  if app.has_no_account((decision).user_id) then
    perform app.refuse('person_not_found', 404, 'The account was deleted');
  end if;
  if (decision).kind = 'credit' then
    v_balance := app.real_balance((decision).user_id);
    if v_balance < (decision).amount then perform app.refuse_balance((decision).amount, v_balance); end if;
  end if;
  return app.post_ledger(case (decision).kind when 'driver_charge' then 'charge' else (decision).kind end
    || '_reversed', 'reversal:' || (decision).id, (decision).booking_id,
    jsonb_build_array(app.entry('wallet:' || (decision).user_id, v_sign * (decision).amount),
      app.entry(case (decision).kind when 'credit' then 'adjustments' when 'driver_charge' then 'revenue.charges'
        when 'cash_in' then 'cash' else 'expense.write_off' end, -v_sign * (decision).amount)));
end $$;

create or replace function public.reverse_decision(id uuid, reason text) returns public.money_decisions
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('refund');
  v_reason text := app.require_reason(reverse_decision.reason);
  v_was public.money_decisions;
  v_row public.money_decisions;
  v_booking public.bookings;
  v_takes boolean;
begin
  select d.* into v_was from public.money_decisions d where d.id = reverse_decision.id;
  if not found then perform app.refuse('decision_not_found', 404, 'No such decision'); end if;
  if v_was.booking_id is not null then v_booking := app.lock_booking(v_was.booking_id); end if;
  select d.* into v_was from public.money_decisions d where d.id = reverse_decision.id for no key update;
  -- A repeated call is a retry.
  if v_was.reversed_by = v_me.id then return v_was; end if;
  if v_was.reversed_at is not null or v_was.decided_at < app.now() - app.reversal_time() then
    perform app.refuse('decision_closed', 409, format('Already reversed, or older than %s days',
      extract(days from app.reversal_time())));
  end if;
  perform app.refuse_own(v_me, v_was.user_id), app.refuse_own(v_me, v_booking.driver_id);
  perform 1 from public.cash_reports r where v_was.kind = 'cash' and r.booking_id = v_booking.id for no key update;
  perform 1 from public.booking_extras x where x.id = v_was.extra_id for no key update;
  perform app.lock_wallets(variadic array_remove(array[v_was.user_id, v_booking.customer_id,
    v_booking.driver_id], null));
  if v_was.amount > 0 then
    perform app.check_approval_limit(v_me, 'reversal', v_was.id, v_was.user_id, v_was.amount);
  end if;
  v_row.reversal_id := case when v_was.kind in ('cancellation_fee', 'no_show_fee',
    'no_show_waiver') then app.reverse_fee(v_was, v_booking)
    when v_was.kind = 'cash' then app.reverse_cash(v_was, v_booking) when v_was.kind = 'extra' then
      app.reverse_extra(v_was, v_booking) else app.reverse_wallet(v_was) end;
  update public.money_decisions d set reversed_by = v_me.id, reversed_at = app.now(), reversal_reason = v_reason,
    reversal_id = v_row.reversal_id
  where d.id = v_was.id returning d.* into v_row;
  perform app.audit('reverse_decision', case when v_booking.id is null then 'profiles' else 'bookings' end,
    coalesce(v_booking.id, v_was.user_id)::text,
    jsonb_build_object('kind', v_was.kind, 'decided_at', v_was.decided_at, 'decided_by', v_was.decided_by),
    jsonb_build_object('user_id', v_was.user_id, 'amount', v_was.amount, 'reason', v_reason)
      || jsonb_strip_nulls(jsonb_build_object('approval', nullif(current_setting('app.approval', true), ''))));
  v_takes := v_was.kind in ('credit', 'no_show_waiver', 'write_off', 'cash_in');
  perform app.notify_and_email(v_was.user_id, case when v_takes then 'decision_reversed_debit'
    else 'decision_reversed_credit' end,
    jsonb_build_object('amount', v_was.amount, 'reason', v_reason), v_booking.id)
      where not app.is_trip_decision(v_was.kind);
  -- The driver who got a part of the fee loses it, and gets it if the fee is charged after all. Of cash each is told
  -- what they lose or get.
  perform app.notify_and_email(a.user_id, case when e.amount < 0 then 'decision_reversed_debit'
    else 'decision_reversed_credit' end,
    jsonb_build_object('amount', abs(e.amount), 'reason', v_reason), v_booking.id)
  from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
  where e.transaction_id = v_row.reversal_id
    and (a.user_id = v_booking.driver_id and v_booking.driver_id <> v_was.user_id
    or app.is_trip_decision(v_was.kind) and a.user_id in (v_booking.customer_id, v_booking.driver_id));
  if v_booking.id is not null then perform app.broadcast('booking:' || v_booking.id, 'booking', v_booking.id); end if;
  return v_row;
end $$;

comment on function public.reverse_decision is
  'An admin takes back a decision about money (money_decisions) once, within 30 days: a credit, a charged or waived '
  'fee, a charge of a driver, cash that a driver handed in, a write-off, or a decision about cash or a toll, which '
  'then waits for the desk again. Entries of the ledger stay; a new transaction reverses them in the current month. A '
  'driver''s part of a fee is taken back too, below zero if it was paid out. Of decisions about one fee only the last '
  'can be reversed. Counts towards settings.credit_limit. The people concerned are told by notice and e-mail. '
  'Audited; a repeated call is a retry. '
  'Errors: must_login, not_allowed (also for one''s own money), demo_mode, reason_required, decision_not_found, '
  'decision_closed (reversed, older than 30 days, not the last, or of a toll that the rider has paid), '
  'insufficient_balance (a credit, or a rider''s cash, that is spent), money_disputed, payment_running, '
  'person_not_found, needs_approval (kind reversal).';

create or replace function app.make_offers(booking public.bookings, driver_ids uuid[], wave integer, seconds integer)
returns void language plpgsql volatile security definer set search_path = '' as $$
declare
  v_km numeric := round(booking.estimate_distance, 1);
  v_secs integer := ceil(booking.estimate_time / 60.0) * 60;
  v_fare jsonb;
begin
  select app.compute_fare(f.rule, f.quote_inputs || jsonb_build_object('distance_km', v_km, 'secs', v_secs)) into v_fare
  from public.booking_finances f where f.booking_id = booking.id;
  insert into public.booking_offers (booking_id, driver_id, wave, distance_km, expires_at, reference, category,
    pickup_area_lat, pickup_area_lng, drop_area_lat, drop_area_lng, pickup_time, trip_distance, trip_time, driver_share,
    trip_cost, payment_mode, book_later, trip_at, requirements)
  select booking.id, i.id, make_offers.wave, d.km, app.now() + make_interval(secs => make_offers.seconds),
    booking.reference, booking.category, a.area_lat, a.area_lng, z.area_lat, z.area_lng,
      case when d.km is not null then greatest(1, ceil(2 * d.km)) * 60 end,
    v_km, v_secs, case when app.is_employee(i.id) then 0 else (v_fare ->> 'driver_share')::numeric end,
    (v_fare ->> 'trip_cost')::numeric, booking.payment_mode, booking.book_later, booking.trip_at, booking.requirements
  from unnest(make_offers.driver_ids) with ordinality i (id, place)
  cross join app.area_of(booking.pickup_lat, booking.pickup_lng) a
  cross join app.area_of(booking.drop_lat, booking.drop_lng) z
  -- The distance is measured to the area's middle, because exact distances from three places would reveal the address.
  left join public.driver_positions p on p.driver_id = i.id
  cross join lateral (select round((app.distance_m(a.area_lat, a.area_lng, p.lat, p.lng) / 1000)::numeric, 2) as km) d
  order by i.place;
end $$;

create function app.tg_booking_finances__divide() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v_employed boolean;
begin
  v_employed := case when new.driver_id is null or new.fleet_id is not null then false
    when tg_op = 'UPDATE' and new.driver_id is not distinct from old.driver_id then app.is_employed(old.rule)
    else (app.settings()).drivers_employed end;
  if v_employed = app.is_employed(new.rule) then return new; end if;
  new.rule := case when v_employed then new.rule || '{"employed": true}' else new.rule - 'employed' end;
  new.quote_fare := app.compute_fare(new.rule, new.quote_inputs);
  new.ride_cost := (new.quote_fare ->> 'ride_cost')::numeric;
  new.driver_share := (new.quote_fare ->> 'driver_share')::numeric;
  new.convenience_fees := (new.quote_fare ->> 'convenience_fees')::numeric;
  return new;
end $$;

create trigger booking_finances__divide before insert or update of driver_id, rule on public.booking_finances
  for each row execute function app.tg_booking_finances__divide();

-- Sources of this migration, for the next one to compare with:
--   11637e6349bc table public.settings
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
--   |   constraint settings_cash_unit check (cash_unit = round(cash_unit, "decimal"))
--   | )
--   27f7c9f9be64 description of public.settings
--   0d2670b0cdec table public.ledger_accounts
--   | create table public.ledger_accounts (
--   |   id bigint generated always as identity primary key,
--   |   kind text not null check (kind in ('wallet', 'bonus', 'held', 'refunds_due', 'clearing', 'chargebacks', 'bank',
--   |     'payouts_pending', 'tax',
--   |     'adjustments', 'rounding', 'revenue.convenience', 'revenue.cancellation', 'revenue.charges', 'expense.promotions',
--   |       'expense.referral',
--   |     'expense.goodwill', 'expense.chargeback', 'expense.provider_fees', 'expense.write_off', 'cash')),
--   |   user_id uuid references public.profiles (id),
--   |   booking_id uuid unique,
--   |   provider text check (provider ~ '^[a-z]{2,20}$'),
--   |   role text check (role in ('rider', 'driver', 'fleetadmin', 'admin')),
--   |   name text not null unique generated always as
--   |     (kind || coalesce(':' || user_id::text, ':' || booking_id::text, ':' || provider, '')) stored,
--   |   label text not null generated always as
--   |     (case when role is not null then kind || '.' || role when kind = 'held' then kind
--   |       else kind || coalesce(':' || provider, '') end) stored,
--   |   check ((kind in ('wallet', 'bonus')) = (user_id is not null)),
--   |   check ((kind = 'held') = (booking_id is not null)),
--   |   check ((kind in ('refunds_due', 'clearing', 'chargebacks')) = (provider is not null)),
--   |   constraint ledger_accounts_role check (role is null or user_id is not null)
--   | )
--   57e48e1fd05c description of public.ledger_accounts
--   7cd9ceb98d93 rows of public.ledger_accounts
--   | insert into public.ledger_accounts (kind) values ('bank'), ('payouts_pending'), ('tax'), ('adjustments'), ('rounding'),
--   |   ('revenue.convenience'), ('revenue.cancellation'), ('revenue.charges'), ('expense.promotions'), ('expense.referral'),
--   |     ('expense.goodwill'),
--   |   ('expense.chargeback'), ('expense.provider_fees'), ('expense.write_off'), ('cash')
--   65011cc51257 table public.money_decisions
--   | create table public.money_decisions (
--   |   id uuid primary key default app.uuid_v7(),
--   |   kind text not null check (kind in ('credit', 'cancellation_fee', 'no_show_fee', 'no_show_waiver', 'driver_charge',
--   |     'write_off', 'cash', 'extra', 'cash_in')),
--   |   booking_id uuid,
--   |   user_id uuid not null references public.profiles (id),
--   |   amount numeric not null check (amount >= 0 and amount < 1e12 and (amount > 0 or kind in ('cash', 'extra'))),
--   |   reason text check (length(reason) <= 500),
--   |   transaction_id bigint unique references public.ledger_transactions (id),
--   |   decided_by uuid references public.profiles (id),
--   |   decided_at timestamptz not null default app.now(),
--   |   reversed_by uuid references public.profiles (id),
--   |   reversed_at timestamptz,
--   |   reversal_reason text check (btrim(reversal_reason) <> '' and length(reversal_reason) <= 500),
--   |   reversal_id bigint unique references public.ledger_transactions (id),
--   |   extra_id uuid,
--   |   constraint money_decisions_reversed check (num_nonnulls(reversed_by, reversed_at, reversal_reason) in (0, 3)
--   |     and (reversal_id is null or reversed_at is not null))
--   | )
--   3ec0e5fcd16c description of public.money_decisions
--   62101fa9f60e function app.is_employee(uuid)
--   e00afca0186f comment on function app.is_employee
--   cfae45b5d043 function app.is_employed(jsonb)
--   96bd563fe837 comment on function app.is_employed
--   92366d2eced0 function app.compute_fare(jsonb, jsonb)
--   bd15ad4c57e0 comment on function app.compute_fare
--   e6056208196d function app.reclaimed_shares(public.bookings)
--   031088ab96d4 function app.ledger_parts(public.bookings)
--   6533fce579b2 function app.can_afford(uuid, uuid)
--   c97e759411be comment on function app.can_afford
--   4b07dcf11ec4 function app.driver_moves(uuid, timestamptz, timestamptz)
--   1dc04e18f929 function public.driver_account()
--   12db6214f1b1 function app.reclaim_share(public.bookings, numeric)
--   d2b924a2edbf function public.open_later_bookings()
--   86fbb85970b3 function app.driver_quarters(uuid, integer)
--   be85e4c6e00f function app.report_booking(public.bookings)
--   9ee90f68252a function app.share_fee(public.bookings, numeric, numeric)
--   6e901da485b4 function app.post_fare_change(public.bookings, text, app.fare_sums, jsonb, boolean, numeric)
--   319d7b33ef79 function public.refund_booking(uuid, numeric, text, boolean, uuid)
--   10ff6eb62172 function public.assign_bank_line(bigint, text, text, text)
--   4ef31e96391d comment on function public.assign_bank_line
--   2d0dcc3df9c6 function public.take_driver_cash(uuid, numeric, uuid)
--   2da2e7b29f4b comment on function public.take_driver_cash
--   4213eb3a3cf2 grant execute on function public.take_driver_cash(uuid, numeric, uuid) to authenticated
--   47e4291582c6 function app.settle_paid(public.bookings)
--   96575a20e5f9 function app.reverse_wallet(public.money_decisions)
--   d07dc9c78785 function public.reverse_decision(uuid, text)
--   eee06fb4771b comment on function public.reverse_decision
--   7718fa475898 function app.make_offers(public.bookings, uuid[], integer, integer)
--   4a17659420fc function app.tg_booking_finances__divide()
--   9b19f7ea86c4 trigger booking_finances__divide on public.booking_finances
