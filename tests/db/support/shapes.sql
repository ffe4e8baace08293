-- A row in each table that everyone.sql leaves empty: shapes.test.ts breaks constraints by changing a row.
insert into app.claim_checks (booking_id, driver_id, trip_at, risk, since, asked_at) select b.id, b.driver_id, b.trip_at, 'late', app.now(), app.now() from public.bookings b where b.driver_id is not null limit 1;
insert into app.file_checks (bucket, path, mark) values ('users', 'shapes', '1');
insert into app.rate_limits (bucket, window_start, count) values ('shapes', app.now(), 1);
insert into app.position_jumps (driver_id, lat, lng, at, since, points) values (tests.id('driver'), 47, 9, app.now(), app.now(), 1);
insert into app.code_overrides (booking_id, driver_id, admin_id, reason) select b.id, b.driver_id, tests.id('admin'), 'They met' from public.bookings b where b.id = tests.one('ARRIVED');
insert into public.saved_addresses (user_id, label, description, lat, lng) values (tests.id('rider'), 'home', 'Vaduz', 47.14, 9.52);
insert into app.trip_shares (booking_id, token) select tests.one('STARTED'), repeat('0', 32);
insert into app.alarms (booking_id, reason, lat, lng) values (tests.one('STARTED'), 'sos', 47.1, 9.5);
insert into app.trip_watch (booking_id, driver_id, off_since, off_target_m, target_m) select b.id, b.driver_id, app.now(), 1, 1 from public.bookings b where b.id = tests.one('STARTED') on conflict do nothing;
insert into app.fee_debts (booking_id, customer_id, fee, unpaid, percent)
select b.id, b.customer_id, 6, 6, 50 from public.bookings b limit 1;
insert into app.drawn_area (area) values (extensions.st_multi(extensions.st_makeenvelope(9.4, 47, 9.7, 47.3, 4326)));
insert into app.service_area (west, south, east, north) values (9.4, 47, 9.7, 47.3);
insert into app.payment_jobs (kind, payment_id, amount) select 'capture', p.id, 1 from public.payments p limit 1;
insert into app.checkout_tokens (token_hash, payment_id) select repeat('0', 64), p.id from public.payments p limit 1;
insert into app.payment_steps (payment_id, next) select p.id, '{}' from public.payments p limit 1;
insert into app.card_credits (transaction_id, user_id, kind, amount) select t.id, tests.id('rider'), 'topup', 1 from public.ledger_transactions t limit 1;
insert into app.book_days (day, since, until) values ('2020-01-07', '-infinity', '2020-01-08');
insert into app.book_sums (day, label, kind, debit, credit, debits, credits) values ('2020-01-07', 'bank', 'testing', 1, 1, 1, 1);
insert into app.receipt_series (series, year, last) values ('E', 2020, 1);
insert into app.provider_days (provider, day, net, lines) values ('stripe', '2020-01-07', 1, 1);
insert into app.doubtful_numbers ("column", row_id, number) values ('profiles.mobile', tests.id('rider')::text, '555 01 01');
insert into app.left_money (transaction_id, user_id, amount) select t.id, tests.id('rider'), 1 from public.ledger_transactions t limit 1;
insert into app.setup default values on conflict do nothing;
insert into app.setup_keys (hash, user_id, expires_at)
values (repeat('0', 64), tests.id('admin'), app.now() + interval '30 minutes');
insert into app.invitations (person_id) values (tests.id('driver'));
select app.stop_messages('sms', '+4235550999');
insert into app.message_receipts (provider, event, ref, receiver_hash, state, reason, segments, cost, currency) values ('twilio', 'shapes', 'SM0', repeat('0', 64), 'failed', 'error 30005', 1, 0.01, 'EUR');
update app.message_log set cost = 0.01, currency = 'EUR';
insert into app.trip_texts (booking_id, kind, receiver_hash, outbox_id) values (gen_random_uuid(), 'booked', repeat('0', 64), 1);
insert into app.preference_keys (key_hash, receiver_hash, channel) values (repeat('0', 64), repeat('0', 64), 'sms');
insert into app.news_consents (user_id, channel, receiver_hash, given, source, words) values (tests.id('rider'), 'mail', repeat('0', 64), true, 'profile', 'Yes');
