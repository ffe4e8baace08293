-- Attacks on money: bonuses and promotions for one person under several names, fractions of a cent, one failure among many.
select no_plan();
create function tests.bonus(name text) returns numeric language sql volatile security definer as $$
  select coalesce(sum(e.amount), 0) from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id where t.kind = 'referral' and a.user_id = tests.id(bonus.name)
$$;
create function tests.join_up(who text, code text default null) returns uuid language plpgsql security definer as $$
declare v_id uuid := gen_random_uuid();
begin
  insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values (v_id, who, now(),
    jsonb_build_object('first_name', 'Mal', 'last_name', 'Lory', 'mobile', '+4235557777', 'referral_id', code));
  return v_id;
end $$;

-- Fractions of a cent
insert into public.promos (promo_name, promo_discount_type, promo_discount_value, max_promo_discount_value, promo_validity, promo_usage_limit)
values ('THIRD', 'percentage', 99, 10.0 / 3, '2100-01-01', 1000), ('TWICE', 'flat', 1, null, '2100-01-01', 1000);
create temp table quotes as select tests.quote('rider') as id;
grant select on quotes to public;
select tests.act_as('rider');
select is((public.apply_promo(id, 'third')).discount_amount, 3.33, 'a maximum discount with fractions of a cent is cut to whole cents') from quotes;
select tests.as_owner();
select is(app.promo_amount('{"type": "flat", "value": 5, "max": 0.004}', 20, 2), 0::numeric, 'a maximum discount below one cent gives no discount');

-- A driver who drives the rider they referred
select tests.set('bonus', '5'), tests.set('referral_min_km', '0'), tests.set('referral_min_minutes', '0'), tests.clear_wallet('driver'), tests.clear_wallet('rider');
update public.bookings set customer_id = tests.id('rider3') where customer_id = tests.id('rider');
update public.profiles p set signup_via_referral = (select r.referral_id from public.profiles r where r.id = tests.id('driver')) where p.id = tests.id('rider');
select tests.ride('PAID');
select is(tests.bonus('rider') + tests.bonus('driver'), 0::numeric,
  'a referred rider''s first ride with the referring driver earns no bonus');
select tests.turn('1 hour'), tests.go_online('driver2');
select tests.let('driver', 'select public.set_driver_active(false)');
select tests.book();
update public.drivers set car_type_id = tests.car() where id = tests.id('driver2');
select tests.go_online('driver2'), app.dispatch_tick();
select tests.let('driver2', format('select public.accept_booking(%L)', tests.booking())), tests.let('driver2', format('select public.arrive_at_pickup(%L)', tests.booking())),
  tests.let('driver2', format('select public.start_trip(%L, %L)', tests.booking(), tests.code())), tests.let('driver2', format('select public.reach_drop(%L)', tests.booking())),
  tests.let('driver2', format('select public.confirm_cash(%L)', tests.booking()));
select results_eq($$ select tests.bonus('rider'), tests.bonus('driver') $$, $$ values (5::numeric, 5::numeric) $$, 'both get the referral bonus with the rider''s first ride with another driver');

update public.profiles p set signup_via_referral = (select r.referral_id from public.profiles r where r.id = tests.id('rider5')) where p.id = tests.id('rider4');
create function tests.first_ride() returns public.bookings language sql as $$
  select jsonb_populate_record(null::public.bookings, jsonb_build_object('id', gen_random_uuid(), 'customer_id', tests.id('rider4'), 'driver_id', tests.id('driver'),
    'car_type_id', tests.car(), 'distance', 4, 'total_trip_time', 400, 'trip_cost', 12))
$$;
select is(app.due_referrer(tests.first_ride()), tests.id('rider5'),
  'the first ride of a referred rider earns the referrer a bonus');
update public.profiles set approved = false where id = tests.id('rider5');
select is(app.due_referrer(tests.first_ride()), null, 'a suspended referrer earns no bonus');
update public.profiles set approved = true where id = tests.id('rider5');

-- A rider who deletes the account and signs up again
create temp table codes as select referral_id as code from public.profiles where id = tests.id('rider2');
grant select on codes to public;
create temp table people as select tests.join_up('mallory@hackney.test', (select code from codes)) as id;
select is(p.signup_via_referral, (select code from codes), 'a new rider''s sign-up with a code is stored as a referral') from public.profiles p, people where p.id = people.id;
create temp table mallory as select tests.quote('mallory') as quote;
grant select on mallory to public;
select tests.act_as('mallory');
select public.apply_promo(quote, 'twice') from mallory;
select (public.create_booking(quote, 'cash')).status from mallory;
select tests.as_owner();
select app.set_actor('admin');
update public.bookings set promo_applied = false, promo_code = null, promo_details = null, discount_amount = 0 where customer_id = tests.id('mallory');
select tests.cancel('admin', 0, b.id) from public.bookings b where b.customer_id = tests.id('mallory');
update public.promo_uses set status = 'consumed', settled_at = app.now() where user_id = tests.id('mallory');
select tests.let('mallory', 'select public.delete_my_account()');
select is_empty($$ select 1 from app.known_contacts f where f.hash ~ 'mallory' $$,
  'deleting an account leaves no plain address in known_contacts');
select tests.join_up('Mallory+again@Hackney.Test', (select code from codes)) as back;
select is(p.signup_via_referral, null, 'a person who signs up again with the same address is not counted as referred') from public.profiles p where p.email ilike 'mallory+again@%';
update auth.users set email = 'mallory@hackney.test' where email ilike 'mallory+again@%';
truncate mallory; insert into mallory select tests.quote('mallory');
select tests.act_as('mallory');
select throws_ok($$ select public.apply_promo(quote, 'twice') from mallory $$, 'PT409', 'promo_used', 'a person who signs up again cannot reuse a promotion');
select tests.as_owner(), tests.join_up('somebody@hackney.test', (select code from codes));
select isnt(p.signup_via_referral, null,
  'a person who signs up for the first time is counted as referred') from public.profiles p where p.email = 'somebody@hackney.test';
insert into app.known_contacts (hash, user_id, at) select 'old', p.id, app.now() - interval '2 years 1 day' from public.profiles p where p.deleted_at is not null limit 1;
select app.purge();
select is_empty($$ select 1 from app.known_contacts where hash = 'old' $$, 'known contacts are purged after two years');

-- A card payment that arrives after its rider deleted the account
select tests.ride('PENDING');
create temp table payment as select (tests.create_payment(tests.booking(), 'stripe', tests.id('rider'))).id;
select tests.turn('1 hour'), tests.as_owner();
create temp table paid as select b.* from public.bookings b join public.payments p on p.booking_id = b.id join payment y on y.id = p.id;
select tests.let('driver', format('select public.confirm_cash(%L)', id)) from paid;
select tests.clear_wallet('rider');
select tests.let('rider', 'select public.delete_my_account()');
select is(r.outcome, 'late',
  'a card payment after the cash was confirmed is recorded as late') from payment y, public.payments p,
  lateral public.record_payment_event('stripe', 'evt_late', p.id, p.amount, p.currency, 'paid') r where p.id = y.id;
select results_eq($$ select r.status, r.payment_id is not null from public.refunds r join payment y on true where r.reason = 'late_payment' and r.booking_id = (select id from paid) $$,
  $$ values ('due', true) $$, 'the late payment of a deleted rider is refunded to the card, not to the wallet');

-- A fleet with rides under way
select tests.as_owner(), tests.turn('1 hour'), tests.clear_wallet('fleet5');
update public.drivers set fleet_id = tests.id('fleet5') where id = tests.id('driver');
create function tests.ride_of(rider text) returns uuid language plpgsql security definer as $$
begin
  perform tests.go_online(), tests.book(rider);
  perform tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
  return tests.booking();
end $$;
select tests.ride_of('rider2');
select tests.act_as('admin');
select throws_ok($$ select public.delete_person(tests.id('fleet5')) $$, 'PT409', 'active_booking', 'a fleet whose driver has an active booking cannot be deleted');
select tests.let('rider2', format('select public.cancel_booking(%L)', tests.booking()));

-- One booking that cannot be ended does not stop the others
select tests.as_owner(), tests.set('app_category', 'both'), tests.turn('1 hour');
create function tests.parcel(rider text) returns uuid language plpgsql security definer as $$
begin
  perform tests.let(rider, format('select public.create_booking(%L, ''card'', null, ''{"delivery_person": "Eva", "delivery_person_phone": "+4235551212"}'')', tests.quote(rider, 'Courier')));
  return tests.booking();
end $$;
create temp table parcels as select 1 as n, tests.parcel('rider2') as id union all select 2, tests.parcel('rider3');
create function tests.break_one() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
select is((select count(distinct id) from parcels), 2::bigint, 'two parcels wait for payment');
do $$ begin execute format('create trigger aaa_break before update on public.bookings for each row when (old.id = %L) execute function tests.break_one()',
  (select min(id::text) from parcels)); end $$;
select tests.turn('20 minutes'), app.housekeeping();
select results_eq($$ select status::text from public.bookings where id in (select id from parcels) order by id::text $$, $$ values ('PAYMENT_PENDING'), ('CANCELLED') $$,
  'housekeeping cancels an unpaid parcel even when another one fails');
drop trigger aaa_break on public.bookings;

-- Repeated requests
select tests.turn('1 hour'), tests.as_owner();
update public.drivers set driver_active_status = false;
create function tests.book_and_cancel(n integer) returns void language plpgsql security definer as $$
begin
  for i in 1 .. n loop
    perform tests.let('rider4', format('select public.cancel_booking(%L)', tests.book('rider4')));
  end loop;
end $$;
select tests.book_and_cancel(20);
select throws_ok($$ select tests.book('rider4') $$, 'PT429', 'too_many_requests', 'a rider who cancelled twenty bookings within ten minutes cannot book');
select tests.turn('10 minutes');
select lives_ok($$ select tests.book('rider4') $$, 'ten minutes after the twenty cancellations the rider can book again');
select app.post_ledger('testing', 'attacks', null, jsonb_build_array(app.entry('wallet:' || tests.id('driver'), 100), app.entry('adjustments', -100)));
select tests.act_as('driver');
select public.request_withdrawal(0.01) from generate_series(1, 20);
select throws_ok($$ select public.request_withdrawal(0.01) $$, 'PT429', 'too_many_requests',
  'a twenty-first open withdrawal request is refused');
set constraints all immediate;
select pass('the ledger balances after the attacks on money');
select * from finish();
