-- Suspension: what happens to the sessions, offers and trips of a person whose approval is withdrawn.
select no_plan();
create function tests.token(name text) returns text language sql volatile security definer as $$
  select coalesce(app.access_token_hook(jsonb_build_object('user_id', tests.id(name), 'claims', '{}'::jsonb)) #>> '{error,message}', 'token')
$$;
create function tests.sign_in(name text) returns void language sql volatile security definer as $$
  insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), tests.id(name), now(), now())
$$;

-- Waiting and suspended are different states
update public.profiles set approved = false where id = tests.id('rider5');
select ok((select p.suspended_at is not null from public.profiles p where p.id = tests.id('rider5')), 'a person whose approval is withdrawn is suspended');
update public.profiles set approved = true where id = tests.id('rider5');
select ok((select p.suspended_at is null from public.profiles p where p.id = tests.id('rider5')), 'an approval ends the suspension');
insert into auth.users (id, email, raw_app_meta_data) values
  ('10000000-0000-4000-8000-000000000001', 'waits@hackney.test', '{"provider": "email", "usertype": "driver", "approved": false, "reg_type": "registration"}');
select ok((select p.suspended_at is null and not p.approved from public.profiles p where p.email = 'waits@hackney.test'), 'a driver who registered waits for approval and is not suspended');
select is(tests.token('waits'), 'require_approval', 'a driver who waits for approval gets no token');
select set_config('request.jwt.claims', jsonb_build_object('sub', tests.id('waits'), 'role', 'authenticated', 'user_role', 'driver')::text, true), set_config('role', 'authenticated', true);
select lives_ok($$ select public.update_profile(first_name => 'Wanda') $$, 'a driver who waits for approval can edit the own profile');
select lives_ok($$ select public.submit_document('license', auth.uid() || '/license', '2100-01-01') $$, 'a driver who waits for approval can submit documents');
select throws_ok($$ select public.request_withdrawal(1) $$, 'PT403', 'require_approval', 'a driver who waits for approval cannot withdraw money');
select throws_ok($$ select public.save_address('home', 'Vaduz', 47.1, 9.5) $$, 'PT403', 'require_approval', 'a driver who waits for approval cannot save an address');
select is(public.session_refusal(), 'require_approval', 'a driver who waits for approval gets require_approval as the session''s refusal');
select tests.as_owner();

-- The desk suspends with a reason
select tests.sign_in('rider5');
select tests.act_as('admin');
select is((public.set_approved(tests.id('rider5'), false, 'Fraud')).suspended_reason, 'Fraud', 'an admin suspends a rider with a reason');
select is((public.set_approved(tests.id('rider5'), false)).suspended_reason, 'Fraud', 'a repeated suspension keeps the reason');
select tests.as_owner();
select is_empty($$ select 1 from auth.sessions where user_id = tests.id('rider5') $$, 'a suspension ends the sessions');
select is(tests.token('rider5'), 'account_suspended', 'a suspended rider gets no token');
select set_config('request.jwt.claims', jsonb_build_object('sub', tests.id('rider5'), 'role', 'authenticated', 'user_role', 'rider')::text, true), set_config('role', 'authenticated', true);
select is(public.session_refusal(), 'account_suspended', 'a suspended rider gets the refusal with an old token, too');
select tests.act_as('rider');
select is(public.session_refusal(), null, 'a rider in good standing gets no refusal');
select tests.as_owner();
select is((select l.after ->> 'reason' from public.audit_log l where l.action = 'disapprove' order by l.id desc limit 1), 'Fraud', 'the reason of a suspension is audited');

-- A driver on the way to the pickup
select tests.ride('ARRIVED') as ride;
select tests.set('auto_dispatch', 'true');
select tests.go_online('driver4', 47.0, 9.5);
create temp table ride as select tests.booking() as id;
grant select on ride to public;
select tests.let('admin', format('select public.set_approved(%L, false)', tests.id('driver')));
select is(tests.status(id), 'NEW', 'the ride of a driver who is suspended before it starts is searched for again') from ride;
select is((select b.driver_cancel_count from public.bookings b where b.id = ride.id), 0, 'a driver''s suspension does not count as a driver''s cancellation of the booking') from ride;
select ok(not (select d.driver_active_status from public.drivers d where d.id = tests.id('driver')), 'a suspended driver is off duty');
select is(tests.token('driver'), 'account_suspended', 'a suspended driver without a trip gets no token');
update public.profiles set approved = true where id = tests.id('driver');
select tests.let('rider', format('select public.cancel_booking(%L)', id)) from ride;

-- A driver with an offer
select tests.go_online(), tests.book('rider') as second;
select is(tests.status(), 'NEW', 'a driver has an offer before the suspension');
select tests.let('admin', format('select public.set_approved(%L, false)', tests.id('driver')));
select is_empty($$ select 1 from public.booking_offers o where o.driver_id = tests.id('driver') and o.status = 'open' $$, 'offers of a suspended driver are withdrawn');
update public.profiles set approved = true where id = tests.id('driver');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));

-- A driver with a rider in the car
select tests.ride('COMPLETE') as before_it;
create temp table before_it as select tests.booking() as id;
grant select on before_it to public;
select tests.ride('STARTED') as third;
select tests.sign_in('driver'), tests.sign_in('rider');
select set_config('tests.claims', tests.claims('driver'), true);
update public.profiles set approved = false where id in (tests.id('driver'), tests.id('rider'));
select is((select count(*)::integer from auth.sessions s where s.user_id in (tests.id('driver'), tests.id('rider'))), 2, 'a suspended driver and rider on a trip stay signed in');
select is(tests.status(), 'STARTED', 'a started trip goes on when its driver is suspended');
select is(tests.token('driver'), 'token', 'a suspended driver on a trip can sign in to end it');
select is(tests.token('rider'), 'token', 'a suspended rider on a trip can sign in');
select tests.act_as('driver');
select tests.turn('10 seconds');
select is(public.report_position(47.142, 9.5205), 1, 'a suspended driver''s position is recorded during the trip');
select is((select array_agg(b.id) from public.bookings b), array[tests.booking()], 'a suspended driver reads only the trip in the car');
select is((select count(*)::integer from public.notices) + (select count(*)::integer from public.ledger_entries) + (select count(*)::integer from public.driver_documents), 0, 'a suspended driver reads no notices, money or documents');
select throws_ok(format('select public.%s(%L)', f.name, b.id), 'PT404', 'booking_not_found', format('%s of an earlier trip is closed to a suspended driver', f.name))
  from before_it b, unnest('{trip_options,trip_trail,trip_progress,explain_fare,position_topic}'::text[]) f (name);
select lives_ok(format('select public.%s(tests.booking())', f.name), format('%s of the trip in the car is open to a suspended driver', f.name))
  from unnest('{trip_options,trip_progress,explain_fare,position_topic}'::text[]) f (name);
select throws_ok($$ select public.set_driver_active(true) $$, 'PT403', 'account_suspended', 'a suspended driver cannot go on duty while the trip lasts');
select throws_ok($$ select public.send_chat_message(tests.booking(), 'Hello') $$, 'PT403', 'account_suspended', 'a suspended driver cannot send chat messages');
select lives_ok($$ select public.reach_drop(tests.booking()) $$, 'a suspended driver can end the trip');
select tests.act_as('rider');
select throws_ok($$ select public.tip_driver(tests.booking(), 1) $$, 'PT403', 'account_suspended', 'a suspended rider cannot tip');
select tests.act_as('driver');
select is((public.confirm_cash(tests.booking())).status, 'PAID', 'a suspended driver can confirm the cash of the trip');
select tests.as_owner();
select is_empty($$ select 1 from auth.sessions s where s.user_id in (tests.id('driver'), tests.id('rider')) $$, 'the sessions of a suspended driver and rider end with the payment of their trip');
select is(tests.token('driver'), 'account_suspended', 'a suspended driver gets no token after the trip');
select is(tests.token('rider'), 'account_suspended', 'a suspended rider gets no token after the trip');
-- A trip that is taken from a suspended driver
update public.profiles set approved = true where id in (tests.id('driver'), tests.id('rider'));
select tests.go_online(), tests.ride('STARTED') as fourth, tests.sign_in('driver'), tests.sign_in('rider');
update public.profiles set approved = false where id = tests.id('driver');
select isnt_empty($$ select 1 from auth.sessions s where s.user_id = tests.id('driver') $$, 'a suspended driver stays signed in until the trip is paid');
select tests.let('admin', format('select public.reach_drop(%L)', tests.booking()));
select isnt_empty($$ select 1 from auth.sessions s where s.user_id = tests.id('driver') $$, 'a suspended driver stays signed in at the drop-off, to take the cash');
select tests.let('admin', format('select public.confirm_cash(%L)', tests.booking()));
select is_empty($$ select 1 from auth.sessions s where s.user_id = tests.id('driver') $$, 'a suspended driver is signed out once the desk has recorded the payment');
select isnt_empty($$ select 1 from auth.sessions s where s.user_id = tests.id('rider') $$, 'the rider of that trip, who is in good standing, stays signed in');
select tests.act_as('admin');
select public.set_approved(tests.id('driver4'), false, 'First') as first, public.set_approved(tests.id('driver4'), true) as again, public.set_approved(tests.id('driver4'), false, 'Second') as second;
select tests.as_owner();
select is((select array_agg(n.params ->> 'reason') from public.notices n where n.user_id = tests.id('driver4') and n.key = 'account_suspended' and n.read_at is null),
  '{Second}', 'only the notice of the last suspension is unread');
update public.profiles set approved = true where id in (tests.id('driver'), tests.id('driver4'));
select is_empty($$ select 1 from public.notices n where n.user_id = tests.id('driver4') and n.key = 'account_suspended' and n.read_at is null $$, 'the notice of a suspension is read once the driver is approved again');
select tests.go_online(), tests.ride('STARTED') as fifth, tests.sign_in('driver');
update public.profiles set usertype = 'rider', approved = false where id = tests.id('driver');
select is_empty($$ select 1 from auth.sessions s where s.user_id = tests.id('driver') $$, 'who is no driver any more is signed out also during a trip');
select * from finish();
