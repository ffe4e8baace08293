-- The facts that the desk sees beside its rows, and the order of bookings by risk of delay.
select no_plan();
create function tests.facts(who text default 'admin') returns table (asked integer, secs integer, wave integer, due_in integer, eta_in integer)
language plpgsql as $$
begin
  perform tests.act_as(who);
  return query select f.asked, extract(epoch from f.asked_until - app.now())::integer, f.wave,
    extract(epoch from f.due - app.now())::integer, extract(epoch from f.eta - app.now())::integer from public.desk_facts(array[tests.booking()]) f;
  perform tests.as_owner();
end $$;
create function tests.late(of uuid default tests.booking()) returns integer language sql security definer as $$
  select l.late_secs from app.lateness() l where l.booking_id = late.of
$$;

-- Before a driver accepts
select tests.as_owner(), tests.go_online(), tests.book();
select results_eq($$ select asked, wave, due_in, eta_in from tests.facts() $$, $$ values (1, 1, 600, null::integer) $$, 'a new booking shows one open offer of wave one and a pickup due within ten minutes');
select cmp_ok((select secs from tests.facts()), '>', 0, 'a new booking shows how long its offers stay open');
select is(tests.late(), extract(epoch from app.pickup_median())::integer - 600,
  'the delay of a booking without a driver is estimated from the usual wait');
select tests.let('driver', 'select public.set_driver_active(false)'), tests.turn('5 minutes');
select results_eq($$ select asked, wave, due_in from tests.facts() $$, $$ values (0, 0, 300) $$, 'a wave whose drivers have all gone off duty does not count');
select is(tests.late(), extract(epoch from app.pickup_median())::integer - 300,
  'the estimated delay grows while no driver accepts');

-- A driver accepted
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking())), tests.turn('1 minute'), tests.ride('ACCEPTED');
select results_eq($$ select asked, due_in from tests.facts() $$, $$ values (0, 600) $$, 'an accepted booking''s pickup is due at the promised time');
select is((select eta_in from tests.facts()), (select round(extract(epoch from (app.progress(b) ->> 'eta')::timestamptz - app.now()))::integer from public.bookings b where b.id = tests.booking()), 'the desk shows the same arrival time as the rider''s page');
select is(tests.late(), (select eta_in - due_in from tests.facts()),
  'an accepted booking''s delay is its arrival time minus its due time');
-- A driver without a signal
select tests.turn('61 seconds');
create function tests.seen() returns text language plpgsql as $$
begin
  perform tests.act_as('admin');
  return (select coalesce(f.eta::text, 'no eta') || ', seen ' || extract(epoch from app.now() - f.seen_at)::integer from public.desk_facts(array[tests.booking()]) f);
end $$;
select is(tests.seen(), 'no eta, seen 61', 'a driver whose position is older than a minute has an age instead of a time of arrival');
select tests.as_owner();
select is(tests.late(), null, 'a driver without a signal who is not due yet has no delay that could be known');
select tests.turn('12 minutes');
select is(tests.late(), 181, 'a driver without a signal is late by what has passed since the pickup was due');
select tests.let('driver', 'select public.report_position(47.141, 9.52)');
select isnt((select eta_in from tests.facts()), null, 'a driver whose signal returns has a time of arrival again');
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select is(tests.late(), null, 'a booking whose driver arrived has no delay');
select tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code()));
select cmp_ok((select eta_in from tests.facts()), '>', 60, 'a started trip shows when it ends');
select tests.turn('61 seconds');
select is(tests.seen(), 'no eta, seen 61', 'a started trip without a signal shows no end');
select tests.as_owner(), tests.let('driver', 'select public.report_position(47.141, 9.52)');
select is((select due_in from tests.facts()), null, 'a started trip shows no due time of the pickup');

-- Access
update public.drivers set fleet_id = tests.id('fleet') where id = tests.id('driver');
update public.bookings set fleet_id = tests.id('fleet') where id = tests.booking();
select isnt_empty($$ select * from tests.facts('fleet') $$, 'a fleet admin can read the facts of the fleet''s booking');
select is_empty($$ select * from tests.facts('fleet3') $$, 'an admin of another fleet cannot read the facts of the booking');
select tests.act_as('rider');
select throws_ok($$ select * from public.desk_facts(array[tests.booking()]) $$, 'PT403', 'not_allowed',
  'a rider cannot read desk facts');
select tests.as_visitor();
select throws_ok($$ select * from public.desk_facts('{}') $$, '42501', null, 'a visitor cannot read desk facts');

-- In order of risk
select tests.as_owner(), tests.turn('1 minute'), tests.book('rider2'), tests.turn('6 minutes'), tests.book('rider3'), tests.book('rider4', 'Cab', app.now() + interval '5 hours');
create temp table by_risk as select null::bigint as n, null::uuid as id where false;
grant all on by_risk to public;
select tests.act_as('admin');
insert into by_risk select row_number() over (), l.id from tests.list_bookings(sort => 'risk', page_size => 1000) l;
select tests.as_owner();
select results_eq($$ select id from by_risk order by n $$,
  $$ select b.id from public.bookings b join app.lateness() l on l.booking_id = b.id order by coalesce(l.late_secs, -2147483648) desc, b.id desc $$, 'the list by risk starts with the booking that will be latest');
select cmp_ok((select count(*) from by_risk), '>=', 4::bigint, 'the list by risk includes bookings for later');
select tests.act_as('admin');
select results_eq($$ select l.id from tests.list_bookings(sort => 'risk', page_size => 2, after_id => (select id from by_risk where n = 1)) l $$,
  $$ select id from by_risk where n in (2, 3) order by n $$, 'the next page of the list by risk starts after the last row');
select results_eq($$ select l.id from tests.list_bookings(sort => 'risk', ascending => true, page_size => 1) l $$,
  $$ select id from by_risk order by n desc limit 1 $$, 'the list by risk in ascending order starts with the lowest risk');
select tests.as_owner(), tests.set('export_limit', '1000'), tests.act_as('admin');
select results_eq($$ select l.id from tests.list_bookings(sort => 'risk', page_size => 1000) l $$, $$ select id from by_risk order by n $$, 'a read limit does not change the order by risk');

select * from finish();
