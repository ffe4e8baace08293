-- Suspension: what happens to the session, the work and the rides of somebody whose approval is taken away.
select no_plan();
create function tests.token(name text) returns text language sql volatile security definer as $$
  select coalesce(app.access_token_hook(jsonb_build_object('user_id', tests.id(name), 'claims', '{}'::jsonb)) #>> '{error,message}', 'token')
$$;
create function tests.sign_in(name text) returns void language sql volatile security definer as $$
  insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), tests.id(name), now(), now())
$$;

-- Waiting and suspended are two things
update public.profiles set approved = false where id = tests.id('rider5');
select ok((select p.suspended_at is not null from public.profiles p where p.id = tests.id('rider5')), 'who was approved and is no longer is suspended');
update public.profiles set approved = true where id = tests.id('rider5');
select ok((select p.suspended_at is null from public.profiles p where p.id = tests.id('rider5')), 'approval ends a suspension');
insert into auth.users (id, email, raw_app_meta_data) values
  ('10000000-0000-4000-8000-000000000001', 'waits@hackney.test', '{"provider": "email", "usertype": "driver", "approved": false, "reg_type": "registration"}');
select ok((select p.suspended_at is null and not p.approved from public.profiles p where p.email = 'waits@hackney.test'), 'a driver who registered waits and is not suspended');
select is(tests.token('waits'), 'require_approval', 'a driver who waits gets no token');
select set_config('request.jwt.claims', jsonb_build_object('sub', tests.id('waits'), 'role', 'authenticated', 'user_role', 'driver')::text, true), set_config('role', 'authenticated', true);
select lives_ok($$ select public.update_profile(first_name => 'Wanda') $$, 'a driver who waits edits the own profile');
select lives_ok($$ select public.submit_document('license', auth.uid() || '/license', '2100-01-01') $$, 'a driver who waits hands in papers');
select throws_ok($$ select public.request_withdrawal(1) $$, 'PT403', 'require_approval', 'a driver who waits withdraws nothing');
select throws_ok($$ select public.save_address('home', 'Vaduz', 47.1, 9.5) $$, 'PT403', 'require_approval', 'a driver who waits does nothing else');
select is(public.session_refusal(), 'require_approval', 'a driver who waits hears why the page cannot be stayed at');
select tests.as_owner();

-- The desk suspends with a reason
select tests.sign_in('rider5');
select tests.act_as('admin');
select is((public.set_approved(tests.id('rider5'), false, 'Fraud')).suspended_reason, 'Fraud', 'the desk gives a reason');
select is((public.set_approved(tests.id('rider5'), false)).suspended_reason, 'Fraud', 'a repeat keeps the reason');
select tests.as_owner();
select is_empty($$ select 1 from auth.sessions where user_id = tests.id('rider5') $$, 'a suspension ends the sessions');
select is(tests.token('rider5'), 'account_suspended', 'a suspended rider gets no token');
select set_config('request.jwt.claims', jsonb_build_object('sub', tests.id('rider5'), 'role', 'authenticated', 'user_role', 'rider')::text, true), set_config('role', 'authenticated', true);
select is(public.session_refusal(), 'account_suspended', 'a suspended rider hears it from an old token, too');
select tests.act_as('rider');
select is(public.session_refusal(), null, 'somebody in good standing may stay');
select tests.as_owner();
select is((select l.after ->> 'reason' from public.audit_log l where l.action = 'disapprove' order by l.id desc limit 1), 'Fraud', 'the log has the reason');

-- A driver on the way to the pickup
select tests.ride('ARRIVED') as ride;
select tests.set('auto_dispatch', 'true');
select tests.go_online('driver4', 47.0, 9.5);
create temp table ride as select tests.booking() as id;
grant select on ride to public;
select tests.let('admin', format('select public.set_approved(%L, false)', tests.id('driver')));
select is(tests.status(id), 'NEW', 'the ride of a driver who is suspended before it starts is searched for again') from ride;
select is((select b.driver_cancel_count from public.bookings b where b.id = ride.id), 0, 'the rider''s booking does not come closer to its end by that') from ride;
select ok(not (select d.driver_active_status from public.drivers d where d.id = tests.id('driver')), 'a suspended driver is off duty');
select is(tests.token('driver'), 'account_suspended', 'a suspended driver without a trip gets no token');
update public.profiles set approved = true where id = tests.id('driver');
select tests.let('rider', format('select public.cancel_booking(%L)', id)) from ride;

-- A driver with an offer
select tests.go_online(), tests.book('rider') as second;
select is(tests.status(), 'NEW', 'a ride is offered');
select tests.let('admin', format('select public.set_approved(%L, false)', tests.id('driver')));
select is_empty($$ select 1 from public.booking_offers o where o.driver_id = tests.id('driver') and o.status = 'open' $$, 'offers of a suspended driver are withdrawn');
update public.profiles set approved = true where id = tests.id('driver');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));

-- A driver with a rider in the car
select tests.ride('STARTED') as third;
select set_config('tests.claims', tests.claims('driver'), true);
update public.profiles set approved = false where id in (tests.id('driver'), tests.id('rider'));
select is(tests.status(), 'STARTED', 'a trip that has started goes on');
select is(tests.token('driver'), 'token', 'its driver may sign in again to end it');
select is(tests.token('rider'), 'token', 'its rider may sign in again');
select tests.act_as('driver');
select tests.turn('10 seconds');
select is(public.report_position(47.142, 9.5205), 1, 'the trip is still recorded');
select throws_ok($$ select public.send_chat_message(tests.booking(), 'Hello') $$, 'PT403', 'account_suspended', 'a suspended driver does not chat');
select lives_ok($$ select public.reach_drop(tests.booking()) $$, 'a suspended driver ends the trip');
select tests.act_as('rider');
select throws_ok($$ select public.tip_driver(tests.booking(), 1) $$, 'PT403', 'account_suspended', 'a suspended rider does not tip');
select tests.act_as('driver');
select is((public.confirm_cash(tests.booking())).status, 'PAID', 'the cash is accounted for');
select tests.as_owner();
select is(tests.token('driver'), 'account_suspended', 'after that the driver gets no token');
select is(tests.token('rider'), 'account_suspended', 'a suspended rider gets no token after that');
select * from finish();
