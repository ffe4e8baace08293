-- Attacks on permissions: tokens that outlive permissions, leaks in demos, misleading names.
select no_plan();

-- A token stays valid for an hour, whatever happens to its owner
create temp table tokens as select n.name, tests.claims(n.name) as claims from unnest(array['admin', 'fleet', 'rider']) n (name);
create function tests.with_token_of(name text) returns void language plpgsql as $$
begin
  perform set_config('request.jwt.claims', (select t.claims from pg_temp.tokens t where t.name = with_token_of.name), true);
  perform set_config('role', 'authenticated', true);
end $$;
grant select on tokens to public;
select tests.ride('ACCEPTED') as ride;
create temp table quotes as select tests.quote('rider2') as id;
grant select on quotes to public;
insert into public.promos (promo_name, promo_discount_value, promo_validity, promo_usage_limit) values ('THEIRS', 1, '2100-01-01', 1);
update public.profiles set approved = false where id in (tests.id('admin'), tests.id('fleet'));
select tests.with_token_of('admin');
select is_empty($$ update public.settings set test_payments = true returning true $$, 'a suspended admin can no longer change settings');
select is_empty($$ update public.car_types set base_fare = 0 returning true $$, 'a suspended admin can no longer change prices');
select throws_ok($$ insert into public.promos (promo_name, promo_discount_value, promo_validity, promo_usage_limit) values ('MINE', 1000, '2100-01-01', 1000) $$,
  '42501', null, 'a suspended admin can no longer add promotions');
select is_empty($$ update public.promos set promo_usage_limit = 100000 returning true $$, 'a suspended admin can no longer raise the limit of promotions');
select throws_ok($$ insert into public.notifications (title, body) values ('Hello', 'You won') $$, '42501', null, 'a suspended admin can no longer send notifications to everybody');
select throws_ok($$ select public.create_booking((select id from quotes), 'cash') $$, 'PT403', 'account_suspended', 'a suspended admin can no longer book for others');
select throws_ok($$ select public.cancel_booking(tests.booking(), 'x') $$, 'PT403', 'account_suspended', 'a suspended admin can no longer cancel a booking');
select throws_ok($$ select public.confirm_cash(tests.booking()) $$, 'PT403', 'account_suspended', 'a suspended admin can no longer record cash');
select throws_ok($$ select public.reach_drop(tests.booking()) $$, 'PT403', 'account_suspended', 'a suspended admin can no longer end a trip');
select throws_ok($$ select public.dashboard_totals() $$, 'PT403', 'account_suspended', 'a suspended admin can no longer read the dashboard');
select throws_ok($$ select * from public.duty_drivers() $$, 'PT403', 'account_suspended', 'a suspended admin can no longer see where drivers are');
select tests.with_token_of('fleet');
select throws_ok($$ select * from public.duty_drivers() $$, 'PT403', 'account_suspended', 'a suspended fleet admin can no longer see where drivers are');
select throws_ok($$ select * from public.driver_earnings() $$, 'PT403', 'account_suspended', 'a suspended fleet admin can no longer read what drivers earn');
select tests.as_owner();
update public.profiles set approved = true where id in (tests.id('admin'), tests.id('fleet'));
select tests.with_token_of('admin');
select lives_ok($$ update public.settings set company_name = 'Hackney' $$,
  'an admin who is approved again can change settings again');
select tests.act_as('rider');
select throws_ok($$ insert into public.car_types (name) values ('Mine') $$, '42501', null, 'a rider cannot add a car type');

-- A demo masks contacts in the answer of each function that returns a booking
select tests.as_service();
update public.settings set allow_critical_edits_admin = false;
select tests.as_owner(), tests.go_online('driver2', 46.9, 9.5);
select tests.book('rider2') as second;
select tests.act_as('admin');
select is((public.assign_driver(tests.booking(), tests.id('driver2'))).customer_contact, '***02',
  'in a demo, assigning a driver masks the customer''s contact');
select is((public.nudge_dispatch(tests.booking())).customer_contact, '***02',
  'in a demo, nudging dispatch masks the customer''s contact');
select public.cancel_booking(tests.booking(), 'x');
select tests.as_owner();
create temp table first as select b.id from public.bookings b where b.status = 'ACCEPTED' and b.customer_id = tests.id('rider');
grant select on first to public;
select tests.let('driver', format('select public.arrive_at_pickup(%L)', id)), tests.let('driver', format('select public.start_trip(%L, %L)', id, tests.code(id))) from first;
select tests.act_as('admin');
select is(public.reach_drop(id) ->> 'customer_contact', '***01',
  'in a demo, ending a trip masks the customer''s contact') from first;
select is(public.reach_drop(id) ->> 'customer_contact', '***01',
  'in a demo, ending a trip again masks the customer''s contact') from first;
select throws_ok(format('select public.confirm_cash(%L)', id), 'PT403', 'demo_mode',
  'cash cannot be recorded in a demo') from first;
select tests.as_service();
update public.settings set allow_critical_edits_admin = true;

-- A deleted account receives no money
select tests.act_as('admin');
create temp table gone as select tests.id('rider5') as id;
grant select on gone to public;
select tests.as_owner();
select tests.clear_wallet('rider5');
select tests.act_as('admin');
select public.delete_person((select id from gone));
select throws_ok($$ select public.add_to_wallet((select id from gone), 5) $$, 'PT422', 'no_details_error', 'the wallet of a deleted person cannot be credited');

-- Names with invisible direction or control characters
select tests.act_as('rider');
select is((public.update_profile(first_name => E'An\u202Ena\u0007', last_name => E'Rit\u2066ter\n')).first_name, 'Anna', 'direction and control characters are removed from a first name');
select is(last_name, 'Ritter', 'direction and control characters are removed from a last name') from public.profiles where id = tests.id('rider');
select is((public.update_profile(first_name => E'سا\u200Cرة')).first_name, E'سا\u200Cرة',
  'the zero-width non-joiner is kept in an Arabic name');
select throws_ok($$ select public.update_profile(first_name => E'\u202E') $$, 'PT422', 'profile_incomplete', 'a first name of only direction characters is refused');

-- Invalid input
select tests.act_as('admin');
select throws_ok($$ select public.update_settings('5') $$, 'PT422', 'settings_invalid', 'update_settings refuses a number');
select throws_ok($$ select public.edit_person(tests.id('rider'), '{"approved": "x"}') $$, 'PT422', 'person_invalid', 'edit_person refuses a word as the approval');
select throws_ok($$ select public.register_push_token((select string_agg(gen_random_uuid()::text, '') from generate_series(1, 80)), 'WEB') $$, 'PT422', 'push_token_invalid',
  'a push token of 2880 characters is refused');
select * from finish();
