-- What the desk says beside its rows, and the order of those who will be late.
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

-- Nobody yet
select tests.as_owner(), tests.go_online(), tests.book();
select results_eq($$ select asked, wave, due_in, eta_in from tests.facts() $$, $$ values (1, 1, 600, null::integer) $$, 'a new booking says how many are asked; a car should be there in ten minutes');
select cmp_ok((select secs from tests.facts()), '>', 0, 'it says until when they are');
select is(tests.late(), extract(epoch from app.pickup_median())::integer - 600, 'without a driver the usual wait counts');
select tests.let('driver', 'select public.set_driver_active(false)'), tests.turn('5 minutes');
select results_eq($$ select asked, wave, due_in from tests.facts() $$, $$ values (0, 1, 300) $$, 'once nobody is asked it says in which wave');
select is(tests.late(), extract(epoch from app.pickup_median())::integer - 300, 'it gets later by the minute');

-- Somebody comes
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking())), tests.turn('1 minute'), tests.ride('ACCEPTED');
select results_eq($$ select asked, due_in from tests.facts() $$, $$ values (0, 600) $$, 'an accepted booking is due by what was promised');
select is((select eta_in from tests.facts()), (select round(extract(epoch from (app.progress(b) ->> 'eta')::timestamptz - app.now()))::integer from public.bookings b where b.id = tests.booking()), 'its driver comes when the rider''s page says');
select is(tests.late(), (select eta_in - due_in from tests.facts()), 'so late it will be');
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select is(tests.late(), null, 'who has come is not late any more');
select tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code()));
select cmp_ok((select eta_in from tests.facts()), '>', 60, 'under way it says when it ends');
select is((select due_in from tests.facts()), null, 'it says nothing of the pickup any more');

-- Whose
update public.drivers set fleet_id = tests.id('fleet') where id = tests.id('driver');
update public.bookings set fleet_id = tests.id('fleet') where id = tests.booking();
select isnt_empty($$ select * from tests.facts('fleet') $$, 'a fleet admin has those of the fleet');
select is_empty($$ select * from tests.facts('fleet3') $$, 'another fleet none');
select tests.act_as('rider');
select throws_ok($$ select * from public.desk_facts(array[tests.booking()]) $$, 'PT403', 'not_allowed', 'riders none');
select tests.as_visitor();
select throws_ok($$ select * from public.desk_facts('{}') $$, '42501', null, 'visitors none');

-- In order of risk
select tests.as_owner(), tests.turn('1 minute'), tests.book('rider2'), tests.turn('6 minutes'), tests.book('rider3'), tests.book('rider4', 'Cab', app.now() + interval '5 hours');
create temp table by_risk as select null::bigint as n, null::uuid as id where false;
grant all on by_risk to public;
select tests.act_as('admin');
insert into by_risk select row_number() over (), l.id from public.list_bookings(sort => 'risk', page_size => 1000) l;
select tests.as_owner();
select results_eq($$ select id from by_risk order by n $$,
  $$ select b.id from public.bookings b join app.lateness() l on l.booking_id = b.id order by coalesce(l.late_secs, -2147483648) desc, b.id desc $$, 'who will be late the most stands first');
select cmp_ok((select count(*) from by_risk), '>=', 4::bigint, 'later ones are there, too');
select tests.act_as('admin');
select results_eq($$ select l.id from public.list_bookings(sort => 'risk', page_size => 2, after_id => (select id from by_risk where n = 1)) l $$,
  $$ select id from by_risk where n in (2, 3) order by n $$, 'the next page begins after the last row');
select results_eq($$ select l.id from public.list_bookings(sort => 'risk', ascending => true, page_size => 1) l $$,
  $$ select id from by_risk order by n desc limit 1 $$, 'the other way round it begins with the others');
select tests.as_owner(), tests.set('export_limit', '1000'), tests.act_as('admin');
select results_eq($$ select l.id from public.list_bookings(sort => 'risk', page_size => 1000) l $$, $$ select id from by_risk order by n $$, 'a read limit changes no order');

select * from finish();
