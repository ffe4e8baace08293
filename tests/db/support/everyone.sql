-- Rows in every table of the API for two groups of people: rider, driver2 and fleet own one half, rider2, driver4 and fleet2 the
-- other. Tests act as the first group and check that they cannot reach the rows of the second. Uses helpers.sql; runs in a
-- transaction that is rolled back.

-- Rows that the example calls of functions.txt name. None belongs to rider, driver2 or fleet, who make these calls.

-- The latest booking in a status.
create function tests.one(status text) returns uuid language sql stable security definer as $$
  select b.id from public.bookings b where b.status = one.status and b.customer_id <> tests.id('rider') order by b.id desc limit 1
$$;
create function tests.parcel() returns uuid language sql stable security definer as $$
  select b.id from public.bookings b where b.category = 'delivery' order by b.id desc limit 1
$$;
-- The booking that the desk offered to one driver, with no answer yet.
create function tests.asked() returns uuid language sql stable security definer as $$
  select o.booking_id from public.booking_offers o where o.driver_id = tests.id('driver4') and o.status = 'open' and o.wave = 0
$$;
create function tests.inbound_text() returns bigint language sql volatile security definer as $$
  select max(t.id) from app.inbound_texts t
$$;
create function tests.failed_message() returns bigint language sql volatile security definer as $$
  select max(l.id) from app.message_log l where l.state = 'failed' and l.outbox_id is not null
$$;
create function tests.case_of() returns uuid language sql stable security definer as $$
  select c.id from public.cases c where c.customer_id = tests.id('rider2') and c.driver_id is null limit 1
$$;
create function tests.alarm() returns uuid language sql stable security definer as $$
  select a.id from app.alarms a where a.person_id = tests.id('rider2')
$$;
create function tests.withdrawal() returns uuid language sql stable security definer as $$
  select r.id from public.withdraw_requests r where r.user_id = tests.id('driver4')
$$;
create function tests.topup() returns uuid language sql stable security definer as $$
  select p.id from public.payments p where p.purpose = 'topup' and p.customer_id = tests.id('rider11')
$$;
create function tests.paid_payment() returns uuid language sql stable security definer as $$
  select p.id from public.payments p where p.charge_ref = 'ch_everyone'
$$;
create function tests.stuck_payment() returns bigint language sql stable security definer as $$
  select j.id from app.payment_jobs j where j.status = 'dead' order by j.id desc limit 1
$$;
create function tests.flagged_event() returns uuid language sql stable security definer as $$
  select e.id from public.payment_events e where e.outcome = 'unknown_refund' order by e.id limit 1
$$;
create function tests.asked_approval() returns uuid language sql stable security definer as $$
  select a.id from public.approvals a where a.status = 'pending' order by a.id desc limit 1
$$;
create function tests.bank_line() returns bigint language sql stable security definer as $$
  select l.id from public.bank_lines l limit 1
$$;
create function tests.extra() returns uuid language sql stable security definer as $$
  select x.id from public.booking_extras x where x.booking_id = tests.one('STARTED')
$$;
create function tests.request_of() returns uuid language sql stable security definer as $$
  select r.id from public.payment_requests r order by r.id desc limit 1
$$;
create function tests.decision() returns uuid language sql stable security definer as $$
  select d.id from public.money_decisions d where d.kind = 'credit' order by d.id desc limit 1
$$;
create function tests.document() returns uuid language sql stable security definer as $$
  select d.id from public.driver_documents d where d.driver_id = tests.id('driver4')
$$;
create function tests.notification() returns uuid language sql stable security definer as $$
  select n.id from public.notifications n where n.sent_at is null limit 1
$$;
create function tests.sent_notification() returns uuid language sql stable security definer as $$
  select n.id from public.notifications n where n.sent_at is not null limit 1
$$;
create function tests.shared_vehicle() returns uuid language sql stable security definer as $$
  select v.id from app.shared_vehicles v where v.vehicle_number = 'FL everyone'
$$;
create function tests.import_of(kind text default 'callers') returns uuid language sql stable security definer as $$
  select i.id from app.imports i where i.kind = import_of.kind
$$;
create function tests.known_caller() returns uuid language sql stable security definer as $$
  select c.id from app.known_callers c where c.first_name = 'Everyone'
$$;
create function tests.yesterday() returns date language sql stable security definer as $$ select app.today() - 1 $$;
create function tests.taxed_month() returns date language sql stable security definer as $$ select (date_trunc('month', app.today()) - interval '1 month')::date $$;

-- Plays a ride of any rider and driver until it has the given status.
create function tests.play(rider text, driver text, car text, until text) returns uuid language plpgsql as $$
declare
  v_id uuid;
  v_step record;
begin
  perform tests.go_online(driver);
  v_id := tests.book(rider, car);
  for v_step in select * from (values
    (1, 'ACCEPTED', driver, format('select public.accept_booking(%L)', v_id)),
    (2, 'ARRIVED', driver, format('select public.arrive_at_pickup(%L)', v_id)),
    (3, 'STARTED', driver, format('select public.start_trip(%L, tests.code(%L))', v_id, v_id)),
    (4, 'PENDING', driver, format('select public.reach_drop(%L)', v_id)),
    (5, 'PAID', driver, format('select public.confirm_cash(%L)', v_id))) s (n, reached, who, statement) order by n
  loop
    perform tests.let(v_step.who, v_step.statement);
    exit when v_step.reached = until;
  end loop;
  if tests.status(v_id) <> until then
    raise exception 'the ride of % with % is %, not %', rider, driver, tests.status(v_id), until;
  end if;
  return v_id;
end $$;

-- One group's bookings: a finished ride with chat and ratings, an unused quote, a ride being driven, and a later booking.
create function tests.live(rider text, driver text, car text) returns void language plpgsql as $$
declare v_id uuid;
begin
  v_id := tests.play(rider, driver, car, 'PAID');
  perform tests.let(rider, format('select public.send_chat_message(%L, ''Thank you'')', v_id));
  perform tests.let(driver, format('select public.rate_booking(%L, 4, ''Friendly'')', v_id));
  perform tests.let(rider, format('select public.rate_booking(%L, 5, ''Good'')', v_id));
  -- An unused quote, a ride being driven, and a later booking that an admin offers to the same driver.
  perform tests.quote(rider, car);
  v_id := tests.play(rider, driver, car, 'STARTED');
  perform tests.let(driver, 'select public.report_position(47.142, 9.5205)');
  v_id := tests.book(rider, car, app.now() + interval '3 hours');
  perform tests.let('admin', format('select public.assign_driver(%L, %L)', v_id, tests.id(driver)));
end $$;

select tests.live('rider', 'driver2', 'Cab'), tests.live('rider2', 'driver4', 'Van');

-- Rows that no ride creates: a wallet credit, a notice and a device of each person.
select app.post_ledger('admin_credit', 'everyone:' || n.name, null, jsonb_build_array(
    app.entry('wallet:' || tests.id(n.name), 20), app.entry('adjustments', -20))),
  app.notify(tests.id(n.name), 'wallet_credited', '{"amount": 20}'),
  tests.let(n.name, format('select public.register_push_token(%L, ''ANDROID'')', 'token-of-' || n.name || repeat('x', 40)))
from unnest('{rider,rider2,driver2,driver4,fleet,fleet2,admin,admin2}'::text[]) n (name);

insert into public.vehicles (driver_id, child_seats) values (tests.id('driver2'), 1), (tests.id('driver4'), 0) on conflict do nothing;
select app.audit('test', 'settings', '1');
insert into public.notifications (title, body) values ('Snow', 'Drive carefully');
insert into public.notifications (title, body, sent_at, recipients) values ('Ice', 'Drive slowly', app.now(), 1);
update public.languages set key_value_pairs = key_value_pairs || '{"notices.receipt.title": "Your ride"}' where lang_locale = 'en';
insert into app.imports (id, kind, name, created_by) select gen_random_uuid(), k, 'everyone.csv', tests.id('admin') from unnest('{callers,drivers}'::text[]) k;
insert into app.import_rows (import_id, nr, facts, state) values (tests.import_of(), 2, '{"first_name": "Everyone", "mobile": "+4237900078"}', 'fresh');
insert into app.known_callers (first_name, mobile) values ('Everyone', '+4237900077');
insert into app.caller_places (caller_id, label, description, lat, lng) values (tests.known_caller(), 'Home', 'Landstrasse 1', 47.14, 9.52);
insert into public.tariff_windows (name, percent, from_time, to_time) values ('Night', 20, '22:00', '06:00');
insert into public.paper_kinds (id, name) values ('aid', 'First-aid course');
insert into public.zones (name, kind, amount, area) values ('Far away', 'surcharge', 5,
  extensions.st_geomfromtext('MULTIPOLYGON(((1 1, 2 1, 2 2, 1 1)))', 4326));

-- Rows that belong to a booking, for the latest STARTED one of each rider.
insert into public.promos (promo_name, promo_discount_value, promo_validity, promo_usage_limit, listed) values
  ('SNOW', 5, current_date + 9, 9, true), ('SECRET', 5, current_date + 9, 9, false);
create temporary table last_booking as
  select distinct on (b.customer_id) b.* from public.bookings b where b.driver_id in (tests.id('driver2'), tests.id('driver4')) and b.status = 'STARTED'
  order by b.customer_id, b.created_at desc;
insert into public.promo_uses (booking_id, promo_id, user_id) select b.id, p.id, b.customer_id from last_booking b, public.promos p where p.promo_name = 'SNOW';
insert into public.booking_extras (booking_id, key, amount, by_role, added_by, client_key)
  select b.id, 'toll', 2, 'driver', b.driver_id, gen_random_uuid() from last_booking b;
insert into public.booking_stops (booking_id, position, lat, lng) select b.id, 1, 47.15, 9.515 from last_booking b;
insert into public.booking_revisions (booking_id, kind, status, actor_id, before, after) select b.id, 'route', 'STARTED', b.customer_id, '{}', '{}' from last_booking b;
insert into app.guest_links (booking_id, token) select b.id, md5(b.id::text) from last_booking b on conflict (booking_id) do update set token = excluded.token;
insert into public.route_proposals (booking_id, quote_id, asked_by, trip_cost, client_key) select b.id, b.quote_id, b.customer_id, 9, gen_random_uuid() from last_booking b;
insert into public.payments (purpose, booking_id, customer_id, provider, amount, currency, client_key)
  select 'booking', b.id, b.customer_id, 'stripe', 5, 'CHF', gen_random_uuid() from last_booking b;
insert into public.payment_events (provider, event_id, payment_id, status) select 'stripe', 'evt_' || p.id, p.id, 'pending' from public.payments p;
insert into public.chargebacks (payment_id, provider, dispute_ref, amount) select p.id, p.provider, 'dp_' || p.id, 1 from public.payments p;
insert into public.payment_events (provider, event_id, payment_id, status, amount, currency, outcome)
  select 'stripe', 'flagged_' || p.id, p.id, 'refunded', 3, 'CHF', 'unknown_refund' from public.payments p;
insert into public.payment_flags (event_id, decision, reason) select e.id, 'settle', 'Looked up' from public.payment_events e where e.outcome = 'unknown_refund' and e.id <> tests.flagged_event();
insert into public.no_show_fees (booking_id, customer_id, amount, status) select b.id, b.customer_id, 6, 'charged' from last_booking b;
insert into public.cash_reports (booking_id, customer_id, driver_id, reported, due, counted, reason, status)
  select b.id, b.customer_id, b.driver_id, 12, 9, 9, 'amount', 'review' from last_booking b;
insert into app.offline_ends (booking_id, driver_id, reported_at, quoted, was_online) select b.id, b.driver_id, app.now(), 12, false from last_booking b;
insert into public.cases (booking_id, customer_id, kind, message, reach) select b.id, b.customer_id, 'lost', 'An umbrella', '+4235551212' from last_booking b;
insert into public.cases (booking_id, driver_id, kind, message) select b.id, b.driver_id, 'found', 'An umbrella' from last_booking b;
insert into public.desk_messages (driver_id, is_from_desk, message, client_key) select b.driver_id, false, 'Where do I park?', gen_random_uuid() from last_booking b where b.driver_id is not null;
insert into app.alarms (booking_id, reason, person_id, lat, lng) select b.id, 'sos', b.customer_id, 47.1, 9.5 from last_booking b;
insert into public.refunds (booking_id, customer_id, amount, reason, done_at) select b.id, b.customer_id, 1, 'test', app.now() from last_booking b;
insert into public.receipts (booking_id, kind, series, year, serial, number, customer_id, fleet_id, content)
  select b.id, 'receipt', 'E', 2020, 1000 + row_number() over (), b.reference, b.customer_id, b.fleet_id, '{}' from last_booking b;
insert into app.referrals (referred_id, referrer_id, driver_id, booking_id, amount) select b.customer_id, tests.id('rider'), b.driver_id, b.id, 5 from last_booking b where b.customer_id <> tests.id('rider') on conflict do nothing;

-- Rows that belong to a person.
insert into public.bank_details (user_id, bank_name, bank_account)
  select tests.id(n.name), 'LLB', 'LI21 0881 0000 2324 013A A' from unnest('{rider,rider2,driver2,driver4,fleet,fleet2}'::text[]) n (name);
insert into app.payout_changes (user_id, what) values (tests.id('rider2'), 'contact');
insert into public.withdraw_requests (user_id, name, amount, client_key)
  select tests.id(n.name), n.name, 1, gen_random_uuid() from unnest('{rider,rider2,driver2,driver4,fleet,fleet2}'::text[]) n (name);
insert into public.driver_documents (driver_id, kind, path, expires_on)
  select tests.id(n.name), 'license', tests.id(n.name) || '/license', '2100-01-01' from unnest('{driver2,driver4}'::text[]) n (name);
insert into public.approvals (kind, target_id, user_id, amount, requested_by, client_key)
  select 'credit', tests.id('rider2'), tests.id('rider2'), 5, tests.id('admin2'), gen_random_uuid();
insert into app.payment_jobs (kind, payment_id, status, done_at) select 'void', p.id, 'dead', app.now() from public.payments p where p.customer_id = tests.id('rider2') limit 1;
insert into public.payments (purpose, customer_id, provider, amount, currency, client_key, status, paid_at, captured_amount, refunded_amount, charge_ref)
  select 'topup', tests.id('rider2'), 'stripe', 7, 'CHF', gen_random_uuid(), 'paid', app.now(), 7, 1, 'ch_everyone';
insert into app.card_consents (payment_id, user_id, wording) select p.id, case when p.charge_ref = 'ch_everyone' then tests.id('driver2') else p.customer_id end, '2026-11' from public.payments p;
insert into public.payment_methods (user_id, provider, brand, last4, exp_month, exp_year, consent_id, consented_at)
  select c.user_id, 'stripe', 'visa', '4242', 8, 2030, c.payment_id, c.given_at from app.card_consents c;
insert into app.card_tokens (method_id, token, customer_ref) select m.id, 'pm_' || m.id, 'cus_1' from public.payment_methods m;
insert into public.refunds (customer_id, payment_id, amount, reason, status) select tests.id('rider2'), tests.paid_payment(), 1, 'topup_returned', 'due';
update app.payment_jobs set status = 'dead', done_at = app.now() where kind = 'refund' and status = 'queued';
insert into public.access_log (actor_id, what, subject_id, row_count) values (tests.id('admin2'), 'chat', tests.id('rider2'), 1);

-- Bookkeeping: driver charges, a payout run, lines of a bank statement and of a provider's report, a write-off, a tax remittance,
-- and a closed day.
insert into public.driver_charges (driver_id, kind, amount, from_day, created_by, client_key)
  select tests.id(n.name), 'rent', 30, '2020-01-01', tests.id('admin2'), gen_random_uuid() from unnest('{driver2,driver4}'::text[]) n (name);
update public.driver_charges set charged_until = '2199-12-30';
insert into public.payout_runs (week, client_key) values ('2020-01-06', gen_random_uuid());
insert into public.payout_rows (run_id, driver_id, week, outcome, balance)
  select r.id, tests.id(n.name), r.week, 'nothing', 0 from public.payout_runs r, unnest('{driver2,driver4}'::text[]) n (name);
with asked as (insert into public.withdraw_requests (user_id, name, amount, bank_account, client_key) values (tests.id('driver14'), 'paid', 1, 'LI21 0881 0000 2324', gen_random_uuid()) returning id)
insert into public.payout_rows (run_id, driver_id, week, outcome, balance, amount, withdrawal_id)
  select r.id, tests.id('driver14'), r.week, 'requested', 1, 1, a.id from public.payout_runs r, asked a;
insert into public.bank_lines (reference, booked_on, amount, currency, outcome) values ('everyone', '2020-01-07', 5, 'CHF', 'unmatched');
insert into public.bank_balances (day, balance) values ('2020-01-07', 5);
insert into public.provider_lines (provider, line_ref, kind, gross, at, outcome) values ('stripe', 'everyone', 'adjustment', 5, app.now(), 'missing_here');
insert into public.chargebacks (payment_id, provider, dispute_ref, amount) select p.id, 'stripe', 'everyone', 5 from public.payments p limit 1;
insert into public.tax_remittances (month, amount, on_day, transaction_id) select '2020-01-01', 1, '2020-02-01', min(t.id) from public.ledger_transactions t;
insert into public.write_offs (user_id, amount, reason, on_day, transaction_id, client_key) select tests.id('rider2'), 1, 'Gone', '2020-02-01', min(t.id), gen_random_uuid() from public.ledger_transactions t;
insert into public.book_closes (day, entries, totals, balances, prev_hash, hash) values (app.today() - 2, 0, '[]', '{}', '', repeat('0', 64));
insert into public.tax_details (user_id, tax_country) select tests.id(n.name), 'LI' from unnest('{rider,rider2,driver2,driver4,fleet,fleet2}'::text[]) n (name);

-- Drivers: a reported step, the pay link and check of a street trip, and shared vehicles with shifts.
insert into app.reported_steps (booking_id, driver_id, step, client_key) select b.id, b.driver_id, 'arrived', gen_random_uuid() from public.bookings b where b.driver_id is not null limit 1;
insert into app.street_pay_links (booking_id, token) select b.id, repeat('0', 32) from public.bookings b limit 1;
insert into app.approach_checks (booking_id, driver_id, accepted_at, points, due_at) select b.id, b.driver_id, b.accepted_at, '[]', '2199-01-01' from public.bookings b where b.driver_id is not null and b.accepted_at is not null limit 1 on conflict do nothing;
insert into app.street_checks (booking_id, due_at) select b.id, '2199-01-01' from public.bookings b limit 1;
insert into app.shared_vehicles (car_type_id, vehicle_number, seats, mileage) values (tests.car(), 'FL everyone', 4, 5);
insert into app.driver_shifts (driver_id, vehicle_id, mileage_begin, mileage_end, ended_at) select tests.id('driver4'), v.id, 1, 2, app.now() from app.shared_vehicles v;
insert into app.driver_shifts (driver_id, vehicle_id) select tests.id('driver9'), v.id from app.shared_vehicles v;

-- Further bookings for the calls of functions.txt, in the statuses that the desk acts on.

-- A parcel that is being driven. It is made first, so that tests.one() finds a ride in each status.
do $$
declare v_id uuid;
begin
  perform tests.go_online('driver5'), tests.let('admin', format('select public.create_booking(%L, ''cash'', details => %L)', tests.quote('rider8', 'Courier'),
    '{"delivery_person": "Ida", "delivery_person_phone": "+4235557766"}'));
  v_id := tests.parcel();
  perform tests.let('driver5', format('select public.accept_booking(%L)', v_id)), tests.let('driver5', format('select public.arrive_at_pickup(%L)', v_id)),
    tests.let('driver5', format('select public.start_trip(%L)', v_id));
end $$;
select tests.play('rider6', 'driver3', 'Estate', 'PENDING'), tests.play('rider7', 'driver8', 'Estate', 'ARRIVED'), tests.play('rider9', 'driver15', 'Van', 'STARTED');
insert into public.booking_extras (booking_id, key, amount, by_role, added_by, client_key, countable_amount, undecided_amount)
  select b.id, 'toll', 4, 'driver', b.driver_id, gen_random_uuid(), 1, 3 from public.bookings b where b.status = 'PENDING' limit 1;
insert into public.booking_extras (booking_id, key, amount, by_role, added_by, client_key)
  select b.id, 'parking', 2, 'driver', b.driver_id, gen_random_uuid() from public.bookings b where b.id = tests.one('STARTED');
update app.start_codes set attempts = 5 where booking_id = tests.one('ARRIVED');
-- The latest NEW booking, which has no offer.
select tests.book('rider3');

-- Money after the payment: payment requests, a corrected fare and decisions that can be reversed.
select app.open_request(b, 'toll', 2, 'Tunnel') from public.bookings b where b.status in ('PAID', 'COMPLETE') and b.customer_id is not null order by b.id;
insert into public.fare_corrections (booking_id, customer_id, amount_before, amount_after, reason, created_by, client_key)
  select r.booking_id, r.customer_id, 9, 15, 'Meter', tests.id('admin2'), gen_random_uuid() from public.payment_requests r;
insert into app.fare_changes (transaction_id, booking_id, driver_share, convenience_fees, discount_amount, tax, tax_booked, fleet_share)
  select t.id, t.booking_id, 1, 0, 0, 0, 0, 0 from public.ledger_transactions t where t.kind = 'settlement' order by t.id limit 1;
select tests.let('admin', 'select public.add_to_wallet(tests.id(''rider2''), 5, reason => ''Sorry'')');

update public.profiles set approved = false where id = tests.id('driver9');
select tests.clear_wallet('admin');
-- Ledger entries of yesterday and of last month with tax due; further below, a top-up by card.
insert into public.ledger_transactions (kind, idempotency_key, created_at) select 'testing', 'past' || n, app.now() - n * interval '1 day' from unnest('{1,40}'::integer[]) n;
insert into public.ledger_entries (transaction_id, account_id, amount)
  select t.id, app.ledger_account(e.account), e.amount from public.ledger_transactions t, (values ('tax', 9), ('bank', -9)) e (account, amount) where t.idempotency_key like 'past%';
insert into public.saved_addresses (user_id, label, description, lat, lng) values (tests.id('admin'), 'desk', 'Vaduz', 47.14, 9.52);
update public.bookings set guest_name = 'Guest' where category = 'taxi';
update public.booking_contacts k set guest_phone = '+4235559988' from public.bookings b where b.id = k.booking_id and b.category = 'taxi';
update public.withdraw_requests set bank_name = 'LLB', bank_code = 'LILALI2X', bank_account = 'LI21 0881 0000 2324 013A A';
update public.payment_events set payload = '{"payer": "payer@example.com"}' where outcome = 'recorded';
do $$
declare v_id uuid := (public.create_payment('topup', 'stripe', tests.id('rider11'), amount => 20) ->> 'id')::uuid;
begin
  perform public.record_payment_event('stripe', 'evt_topup', v_id, 20, 'CHF', 'paid', charge_ref => 'ch_topup');
end $$;
insert into app.guard_changes (name, value, asked_by) values ('payout_limit', '900', tests.id('admin2'));
insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
  select gen_random_uuid(), tests.id('fleet2'), 'phone', 'totp', 'verified', now(), now();
insert into app.lost_claims (booking_id, driver_id, reason) select b.id, tests.id('driver4'), 'silent' from public.bookings b limit 1;

-- A driver who owes cash.
select tests.fill_wallet('driver8', -20);
select app.log_message('sms', '+4235550301', 'text_booked', null, tests.one('STARTED'));
select public.record_text('twilio', 'everyone', '+4235550399', 'Hello');
insert into app.outbox (kind, payload) values ('sms', '{"phone": "+4235550398", "msg": "street_receipt.text"}');
update app.outbox o set status = 'dead', done_at = app.now(), last_error = 'undeliverable: 400' where o.payload ->> 'phone' = '+4235550398';
