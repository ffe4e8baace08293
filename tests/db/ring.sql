-- Fraud rings: one person with many accounts and a friend who drives, measured by the real money that leaves the operator.
select no_plan();
create temp table ring (id uuid, name text);
create temp table start (loot numeric);
grant all on ring, start to public;
create function tests.join_up(name text, code text) returns void language sql security definer as $$
  insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values (gen_random_uuid(), name || '@hackney.test', now(),
    jsonb_build_object('first_name', 'Mal', 'last_name', 'Lory', 'mobile', '+4235557777', 'referral_id', code))
$$;
create function tests.bonus_of(name text) returns numeric language sql volatile security definer as $$
  select p.bonus_balance from public.profiles p where p.id = tests.id(name)
$$;
-- A ride from booking to cash, driven north from the pickup in `steps` steps of `metres` each, one `every` interval.
create function tests.play(rider text, driver text, steps integer default 0, metres double precision default 110, every interval default '10 seconds',
  mode text default 'cash') returns uuid language plpgsql security definer as $$
declare v_id uuid;
begin
  perform tests.turn('1 minute'), tests.go_online(driver);
  perform tests.let(rider, format('select public.create_booking(%L, %L)', tests.quote(rider), mode));
  v_id := tests.booking();
  perform tests.let(driver, format('select public.accept_booking(%L)', v_id)), tests.let(driver, format('select public.arrive_at_pickup(%L)', v_id)),
    tests.let(driver, format('select public.start_trip(%L, %L)', v_id, tests.code(v_id)));
  for i in 1 .. steps loop
    perform tests.turn(every);
    perform tests.let(driver, format('select public.report_position(p.lat + %s, p.lng) from public.driver_positions p where p.driver_id = %L', metres / 111195, tests.id(driver)));
  end loop;
  perform tests.let(driver, format('select public.reach_drop(%L)', v_id));
  if mode = 'wallet' then
    begin
      perform tests.let(rider, format('select public.pay_with_wallet(%L)', v_id));
    exception when sqlstate 'PT409' then null;
    end;
  end if;
  if tests.status(v_id) = 'PENDING' then perform tests.let(driver, format('select public.confirm_cash(%L)', v_id)); end if;
  perform tests.let(driver, 'select public.set_driver_active(false)');
  return v_id;
end $$;
-- All real money that the ring holds or has withdrawn; cash only moves between members.
create function tests.gains_of_ring() returns numeric language sql volatile security definer as $$
  select coalesce((select sum(e.amount) from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
      where a.kind = 'wallet' and a.user_id in (select id from ring)), 0)
    + coalesce((select sum(w.amount) from public.withdraw_requests w where w.user_id in (select id from ring) and w.rejected_at is null), 0)
$$;
create function tests.tip_all(rider text, booking uuid) returns void language plpgsql security definer as $$
begin
  perform tests.let(rider, format('select public.tip_driver(%L, p.wallet_balance) from public.profiles p where p.id = %L and p.wallet_balance > 0', booking, tests.id(rider)));
exception when sqlstate 'PT409' then null;
end $$;
create function tests.withdraw_all(name text) returns void language plpgsql security definer as $$
begin
  perform tests.let(name, format('select public.request_withdrawal(p.wallet_balance) from public.profiles p where p.id = %L and p.wallet_balance > 0', tests.id(name)));
exception when sqlstate 'PT409' or sqlstate 'PT403' then null;
end $$;
create function tests.found_ring(invented text[]) returns void language plpgsql security definer as $$
declare v_name text;
begin
  delete from ring; delete from start;
  perform tests.clear_wallet('driver'), tests.clear_wallet('driver2'), tests.clear_wallet('rider2');
  foreach v_name in array invented loop
    perform tests.join_up(v_name, (select p.referral_id from public.profiles p where p.id = tests.id('rider2')));
  end loop;
  insert into ring select tests.id(n), n from unnest(invented || '{rider2,driver,driver2}') n;
  insert into start select tests.gains_of_ring();
end $$;
select tests.set('bonus', '5'), tests.set('rider_with_draw', 'true');
update public.drivers set car_type_id = tests.car() where id = tests.id('driver2');

-- One mailbox with many names, very short rides, tips, withdrawals.
select tests.found_ring(array['mint+1', 'mint+2', 'mint+3', 'mint+4']);
select tests.tip_all(n, tests.play(n, 'driver')), tests.withdraw_all(n) from unnest(array['mint+1', 'mint+2', 'mint+3', 'mint+4']) n;
select tests.withdraw_all(n) from unnest(array['rider2', 'driver']) n;
select cmp_ok(tests.gains_of_ring(), '<=', (select loot from start), 'accounts of one mailbox with very short rides gain a ring no money');

select is(tests.bonus_of('rider2'), 0::numeric, 'very short rides earn a ring no bonus');
select results_eq($$ select count(*), count(p.signup_via_referral) from ring r join public.profiles p on p.id = r.id where r.name like 'mint%' $$,
  $$ values (4::bigint, 1::bigint) $$, 'the second account of a mailbox does not count as referred');

-- Separate mailboxes, very short rides.
select tests.found_ring(array['anna', 'bert', 'carl']);
select tests.tip_all(n, tests.play(n, 'driver')) from unnest(array['anna', 'bert', 'carl']) n;
select is(tests.bonus_of('rider2') + tests.bonus_of('anna'), 0::numeric, 'a very short ride earns neither the rider nor the referrer a bonus');
-- Below one minimum each: 4 km in three minutes, 1 km in ten.
select tests.play('anna', 'driver', 18, 222, '10 seconds'), tests.play('bert', 'driver', 60, 17, '10 seconds');
select is(tests.bonus_of('rider2') + tests.bonus_of('anna') + tests.bonus_of('bert'), 0::numeric, 'a ride below the minimum time or distance earns no bonus');

-- Real rides, as many as the monthly cap allows and two more; then the ring tries to withdraw the money.
select tests.found_ring(array['dora', 'emil', 'fritz', 'gina', 'hans', 'ida', 'jan']);
create temp table many as select n, tests.play(n, 'driver', 36, 100, '10 seconds') as ride from unnest(array['dora', 'emil', 'fritz', 'gina', 'hans', 'ida', 'jan']) n;
select is(tests.bonus_of('rider2'), 25::numeric, 'a referrer earns a bonus for five people a month at most');
select results_eq($$ select tests.bonus_of('dora'), tests.bonus_of('hans'), tests.bonus_of('ida'), tests.bonus_of('jan') $$,
  $$ values (5::numeric, 5::numeric, 0::numeric, 0::numeric) $$, 'the sixth and seventh person of a month earn no bonus themselves');
select is((select p.wallet_balance from public.profiles p where p.id = tests.id('rider2')), 25::numeric, 'the wallet balance is the sum of real and bonus money');
select tests.tip_all(n, ride), tests.withdraw_all(n) from many;
select tests.withdraw_all('rider2');
select is(tests.bonus_of('rider2') + tests.bonus_of('dora'), 30::numeric, 'a bonus can be neither tipped nor withdrawn');
select cmp_ok(tests.gains_of_ring(), '<=', (select loot from start), 'made-up people with real rides gain a ring no money');
select tests.play('dora', 'driver', 36, 100, '10 seconds', 'wallet');
select is(tests.bonus_of('dora'), 5::numeric, 'a bonus cannot pay the driver whose trips earned it');
select tests.play(n, 'driver2', 36, 100, '10 seconds', 'wallet') from unnest(array['dora', 'emil', 'fritz', 'rider2']) n;
select is(tests.bonus_of('dora'), 0::numeric, 'a bonus pays another driver');
select is(tests.bonus_of('emil') + tests.bonus_of('fritz') + tests.bonus_of('rider2'), 35::numeric, 'a driver is paid the bonus of only one member of a ring');
select cmp_ok(tests.gains_of_ring(), '<=', (select loot from start), 'a ring with two drivers gains no money');
select tests.withdraw_all('driver2');

-- What the desk sees
insert into public.push_tokens (token, user_id, platform) values ('token-of-dora', tests.id('dora'), 'WEB');
update public.push_tokens set user_id = tests.id('emil') where token = 'token-of-dora';
select tests.act_as('admin');
select results_eq($$ select r.referred, r.bonus, r.spent, r.drivers, r.same_driver, r.shared_devices, r.score > 0 from public.referral_rings() r where r.referrer_id = tests.id('rider2') $$,
  $$ values (5::bigint, 50::numeric, 5::numeric, 1::bigint, 5::bigint, 1::bigint, true) $$, 'an admin sees which referrers invite people who look made up');
select tests.act_as('fleet');
select throws_ok('select * from public.referral_rings()', 'PT403', 'not_allowed', 'a fleet admin cannot read the referral rings');

-- Real people
select tests.as_owner(), tests.turn('32 days');
select tests.join_up('kurt', (select p.referral_id from public.profiles p where p.id = tests.id('rider3')));
select tests.play('kurt', 'driver', 36, 100, '10 seconds');
select results_eq($$ select tests.bonus_of('kurt'), tests.bonus_of('rider3') $$, $$ values (5::numeric, 5::numeric) $$, 'a referred friend with a real ride earns both sides a bonus');
create temp table kurts as select tests.play('kurt', 'driver2', 36, 100, '10 seconds', 'wallet') as ride;
grant all on kurts to public;
select results_eq($$ select b.used_wallet_money, b.cash_payment_amount = b.trip_cost - 5, tests.bonus_of('kurt') from public.bookings b, kurts k where b.id = k.ride $$,
  $$ values (5::numeric, true, 0::numeric) $$, 'a bonus is spent first and the rest is paid in cash');
select results_eq($$ select h.type, h.amount, h.is_bonus, h.kind from public.wallet_history h where h.user_id = tests.id('kurt') order by h.id $$,
  $$ values ('Credit', 5::numeric, true, 'referral'), ('Debit', 5::numeric, true, 'wallet_payment') $$, 'the wallet history marks the earned and the spent bonus');
select tests.act_as('admin');
select is((to_jsonb(public.refund_booking(ride, trip_cost - 2, 'late')) ->> 'amount')::numeric, trip_cost - 2, 'an admin refunds a ride that was paid with a bonus in part') from kurts join public.bookings b on b.id = ride;
select tests.as_owner();
select results_eq($$ select p.bonus_balance, p.wallet_balance - p.bonus_balance = b.trip_cost - 5 from public.profiles p, kurts k join public.bookings b on b.id = k.ride where p.id = tests.id('kurt') $$,
  $$ values (3::numeric, true) $$, 'a refund returns real money first, then the bonus as a bonus');
select app.post_ledger('testing', 'kurt', null, jsonb_build_array(app.entry('wallet:' || p.id, p.bonus_balance - p.wallet_balance), app.entry('adjustments', p.wallet_balance - p.bonus_balance)))
from public.profiles p where p.id = tests.id('kurt');
select tests.let('kurt', 'select public.delete_my_account()');
select is((select p.wallet_balance from public.profiles p join public.ledger_accounts a on a.user_id = p.id join kurts k on true join public.bookings b on b.id = k.ride and b.customer_id = p.id where a.kind = 'bonus'), 0::numeric,
  'a deleted account loses its remaining bonus');

-- A parcel: paid in advance, cancelled, carried.
select tests.set('app_category', 'both'), tests.turn('1 hour');
create function tests.parcel(rider text) returns uuid language plpgsql security definer as $$
begin
  perform tests.turn('1 second');
  perform tests.let(rider, format('select public.create_booking(%L, ''wallet'', null, ''{"delivery_person": "Eva", "delivery_person_phone": "+4235551212"}'')', tests.quote(rider, 'Courier')));
  perform tests.let(rider, format('select public.pay_with_wallet(%L)', tests.booking()));
  return tests.booking();
end $$;
select app.post_ledger('testing', 'rider3', null, jsonb_build_array(app.entry('wallet:' || tests.id('rider3'), 20), app.entry('adjustments', -20)));
create temp table before as select p.bonus_balance as bonus, p.wallet_balance as sum from public.profiles p where p.id = tests.id('rider3');
select tests.parcel('rider3');
select is(tests.bonus_of('rider3'), bonus - 5, 'a parcel is paid with the bonus first') from before;
select ok(app.is_bonus_refused(b, tests.id('driver')) and not app.is_bonus_refused(b, tests.id('driver3')), 'the driver whose trip earned the bonus cannot carry the parcel that it pays') from public.bookings b where b.id = tests.booking();
select tests.let('rider3', format('select public.cancel_booking(%L)', tests.booking()));
select results_eq($$ select p.bonus_balance, p.wallet_balance from public.profiles p where p.id = tests.id('rider3') $$, $$ select bonus, sum from before $$, 'a cancelled parcel returns real money and bonus to what they were');
set constraints all immediate;
select pass('the ledger balances after the rings');
select * from finish();
