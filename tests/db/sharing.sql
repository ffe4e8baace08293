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
select ok((select 'unshare' = any (o.actions) from public.trip_options(tests.booking()) o), 'a rider who shares a trip may end that');
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
select tests.as_owner();
select is((select (t ->> 'drop_eta')::timestamptz - (t ->> 'pickup_eta')::timestamptz from public.shared_trip((select token from link)) t), (select make_interval(secs => b.estimate_time) from public.bookings b where b.id = tests.booking()),
  'when the car is expected at the pickup, and then at the drop');
select tests.as_visitor();
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
select throws_ok($$ select public.shared_trip((select token from link)) $$, 'PT410', 'share_over', 'an hour later it says that the trip is over');
select tests.as_owner();
select tests.act_as('rider');
select ok((select not 'unshare' = any (o.actions) from public.trip_options(tests.booking()) o), 'a link that is over need not be ended');
select tests.as_owner(), tests.turn('-61 minutes');
select tests.act_as('rider2');
select throws_ok($$ select public.unshare_trip(tests.booking()) $$, 'PT404', 'booking_not_found', 'a stranger ends nothing');
select tests.as_visitor();
select isnt(public.shared_trip((select token from link)), null, 'a trip that a stranger tried to hide is still shared');
select tests.act_as('rider');
select lives_ok($$ select public.unshare_trip(tests.booking()) $$, 'the rider ends it');
select tests.as_visitor();
select throws_ok($$ select public.shared_trip((select token from link)) $$, 'PT410', 'share_ended', 'an ended link says so at once');

-- Another trip, cancelled and shared again
select tests.as_owner(), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking())), tests.turn('1 minute'), tests.ride('NEW');
select tests.act_as('rider');
create temp table links as select public.share_trip(tests.booking()) as first, null::text as second;
grant select on links to public;
select public.unshare_trip(tests.booking());
select ok((select not 'unshare' = any (o.actions) from public.trip_options(tests.booking()) o), 'an ended link need not be ended');
update links set second = public.share_trip(tests.booking());
select isnt((select first from links), (select second from links), 'a trip that is shared again has another link');
select tests.as_visitor();
select throws_ok($$ select public.shared_trip((select first from links)) $$, 'PT404', 'share_not_found', 'an ended link does not come back to life');
select tests.act_as('rider');
select lives_ok(format('select public.cancel_booking(%L, %L)', tests.booking(), 'My plans changed'), 'the rider cancels the shared trip');
select tests.as_visitor();
select is((select t ->> 'status' from to_jsonb(public.shared_trip((select second from links))) t), 'CANCELLED', 'a link to a cancelled trip says that it is cancelled');

-- The link of a guest: the rider or the desk ends it, at once
select tests.as_owner();
create function tests.guest_ride() returns uuid language plpgsql security definer as $$
begin
  perform tests.turn('2 hours'), tests.go_online();
  perform tests.let('rider', format('select public.create_booking(%L, ''cash'', null, ''{"guest_name": "Oma", "guest_phone": "+423 555 99 99"}'')', tests.quote()));
  return tests.booking();
end $$;
create function tests.guest_token() returns text language sql security definer as $$
  select g.token from app.guest_links g where g.booking_id = tests.booking()
$$;
grant execute on function tests.guest_token() to public;
select tests.as_owner();
select tests.guest_ride();
select tests.as_visitor();
select throws_ok($$ select public.end_guest_link(gen_random_uuid()) $$, '42501', null, 'a visitor ends no link of a guest');
select isnt(public.shared_trip(tests.guest_token()) ->> 'start_code', null, 'a guest reads the start code');
select tests.act_as('rider2');
select throws_ok($$ select public.end_guest_link(tests.booking()) $$, 'PT404', 'booking_not_found', 'a stranger ends no link of a guest');
select tests.act_as('driver');
select throws_ok($$ select public.end_guest_link(tests.booking()) $$, 'PT404', 'booking_not_found', 'a driver who is only asked ends no link of a guest');
select tests.as_owner(), tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select tests.act_as('driver');
select throws_ok($$ select public.end_guest_link(tests.booking()) $$, 'PT403', 'not_allowed', 'the driver ends no link of a guest');
select tests.act_as('rider');
select ok((select 'end_guest_link' = any (o.actions) from public.trip_options(tests.booking()) o), 'a rider who booked for a guest may end their link');
select lives_ok($$ select public.end_guest_link(tests.booking()) $$, 'the rider ends the link of a guest');
select ok((select not 'end_guest_link' = any (o.actions) from public.trip_options(tests.booking()) o), 'an ended link of a guest need not be ended');
select lives_ok($$ select public.end_guest_link(tests.booking()) $$, 'ending it twice is once');
select tests.as_visitor();
select throws_ok($$ select public.shared_trip(tests.guest_token()) $$, 'PT410', 'share_ended', 'an ended link of a guest shows neither trip nor code');
select tests.as_owner();
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select tests.guest_ride();
select tests.act_as('admin');
select ok((select 'end_guest_link' = any (o.actions) from public.trip_options(tests.booking()) o), 'the desk may end the link of a guest');
select public.end_guest_link(tests.booking());
select is((select action from public.audit_log order by id desc limit 1), 'end_guest_link', 'which is written down');
select tests.as_visitor();
select throws_ok($$ select public.shared_trip(tests.guest_token()) $$, 'PT410', 'share_ended', 'a link of a guest that the desk ended shows nothing');
select * from finish();
