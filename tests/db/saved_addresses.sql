-- Saved addresses: counted by rides, named by their owner.
select no_plan();
-- The end of a ride at a place so many metres north of the first.
create function tests.end_at(metres double precision, address text default 'Somewhere') returns void language plpgsql security definer as $$
declare v_booking public.bookings;
begin
  v_booking.customer_id := tests.id('rider');
  v_booking.drop_lat := 47 + degrees(metres / 6371008.8);
  v_booking.drop_lng := 9.5;
  v_booking.drop_address := address;
  perform app.save_address(v_booking);
end $$;
create function tests.place(name text) returns uuid language sql volatile security definer as $$
  select a.id from public.saved_addresses a where a.label = place.name or a.description = place.name
$$;
delete from public.saved_addresses;

-- Rides
select tests.end_at(0, 'First');
select results_eq($$ select description, count from public.saved_addresses $$, $$ values ('First', 1) $$, 'a first ride leaves a place, counted once');
select tests.end_at(99.9);
select results_eq($$ select description, count from public.saved_addresses $$, $$ values ('First', 2) $$, 'within 0.1 km it is the same place');
select tests.end_at(100.1, 'Second');
select results_eq($$ select description, count from public.saved_addresses order by created_at, id $$, $$ values ('First', 2), ('Second', 1) $$, 'beyond it another');
select tests.end_at(60);
select results_eq($$ select description, count from public.saved_addresses order by created_at, id $$, $$ values ('First', 2), ('Second', 2) $$, 'of two the nearer counts');
select tests.end_at(-50);
select is((select count from public.saved_addresses where description = 'First'), 3, 'on every side');

-- Naming
select tests.as_visitor();
select throws_ok($$ select public.save_address('Home', 'x', 47, 9) $$, '42501', null, 'a visitor saves nothing');
select throws_ok($$ select public.rename_address(gen_random_uuid(), 'Home') $$, '42501', null, 'a visitor names nothing');
select tests.act_as('rider');
select results_eq($$ select label, description, count from public.save_address(' home ', ' Lindenweg 3 ', 47.2, 9.5) $$, $$ values ('home', 'Lindenweg 3', 0) $$, 'people save their home');
select is((public.save_address('HOME', 'Lindenweg 3', 47.2, 9.5)).id, tests.place('home'), 'twice is once');
select is((public.save_address('Home', 'Gasse 1', 47.3, 9.5)).description, 'Gasse 1', 'a saved address can move');
select is((select count(*) from public.saved_addresses), 3::bigint, 'beside what rides left');
select throws_ok($$ select public.save_address('  ', 'x', 47, 9) $$, 'PT422', 'address_invalid', 'a place needs a name');
select throws_ok($$ select public.save_address(repeat('x', 41), 'x', 47, 9) $$, 'PT422', 'address_invalid', 'a short one');
select throws_ok($$ select public.save_address('x', '', 47, 9) $$, 'PT422', 'address_invalid', 'a name belongs to an address');
select throws_ok($$ select public.save_address('x', 'x', 'NaN', 9) $$, 'PT422', 'address_invalid', 'on this globe');
select throws_ok($$ select public.save_address('x', 'x', 47, null) $$, 'PT422', 'address_invalid', 'somewhere');
select is((public.rename_address(tests.place('First'), 'Work')).label, 'Work', 'a place that a ride left gets a name');
select is((public.rename_address(tests.place('Second'), 'work')).label, 'work', 'which can go to another');
select is((select label from public.saved_addresses where description = 'First'), null, 'a label that goes to another address leaves the first');
select is((public.rename_address(tests.place('work'), null)).label, null, 'a label can be taken away');
select throws_ok($$ select public.rename_address(tests.place('First'), ' ') $$, 'PT422', 'address_invalid', 'a label is not blank');
select public.save_address('Place ' || n, 'x', 46, 8) from generate_series(1, 19) n;
select throws_ok($$ select public.save_address('Place 20', 'x', 46, 8) $$, 'PT409', 'too_many_addresses', 'twenty names are enough');
select throws_ok($$ select public.rename_address(tests.place('First'), 'Place 20') $$, 'PT409', 'too_many_addresses', 'however they are given');
select lives_ok($$ select public.rename_address(tests.place('First'), 'Place 1') $$, 'one that is given away');
select is((select count(*) from public.saved_addresses where label is not null), 20::bigint, 'is none more');
select throws_ok($$ insert into public.saved_addresses (user_id, description, lat, lng) values (tests.id('rider'), 'x', 1, 1) $$, '42501', null, 'nothing past the functions');
select throws_ok($$ update public.saved_addresses set count = 99 $$, '42501', null, 'nobody writes the count of visits');

-- Others
select tests.act_as('rider2');
select is_empty($$ select 1 from public.saved_addresses $$, 'nobody reads another''s places');
select throws_ok($$ select public.rename_address(tests.place('Place 3'), 'Mine') $$, 'PT404', 'address_not_found', 'nobody renames another''s places');
select is_empty($$ delete from public.saved_addresses returning id $$, 'nobody removes another''s places');
select lives_ok($$ select public.save_address('Home', 'x', 47, 9) $$, 'everybody has a home');
select tests.act_as('admin');
select is_empty($$ select 1 from public.saved_addresses $$, 'not even an admin reads them');
select tests.act_as('rider');
select is((select count(*) from (select 1) one where tests.place('Place 3') is not null), 1::bigint, 'they are still there');
delete from public.saved_addresses where label = 'Place 3';
select is(tests.place('Place 3'), null, 'people remove their own');

-- Years of rides
select tests.as_owner();
select tests.end_at(1000 * n, 'Ride ' || n) from generate_series(1, 120) n;
select is((select count(*) from public.saved_addresses where user_id = tests.id('rider') and label is null), 100::bigint, 'a hundred places without a name stay');
select ok(tests.place('Second') is not null, 'those visited most');
select ok(tests.place('Ride 120') is not null and tests.place('Ride 1') is null, 'the places visited last come first');
select is((select count(*) from public.saved_addresses where user_id = tests.id('rider') and label is not null), 19::bigint, 'places with one count come all');
select * from finish();
