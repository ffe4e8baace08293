-- Sharing a trip: who makes the link, what it shows to whom, and until when.
select no_plan();
select tests.ride('NEW') as ride;
create temp table link (token text);
grant select, insert on link to public;

-- Acting as others
select tests.as_visitor();
select throws_ok($$ select public.share_trip(gen_random_uuid()) $$, '42501', null, 'a visitor shares nothing');
select throws_ok($$ select public.unshare_trip(gen_random_uuid()) $$, '42501', null, 'a visitor ends no sharing');
select throws_ok($$ select public.shared_trip('0123456789abcdef0123456789abcdef') $$, 'PT404', 'share_not_found', 'a guess shows nothing');
select throws_ok($$ select public.shared_trip(null) $$, 'PT404', 'share_not_found', 'null shows nothing');
select tests.act_as('rider2');
select throws_ok($$ select public.share_trip(tests.booking()) $$, 'PT404', 'booking_not_found', 'another rider does not share a trip');
select tests.act_as('driver');
select throws_ok($$ select public.share_trip(tests.booking()) $$, 'PT404', 'booking_not_found', 'the driver does not share a trip');
select tests.act_as('admin');
select throws_ok($$ select public.share_trip(tests.booking()) $$, 'PT404', 'booking_not_found', 'an admin does not share a trip');

-- Acting as the rider
select tests.act_as('rider');
insert into link select public.share_trip(tests.booking());
select matches((select token from link), '^[0-9a-f]{32}$', 'the rider does');
select is(public.share_trip(tests.booking()), (select token from link), 'with the same link each time');
select throws_ok($$ select 1 from app.trip_shares $$, '42501', null, 'nobody reads the links');

-- Whoever has the link
select tests.as_visitor();
select results_eq($$ select t ->> 'status', t -> 'driver', t -> 'position' from to_jsonb(public.shared_trip((select token from link))) t $$,
  $$ values ('NEW', 'null'::jsonb, 'null'::jsonb) $$, 'it shows a trip without a driver');
select tests.as_owner();
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select tests.as_visitor();
select results_eq($$ select t ->> 'status', t #>> '{driver,name}', t #>> '{driver,vehicle_number}', (t #>> '{position,lat}')::numeric from to_jsonb(public.shared_trip((select token from link))) t $$,
  $$ values ('ACCEPTED', 'Lukas', 'FL 28 114', 47.141) $$, 'then who comes and where they are');
select ok((select t::text !~ '555|@|Marxer|Büchel|trip_cost' from to_jsonb(public.shared_trip((select token from link))) t), 'nobody''s contacts, surname or price');
select tests.as_owner();
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking())), tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code())),
  tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select tests.as_visitor();
select results_eq($$ select t ->> 'status', t -> 'position' from to_jsonb(public.shared_trip((select token from link))) t $$, $$ values ('PENDING', 'null'::jsonb) $$,
  'at its end, and no longer where the driver goes');
select tests.act_as('rider');
select throws_ok($$ select public.share_trip(tests.booking()) $$, 'PT409', 'wrong_status', 'what is over is not shared anew');
select tests.as_owner();
select tests.turn('61 minutes');
select tests.as_visitor();
select throws_ok($$ select public.shared_trip((select token from link)) $$, 'PT404', 'share_not_found', 'an hour later it shows nothing');
select tests.as_owner();
select tests.turn('-61 minutes');
select tests.act_as('rider2');
select throws_ok($$ select public.unshare_trip(tests.booking()) $$, 'PT404', 'booking_not_found', 'a stranger ends nothing');
select tests.as_visitor();
select isnt(public.shared_trip((select token from link)), null, 'a trip that a stranger tried to hide is still shared');
select tests.act_as('rider');
select lives_ok($$ select public.unshare_trip(tests.booking()) $$, 'the rider ends it');
select tests.as_visitor();
select throws_ok($$ select public.shared_trip((select token from link)) $$, 'PT404', 'share_not_found', 'at once');
select * from finish();
