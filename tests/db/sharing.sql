-- Sharing a trip: who can create the link, what it shows, and until when.
select no_plan();
select tests.ride('NEW') as ride;
create temp table link (token text);
grant select, insert on link to public;

-- Acting as others
select tests.as_visitor();
select throws_ok($$ select public.share_trip(gen_random_uuid()) $$, '42501', null, 'a visitor cannot share a trip');
select throws_ok($$ select public.unshare_trip(gen_random_uuid()) $$, '42501', null, 'a visitor cannot end the sharing of a trip');
select throws_ok($$ select public.shared_trip('0123456789abcdef0123456789abcdef') $$, 'PT404', 'share_not_found', 'a guessed share link is refused');
select throws_ok($$ select public.shared_trip(null) $$, 'PT404', 'share_not_found', 'a share link of null is refused');
select tests.act_as('rider2');
select throws_ok($$ select public.share_trip(tests.booking()) $$, 'PT404', 'booking_not_found', 'another rider cannot share the trip');
select tests.act_as('driver');
select throws_ok($$ select public.share_trip(tests.booking()) $$, 'PT404', 'booking_not_found', 'the driver cannot share the trip');
select tests.act_as('admin');
select throws_ok($$ select public.share_trip(tests.booking()) $$, 'PT404', 'booking_not_found', 'an admin cannot share the trip');

-- Acting as the rider
select tests.act_as('rider');
insert into link select public.share_trip(tests.booking());
select matches((select token from link), '^[0-9a-f]{32}$', 'the rider shares a trip with a random link');
select is(public.share_trip(tests.booking()), (select token from link), 'sharing a trip again returns the same link');
select ok((select 'unshare' = any (o.actions) from public.trip_options(tests.booking()) o), 'a rider who shares a trip has the action "unshare"');
select throws_ok($$ select 1 from app.trip_shares $$, '42501', null, 'a rider cannot read the table of share links');

-- Acting as a visitor with the link
select tests.as_visitor();
select results_eq($$ select t ->> 'status', t -> 'driver', t -> 'position' from to_jsonb(public.shared_trip((select token from link))) t $$,
  $$ values ('NEW', 'null'::jsonb, 'null'::jsonb) $$, 'a share link shows a trip without a driver');
select tests.as_owner();
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select tests.as_visitor();
select results_eq($$ select t ->> 'status', t #>> '{driver,name}', t #>> '{driver,vehicle_number}', (t #>> '{position,lat}')::numeric from to_jsonb(public.shared_trip((select token from link))) t $$,
  $$ values ('ACCEPTED', 'Lukas', 'FL 28 114', 47.141) $$, 'a share link shows the driver''s name, plate and position after acceptance');
select tests.as_owner();
select is((select (t ->> 'drop_eta')::timestamptz - (t ->> 'pickup_eta')::timestamptz from public.shared_trip((select token from link)) t), (select make_interval(secs => b.estimate_time) from public.bookings b where b.id = tests.booking()),
  'a share link shows the expected times at the pickup and the drop');
select tests.as_visitor();
select ok((select t::text !~ '555|@|Marxer|Büchel|trip_cost' from to_jsonb(public.shared_trip((select token from link))) t), 'a share link shows no contacts, surnames or price');
select tests.as_owner();
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking())), tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code())),
  tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select tests.as_visitor();
select results_eq($$ select t ->> 'status', t -> 'position' from to_jsonb(public.shared_trip((select token from link))) t $$, $$ values ('PENDING', 'null'::jsonb) $$,
  'a share link shows the end of the trip and no longer the driver''s position');
select tests.act_as('rider');
select throws_ok($$ select public.share_trip(tests.booking()) $$, 'PT409', 'wrong_status', 'a trip that has ended cannot be shared');
select tests.as_owner();
select tests.turn('61 minutes');
select tests.as_visitor();
select throws_ok($$ select public.shared_trip((select token from link)) $$, 'PT410', 'share_over', 'a share link is over an hour after the trip');
select tests.as_owner();
select tests.act_as('rider');
select ok((select not 'unshare' = any (o.actions) from public.trip_options(tests.booking()) o), 'a rider has no action "unshare" when the link is over');
select tests.as_owner(), tests.turn('-61 minutes');
select tests.act_as('rider2');
select throws_ok($$ select public.unshare_trip(tests.booking()) $$, 'PT404', 'booking_not_found', 'another rider cannot end the sharing');
select tests.as_visitor();
select isnt(public.shared_trip((select token from link)), null, 'a share link still works after another rider tried to end it');
select tests.act_as('rider');
select lives_ok($$ select public.unshare_trip(tests.booking()) $$, 'the rider ends the sharing');
select tests.as_visitor();
select throws_ok($$ select public.shared_trip((select token from link)) $$, 'PT410', 'share_ended', 'a share link that the rider ended is refused at once');

-- Another trip, cancelled and shared again
select tests.as_owner(), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking())), tests.turn('1 minute'), tests.ride('NEW');
select tests.act_as('rider');
create temp table links as select public.share_trip(tests.booking()) as first, null::text as second;
grant select on links to public;
select public.unshare_trip(tests.booking());
select ok((select not 'unshare' = any (o.actions) from public.trip_options(tests.booking()) o), 'a rider has no action "unshare" after ending the sharing');
update links set second = public.share_trip(tests.booking());
select isnt((select first from links), (select second from links), 'a trip that is shared again has a new link');
select tests.as_visitor();
select throws_ok($$ select public.shared_trip((select first from links)) $$, 'PT404', 'share_not_found', 'an ended share link is refused after the trip is shared again');
select tests.act_as('rider');
select lives_ok(format('select public.cancel_booking(%L, %L)', tests.booking(), 'My plans changed'), 'a rider cancels a shared trip');
select tests.as_visitor();
select is((select t ->> 'status' from to_jsonb(public.shared_trip((select second from links))) t), 'CANCELLED', 'a share link shows that the trip is cancelled');
select tests.as_owner(), tests.turn('61 minutes'), tests.as_visitor();
select throws_ok($$ select public.shared_trip((select second from links)) $$, 'PT410', 'share_over', 'the share link of a cancelled trip is over an hour later');

-- The link of a guest: the rider or the desk can end it
select tests.as_owner();
create function tests.guest_ride() returns uuid language plpgsql security definer as $$
begin
  perform tests.turn('2 hours'), tests.go_online();
  perform tests.let('rider', format('select public.create_booking(%L, ''cash'', null, ''{"guest_name": "Oma", "guest_phone": "+4235559999"}'')', tests.quote()));
  return tests.booking();
end $$;
create function tests.guest_token() returns text language sql security definer as $$
  select g.token from app.guest_links g where g.booking_id = tests.booking()
$$;
grant execute on function tests.guest_token() to public;
select tests.as_owner();
select tests.guest_ride();
select tests.as_visitor();
select throws_ok($$ select public.end_guest_link(gen_random_uuid()) $$, '42501', null, 'a visitor cannot end a guest''s link');
select isnt(public.shared_trip(tests.guest_token()) ->> 'start_code', null, 'a guest reads the start code through the link');
select tests.act_as('rider2');
select throws_ok($$ select public.end_guest_link(tests.booking()) $$, 'PT404', 'booking_not_found', 'another rider cannot end a guest''s link');
select tests.act_as('driver');
select throws_ok($$ select public.end_guest_link(tests.booking()) $$, 'PT404', 'booking_not_found', 'a driver with an offer cannot end a guest''s link');
select tests.as_owner(), tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select tests.act_as('driver');
select throws_ok($$ select public.end_guest_link(tests.booking()) $$, 'PT403', 'not_allowed', 'the booking''s driver cannot end a guest''s link');
select tests.act_as('rider');
select ok((select 'end_guest_link' = any (o.actions) from public.trip_options(tests.booking()) o), 'a rider who booked for a guest has the action "end_guest_link"');
select lives_ok($$ select public.end_guest_link(tests.booking()) $$, 'a rider ends the guest''s link');
select ok((select not 'end_guest_link' = any (o.actions) from public.trip_options(tests.booking()) o), 'a rider has no action "end_guest_link" after ending the guest''s link');
select lives_ok($$ select public.end_guest_link(tests.booking()) $$, 'a rider can end the guest''s link twice');
select tests.as_visitor();
select throws_ok($$ select public.shared_trip(tests.guest_token()) $$, 'PT410', 'share_ended', 'a guest''s link that the rider ended is refused');
select tests.as_owner();
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select tests.guest_ride();
select tests.act_as('admin');
select ok((select 'end_guest_link' = any (o.actions) from public.trip_options(tests.booking()) o), 'an admin has the action "end_guest_link"');
select public.end_guest_link(tests.booking());
select is((select action from public.audit_log order by id desc limit 1), 'end_guest_link', 'an admin''s ending of a guest''s link is audited');
select tests.as_visitor();
select throws_ok($$ select public.shared_trip(tests.guest_token()) $$, 'PT410', 'share_ended', 'a guest''s link that an admin ended is refused');
select * from finish();
